"""Who sits where in a round.

001: a table is always three persons, everyone is drawn anew after each round, the
first drawn begins. A-35 says what happens when the head count is not divisible by
three. A draw is a function of its request and its seed: the same two give the same
tables on every machine, and `verify.js` holds the same function for the browser.

Two policies. `pure` is the hat: every draw is equally likely, whoever met before.
`no_rematch` reaches the fewest repeat meetings of the whole tournament, counted as
C2 = sum over the pairs of m (m - 1) / 2, m being the number of their meetings, and
then as the excess, the sum of m - 1 over those who met at all.

A round without any rematch is certain to exist when those seated are at least
three times (1 + d), with d the most people anyone must not meet (Corradi and
Hajnal). After r - 1 rounds d is at most 2 (r - 1) plus those to be kept apart from,
so a field of 6 rounds - 3 + 3 d never gets stuck and is drawn round by round.
A smaller one is drawn with all its rounds to come in view (schedule.py, plans.py).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import chain, combinations, repeat
from math import inf
from typing import Any, NamedTuple, Self

from .errors import BadNotation, Rule, RuleBroken
from .generator import Generator
from .mending import Columns, Mending, past_meetings, tables_in_conflict
from .plans import planned_round
from .points import MOST_ROUNDS, SEATS
from .schedule import (
    APART,
    Task,
    choose_sit_outs,
    groups,
    least_cost,
    search,
)
from .seats import count_seats, seat_tables

VERSION = 1
# Up to here all who meet are kept in one square table; beyond, only conflicts are.
LARGEST_SMALL_FIELD = 150
# Of a crowded group so many are named; a reader has understood by then.
MOST_NAMED = 12

Table = tuple[int, ...]

# The least C2 and excess of a whole tournament in which nobody comes or goes, where
# counting alone does not show them: (entrants, rounds) -> (C2, excess).
LEAST = {
    (6, 5): (20, 15),
    (7, 5): (10, 10),
    (8, 5): (4, 4),
    (10, 5): (4, 4),
    (12, 5): (3, 3),
    (16, 8): (4, 4),
}


class Policy(StrEnum):
    PURE = "pure"
    NO_REMATCH = "no_rematch"


class HeadCount(StrEnum):
    """A-35: what happens to the one or two over."""

    SIT_OUT = "sit_out"
    STAND_IN = "stand_in"


@dataclass(frozen=True, slots=True)
class Effect:
    """What a head count will mean: how many tables, sit-outs and stand-ins."""

    tables: int
    sit_outs: int
    stand_ins: int


def effect(entrants: int, head_count: HeadCount) -> Effect:
    """A-35: what a draw of so many entrants gives, said before it is made.

    >>> effect(14, HeadCount.SIT_OUT)
    Effect(tables=4, sit_outs=2, stand_ins=0)
    >>> effect(14, HeadCount.STAND_IN)
    Effect(tables=5, sit_outs=0, stand_ins=1)
    """
    if entrants < SEATS:
        raise RuleBroken(Rule.TOO_FEW_ENTRANTS, want=SEATS, got=entrants)
    over = entrants % SEATS
    if head_count is HeadCount.SIT_OUT:
        return Effect(entrants // SEATS, over, 0)
    return Effect(-(-entrants // SEATS), 0, -over % SEATS)


@dataclass(frozen=True, slots=True)
class Seating:
    """One round as it is seated: tables in seat order, and who sits out.

    Entrants are their start numbers; -1 and -2 are stand-ins.
    """

    tables: tuple[Table, ...]
    sit_outs: tuple[int, ...] = ()

    @property
    def people(self) -> set[int]:
        return {player for table in self.tables for player in table}.union(
            self.sit_outs
        )


@dataclass(frozen=True, kw_only=True)
class DrawRequest:
    """Everything a draw depends on besides its seed.

    `apart`: groups of whom no two should meet. `fixed`: table number, from 1, and
    who sits there; a full table keeps the order given, places left are drawn.
    """

    entrants: tuple[int, ...]
    history: tuple[Seating, ...] = ()
    rounds: int = 5
    policy: Policy = Policy.NO_REMATCH
    head_count: HeadCount = HeadCount.SIT_OUT
    apart: tuple[tuple[int, ...], ...] = ()
    fixed: tuple[tuple[int, Table], ...] = ()
    mend_seats: bool = False

    def __post_init__(self) -> None:
        entrants = tuple(sorted(self.entrants))
        if len(set(entrants)) < len(entrants) or (entrants and entrants[0] < 0):
            raise BadNotation(entrants)
        if not 1 <= self.rounds <= MOST_ROUNDS or len(self.history) >= MOST_ROUNDS:
            raise BadNotation(self.rounds, len(self.history))
        if any(set(map(len, past.tables)) != {SEATS} for past in self.history):
            raise BadNotation(self.history)
        apart = sorted({tuple(sorted(set(group))) for group in self.apart})
        object.__setattr__(self, "entrants", entrants)
        object.__setattr__(self, "history", tuple(self.history))
        object.__setattr__(self, "apart", tuple(apart))
        object.__setattr__(
            self, "fixed", tuple(sorted((at, tuple(who)) for at, who in self.fixed))
        )
        if len(entrants) < SEATS:
            raise RuleBroken(Rule.TOO_FEW_ENTRANTS, want=SEATS, got=len(entrants))
        self.check_fixed()

    def check_fixed(self) -> None:
        """Fixed tables exist, and nobody is at two of them."""
        numbers = [number for number, _ in self.fixed]
        people = [player for _, table in self.fixed for player in table]
        if (
            any(not 1 <= number <= self.tables for number in numbers)
            or any(len(table) > SEATS for _, table in self.fixed)
            or len(set(numbers)) < len(numbers)
            or len(set(people)) < len(people)
            or not set(people) <= set(self.entrants)
        ):
            raise RuleBroken(Rule.FIXED_TABLES, tables=self.tables)

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The entrants and the stand-ins they need, ascending."""
        if self.head_count is HeadCount.SIT_OUT:
            return self.entrants
        missing = -len(self.entrants) % SEATS
        return (*range(-missing, 0), *self.entrants)

    @property
    def tables(self) -> int:
        return len(self.players) // SEATS

    @property
    def round(self) -> int:
        """The number of the round to be drawn, from 1."""
        return len(self.history) + 1

    @property
    def rounds_left(self) -> int:
        """How many rounds follow after this one."""
        return max(0, self.rounds - self.round)

    @cached_property
    def index(self) -> Mapping[int, int]:
        """The players as 0 ... n - 1, which is what the search works with."""
        return {player: at for at, player in enumerate(self.players)}

    @cached_property
    def columns(self) -> list[Columns]:
        """The rounds so far, seat by seat; who is not here now is player n."""
        find, absent = self.index.get, repeat(len(self.players))
        return [
            [list(map(find, seat, absent)) for seat in zip(*past.tables, strict=True)]
            for past in self.history
        ]

    @cached_property
    def kept_apart(self) -> Mapping[int, frozenset[int]]:
        """Of those who are here: who else that is here each should not meet."""
        others: dict[int, set[int]] = {}
        for group in self.apart:
            present = {self.index[player] for player in group if player in self.index}
            for player in present:
                others.setdefault(player, set()).update(present - {player})
        return {player: frozenset(others[player]) for player in sorted(others)}

    @cached_property
    def sat_out(self) -> Sequence[int]:
        """How often each player has sat out."""
        times = Counter(chain.from_iterable(past.sit_outs for past in self.history))
        return (
            [times[player] for player in self.players]
            if times
            else [0] * len(self.players)
        )

    @property
    def pinned(self) -> Mapping[int, int]:
        """The cells that are fixed, and who sits there."""
        return {
            number - 1 + place * self.tables: self.index[player]
            for number, table in self.fixed
            for place, player in enumerate(table)
        }

    @property
    def by_hand(self) -> bool:
        """Nothing is left to the lot: every seat, or everybody, is fixed."""
        seated = sum(len(table) for _, table in self.fixed)
        return seated in {self.tables * SEATS, len(self.entrants)}

    @property
    def undisturbed(self) -> bool:
        """Nobody came or went, nobody is kept apart, nothing is fixed."""
        return (
            not self.kept_apart
            and not self.fixed
            and all(past.people == set(self.players) for past in self.history)
        )

    @property
    def avoids_rematches(self) -> bool:
        return self.policy is Policy.NO_REMATCH

    @property
    def safe(self) -> bool:
        """Whether no round up to the last can get stuck."""
        most = max(map(len, self.kept_apart.values()), default=0)
        last = max(self.rounds, self.round) if self.avoids_rematches else 1
        return self.tables * SEATS >= 6 * last - 3 + 3 * most


