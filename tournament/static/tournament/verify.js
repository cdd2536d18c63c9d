/* Draws a published round again and says what differs. Runs in any browser, also
 * on an insecure address where crypto.subtle is missing, and loads nothing.
 *
 * This is the draw of scoring/*.py once more, number for number: generator.py,
 * fair.py, schedule.py, embedding.py, plans.py, mending.py, seats.py, draw.py and
 * draw_record.py, in this order and with their names. The reasons are told there.
 */

// --- SHA-256 and HMAC ------------------------------------------------------------

const PRIMES = (() => {
  const found = [];
  for (let n = 2; found.length < 64; n++) {
    if (found.every((prime) => n % prime)) found.push(n);
  }
  return found;
})();

/** The first 32 bits of the fraction of an integer's root, exactly. */
function rootBits(prime, degree) {
  // the largest r with r ** degree <= prime * 2 ** (32 * degree)
  const scaled = BigInt(prime) << BigInt(32 * degree);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(degree) <= scaled) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn) | 0;
}

const ROUND_CONSTANTS = Int32Array.from(PRIMES, (prime) => rootBits(prime, 3));
const FIRST_STATE = Int32Array.from(PRIMES.slice(0, 8), (prime) => rootBits(prime, 2));
const expanded = new Int32Array(64);

function compress(state, bytes, offset) {
  const w = expanded;
  for (let i = 0; i < 16; i++) {
    const at = offset + 4 * i;
    w[i] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  }
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15];
    const y = w[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[i] + w[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const after = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) state[i] = (state[i] + after[i]) | 0;
}

export function sha256(bytes) {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const bits = new DataView(padded.buffer);
  bits.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  bits.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const state = Int32Array.from(FIRST_STATE);
  for (let offset = 0; offset < padded.length; offset += 64) compress(state, padded, offset);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setInt32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

function joined(...parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));

function utf8(text) {
  if (typeof text !== "string" || /\p{Surrogate}/u.test(text)) {
    throw new TypeError("no text");
  }
  return new TextEncoder().encode(text);
}

