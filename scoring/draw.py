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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import combinations, permutations
from typing import NamedTuple

from .errors import BadNotation, Rule, RuleBroken
from .generator import Generator
from .mending import Columns, Mending, past_meetings, tables_in_conflict
from .plans import planned_round
from .schedule import (
    APART,
    TABLE_SIZE,
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

Table = tuple[int, ...]

# The least C2 of a whole tournament in which nobody comes or goes, where it is more
# than counting alone shows: (entrants, rounds) -> C2.
LEAST_C2 = {
    (6, 5): 20,
    (7, 5): 10,
    (8, 5): 4,
    (10, 5): 4,
    (12, 5): 3,
    (16, 8): 4,
}


class Policy(StrEnum):
    PURE = "pure"
    NO_REMATCH = "no_rematch"


class HeadCount(StrEnum):
    """A-35: what happens to the one or two over."""

    SIT_OUT = "sit_out"
    STAND_IN = "stand_in"


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
        apart = sorted({tuple(sorted(set(group))) for group in self.apart})
        object.__setattr__(self, "entrants", entrants)
        object.__setattr__(self, "history", tuple(self.history))
        object.__setattr__(self, "apart", tuple(apart))
        object.__setattr__(
            self, "fixed", tuple(sorted((at, tuple(who)) for at, who in self.fixed))
        )
        if len(entrants) < TABLE_SIZE:
            raise RuleBroken(Rule.TOO_FEW_ENTRANTS, entrants=len(entrants))
        self.check_fixed()

    def check_fixed(self) -> None:
        """Fixed tables exist, and nobody is at two of them."""
        numbers = [number for number, _ in self.fixed]
        people = [player for _, table in self.fixed for player in table]
        if (
            any(not 1 <= number <= self.tables for number in numbers)
            or any(len(table) > TABLE_SIZE for _, table in self.fixed)
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
        missing = -len(self.entrants) % TABLE_SIZE
        return (*range(-missing, 0), *self.entrants)

    @property
    def tables(self) -> int:
        return len(self.players) // TABLE_SIZE

    @property
    def round(self) -> int:
        """The number of the round to be drawn, from 1."""
        return len(self.history) + 1

    @property
    def rounds_left(self) -> int:
        """How many rounds follow after this one."""
        return max(0, self.rounds - self.round)

    @cached_property
    def columns(self) -> list[Columns]:
        """The rounds so far, seat by seat."""
        return [
            list(zip(*past.tables, strict=True)) for past in self.history if past.tables
        ]

    @cached_property
    def kept_apart(self) -> Mapping[int, frozenset[int]]:
        """Of everyone here: who else that is here he should not meet."""
        if not self.apart:
            return {}
        here = set(self.players)
        others: dict[int, set[int]] = {}
        for group in self.apart:
            present = here.intersection(group)
            for player in present:
                others.setdefault(player, set()).update(present - {player})
        return {player: frozenset(others[player]) for player in sorted(others)}

    @cached_property
    def sat_out(self) -> Counter[int]:
        return Counter(player for past in self.history for player in past.sit_outs)

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
        return self.tables * TABLE_SIZE >= 6 * last - 3 + 3 * most


class Why(StrEnum):
    """Why a table is as it is. The words live in tournament/wording.py."""

    NEW_FACES = "new_faces"
    FIXED = "fixed"
    REMATCH = "rematch"
    NOT_KEPT_APART = "not_kept_apart"


class Proof(StrEnum):
    """Why it could not be avoided."""

    HAT = "hat"  # nobody tried: the pure draw
    BY_HAND = "by_hand"  # both were put at this table
    FEW_PARTNERS = "few_partners"  # facts: entrant, new
    CROWDED = "crowded"  # all of facts["group"] have met; facts: tables
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

    def explain(self, table: int) -> tuple[Explanation, ...]:
        """Why this table, counted from 1, is as it is."""
        remarks = tuple(remark for remark in self.remarks if remark.table == table)
        return remarks or (Explanation(table, Why.NEW_FACES),)


class Round(NamedTuple):
    """A round found, before its people take their seats."""

    cells: list[int]
    steps: int


def draw(request: DrawRequest, seed: str) -> Drawing:
    """Draw the next round."""
    if len(request.players) > LARGEST_SMALL_FIELD:
        found = draw_large(request, seed)
    else:
        found = draw_small(request, seed)
    tables = take_seats(request, found.cells, Generator(seed, "seats"))
    seated = {player for table in tables for player in table}
    sit_outs = tuple(player for player in request.players if player not in seated)
    return Drawing(tables, sit_outs, explain(request, tables, found.steps))


def draw_small(request: DrawRequest, seed: str) -> Round:
    """With everybody's meetings in one table, and the rounds to come in view."""
    players = request.players
    look_ahead = request.avoids_rematches and not request.safe
    if look_ahead and request.undisturbed:
        cells = cells_of_plan(request, seed)
        if cells:
            return Round(cells, 0)
    task = task_of(request, 1 + request.rounds_left if look_ahead else 1)
    target = 0 if request.safe else least_cost(task)
    if look_ahead and request.undisturbed:
        least = LEAST_C2.get((len(players), request.rounds), 0)
        target = max(target, least - c2_so_far(task))
    schedule = search(task, target, seed)
    return Round([players[index] for index in schedule.cells], schedule.steps)


def task_of(request: DrawRequest, rounds: int) -> Task:
    """The request in numbers 0 ... n - 1."""
    players = request.players
    n = len(players)
    index = {player: at for at, player in enumerate(players)}
    met = [0] * (n * n)
    if request.avoids_rematches:
        for past in request.history:
            for table in past.tables:
                here = [index[player] for player in table if player in index]
                for one, other in permutations(here, 2):
                    met[one * n + other] += 1
    for player, others in request.kept_apart.items():
        for other in others:
            met[index[player] * n + index[other]] += APART
    return Task(
        n,
        rounds,
        met,
        [request.sat_out[player] for player in players],
        {cell: index[player] for cell, player in fixed_cells(request).items()},
    )


def fixed_cells(request: DrawRequest) -> dict[int, int]:
    return {
        number - 1 + place * request.tables: player
        for number, table in request.fixed
        for place, player in enumerate(table)
    }


def c2_so_far(task: Task) -> int:
    return sum(times * (times - 1) // 2 for times in task.met) // 2


def cells_of_plan(request: DrawRequest, seed: str) -> list[int] | None:
    """The next round of a whole-tournament plan, in which no table is special."""
    players = request.players
    index = {player: at for at, player in enumerate(players)}
    history = [
        [[index[player] for player in table] for table in past.tables]
        for past in request.history
    ]
    tables = planned_round(len(players), history, request.rounds, seed)
    if tables is None:
        return None
    rng = Generator(seed, "tables")
    shuffled = [rng.shuffle(list(table)) for table in rng.shuffle(tables)]
    return [players[at] for column in zip(*shuffled, strict=True) for at in column]


def draw_large(request: DrawRequest, seed: str) -> Round:
    """A shuffle, and the few conflicts mended."""
    rng = Generator(seed, "shuffle")
    players: Sequence[int] = request.players
    pinned = fixed_cells(request)
    if pinned:
        held = set(pinned.values())
        players = [player for player in players if player not in held]
    sit_outs = choose_sit_outs(
        players, request.sat_out.__getitem__, len(request.players) % TABLE_SIZE, rng
    )
    free = rng.shuffle([player for player in players if player not in sit_outs])
    cells = free
    if pinned:
        drawn = iter(free)
        cells = [
            pinned[cell] if cell in pinned else next(drawn)
            for cell in range(request.tables * TABLE_SIZE)
        ]
    history = request.columns if request.avoids_rematches else []
    conflicts = tables_in_conflict(table_of(cells), history, request.kept_apart)
    mending = Mending(
        cells, history, request.kept_apart, pinned, Generator(seed, "mending")
    )
    mending.mend(conflicts)
    return Round(cells, mending.steps)


def table_of(cells: Sequence[int]) -> dict[int, int]:
    tables = len(cells) // TABLE_SIZE
    return dict(zip(cells, list(range(tables)) * TABLE_SIZE, strict=True))


def take_seats(
    request: DrawRequest, cells: list[int], rng: Generator
) -> tuple[Table, ...]:
    """In the pure draw the order drawn is the order of the seats."""
    tables = request.tables
    if not request.avoids_rematches:
        return tuple(
            zip(cells[:tables], cells[tables : 2 * tables], cells[2 * tables :], strict=True)
        )
    full = {
        number - 1: table for number, table in request.fixed if len(table) == TABLE_SIZE
    }
    seated = seat_tables(
        cells,
        count_seats(request.columns),
        request.rounds_left,
        rng,
        Acquaintance(request).may_share if request.mend_seats else None,
        {number - 1 for number, _ in request.fixed},
    )
    return tuple(
        full.get(number, table) for number, table in enumerate(seated)
    ) if full else tuple(seated)


class Acquaintance:
    """Who has met whom, or should not."""

    def __init__(self, request: DrawRequest) -> None:
        self.met = past_meetings(request.players, request.columns)
        self.apart = request.kept_apart

    def may_share(self, table: Sequence[int]) -> bool:
        return not any(
            other in self.met[one] or other in self.apart.get(one, ())
            for one, other in combinations(table, 2)
        )


def explain(
    request: DrawRequest, tables: Sequence[Table], steps: int
) -> tuple[Explanation, ...]:
    """Every table that is not simply three who never met."""
    cells = [player for column in zip(*tables, strict=True) for player in column]
    conflicts = tables_in_conflict(table_of(cells), request.columns, request.kept_apart)
    fixed = dict(request.fixed)
    remarks = [Explanation(number, Why.FIXED, who) for number, who in fixed.items()]
    if conflicts:
        reasons = Reasons(request, steps)
        met = past_meetings(
            [player for number in conflicts for player in tables[number]],
            request.columns,
        )
        for number in conflicts:
            by_hand = fixed.get(number + 1, ())
            for pair in combinations(tables[number], 2):
                times = met[pair[0]].get(pair[1], 0)
                apart = pair[1] in request.kept_apart.get(pair[0], ())
                for why in (
                    [Why.NOT_KEPT_APART] * apart + [Why.REMATCH] * (times > 0)
                ):
                    proof, facts = reasons.find(pair, by_hand)
                    remarks.append(
                        Explanation(number + 1, why, pair, times, proof, facts)
                    )
    return tuple(sorted(remarks, key=lambda remark: remark.table))


class Reasons:
    """The strongest reason why two people could not be spared a meeting."""

    def __init__(self, request: DrawRequest, steps: int) -> None:
        self.request = request
        self.steps = steps

    def find(
        self, pair: Sequence[int], by_hand: Sequence[int]
    ) -> tuple[Proof, Mapping[str, object]]:
        request = self.request
        if set(pair) <= set(by_hand):
            return Proof.BY_HAND, {}
        if not request.avoids_rematches and not request.kept_apart:
            return Proof.HAT, {}
        return (
            self.few_partners(pair)
            or self.crowded(pair)
            or self.known_least()
            or (Proof.SEARCHED, {"steps": self.steps})
        )

    def few_partners(
        self, pair: Sequence[int]
    ) -> tuple[Proof, Mapping[str, object]] | None:
        here = set(self.request.players)
        met = past_meetings(pair, self.request.columns)
        for player in pair:
            old = here.intersection(met[player])
            old.update(self.request.kept_apart.get(player, ()))
            new = len(here) - 1 - len(old)
            if new < TABLE_SIZE - 1:
                return Proof.FEW_PARTNERS, {"entrant": player, "new": new}
        return None

    def crowded(self, pair: Sequence[int]) -> tuple[Proof, Mapping[str, object]] | None:
        for group in self.groups:
            if len(group) > self.request.tables and set(pair) <= set(group):
                return Proof.CROWDED, {"group": group, "tables": self.request.tables}
        return None

    @cached_property
    def groups(self) -> Iterable[tuple[int, ...]]:
        request = self.request
        here = set(request.players)
        known = [tuple(sorted(here.intersection(group))) for group in request.apart]
        if len(request.players) <= LARGEST_SMALL_FIELD:
            task = task_of(request, 1)
            known += [
                tuple(sorted(request.players[index] for index in group))
                for group in groups(task, 1)
            ]
        return known

    def known_least(self) -> tuple[Proof, Mapping[str, object]] | None:
        request = self.request
        if not request.undisturbed:
            return None
        n, rounds = len(request.players), request.rounds
        needed, pairs = request.tables * TABLE_SIZE * rounds, n * (n - 1) // 2
        if needed > pairs:
            return Proof.PAIRS_USED_UP, {
                "players": n,
                "rounds": rounds,
                "needed": needed,
                "pairs": pairs,
            }
        if (n, rounds) in LEAST_C2:
            least = LEAST_C2[n, rounds]
            return Proof.LEAST_C2, {"players": n, "rounds": rounds, "c2": least}
        return None


class Finding(StrEnum):
    """What is wrong, or worth knowing, about tables typed in by hand."""

    MISSING = "missing"
    TWICE = "twice"
    UNKNOWN = "unknown"
    TABLE_SIZE = "table_size"
    SIT_OUT_AGAIN = "sit_out_again"
    REMATCH = "rematch"
    NOT_KEPT_APART = "not_kept_apart"


@dataclass(frozen=True, slots=True)
class HandFinding:
    """A finding, with the table (from 1; 0 = none) and the people it concerns."""

    finding: Finding
    who: tuple[int, ...]
    table: int = 0
    times: int = 0

    @property
    def must_be_mended(self) -> bool:
        """Rematches and the like are the organiser's to allow; these are not."""
        return self.finding in {
            Finding.MISSING,
            Finding.TWICE,
            Finding.UNKNOWN,
            Finding.TABLE_SIZE,
        }


def check_by_hand(request: DrawRequest, seating: Seating) -> tuple[HandFinding, ...]:
    """What the organiser should know before tables drawn by hand are used."""
    places = Counter(player for table in seating.tables for player in table)
    places.update(seating.sit_outs)
    here = set(request.players)
    met = past_meetings(here, request.columns)
    findings = [
        HandFinding(Finding.MISSING, (player,))
        for player in request.players
        if not places[player]
    ]
    findings += [
        HandFinding(Finding.TWICE, (player,), times=times)
        for player, times in sorted(places.items())
        if times > 1
    ]
    findings += [
        HandFinding(Finding.UNKNOWN, (player,)) for player in sorted(places.keys() - here)
    ]
    fewest = min(request.sat_out[player] for player in request.entrants)
    findings += [
        HandFinding(Finding.SIT_OUT_AGAIN, (player,), times=request.sat_out[player])
        for player in seating.sit_outs
        if request.sat_out[player] > fewest
    ]
    for number, table in enumerate(seating.tables, start=1):
        if len(table) != TABLE_SIZE:
            findings.append(HandFinding(Finding.TABLE_SIZE, table, number))
        for pair in combinations(table, 2):
            times = met.get(pair[0], {}).get(pair[1], 0)
            if times:
                findings.append(HandFinding(Finding.REMATCH, pair, number, times))
            if pair[1] in request.kept_apart.get(pair[0], ()):
                findings.append(HandFinding(Finding.NOT_KEPT_APART, pair, number))
    return tuple(findings)