class Why(StrEnum):
    """Why a table is not simply three who never met.

    The words live in tournament/wording.py.
    """

    FIXED = "fixed"
    REMATCH = "rematch"
    NOT_KEPT_APART = "not_kept_apart"


class Proof(StrEnum):
    """Why it could not be avoided."""

    HAT = "hat"  # nobody tried: the pure draw
    BY_HAND = "by_hand"  # both were put at this table
    FEW_PARTNERS = "few_partners"  # facts: entrant, new
    CROWDED = "crowded"  # a group may not meet; facts: group (its first), size, tables
    PAIRS_USED_UP = "pairs_used_up"  # facts: players, rounds, needed, pairs
    LEAST_C2 = "least_c2"  # facts: players, rounds, c2
    SEARCHED = "searched"  # no proof: the best of facts["steps"] steps


@dataclass(frozen=True, slots=True)
class Explanation:
    """One reason at one table; `times` is how often `who` had met before."""

    table: int
    why: Why
    who: tuple[int, ...] = ()
    times: int = 0
    proof: Proof | None = None
    facts: Mapping[str, object] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        said = {"table": self.table, "why": self.why.value, "who": list(self.who)}
        if self.proof is None:
            return {**said, "times": self.times}
        facts = dict(self.facts)
        return {**said, "times": self.times, "proof": self.proof.value, "facts": facts}

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> Self:
        return cls(
            said["table"],
            Why(said["why"]),
            tuple(said["who"]),
            said["times"],
            Proof(said["proof"]) if "proof" in said else None,
            said.get("facts", {}),
        )


