"""One round of a large field: a shuffle whose few conflicts are mended.

Among thousands next to nobody meets again by chance, so the conflicts are looked
for from the side of the history, and only the people at the tables concerned are
looked at closely. Players and cells are as in schedule.py; in the columns of the
history everybody who is no longer here is the player n.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import compress
from operator import eq

from .generator import Generator
from .points import SEATS
from .schedule import APART, ONE_IN

Columns = Sequence[Sequence[int]]

NO_TABLE = -1
ROUNDS_OF_MENDING = 6
PARTNERS_PER_CONFLICT = 4
PARTNERS_AT_LEAST = 8
STEPS_PER_TABLE = 60


def tables_in_conflict(
    players: int,
    cells: Sequence[int],
    history: Iterable[Columns],
    apart: Mapping[int, frozenset[int]],
) -> list[int]:
    """The tables where two sit who have met or are to be kept apart."""
    tables = len(cells) // SEATS
    table_of = [NO_TABLE] * (players + 1)
    for first in range(0, len(cells), tables):
        for table, player in enumerate(cells[first : first + tables]):
            table_of[player] = table
    found: set[int] = set()
    at = table_of.__getitem__
    for columns in history:
        a, b, c = (list(map(at, column)) for column in columns)
        for one, other in ((a, b), (b, c), (c, a)):
            found.update(compress(one, map(eq, one, other)))
    for player, others in apart.items():
        table = at(player)
        if any(at(other) == table for other in others):
            found.add(table)
    return sorted(found - {NO_TABLE})


def past_meetings(
    players: Collection[int], history: Iterable[Columns]
) -> dict[int, dict[int, int]]:
    """Of these players: whom they met, and how often."""
    met: dict[int, dict[int, int]] = {player: {} for player in players}
    wanted = met.__contains__
    for columns in history:
        for column in columns:
            for place in compress(range(len(column)), map(wanted, column)):
                player = column[place]
                row = met[player]
                for seat in columns:
                    other = seat[place]
                    if other != player:
                        row[other] = row.get(other, 0) + 1
    return met


class Mending:
    """The search for a place for everybody who meets somebody again."""

    def __init__(
        self,
        cells: list[int],
        history: Sequence[Columns],
        apart: Mapping[int, frozenset[int]],
        held: Collection[int],
        rng: Generator,
    ) -> None:
        self.cells, self.history, self.apart = cells, history, apart
        self.held, self.rng = held, rng
        self.tables = len(cells) // SEATS
        self.steps = 0
        self.met: dict[int, dict[int, int]] = {}

    def mend(self, conflicts: list[int]) -> list[int]:
        """Swap, each time with more tables to swap with; what is still in conflict."""
        partners = PARTNERS_PER_CONFLICT
        for _ in range(ROUNDS_OF_MENDING):
            if not conflicts:
                break
            wanted = partners * len(conflicts) + PARTNERS_AT_LEAST
            chosen = {self.rng.below(self.tables) for _ in range(wanted)}
            tables = sorted(chosen.union(conflicts))
            self.met = past_meetings(
                [player for table in tables for player in self.at(table)], self.history
            )
            conflicts = self.swap_among(tables, conflicts)
            partners *= 3
        return conflicts

    def swap_among(self, tables: Sequence[int], conflicts: Iterable[int]) -> list[int]:
        """Random swaps among these tables; the tables still in conflict.

        A swap may push the conflict on to the other table, which then waits too.
        """
        costs = {table: cost for table in conflicts if (cost := self.cost(table))}
        waiting = list(costs)
        below = self.rng.below
        for _ in range(STEPS_PER_TABLE * len(tables)):
            if not costs:
                break
            self.steps += 1
            at = below(len(waiting))
            table = waiting[at]
            if table not in costs:
                waiting[at] = waiting[-1]
                waiting.pop()
                continue
            other = tables[below(len(tables))]
            i = table + self.tables * below(SEATS)
            j = other + self.tables * below(SEATS)
            mood = below(ONE_IN)
            if table == other or i in self.held or j in self.held:
                continue
            self.swap(i, j)
            after, other_after = self.cost(table), self.cost(other)
            change = after + other_after - costs[table] - costs.get(other, 0)
            if change > 0 or (change == 0 and mood % 4):
                self.swap(i, j)
                continue
            for number, cost in ((table, after), (other, other_after)):
                if cost and number not in costs:
                    waiting.append(number)
                costs[number] = cost
                if not cost:
                    del costs[number]
        return sorted(costs)

    def at(self, table: int) -> list[int]:
        return self.cells[table :: self.tables]

    def swap(self, i: int, j: int) -> None:
        self.cells[i], self.cells[j] = self.cells[j], self.cells[i]

    def cost(self, table: int) -> int:
        a, b, c = self.at(table)
        return self.pair(a, b) + self.pair(b, c) + self.pair(a, c)

    def pair(self, one: int, other: int) -> int:
        """What it costs if these two meet now, as in schedule.py."""
        cost = self.met[one].get(other, 0)
        if self.apart and other in self.apart.get(one, ()):
            cost += APART
        return cost
