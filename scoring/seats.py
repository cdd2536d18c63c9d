"""Who sits where at a table: over the rounds every seat as evenly as possible.

How often somebody had each seat is packed into one number, five bits a seat, so
that a draw of thousands reads it quickly.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import permutations

from .generator import Generator
from .points import MOST_ROUNDS, SEATS

SEAT_BITS = MOST_ROUNDS.bit_length()
SEAT_UNITS = tuple(1 << SEAT_BITS * seat for seat in range(SEATS))
SEAT_MASK = (1 << SEAT_BITS) - 1
ORDERS = tuple(permutations(range(SEATS)))
ANY_OF_TIES = 60  # divisible by every number of equally good orders there can be
SWAPS_TRIED = 300

Columns = Sequence[Sequence[int]]
Order = tuple[int, ...]


def count_seats(players: int, history: Iterable[Columns]) -> list[int]:
    """The packed seats of the players 0 ... n - 1, from the columns of each round."""
    packed = [0] * (players + 1)
    for columns in history:
        for unit, column in zip(SEAT_UNITS, columns, strict=True):
            for player in column:
                packed[player] += unit
    return packed


def unpack(packed: int) -> list[int]:
    return [packed >> SEAT_BITS * seat & SEAT_MASK for seat in range(SEATS)]


class SeatOrders:
    """The best orders of a table, given what its people sat on before."""

    def __init__(self, rounds_left: int) -> None:
        self.rounds_left = rounds_left
        self.known: dict[tuple[int, ...], list[Order]] = {}
        self.spoiled: dict[tuple[int, ...], int] = {}
        self.prices: dict[int, list[tuple[int, int]]] = {}

    def best(self, packed: tuple[int, ...]) -> list[Order]:
        """The orders that are best, repeated until they are ANY_OF_TIES."""
        if packed not in self.known:
            people = [self.price(player) for player in packed]
            costs = []
            for order in ORDERS:
                taken = [people[place][seat] for seat, place in enumerate(order)]
                costs.append((sum(s for s, _ in taken), sum(u for _, u in taken)))
            least = min(costs)
            ties = [o for o, cost in zip(ORDERS, costs, strict=True) if cost == least]
            self.spoiled[packed] = least[0]
            self.known[packed] = ties * (ANY_OF_TIES // len(ties))
        return self.known[packed]

    def worst(self, packed: tuple[int, ...]) -> int:
        """How many can no longer come out even, whatever the order."""
        self.best(packed)
        return self.spoiled[packed]

    def price(self, packed: int) -> list[tuple[int, int]]:
        """For each seat: does it spoil this person's seats, how uneven are they."""
        if packed not in self.prices:
            had = unpack(packed)
            self.prices[packed] = [
                (self.spoils(had, seat), 2 * had[seat] + 1) for seat in range(SEATS)
            ]
        return self.prices[packed]

    def spoils(self, had: Sequence[int], seat: int) -> int:
        """1 if the seats cannot come out even any more in the rounds left."""
        times = [*had[:seat], had[seat] + 1, *had[seat + 1 :]]
        even, more = divmod(sum(times) + self.rounds_left, SEATS)
        missing = sum(max(0, even - count) for count in times)
        return int(missing > self.rounds_left or max(times) > even + (more > 0))


def seat_tables(
    cells: list[int],
    names: Sequence[int],
    packed: Sequence[int],
    rounds_left: int,
    rng: Generator,
    may_share: Callable[[Sequence[int]], bool] | None = None,
    fixed: Collection[int] = (),
) -> list[tuple[int, ...]]:
    """Every table in seat order, by names. Among equally good orders the lot decides.

    With `may_share` people of a table where somebody cannot come out even change
    places with people of other tables, where it mends that and both tables may
    share; tables with fixed places are left out of that.
    """
    orders = SeatOrders(rounds_left)
    if may_share is not None:
        mend_seats(cells, packed, orders, rng, may_share, fixed)
    tables = len(cells) // SEATS
    columns = cells[:tables], cells[tables : 2 * tables], cells[2 * tables :]
    had = (map(packed.__getitem__, column) for column in columns)
    known = orders.known
    pick = rng.numbers(ANY_OF_TIES).__next__
    named = (map(names.__getitem__, column) for column in columns)
    seated: list[tuple[int, ...]] = []
    for key, table in zip(
        zip(*had, strict=True), zip(*named, strict=True), strict=True
    ):
        x, y, z = (known.get(key) or orders.best(key))[pick()]
        seated.append((table[x], table[y], table[z]))
    return seated


def mend_seats(
    cells: list[int],
    packed: Sequence[int],
    orders: SeatOrders,
    rng: Generator,
    may_share: Callable[[Sequence[int]], bool],
    fixed: Collection[int],
) -> None:
    tables = len(cells) // SEATS

    def spoiled(table: int) -> int:
        return orders.worst(tuple(packed[player] for player in cells[table::tables]))

    waiting = [
        table for table in range(tables) if table not in fixed and spoiled(table)
    ]
    while waiting:
        table = waiting.pop()
        for _ in range(SWAPS_TRIED):
            before = spoiled(table)
            if not before:
                break
            other = rng.below(tables)
            i, j = (at + tables * rng.below(SEATS) for at in (table, other))
            if other == table or other in fixed:
                continue
            before += spoiled(other)
            cells[i], cells[j] = cells[j], cells[i]
            if (
                spoiled(table) + spoiled(other) < before
                and may_share(cells[table::tables])
                and may_share(cells[other::tables])
            ):
                if spoiled(other):
                    waiting.append(other)
            else:
                cells[i], cells[j] = cells[j], cells[i]