@dataclass(frozen=True, slots=True)
class Drawing:
    """The tables of a round, who sits out, and what could not be avoided."""

    tables: tuple[Table, ...]
    sit_outs: tuple[int, ...]
    remarks: tuple[Explanation, ...] = ()

    @property
    def seating(self) -> Seating:
        return Seating(self.tables, self.sit_outs)

    @property
    def rematches(self) -> tuple[Explanation, ...]:
        return tuple(remark for remark in self.remarks if remark.times)

    @property
    def broken(self) -> tuple[Explanation, ...]:
        """Who meets though they should be kept apart."""
        return tuple(
            remark for remark in self.remarks if remark.why is Why.NOT_KEPT_APART
        )

    @property
    def c2(self) -> int:
        """What this round adds to C2 of the tournament."""
        return sum(remark.times for remark in self.remarks if remark.why is Why.REMATCH)

    @property
    def excess(self) -> int:
        """What this round adds to the excess."""
        return sum(remark.why is Why.REMATCH for remark in self.remarks)


class Round(NamedTuple):
    """A round found, before its people take their seats."""

    cells: list[int]
    steps: int
    conflicts: list[int] | None = None
    """The tables in conflict, where the search has looked at them all."""


def draw(request: DrawRequest, seed: str) -> Drawing:
    """Draw the next round."""
    if len(request.players) > LARGEST_SMALL_FIELD:
        found = draw_large(request, seed)
    else:
        found = draw_small(request, seed)
    tables = take_seats(request, found.cells, Generator(seed, "seats"))
    for number, table in request.fixed:
        if len(table) == SEATS:
            tables[number - 1] = table
    sit_outs: tuple[int, ...] = ()
    if len(found.cells) < len(request.players):
        seated = set(found.cells)
        sit_outs = tuple(p for at, p in enumerate(request.players) if at not in seated)
    return Drawing(tuple(tables), sit_outs, explain(request, tables, found))


