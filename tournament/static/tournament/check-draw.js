// Checks the record of a draw in this browser and says what was found. The
// drawing itself is in verify.js; the sentences come with the page.

import { verifyText } from "./verify.js";

const page = document.querySelector("[data-check]");
const outcome = page.querySelector("[data-outcome]");
const say = page.dataset;
const words = JSON.parse(say.words);

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "–");
const inFours = (text) => text.match(/.{1,4}/g).join(" ");
const listed = (value) => (Array.isArray(value) ? value.join(", ") || "–" : value);

function tell(kind, headline, lines = []) {
  const message = document.createElement("p");
  message.className = `message ${kind}`;
  message.textContent = headline;
  const list = document.createElement("ul");
  for (const line of lines) {
    const item = document.createElement("li");
    item.textContent = line;
    list.append(item);
  }
  outcome.replaceChildren(message, ...(lines.length ? [list] : []));
}

function difference({ part, number, recorded, computed }) {
  const values = { number, recorded: listed(recorded), computed: listed(computed) };
  return fill(words[part], values);
}

function whatWasChecked(record) {
  const round = record.request.history.length + 1;
  const room = record.room ? fill(say.room, { room: record.room }) : say.noRoom;
  return [
    fill(say.commitment, { fingerprint: inFours(record.commitment) }),
    fill(say.seed, { room }),
    fill(record.tables.length === 1 ? say.table : say.tables, {
      round,
      tables: record.tables.length,
      sitOuts: listed(record.sit_outs),
    }),
    say.digest,
  ];
}

async function check(read) {
  tell("", say.working);
  let text;
  try {
    text = await read();
  } catch {
    tell("error", say.unreachable);
    return;
  }
  // Let the browser show what it is at: a large draw takes a moment.
  await new Promise((ready) => setTimeout(ready, 30));
  const found = verifyText(text);
  if (found.length) tell("error", say.wrong, found.map(difference));
  else tell("success", say.right, whatWasChecked(JSON.parse(text)));
}

async function load(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.status);
  return answer.text();
}

for (const button of document.querySelectorAll("[data-check-record]")) {
  button.hidden = false;
  button.addEventListener("click", () => check(() => load(button.dataset.checkRecord)));
}

for (const input of document.querySelectorAll("[data-check-file]")) {
  input.closest("[hidden]").hidden = false;
  input.addEventListener("change", () => {
    const [file] = input.files;
    if (file) check(() => file.text());
  });
}