function bigEndian(number, bytes) {
  const written = new Uint8Array(bytes);
  for (let at = bytes - 1, rest = number; at >= 0; at--) {
    written[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return written;
}

// --- fair.py ---------------------------------------------------------------------

export const commitment = (secret) => hex(sha256(utf8(secret)));
export const seedOf = (secret, room) => hex(hmac(utf8(secret), utf8(room)));

export function deriveDice(secret, parts, number, dice) {
  const message = [utf8("schockturnier dice 1"), bigEndian(parts.length, 4)];
  for (const part of parts.map(utf8)) message.push(bigEndian(part.length, 4), part);
  message.push(bigEndian(number, 8));
  const pips = [];
  for (let block = 0; pips.length < dice; block++) {
    const stream = hmac(utf8(secret), joined(...message, bigEndian(block, 4)));
    for (const byte of stream) if (byte < 252) pips.push((byte % 6) + 1);
  }
  return pips.slice(0, dice);
}

// --- generator.py ----------------------------------------------------------------

export class Generator {
  constructor(seed, label) {
    this.block = new Uint8Array(64);
    this.block.set(sha256(joined(unhex(seed), utf8(label))));
    this.block[40] = 0x80; // the padding of a message of 40 bytes, 320 bits
    this.block[62] = 1;
    this.block[63] = 64;
    this.number = 0;
    this.words = [];
    this.at = 0;
  }

  word() {
    if (this.at === this.words.length) {
      this.block.set(bigEndian(this.number++, 8), 32);
      this.words = Int32Array.from(FIRST_STATE);
      compress(this.words, this.block, 0);
      this.at = 0;
    }
    return this.words[this.at++] >>> 0;
  }

  below(limit) {
    const unfair = 2 ** 32 % limit;
    for (;;) {
      // word * limit is split, as it may have more than 53 bits
      const word = this.word();
      const low = (word % 65536) * limit;
      const high = Math.floor(word / 65536) * limit + Math.floor(low / 65536);
      if ((high % 65536) * 65536 + (low % 65536) >= unfair) return Math.floor(high / 65536);
    }
  }

  shuffle(items) {
    for (let limit = items.length; limit > 1; limit--) {
      const other = this.below(limit);
      [items[limit - 1], items[other]] = [items[other], items[limit - 1]];
    }
    return items;
  }
}

// --- schedule.py -----------------------------------------------------------------

const TABLE_SIZE = 3;
const MOST_ROUNDS = 30;
const APART = 1000000;
const ATTEMPTS = 400;
const STEPS_PER_CELL = 70;
const STEPS_IN_ALL = 1000000;
const MIXING_STEPS_PER_CELL = 20;
const ONE_IN = 16;

const range = (length) => Array.from({ length }, (_, i) => i);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const ascending = (one, other) => one - other;
const pairsOf = (items) => items.flatMap((one, i) => items.slice(i + 1).map((other) => [one, other]));
const tableAt = (cells, table) => {
  const tables = cells.length / TABLE_SIZE;
  return [cells[table], cells[table + tables], cells[table + 2 * tables]];
};

function taskOf(players, rounds, met, satOut, pinned) {
  const tables = Math.floor(players / TABLE_SIZE);
  const seated = tables * TABLE_SIZE;
  return { players, rounds, met, satOut, pinned, tables, seated, sitOuts: players - seated };
}

function chooseSitOuts(candidates, satOut, places, rng) {
  if (!places) return [];
  const drawn = rng.shuffle([...candidates]);
  return drawn.sort((one, other) => satOut[one] - satOut[other]).slice(0, places);
}

function search(task, target, seed, mostExcess) {
  const stepsEach = STEPS_PER_CELL * task.seated * task.rounds;
  const attempts = Math.max(1, Math.min(ATTEMPTS, Math.floor(STEPS_IN_ALL / stepsEach)));
  let best = null;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const walk = new Walk(task, new Generator(seed, `attempt ${attempt}`));
    const moved = walk.mend(target, stepsEach);
    if (moved && walk.least <= target) {
      walk.mix(MIXING_STEPS_PER_CELL * task.seated * task.rounds);
    }
    const found = { cells: walk.firstRound, cost: walk.least, excess: walk.excess() };
    const better = best === null || found.cost - best.cost || found.excess - best.excess;
    if (better === true || better < 0) best = found;
    if (best.cost <= target && best.excess <= mostExcess) break;
  }
  return best;
}

class Walk {
  constructor(task, rng) {
    this.task = task;
    this.rng = rng;
    this.met = [...task.met];
    this.cost = 0;
    this.rounds = [];
    const satOut = [...task.satOut];
    for (let number = 0; number < task.rounds; number++) {
      const pinned = number ? new Map() : task.pinned;
      const held = new Set(pinned.values());
      const free = range(task.players).filter((player) => !held.has(player));
      const absent = new Set(chooseSitOuts(free, satOut, task.sitOuts, rng));
      for (const player of absent) satOut[player] += 1;
      const drawn = rng.shuffle(free.filter((player) => !absent.has(player))).values();
      this.addRound(
        range(task.seated).map((cell) => pinned.get(cell) ?? drawn.next().value),
      );
    }
    this.least = this.cost;
    this.firstRound = [...this.rounds[0]];
  }

  addRound(cells) {
    const { players, tables } = this.task;
    for (let table = 0; table < tables; table++) {
      for (const [one, other] of pairsOf(tableAt(cells, table))) {
        this.cost += this.met[one * players + other];
        this.met[one * players + other] += 1;
        this.met[other * players + one] += 1;
      }
    }
    this.rounds.push(cells);
  }

  mend(target, steps) {
    const { players: n, seated: m, tables, pinned } = this.task;
    if (this.cost <= target || tables === 1) return 0;
    const { rounds, met, rng } = this;
    const choices = ONE_IN * m * m * rounds.length;
    for (let step = 1; step <= steps; step++) {
      let chosen = rng.below(choices);
      const mood = chosen % ONE_IN;
      chosen = Math.floor(chosen / ONE_IN);
      const i = chosen % m;
      chosen = Math.floor(chosen / m);
      const cells = rounds[Math.floor(chosen / m)];
      const i1 = (i + tables) % m;
      const i2 = (i + 2 * tables) % m;
      const row = cells[i] * n;
      const before = met[row + cells[i1]] + met[row + cells[i2]];
      if (before === 2 && mood) continue;
      const j = chosen % m;
      if (j === i || j === i1 || j === i2) continue;
      if (cells === rounds[0] && (pinned.has(i) || pinned.has(j))) continue;
      const q1 = cells[(j + tables) % m];
      const q2 = cells[(j + 2 * tables) % m];
      const otherRow = cells[j] * n;
      const crossed =
        met[row + q1] + met[row + q2] + met[otherRow + cells[i1]] + met[otherRow + cells[i2]];
      const change = crossed - before - met[otherRow + q1] - met[otherRow + q2] + 4;
      if (change <= 0 || (change === 1 && mood === 1)) {
        this.swap(cells, i, j);
        this.cost += change;
        if (this.cost < this.least) {
          this.least = this.cost;
          this.firstRound = [...rounds[0]];
          if (this.cost <= target) return step;
        }
      }
    }
    return steps;
  }

  mix(steps) {
    const { players: n, seated: m, tables, pinned } = this.task;
    if (tables === 1) return;
    const { rounds, met, rng } = this;
    for (let step = 0; step < steps; step++) {
      let chosen = rng.below(m * m * rounds.length);
      const i = chosen % m;
      chosen = Math.floor(chosen / m);
      const j = chosen % m;
      const cells = rounds[Math.floor(chosen / m)];
      if (i % tables === j % tables) continue;
      if (cells === rounds[0] && (pinned.has(i) || pinned.has(j))) continue;
      const [row, otherRow] = [cells[i] * n, cells[j] * n];
      const [p1, p2] = [cells[(i + tables) % m], cells[(i + 2 * tables) % m]];
      const [q1, q2] = [cells[(j + tables) % m], cells[(j + 2 * tables) % m]];
      const together = met[row + p1] + met[row + p2] + met[otherRow + q1] + met[otherRow + q2];
      const crossed = met[row + q1] + met[row + q2] + met[otherRow + p1] + met[otherRow + p2];
      if (crossed + 4 === together) this.swap(cells, i, j);
    }
    this.firstRound = [...rounds[0]];
  }

  excess() {
    return sum(this.met.filter((times) => times > 1 && times < APART).map((times) => times - 1)) / 2;
  }

  swap(cells, i, j) {
    const { players: n, seated: m, tables } = this.task;
    const move = (player, place, by) => {
      for (const cell of [(place + tables) % m, (place + 2 * tables) % m]) {
        this.met[player * n + cells[cell]] += by;
        this.met[cells[cell] * n + player] += by;
      }
    };
    const [p, q] = [cells[i], cells[j]];
    move(p, i, -1);
    move(q, i, 1);
    move(q, j, -1);
    move(p, j, 1);
    cells[i] = q;
    cells[j] = p;
  }
}

function leastCost(task) {
  return Math.max(pairsNeeded(task), partnersNeeded(task), ...groupsTooLarge(task));
}

const costsOf = (levels, rounds) =>
  levels.flatMap((level) => range(rounds).map((more) => level + more)).sort(ascending);

function pairsNeeded(task) {
  const n = task.players;
  const levels = range(n).flatMap((one) => range(one).map((other) => task.met[one * n + other]));
  const needed = task.seated * task.rounds;
  return sum(costsOf(levels, task.rounds).slice(0, needed));
}

function partnersNeeded(task) {
  const n = task.players;
  const needed = 2 * task.rounds;
  const savings = [];
  let total = 0;
  for (let player = 0; player < n; player++) {
    const others = range(n).filter((other) => other !== player);
    const costs = costsOf(others.map((other) => task.met[player * n + other]), task.rounds);
    total += sum(costs.slice(0, needed));
    for (let i = 0; i < needed; i += 2) savings.push(costs[i] + costs[i + 1]);
  }
  savings.sort(ascending).reverse();
  const saved = sum(savings.slice(0, task.sitOuts * task.rounds));
  return Math.floor((total - saved + 1) / 2);
}

function groupsTooLarge(task) {
  const crowded = (least) => sum(groups(task, least).map((group) => crowding(task, group.length)));
  return [APART * crowded(APART) * task.rounds, crowded(1)];
}

function groups(task, least) {
  const n = task.players;
  const partners = range(n).map(
    (one) => new Set(range(n).filter((other) => task.met[one * n + other] >= least)),
  );
  let left = range(n).sort((one, other) => partners[other].size - partners[one].size);
  const found = [];
  while (left.length) {
    const group = [left[0]];
    for (const other of left.slice(1)) {
      if (group.every((member) => partners[member].has(other))) group.push(other);
    }
    found.push(group);
    left = left.filter((one) => !group.includes(one));
  }
  return found;
}

function crowding(task, size) {
  const rest = Math.max(0, size - task.sitOuts);
  const each = Math.floor(rest / task.tables);
  const more = rest % task.tables;
  return (more * (each + 1) * each) / 2 + ((task.tables - more) * each * (each - 1)) / 2;
}

// --- embedding.py ----------------------------------------------------------------

const CANDIDATES_TRIED = 50000;
const ROUNDS_WITH_CORNERS = 3;

const bitCount = (bits) => {
  let count = 0;
  for (let rest = bits; rest; rest &= rest - 1) count += 1;
  return count;
};

class Meetings {
  constructor(players, rounds) {
    this.players = players;
    this.rounds = rounds;
    this.met = new Int32Array(players * players);
    rounds.forEach((tables, number) => {
      for (const table of tables) {
        for (const [one, other] of pairsOf(table)) {
          this.met[one * players + other] |= 1 << number;
          this.met[other * players + one] |= 1 << number;
        }
      }
    });
    this.known = new Map();
  }

  /** How each player's table of the one round lies to the other, as text. */
  profiles(one, other) {
    const key = `${one} ${other}`;
    if (!this.known.has(key)) {
      this.known.set(key, this.profilesOf(this.rounds[one], this.rounds[other]));
    }
    return this.known.get(key);
  }

  /** How often a mate of the first and a mate of the second round met in the third. */
  corner(player, first, second, third) {
    const mates = (number) => {
      const table = this.rounds[number].find((people) => people.includes(player)) ?? [];
      return table.filter((other) => other !== player);
    };
    const met = (one, other) => (this.met[one * this.players + other] >> third) & 1;
    return sum(mates(first).flatMap((one) => mates(second).map((other) => met(one, other))));
  }

  /** All that is known of every player but his name, as text. */
  looks(rounds) {
    const pairs = rounds.flatMap((one) => rounds.map((other) => [one, other]));
    return range(this.players).map((player) => {
      const look = pairs.map(([one, other]) => this.profiles(one, other)[player]);
      for (const [one, other] of pairsOf(rounds.slice(0, ROUNDS_WITH_CORNERS))) {
        for (const third of rounds) look.push(this.corner(player, one, other, third));
      }
      return look.join();
    });
  }

  profilesOf(tables, others) {
    const bitOf = new Array(this.players).fill(0);
    others.forEach((table, number) => {
      for (const player of table) bitOf[player] = 1 << number;
    });
    const spread = tables.map((table) => table.reduce((bits, player) => bits | bitOf[player], 0));
    const shared = spread.map((one) => spread.map((other) => bitCount(one & other)));
    const rows = shared.map((row) => [...row].sort(ascending).join(" "));
    const found = new Array(this.players).fill("");
    tables.forEach((table, number) => {
      const neighbours = rows.filter((_, other) => shared[number][other] > 1).sort();
      for (const player of table) found[player] = [rows[number], ...neighbours].join("/");
    });
    return found;
  }
}

class Embedding {
  constructor(history, plan, rng) {
    this.history = history;
    this.plan = plan;
    this.players = rng.shuffle(range(history.players));
    this.points = rng.shuffle(range(plan.players));
    this.planOrder = rng.shuffle(range(plan.rounds.length));
    this.roundOf = [];
    this.pointOf = new Map();
    this.left = CANDIDATES_TRIED;
  }

  find() {
    const played = this.roundOf.length;
    if (played === this.history.rounds.length) return this.namePlayers();
    for (const planned of this.planOrder) {
      if (!this.roundOf.includes(planned) && this.alike(played, planned)) {
        this.roundOf.push(planned);
        if (this.find()) return true;
        this.roundOf.pop();
      }
    }
    return false;
  }

  alike(played, planned) {
    const look = (meetings, one, other) => {
      const back = meetings.profiles(other, one);
      return meetings.profiles(one, other).map((text, at) => `${text}|${back[at]}`).sort().join();
    };
    return this.roundOf.every(
      (name, before) => look(this.history, played, before) === look(this.plan, planned, name),
    );
  }

  namePlayers() {
    const pointLooks = this.plan.looks(this.roundOf);
    const candidates = this.history
      .looks(range(this.roundOf.length))
      .map((look) => this.points.filter((point) => pointLooks[point] === look));
    this.pointOf = new Map();
    return (
      candidates.every((points) => points.length) &&
      this.nameFrom(this.orderOfNaming(candidates), candidates)
    );
  }

  orderOfNaming(candidates) {
    const n = this.history.players;
    const order = [];
    const left = [...this.players].sort(
      (one, other) => candidates[one].length - candidates[other].length,
    );
    while (left.length) {
      const known = left.map(
        (player) => order.filter((other) => this.history.met[player * n + other]).length,
      );
      order.push(...left.splice(known.indexOf(Math.max(...known)), 1));
    }
    return order;
  }

  nameFrom(order, candidates) {
    const named = this.pointOf.size;
    if (named === order.length) return true;
    const player = order[named];
    const known = this.roundOf.reduce((bits, planned) => bits | (1 << planned), 0);
    const wanted = new Map(
      order.slice(0, named).map((other) => [this.pointOf.get(other), this.together(player, other)]),
    );
    for (const point of candidates[player]) {
      if (wanted.has(point)) continue;
      if (!this.left) return false;
      this.left -= 1;
      const row = point * this.plan.players;
      if ([...wanted].every(([other, bits]) => (this.plan.met[row + other] & known) === bits)) {
        this.pointOf.set(player, point);
        if (this.nameFrom(order, candidates)) return true;
        this.pointOf.delete(player);
      }
    }
    return false;
  }

  together(one, other) {
    const met = this.history.met[one * this.history.players + other];
    return this.roundOf.reduce(
      (bits, planned, played) => ((met >> played) & 1 ? bits | (1 << planned) : bits),
      0,
    );
  }
}

// --- plans.py --------------------------------------------------------------------

function plan(servesFrom, searchedAfter, text) {
  const rounds = text.split("\n").map((line) =>
    line.split(" ").map((table) => Array.from(table, (letter) => letter.charCodeAt(0) - 97)),
  );
  return { entrants: 1 + Math.max(...rounds.flat(2)), servesFrom, searchedAfter, rounds };
}

const OF_15 = [
  `aeg bno cjk dhm fil
abf cho dkl ein gjm
akn bcg dio elm fhj
acd bhl ejo fmn gik
ajl bde cim fko ghn
ahi bkm cef djn glo
amo bij cln dfg ehk`,
  `acf bhl dmo ein gjk
aik bno cem dgl fhj
alm bfg chn dek ijo
ago bck dfn ejl him
adh bjm cgi efo kln
ajn bdi clo egh fkm
abe cdj fil gmn hko`,
  `aeg bmn cio dfh jkl
ahn bcg djo eil fkm
aij bfo cln dgk ehm
amo bdl cef ghj ikn
abk cjm den fgi hlo
acd bhi eko fjn glm
afl bej chk dim gno`,
  `afm bgh cik djn elo
agl bcm dhi efj kno
acj bde fkl gin hmo
ahn bjk ceg dlm fio
aei bfn cdo gkm hjl
abo cln dfg ehk ijm
adk bil cfh emn gjo`,
  `afi blm ceg dhj kno
alo bjn cik dfg ehm
ade bhi cln fjk gmo
akm bcd ejo fhl gin
ahn bek cfm dio gjl
abg cho dkl efn ijm
acj bfo dmn eil ghk`,
  `afi bln cdm ego hjk
abj cfo dgn ekl him
akn bmo cgj dil efh
alo bgh cin dej fkm
adh bck emn fgl ijo
ace bdf gik hno jlm
agm bei chl dko fjn`,
  `ano bgi cjk dlm efh
acf bjl dio egm hkn
adj bfn cel gho ikm
agk bco den fil hjm
ahl bek cdg fmo ijn
abm chi dfk ejo gln
aei bdh cmn fgj klo`,
].map((text) => plan(6, 4, text));

const OF_16 = plan(
  8,
  MOST_ROUNDS,
  `aeo bgh cdf imp jln
anp bem ckl dgj fhi
afl bio cgp dem hkn
bdn ceh fjp gil kmo
aik bcp dlo efn hjm
acm bhl dkp eij fgo
abj cin egk flm hop
adh bfk cjo elp gmn`,
);

const OF_18 = plan(
  7,
  MOST_ROUNDS,
  `adg bck ehq flp imn jor
ahl bfm cio dkr egj npq
abp cdm efi goq hjk lnr
ajm bgh cer dfn ilq kop
afo bdq cgn ekl hmr ijp
aen blo cfj dhi gpr kmq
aik bjn chp deo fqr glm
acq bir djl emp fgk hno`,
);

const OF_19 = plan(
  8,
  MOST_ROUNDS,
  `adp bnq eor fhj gil kms
acf dhi ekn gmq jlo prs
bgo chk dfm eis jpq lnr
ags bdr cem fin hop klq
abl cio dgn efp hqs jkr
aeq bip cgj dko fls hmn
amo bfk cnp djs egh iqr
aik bej cdq fgr lmp nos
ahr bcs del foq gkp ijm`,
);

const OF_21 = plan(
  8,
  MOST_ROUNDS,
  `aef bmo cit dns glr hjk pqu
ams bfg cnp dju eht ikl oqr
acg bnt dhq eko fiu jlm prs
abd chu eir flp gjo kmn qst
akp bce dio fjs gmq hln rtu
anr blq cdf ejp gkt him osu
alu bhs cmr deg fkq ijn opt
aho bip cjq dkr els fmt gnu
aiq bjr cks dlt emu fno ghp
ajt bku clo dmp enq fhr gis`,
);

const OF_22 = plan(
  9,
  MOST_ROUNDS,
  `ans bhl cfv dmt gru iop jkq
agq buv cde fhj irs kmp lno
adu bjo ckn ems frt gpv ilq
bin cgo dkl ejt fps hrv mqu
abp ctu djs efi glm hko nqr
afk bcs dgh eoq imv jnu lpt
ajm bgt chq dor enp iku lsv
alr bek dnv fmo gij hpu qst
aci bdf elu gks hmn jpr otv
aev bmr cjl dpq fgn hit osu`,
);

const OF_24 = plan(
  9,
  MOST_ROUNDS,
  `agm bcf dhx ejk ivw lqu nps ort
aqv bet cdl fhk gjx ipu mnr osw
aef bmw cku diq gln hjt opv rsx
adj bux cms ehr fit gkv lpw noq
ahw bgq cpr dmu eio fjs klt nvx
atu bkp cev dfn grw hqs ijm lox
apx bhl cgo dtw emq frv iks jnu
ako bir cnt dgs ewx flm huv jpq
aci bdv esu fqx gpt hmo jlr knw
abn cjw dep fou ghi kqr lsv mtx`,
);

const PLANS = [...OF_15, OF_16, OF_18, OF_19, OF_21, OF_22, OF_24];

function plannedRound(players, history, rounds, seed) {
  const rng = new Generator(seed, "plan");
  const past = new Meetings(players, history);
  const serving = PLANS.filter(
    (each) =>
      each.entrants === players &&
      each.servesFrom <= rounds &&
      rounds <= each.rounds.length,
  );
  const toCome = rounds - history.length;
  if (serving.some((each) => history.length >= each.searchedAfter)) {
    return completedRound(past, toCome, seed);
  }
  for (const each of rng.shuffle(serving)) {
    const embedding = new Embedding(past, new Meetings(each.entrants, each.rounds), rng);
    if (embedding.find()) {
      const left = range(each.rounds.length).filter((n) => !embedding.roundOf.includes(n));
      const tables = each.rounds[left[rng.below(left.length)]];
      const playerAt = new Map([...embedding.pointOf].map(([player, point]) => [point, player]));
      return tables.map((table) => table.map((point) => playerAt.get(point)));
    }
  }
  return null;
}

function completedRound(past, toCome, seed) {
  const n = past.players;
  const task = taskOf(n, toCome, Array.from(past.met, bitCount), new Array(n).fill(0), new Map());
  const schedule = search(task, 0, seed, Infinity);
  return schedule.cost ? null : range(task.tables).map((table) => tableAt(schedule.cells, table));
}

// --- mending.py ------------------------------------------------------------------

const NO_TABLE = -1;
const ROUNDS_OF_MENDING = 6;
const PARTNERS_PER_CONFLICT = 4;
const PARTNERS_AT_LEAST = 8;
const STEPS_PER_TABLE = 60;

function tablesInConflict(players, cells, history, apart) {
  const tables = cells.length / TABLE_SIZE;
  const tableOf = new Array(players + 1).fill(NO_TABLE);
  cells.forEach((player, cell) => {
    tableOf[player] = cell % tables;
  });
  const found = new Set();
  for (const columns of history) {
    for (let place = 0; place < columns[0].length; place++) {
      const [a, b, c] = columns.map((column) => tableOf[column[place]]);
      if (a === b) found.add(a);
      if (b === c) found.add(b);
      if (c === a) found.add(c);
    }
  }
  for (const [player, others] of apart) {
    for (const other of others) {
      if (tableOf[other] === tableOf[player]) found.add(tableOf[player]);
    }
  }
  found.delete(NO_TABLE);
  return [...found].sort(ascending);
}

function pastMeetings(players, history) {
  const met = new Map(players.map((player) => [player, new Map()]));
  for (const columns of history) {
    for (let place = 0; place < columns[0].length; place++) {
      const table = columns.map((column) => column[place]);
      for (const player of table) {
        const row = met.get(player);
        if (row === undefined) continue;
        for (const other of table) {
          if (other !== player) row.set(other, (row.get(other) ?? 0) + 1);
        }
      }
    }
  }
  return met;
}

class Mending {
  constructor(cells, history, apart, held, rng) {
    Object.assign(this, { cells, history, apart, held, rng });
    this.tables = cells.length / TABLE_SIZE;
  }

  mend(found) {
    let conflicts = found;
    let partners = PARTNERS_PER_CONFLICT;
    for (let time = 0; time < ROUNDS_OF_MENDING && conflicts.length; time++) {
      const chosen = new Set(conflicts);
      for (let i = partners * conflicts.length + PARTNERS_AT_LEAST; i > 0; i--) {
        chosen.add(this.rng.below(this.tables));
      }
      const tables = [...chosen].sort(ascending);
      const people = tables.flatMap((table) => tableAt(this.cells, table));
      this.met = pastMeetings(people, this.history);
      conflicts = this.swapAmong(tables, conflicts);
      partners *= 3;
    }
  }

  swapAmong(tables, conflicts) {
    const costs = new Map();
    for (const table of conflicts) if (this.cost(table)) costs.set(table, this.cost(table));
    const waiting = [...costs.keys()];
    const { rng, held } = this;
    for (let step = STEPS_PER_TABLE * tables.length; step > 0 && costs.size; step--) {
      const at = rng.below(waiting.length);
      const table = waiting[at];
      if (!costs.has(table)) {
        waiting[at] = waiting[waiting.length - 1];
        waiting.pop();
        continue;
      }
      const other = tables[rng.below(tables.length)];
      const i = table + this.tables * rng.below(TABLE_SIZE);
      const j = other + this.tables * rng.below(TABLE_SIZE);
      const mood = rng.below(ONE_IN);
      if (table === other || held.has(i) || held.has(j)) continue;
      this.swap(i, j);
      const [after, otherAfter] = [this.cost(table), this.cost(other)];
      const change = after + otherAfter - costs.get(table) - (costs.get(other) ?? 0);
      if (change > 0 || (change === 0 && mood % 4)) {
        this.swap(i, j);
        continue;
      }
      for (const [number, cost] of [[table, after], [other, otherAfter]]) {
        if (cost && !costs.has(number)) waiting.push(number);
        if (cost) costs.set(number, cost);
        else costs.delete(number);
      }
    }
    return [...costs.keys()].sort(ascending);
  }

  swap(i, j) {
    [this.cells[i], this.cells[j]] = [this.cells[j], this.cells[i]];
  }

  cost(table) {
    return sum(pairsOf(tableAt(this.cells, table)).map(([one, other]) => this.pair(one, other)));
  }

  pair(one, other) {
    const met = this.met.get(one).get(other) ?? 0;
    return met + (this.apart.get(one)?.has(other) ? APART : 0);
  }
}

// --- seats.py --------------------------------------------------------------------

const ORDERS = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
const ANY_OF_TIES = 60;
const SWAPS_TRIED = 300;

function countSeats(players, history) {
  const had = Array.from({ length: players + 1 }, () => [0, 0, 0]);
  for (const columns of history) {
    columns.forEach((column, seat) => {
      for (const player of column) had[player][seat] += 1;
    });
  }
  return had;
}

class SeatOrders {
  constructor(had, roundsLeft) {
    this.had = had;
    this.roundsLeft = roundsLeft;
    this.known = new Map();
  }

  best(table) {
    const key = table.map((player) => this.had[player].join(" ")).join();
    if (!this.known.has(key)) {
      const costs = ORDERS.map((order) => {
        const prices = order.map((place, seat) => this.price(this.had[table[place]], seat));
        return [sum(prices.map(([spoiled]) => spoiled)), sum(prices.map(([, uneven]) => uneven))];
      });
      const [spoiled, uneven] = [...costs].sort((x, y) => x[0] - y[0] || x[1] - y[1])[0];
      const ties = ORDERS.filter((_, i) => costs[i][0] === spoiled && costs[i][1] === uneven);
      this.known.set(key, { spoiled, ties });
    }
    return this.known.get(key);
  }

  price(had, seat) {
    const times = had.map((count, at) => count + (at === seat));
    const all = sum(times) + this.roundsLeft;
    const even = Math.floor(all / TABLE_SIZE);
    const missing = sum(times.map((count) => Math.max(0, even - count)));
    const most = even + (all % TABLE_SIZE > 0);
    return [Number(missing > this.roundsLeft || Math.max(...times) > most), 2 * had[seat] + 1];
  }
}

function seatTables(cells, orders, rng, mayShare, fixed) {
  if (mayShare) mendSeats(cells, orders, rng, mayShare, fixed);
  return range(cells.length / TABLE_SIZE).map((number) => {
    const table = tableAt(cells, number);
    const { ties } = orders.best(table);
    return ties[rng.below(ANY_OF_TIES) % ties.length].map((place) => table[place]);
  });
}

function mendSeats(cells, orders, rng, mayShare, fixed) {
  const tables = cells.length / TABLE_SIZE;
  const spoiled = (table) => orders.best(tableAt(cells, table)).spoiled;
  const waiting = range(tables).filter((table) => !fixed.has(table) && spoiled(table));
  while (waiting.length) {
    const table = waiting.pop();
    for (let swap = 0; swap < SWAPS_TRIED && spoiled(table); swap++) {
      const other = rng.below(tables);
      const i = table + tables * rng.below(TABLE_SIZE);
      const j = other + tables * rng.below(TABLE_SIZE);
      if (other === table || fixed.has(other)) continue;
      const before = spoiled(table) + spoiled(other);
      [cells[i], cells[j]] = [cells[j], cells[i]];
      if (
        spoiled(table) + spoiled(other) < before &&
        mayShare(tableAt(cells, table)) &&
        mayShare(tableAt(cells, other))
      ) {
        if (spoiled(other)) waiting.push(other);
      } else {
        [cells[i], cells[j]] = [cells[j], cells[i]];
      }
    }
  }
}

// --- draw.py ---------------------------------------------------------------------

const LARGEST_SMALL_FIELD = 150;
const LEAST = new Map([
  ["6/5", [20, 15]],
  ["7/5", [10, 10]],
  ["8/5", [4, 4]],
  ["10/5", [4, 4]],
  ["12/5", [3, 3]],
  ["16/8", [4, 4]],
]);

class Request {
  constructor(fields) {
    this.fields = fields;
    this.entrants = fields.entrants;
    this.history = fields.history;
    this.rounds = fields.rounds;
    this.fixed = fields.fixed;
    const known = { policy: ["pure", "no_rematch"], head_count: ["sit_out", "stand_in"] };
    for (const [name, values] of Object.entries(known)) {
      if (!values.includes(fields[name])) throw new TypeError(name);
    }
    if (!(this.rounds >= 1 && this.rounds <= MOST_ROUNDS) || this.history.length >= MOST_ROUNDS) {
      throw new RangeError("rounds");
    }
    if (this.entrants.length < TABLE_SIZE) throw new RangeError("too few entrants");
    for (const past of this.history) {
      if (!past.tables.length || past.tables.some((table) => table.length !== TABLE_SIZE)) {
        throw new RangeError("table size");
      }
    }
    this.avoidsRematches = fields.policy === "no_rematch";
    const over = this.entrants.length % TABLE_SIZE;
    const standIns = fields.head_count === "stand_in" && over ? TABLE_SIZE - over : 0;
    this.players = [...range(standIns).map((i) => i - standIns), ...this.entrants];
    this.tables = Math.floor(this.players.length / TABLE_SIZE);
    this.round = this.history.length + 1;
    this.roundsLeft = Math.max(0, this.rounds - this.round);
    this.index = new Map(this.players.map((player, at) => [player, at]));
    const at = (player) => this.index.get(player) ?? this.players.length;
    this.columns = this.history
      .map((past) => range(TABLE_SIZE).map((seat) => past.tables.map((table) => at(table[seat]))));
    this.keptApart = this.othersApart(fields.apart);
    const satOut = new Map();
    for (const player of this.history.flatMap((past) => past.sit_outs)) {
      satOut.set(player, (satOut.get(player) ?? 0) + 1);
    }
    this.satOut = this.players.map((player) => satOut.get(player) ?? 0);
    this.pinned = new Map(
      this.fixed.flatMap(([number, table]) =>
        table.map((player, place) => [number - 1 + place * this.tables, this.index.get(player)]),
      ),
    );
    this.checkFixed();
  }

  checkFixed() {
    const people = this.fixed.flatMap(([, table]) => table);
    const numbers = this.fixed.map(([number]) => number);
    if (
      numbers.some((number) => !(number >= 1 && number <= this.tables)) ||
      this.fixed.some(([, table]) => table.length > TABLE_SIZE) ||
      new Set(numbers).size < numbers.length ||
      new Set(people).size < people.length ||
      people.some((player) => !this.entrants.includes(player))
    ) {
      throw new RangeError("fixed tables");
    }
  }

  othersApart(apart) {
    const others = new Map();
    for (const group of apart) {
      const present = group.map((player) => this.index.get(player)).filter((at) => at !== undefined);
      for (const player of present) {
        if (!others.has(player)) others.set(player, new Set());
        for (const other of present) if (other !== player) others.get(player).add(other);
      }
    }
    return others;
  }

  get undisturbed() {
    const everybody = (past) => {
      const people = new Set([...past.tables.flat(), ...past.sit_outs]);
      return (
        people.size === this.players.length && this.players.every((player) => people.has(player))
      );
    };
    return !this.keptApart.size && !this.fixed.length && this.history.every(everybody);
  }

  get safe() {
    const most = Math.max(0, ...[...this.keptApart.values()].map((others) => others.size));
    const last = this.avoidsRematches ? Math.max(this.rounds, this.round) : 1;
    return this.tables * TABLE_SIZE >= 6 * last - 3 + 3 * most;
  }
}

export function draw(fields, seed) {
  const request = new Request(fields);
  const large = request.players.length > LARGEST_SMALL_FIELD;
  const cells = large ? drawLarge(request, seed) : drawSmall(request, seed);
  const tables = takeSeats(request, cells, new Generator(seed, "seats")).map((table) =>
    table.map((player) => request.players[player]),
  );
  for (const [number, table] of request.fixed) {
    if (table.length === TABLE_SIZE) tables[number - 1] = table;
  }
  const seated = new Set(cells);
  return { tables, sitOuts: request.players.filter((_, at) => !seated.has(at)) };
}

function drawSmall(request, seed) {
  const lookAhead = request.avoidsRematches && !request.safe;
  const undisturbed = request.undisturbed;
  if (lookAhead && !request.fixed.length) {
    const cells = cellsOfPlan(request, seed);
    if (cells) return cells;
  }
  const task = wholeTask(request, lookAhead ? 1 + request.roundsLeft : 1);
  let target = request.safe ? 0 : leastCost(task);
  let mostExcess = Infinity;
  const least = LEAST.get(`${task.players}/${request.rounds}`);
  if (lookAhead && undisturbed && least) {
    mostExcess = least[1];
    const soFar = sum(task.met.map((times) => Math.floor((times * (times - 1)) / 2))) / 2;
    target = Math.max(target, least[0] - soFar);
  }
  return search(task, target, seed, mostExcess).cells;
}

function wholeTask(request, rounds) {
  const n = request.players.length;
  const met = new Array(n * n).fill(0);
  if (request.avoidsRematches) {
    for (const columns of request.columns) {
      for (let place = 0; place < columns[0].length; place++) {
        for (const [one, other] of pairsOf(columns.map((column) => column[place]))) {
          if (one < n && other < n) {
            met[one * n + other] += 1;
            met[other * n + one] += 1;
          }
        }
      }
    }
  }
  for (const [player, others] of request.keptApart) {
    for (const other of others) met[player * n + other] += APART;
  }
  return taskOf(n, rounds, met, request.satOut, request.pinned);
}

function cellsOfPlan(request, seed) {
  const n = request.players.length;
  const people = n % TABLE_SIZE === 2 ? n + 1 : n;
  const history = historyOfPlan(request, people);
  if (history === null) return null;
  const tables = plannedRound(people, history, history.length + 1 + request.roundsLeft, seed);
  if (tables === null) return null;
  const rng = new Generator(seed, "tables");
  const present = rng.shuffle(tables).filter((table) => !table.includes(n));
  const shuffled = present.map((table) => rng.shuffle(table));
  return range(TABLE_SIZE).flatMap((place) => shuffled.map((table) => table[place]));
}

function historyOfPlan(request, people) {
  const n = request.players.length;
  const everybody = (players) =>
    players.length === people && new Set(players).size === people && Math.max(...players) < people;
  const rounds = [];
  for (const [number, columns] of request.columns.entries()) {
    const tables = columns[0].map((_, place) => columns.map((column) => column[place]));
    let sitOuts = request.history[number].sit_outs.map((player) => request.index.get(player) ?? n);
    if (people > n && !tables.flat().includes(n)) {
      tables.push([n, ...sitOuts]);
      sitOuts = [];
    }
    if (!everybody([...tables.flat(), ...sitOuts])) return null;
    rounds.push(tables);
  }
  if (request.keptApart.size) {
    const clubs = new Map();
    for (const [player, others] of request.keptApart) {
      const club = [player, ...others].sort(ascending);
      clubs.set(club.join(), club);
    }
    if (!everybody([...clubs.values()].flat())) return null;
    rounds.unshift([...clubs.values()].sort((one, other) => one[0] - other[0]));
  }
  return rounds;
}

function drawLarge(request, seed) {
  const n = request.players.length;
  const rng = new Generator(seed, "shuffle");
  const held = new Set(request.pinned.values());
  const free = range(n).filter((player) => !held.has(player));
  const absent = new Set(chooseSitOuts(free, request.satOut, n % TABLE_SIZE, rng));
  const cells = rng.shuffle(free.filter((player) => !absent.has(player)));
  for (const cell of [...request.pinned.keys()].sort(ascending)) {
    cells.splice(cell, 0, request.pinned.get(cell));
  }
  const history = request.avoidsRematches ? request.columns : [];
  const conflicts = tablesInConflict(n, cells, history, request.keptApart);
  const mendingRng = new Generator(seed, "mending");
  new Mending(cells, history, request.keptApart, request.pinned, mendingRng).mend(conflicts);
  return cells;
}

function takeSeats(request, cells, rng) {
  if (!request.avoidsRematches) {
    return range(request.tables).map((number) => tableAt(cells, number));
  }
  const had = countSeats(request.players.length, request.columns);
  const fixed = new Set(request.fixed.map(([number]) => number - 1));
  let mayShare = null;
  if (request.fields.mend_seats) {
    const met = pastMeetings(range(request.players.length), request.columns);
    mayShare = (table) =>
      !pairsOf(table).some(
        ([one, other]) => met.get(one).has(other) || request.keptApart.get(one)?.has(other),
      );
  }
  return seatTables(cells, new SeatOrders(had, request.roundsLeft), rng, mayShare, fixed);
}

// --- draw_record.py --------------------------------------------------------------

const FORMAT = "schockturnier draw";
const DRAWS = new Map([[1, draw]]);

/** The one spelling of a record: sorted keys, no spaces, a line feed at the end. */
export function spell(record) {
  const sorted = (value) => {
    if (Array.isArray(value)) return value.map(sorted);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
  };
  return `${JSON.stringify(sorted(record))}\n`;
}

/** What is wrong with a record as it was downloaded; an empty list if nothing is. */
export function verifyText(text) {
  let record;
  try {
    record = JSON.parse(text);
  } catch {
    return [{ part: "text" }];
  }
  if (record === null || typeof record !== "object" || Array.isArray(record)) {
    return [{ part: "text" }];
  }
  const found = spell(record) === text ? [] : [{ part: "text" }];
  try {
    return [...found, ...differences(record)];
  } catch {
    return [...found, { part: "request" }];
  }
}

/** The request as Python would write it down. */
function requestAsJson(fields) {
  const groups = fields.apart.map((group) => [...new Set(group)].sort(ascending));
  const compare = (one, other) => {
    const at = one.findIndex((value, i) => value !== other[i]);
    if (at < 0) return one.length - other.length;
    return at < other.length ? one[at] - other[at] : 1;
  };
  const unique = [...new Map(groups.map((group) => [group.join(), group])).values()];
  return {
    entrants: [...fields.entrants].sort(ascending),
    history: fields.history.map(({ tables, sit_outs }) => ({ tables, sit_outs })),
    rounds: fields.rounds,
    policy: fields.policy,
    head_count: fields.head_count,
    apart: unique.sort(compare),
    fixed: [...fields.fixed].sort((one, other) => one[0] - other[0]),
    mend_seats: fields.mend_seats,
  };
}

/** Whether numbers are where numbers belong, in lists of the right depth. */
function hasForm({ version, tables, sit_outs, names, request }) {
  const are = (value, depth) =>
    depth
      ? Array.isArray(value) && value.every((one) => are(one, depth - 1))
      : Number.isSafeInteger(value);
  const { history, fixed } = request;
  return (
    [history, fixed, names].every(Array.isArray) &&
    are(version, 0) &&
    are(tables, 2) &&
    are(sit_outs, 1) &&
    are(request.entrants, 1) &&
    are(request.rounds, 0) &&
    are(request.apart, 2) &&
    history.every((past) => are(past.tables, 2) && are(past.sit_outs, 1)) &&
    fixed.every((one) => one.length === 2 && are(one[0], 0) && are(one[1], 1)) &&
    names.every((one) => one.length === 2 && are(one[0], 0) && typeof one[1] === "string") &&
    typeof request.mend_seats === "boolean"
  );
}

function differences(record) {
  if (record.format !== FORMAT) {
    return [{ part: "format", recorded: record.format, computed: FORMAT }];
  }
  if (!DRAWS.has(record.version)) {
    return [{ part: "version", recorded: record.version, computed: Math.max(...DRAWS.keys()) }];
  }
  if (!hasForm(record)) throw new TypeError("form");
  const { secret, room } = record;
  const seed = seedOf(secret, room);
  const request = requestAsJson(record.request);
  if (new Set(request.entrants).size < request.entrants.length || request.entrants[0] < 0) {
    throw new RangeError("entrants");
  }
  const drawn = DRAWS.get(record.version)(request, seed);
  const numbers = record.names.map(([number]) => number);
  const named = request.entrants.filter((entrant) => numbers.includes(entrant));
  const found = [
    ["commitment", record.commitment, commitment(secret)],
    ["seed", record.seed, seed],
    ["request", record.request, request],
    ["names", numbers, named],
    ["sit_outs", record.sit_outs, drawn.sitOuts],
    ["table_count", record.tables.length, drawn.tables.length],
  ]
    .filter(([, recorded, computed]) => spell(recorded) !== spell(computed))
    .map(([part, recorded, computed]) => ({ part, recorded, computed }));
  record.tables.slice(0, drawn.tables.length).forEach((recorded, at) => {
    const computed = drawn.tables[at];
    if (spell(recorded) !== spell(computed)) {
      found.push({ part: "table", recorded, computed, number: at + 1 });
    }
  });
  const { digest: recorded, ...rest } = record;
  const computed = hex(sha256(utf8(spell(rest))));
  if (recorded !== computed) found.push({ part: "digest", recorded, computed });
  return found;
}