def draw_small(request: DrawRequest, seed: str) -> Round:
    """With everybody's meetings in one table, and the rounds to come in view."""
    look_ahead = request.avoids_rematches and not request.safe
    if look_ahead and not request.fixed:
        cells = cells_of_plan(request, seed)
        if cells:
            return Round(cells, 0)
    task = task_of(request, 1 + request.rounds_left if look_ahead else 1)
    target = 0 if request.safe else least_cost(task)
    most_excess = inf
    if look_ahead and request.undisturbed:
        field_size = task.players, request.rounds
        if field_size in LEAST:
            least, most_excess = LEAST[field_size]
            target = max(target, least - c2_so_far(task))
    schedule = search(task, target, seed, most_excess)
    return Round(schedule.cells, schedule.steps)


def task_of(request: DrawRequest, rounds: int) -> Task:
    """What the search of schedule.py has to know."""
    n = len(request.players)
    met = [0] * (n * n)
    if request.avoids_rematches:
        for columns in request.columns:
            for table in zip(*columns, strict=True):
                for one, other in combinations(table, 2):
                    if one < n and other < n:
                        met[one * n + other] += 1
                        met[other * n + one] += 1
    for player, others in request.kept_apart.items():
        for other in others:
            met[player * n + other] += APART
    return Task(n, rounds, met, request.sat_out, request.pinned)


