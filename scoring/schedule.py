"""The rounds still to come, searched as one schedule.

A round drawn for itself may leave the next one stuck. So in a field where that can
happen all rounds still to come are set up together, at random, and people change
places at random until nothing better is known to exist; only the first of these
rounds is published. The others are thrown away.

Everybody is a number 0 ... n - 1 here. A round is a list of cells: cell c belongs to
table c % tables, its two mates are the cells one and two times `tables` further on.
The cost of a schedule is what it adds to C2 = sum over the pairs of m (m - 1) / 2
with m the number of their meetings: the m-th meeting of a pair costs m - 1. Two who
are to be kept apart begin with APART meetings, which outweighs everything else.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from .generator import WORD_BITS, WORD_MASK, WORD_RANGE, Generator
from .points import SEATS

APART = 1_000_000

# Budgets. They count attempts, so every machine makes the same draw.
ATTEMPTS = 400
STEPS_PER_CELL = 70
STEPS_IN_ALL = 1_000_000
MIXING_STEPS_PER_CELL = 20
ONE_IN = 16  # of the moves that do not help at once, so many are tried


@dataclass(frozen=True, slots=True)
class Task:
    """What has to be seated: `rounds` rounds, the first of them with `pinned` cells."""

    players: int
    rounds: int
    met: Sequence[int]
    sat_out: Sequence[int]
    pinned: Mapping[int, int] = field(default_factory=dict)

    @property
    def sit_outs(self) -> int:
        return self.players % SEATS

    @property
    def tables(self) -> int:
        return self.players // SEATS

    @property
    def seated(self) -> int:
        return self.tables * SEATS


@dataclass(frozen=True, slots=True)
class Schedule:
    """The first round found, and what all rounds together cost."""

    cells: list[int]
    cost: int
    excess: int
    steps: int


def choose_sit_outs(
    candidates: Sequence[int],
    sat_out: Callable[[int], int],
    places: int,
    rng: Generator,
) -> list[int]:
    """A-35: nobody a second time before everyone once; among equals the lot decides."""
    if not places:
        return []
    return sorted(rng.shuffle(list(candidates)), key=sat_out)[:places]


def search(task: Task, target: int, seed: str, most_excess: float = inf) -> Schedule:
    """The cheapest schedule that the budget finds.

    One that costs `target` and has no more excess in all is good enough.
    """
    steps_each = STEPS_PER_CELL * task.seated * task.rounds
    attempts = max(1, min(ATTEMPTS, STEPS_IN_ALL // steps_each))
    best: Schedule | None = None
    steps = 0
    for attempt in range(attempts):
        walk = Walk(task, Generator(seed, f"attempt {attempt}"))
        moved = walk.mend(target, steps_each)
        steps += moved
        if moved and walk.least <= target:
            walk.mix(MIXING_STEPS_PER_CELL * task.seated * task.rounds)
        excess = walk.excess()
        if best is None or (walk.least, excess) < (best.cost, best.excess):
            best = Schedule(walk.first_round, walk.least, excess, steps)
        if best.cost <= target and best.excess <= most_excess:
            break
    assert best is not None
    return replace(best, steps=steps)


class Walk:
    """One random schedule that people change places in."""

    def __init__(self, task: Task, rng: Generator) -> None:
        self.task = task
        self.rng = rng
        self.met = list(task.met)
        self.cost = 0
        self.rounds: list[list[int]] = []
        sat_out = list(task.sat_out)
        for number in range(task.rounds):
            pinned = {} if number else task.pinned
            held = set(pinned.values())
            free = [player for player in range(task.players) if player not in held]
            absent = choose_sit_outs(free, sat_out.__getitem__, task.sit_outs, rng)
            for player in absent:
                sat_out[player] += 1
            drawn = iter(rng.shuffle([p for p in free if p not in absent]))
            self.add_round(
                [
                    pinned[cell] if cell in pinned else next(drawn)
                    for cell in range(task.seated)
                ]
            )
        self.least = self.cost
        self.first_round = list(self.rounds[0])

    def add_round(self, cells: list[int]) -> None:
        players, tables, met = self.task.players, self.task.tables, self.met
        for table in range(tables):
            a, b, c = cells[table::tables]
            for one, other in ((a, b), (b, c), (a, c)):
                self.cost += met[one * players + other]
                met[one * players + other] += 1
                met[other * players + one] += 1
        self.rounds.append(cells)

    def mend(self, target: int, steps: int) -> int:
        """Move people until the schedule costs no more than `target`; the steps taken.

        A step picks a round and two cells. Cells with a repeated meeting are
        preferred; a swap that costs nothing is made, and sometimes one that costs
        a single point, which leads out of dead ends.
        """
        if self.cost <= target or self.task.tables == 1:
            return 0
        n, m = self.task.players, self.task.seated
        rounds, met, pinned, word = (
            self.rounds,
            self.met,
            self.task.pinned,
            self.rng.word,
        )
        first, second = self.mates()
        choices = ONE_IN * m * m * len(rounds)
        unfair = WORD_RANGE % choices
        for step in range(1, steps + 1):
            product = word() * choices
            while product & WORD_MASK < unfair:
                product = word() * choices
            chosen = product >> WORD_BITS
            mood = chosen % ONE_IN
            chosen //= ONE_IN
            i = chosen % m
            chosen //= m
            cells = rounds[chosen // m]
            p, p1, p2 = cells[i], cells[first[i]], cells[second[i]]
            row = p * n
            before = met[row + p1] + met[row + p2]
            if before == 2 and mood:
                continue
            j = chosen % m
            if j == i or j == first[i] or j == second[i]:
                continue
            if pinned and cells is rounds[0] and (i in pinned or j in pinned):
                continue
            q, q1, q2 = cells[j], cells[first[j]], cells[second[j]]
            other_row = q * n
            change = (
                met[row + q1]
                + met[row + q2]
                + met[other_row + p1]
                + met[other_row + p2]
                - before
                - met[other_row + q1]
                - met[other_row + q2]
                + 4
            )
            if change <= 0 or (change == 1 and mood == 1):
                self.swap(cells, i, j, first, second)
                self.cost += change
                if self.cost < self.least:
                    self.least = self.cost
                    self.first_round = list(rounds[0])
                    if self.cost <= target:
                        return step
        return steps

    def mix(self, steps: int) -> None:
        """Walk on among the schedules of the same cost.

        Each step can be taken back with the same chance, so the longer the walk,
        the more evenly it reaches every schedule it can reach.
        """
        if self.task.tables == 1:
            return
        n, m = self.task.players, self.task.seated
        rounds, met, pinned, rng = self.rounds, self.met, self.task.pinned, self.rng
        first, second = self.mates()
        for _ in range(steps):
            chosen = rng.below(m * m * len(rounds))
            i = chosen % m
            chosen //= m
            j = chosen % m
            cells = rounds[chosen // m]
            if j == i or j == first[i] or j == second[i]:
                continue
            if pinned and cells is rounds[0] and (i in pinned or j in pinned):
                continue
            row, p1, p2 = cells[i] * n, cells[first[i]], cells[second[i]]
            other_row, q1, q2 = cells[j] * n, cells[first[j]], cells[second[j]]
            together = (
                met[row + p1]
                + met[row + p2]
                + met[other_row + q1]
                + met[other_row + q2]
            )
            crossed = (
                met[row + q1]
                + met[row + q2]
                + met[other_row + p1]
                + met[other_row + p2]
            )
            if crossed + 4 == together:
                self.swap(cells, i, j, first, second)
        self.first_round = list(rounds[0])

    def excess(self) -> int:
        """Meetings beyond the first of a pair, with those of the rounds so far."""
        return sum(times - 1 for times in self.met if 1 < times < APART) // 2

    def mates(self) -> tuple[list[int], list[int]]:
        m, tables = self.task.seated, self.task.tables
        return (
            [(cell + tables) % m for cell in range(m)],
            [(cell + 2 * tables) % m for cell in range(m)],
        )

    def swap(
        self,
        cells: list[int],
        i: int,
        j: int,
        first: list[int],
        second: list[int],
    ) -> None:
        """Two people change places; who meets whom follows."""
        n, met = self.task.players, self.met
        p, q = cells[i], cells[j]
        for mate in (cells[first[i]], cells[second[i]]):
            met[p * n + mate] -= 1
            met[mate * n + p] -= 1
            met[q * n + mate] += 1
            met[mate * n + q] += 1
        for mate in (cells[first[j]], cells[second[j]]):
            met[q * n + mate] -= 1
            met[mate * n + q] -= 1
            met[p * n + mate] += 1
            met[mate * n + p] += 1
        cells[i], cells[j] = q, p


def least_cost(task: Task) -> int:
    """A cost that no schedule can undercut."""
    return max(pairs_needed(task), partners_needed(task), *groups_too_large(task))


def pairs_needed(task: Task) -> int:
    """Every round needs so many pairs; at best it takes those that met least."""
    n = task.players
    levels = [task.met[one * n + other] for one in range(n) for other in range(one)]
    needed = task.seated * task.rounds
    if levels.count(0) >= needed:
        return 0
    return sum(
        sorted(level + more for level in levels for more in range(task.rounds))[:needed]
    )


def partners_needed(task: Task) -> int:
    """Everybody needs two partners a round; a sit-out saves the two dearest."""
    n, needed = task.players, 2 * task.rounds
    total, savings = 0, []
    for player in range(n):
        levels = [task.met[player * n + other] for other in range(n) if other != player]
        if levels.count(0) >= needed:
            continue
        costs = sorted(level + more for level in levels for more in range(task.rounds))
        total += sum(costs[:needed])
        savings += [costs[i] + costs[i + 1] for i in range(0, needed, 2)]
    savings.sort(reverse=True)
    return (total - sum(savings[: task.sit_outs * task.rounds]) + 1) // 2


def groups_too_large(task: Task) -> tuple[int, int]:
    """A group of whom all have met shares tables once it outnumbers them.

    First the groups that are to be kept apart, which binds every round, then
    those who have met, which binds the first one.
    """
    apart = sum(crowding(task, size) for size in map(len, groups(task, APART)))
    met = sum(crowding(task, size) for size in map(len, groups(task, 1)))
    return APART * apart * task.rounds, met


def groups(task: Task, least: int) -> list[list[int]]:
    """Groups without common members; each two of a group have met `least` times."""
    n = task.players
    partners = [
        {other for other in range(n) if task.met[one * n + other] >= least}
        for one in range(n)
    ]
    left = sorted(range(n), key=lambda one: (-len(partners[one]), one))
    found = []
    while left:
        group = left[:1]
        common = partners[left[0]]
        for other in left[1:]:
            if other in common:
                group.append(other)
                common = common & partners[other]
        found.append(group)
        left = [one for one in left if one not in group]
    return found


def crowding(task: Task, size: int) -> int:
    """Pairs of a group of this size that meet however evenly it is spread."""
    size = max(0, size - task.sit_outs)
    each, more = divmod(size, task.tables)
    return more * (each + 1) * each // 2 + (task.tables - more) * each * (each - 1) // 2