def c2_so_far(task: Task) -> int:
    return sum(times * (times - 1) // 2 for times in task.met) // 2


def cells_of_plan(request: DrawRequest, seed: str) -> list[int] | None:
    """The next round of a whole-tournament plan, in which no table is special."""
    n = len(request.players)
    people = n + 1 if n % SEATS == 2 else n
    history = history_of_plan(request, people)
    if history is None:
        return None
    rounds = len(history) + 1 + request.rounds_left
    tables = planned_round(people, history, rounds, seed)
    if tables is None:
        return None
    rng = Generator(seed, "tables")
    shuffled = [rng.shuffle(table) for table in rng.shuffle(tables) if n not in table]
    return [player for column in zip(*shuffled, strict=True) for player in column]


def history_of_plan(
    request: DrawRequest, people: int
) -> list[list[tuple[int, ...]]] | None:
    """The rounds so far as a plan for so many people would have them, if it could.

    Where two sit out, the plan has one more person, n: somebody who has left, or
    nobody at all; he and the two are a table of the plan. Clubs of three are a
    table each of a round before the first.
    """
    n = len(request.players)
    rounds = []
    for past, columns in zip(request.history, request.columns, strict=True):
        tables = list(zip(*columns, strict=True))
        sit_outs = tuple(request.index.get(player, n) for player in past.sit_outs)
        if people > n and not any(n in table for table in tables):
            tables.append((n, *sit_outs))
            sit_outs = ()
        if sorted(chain(*tables, sit_outs)) != list(range(people)):
            return None
        rounds.append(tables)
    if request.kept_apart:
        clubs = {
            tuple(sorted((player, *others)))
            for player, others in request.kept_apart.items()
        }
        if sorted(player for club in clubs for player in club) != list(range(people)):
            return None
        rounds.insert(0, sorted(clubs))
    return rounds


def draw_large(request: DrawRequest, seed: str) -> Round:
    """A shuffle, and the few conflicts mended."""
    n = len(request.players)
    rng = Generator(seed, "shuffle")
    pinned = request.pinned
    free = list(range(n))
    if pinned:
        free = sorted(set(free).difference(pinned.values()))
    absent = choose_sit_outs(free, request.sat_out.__getitem__, n % SEATS, rng)
    for player in absent:
        free.remove(player)
    cells = rng.shuffle(free)
    for cell in sorted(pinned):
        cells.insert(cell, pinned[cell])
    history = request.columns if request.avoids_rematches else []
    conflicts = tables_in_conflict(n, cells, history, request.kept_apart)
    mending = Mending(
        cells, history, request.kept_apart, pinned, Generator(seed, "mending")
    )
    left = mending.mend(conflicts)
    return Round(cells, mending.steps, left if request.avoids_rematches else None)


def take_seats(request: DrawRequest, cells: list[int], rng: Generator) -> list[Table]:
    """In the pure draw the order drawn is the order of the seats."""
    if not request.avoids_rematches:
        tables = request.tables
        drawn = [request.players[player] for player in cells]
        columns = drawn[:tables], drawn[tables : 2 * tables], drawn[2 * tables :]
        return list(zip(*columns, strict=True))
    return seat_tables(
        cells,
        request.players,
        count_seats(len(request.players), request.columns),
        request.rounds_left,
        rng,
        Acquaintance(request).may_share if request.mend_seats else None,
        {number - 1 for number, _ in request.fixed},
    )


class Acquaintance:
    """Who has met whom, or should not."""

    def __init__(self, request: DrawRequest) -> None:
        self.met = past_meetings(range(len(request.players)), request.columns)
        self.apart = request.kept_apart

    def may_share(self, table: Sequence[int]) -> bool:
        return not any(
            other in self.met[one] or other in self.apart.get(one, ())
            for one, other in combinations(table, 2)
        )


def explain(
    request: DrawRequest, tables: Sequence[Table], found: Round
) -> tuple[Explanation, ...]:
    """Every table that is not simply three who never met."""
    n, apart = len(request.players), request.kept_apart
    conflicts = found.conflicts
    if conflicts is None:
        conflicts = tables_in_conflict(n, found.cells, request.columns, apart)
    fixed = dict(request.fixed)
    remarks = [Explanation(number, Why.FIXED, who) for number, who in fixed.items()]
    if not conflicts:
        return tuple(remarks)
    index = request.index
    met = past_meetings(
        [index[player] for number in conflicts for player in tables[number]],
        request.columns,
    )
    seated = set(found.cells)
    reasons = Reasons(request, met, found.steps, seated)
    for number in conflicts:
        for who in combinations(tables[number], 2):
            pair = tuple(index[player] for player in who)
            times = met[pair[0]].get(pair[1], 0)
            kinds = []
            if pair[1] in apart.get(pair[0], ()):
                kinds.append(Why.NOT_KEPT_APART)
            if times:
                kinds.append(Why.REMATCH)
            for why in kinds:
                proof, facts = (
                    (Proof.BY_HAND, {})
                    if set(who) <= set(fixed.get(number + 1, ()))
                    else reasons.find(why, pair)
                )
                remarks.append(Explanation(number + 1, why, who, times, proof, facts))
    return tuple(sorted(remarks, key=lambda remark: remark.table))


class Reasons:
    """The strongest reason why two people could not be spared a meeting.

    Only what the draw went by is a reason: a hat looks at nobody's meetings, and
    for people who are kept apart a rematch is always the smaller evil.
    """

    def __init__(
        self,
        request: DrawRequest,
        met: Mapping[int, Mapping[int, int]],
        steps: int,
        seated: set[int],
    ) -> None:
        self.request = request
        self.met = met
        self.steps = steps
        self.seated = seated

    def find(self, why: Why, pair: Sequence[int]) -> tuple[Proof, Mapping[str, object]]:
        if why is Why.REMATCH and not self.request.avoids_rematches:
            return Proof.HAT, {}
        return (
            self.few_partners(why, pair)
            or self.crowded(why, pair)
            or self.known_least(why)
            or (Proof.SEARCHED, {"steps": self.steps})
        )

    def few_partners(
        self, why: Why, pair: Sequence[int]
    ) -> tuple[Proof, Mapping[str, object]] | None:
        n = len(self.request.players)
        for player in pair:
            barred = set(self.request.kept_apart.get(player, ()))
            if why is Why.REMATCH:
                barred.update(other for other in self.met[player] if other < n)
            new = n - 1 - len(barred)
            if new < SEATS - 1:
                entrant = self.request.players[player]
                return Proof.FEW_PARTNERS, {"entrant": entrant, "new": new}
        return None

    def crowded(
        self, why: Why, pair: Sequence[int]
    ) -> tuple[Proof, Mapping[str, object]] | None:
        players, tables = self.request.players, self.request.tables
        for group in self.kept_apart if why is Why.NOT_KEPT_APART else self.groups:
            # Whoever sits out takes no table.
            here = sorted(self.seated.intersection(group))
            if len(here) > tables and set(pair) <= set(here):
                names = [players[player] for player in here[:MOST_NAMED]]
                facts = {"group": names, "size": len(here), "tables": tables}
                return Proof.CROWDED, facts
        return None

    @cached_property
    def kept_apart(self) -> list[list[int]]:
        """Groups that are kept apart, as given and, in a small field, as found."""
        index = self.request.index
        given = [
            [index[player] for player in group if player in index]
            for group in self.request.apart
        ]
        return given + self.found(APART)

    @cached_property
    def groups(self) -> list[list[int]]:
        """Besides these, in a small field, groups that have met or may not."""
        return self.kept_apart + self.found(1)

    def found(self, least: int) -> list[list[int]]:
        if len(self.request.index) > LARGEST_SMALL_FIELD:
            return []
        return groups(task_of(self.request, 1), least)

    def known_least(self, why: Why) -> tuple[Proof, Mapping[str, object]] | None:
        """Of no use once earlier rounds have had more rematches than need be."""
        request = self.request
        if why is not Why.REMATCH or not request.undisturbed:
            return None
        n, rounds = len(request.players), request.rounds
        needed, pairs = request.tables * SEATS * rounds, n * (n - 1) // 2
        least, _ = LEAST.get((n, rounds), (0, 0))
        if needed <= pairs and not least:
            return None
        task = task_of(request, 1)
        if sum(max(0, times - 1) for times in task.met) // 2 < needed - pairs:
            return Proof.PAIRS_USED_UP, {
                "players": n,
                "rounds": rounds,
                "needed": needed,
                "pairs": pairs,
            }
        if c2_so_far(task) < least:
            return Proof.LEAST_C2, {"players": n, "rounds": rounds, "c2": least}
        return None


class Finding(StrEnum):
    """What is worth knowing about tables typed in: the organiser's to allow."""

    SIT_OUT_AGAIN = "sit_out_again"
    REMATCH = "rematch"
    NOT_KEPT_APART = "not_kept_apart"


@dataclass(frozen=True, slots=True)
class HandFinding:
    """A finding, with the table (from 1; 0 = none) and the people it concerns."""

    finding: Finding
    who: tuple[int, ...]
    table: int = 0


def check_by_hand(request: DrawRequest) -> tuple[HandFinding, ...]:
    """What the organiser should know before the fixed tables are drawn with."""
    findings = []
    if request.by_hand:
        index, sat_out = request.index, request.sat_out
        seated = {player for _, table in request.fixed for player in table}
        fewest = min(sat_out[index[player]] for player in request.entrants)
        findings = [
            HandFinding(Finding.SIT_OUT_AGAIN, (player,))
            for player in request.entrants
            if player not in seated and sat_out[index[player]] > fewest
        ]
    acquaintance = Acquaintance(request)
    for number, table in request.fixed:
        for who in combinations(table, 2):
            one, other = (request.index[player] for player in who)
            if other in acquaintance.met[one]:
                findings.append(HandFinding(Finding.REMATCH, who, number))
            if other in acquaintance.apart.get(one, ()):
                findings.append(HandFinding(Finding.NOT_KEPT_APART, who, number))
    return tuple(findings)
