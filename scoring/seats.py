"""Who sits where at a table: over the rounds every seat as evenly as possible.

How often somebody had each seat is packed into one number, five bits a seat, so
that a draw of thousands reads it quickly.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import permutations

from .generator import Generator
from .schedule import TABLE_SIZE

SEAT_BITS = 5
SEAT_UNITS = tuple(1 << SEAT_BITS * seat for seat in range(TABLE_SIZE))
SEAT_MASK = (1 << SEAT_BITS) - 1
ORDERS = tuple(permutations(range(TABLE_SIZE)))
ANY_OF_TIES = 60  # divisible by every number of equally good orders there can be
SWAPS_TRIED = 300

Columns = Sequence[Sequence[int]]
Order = tuple[int, ...]


def count_seats(history: Iterable[Columns]) -> dict[int, int]:
    """The packed seats of everybody who ever sat, from the columns of each round."""
    packed: dict[int, int] = {}
    get = packed.get
    for columns in history:
        for unit, column in zip(SEAT_UNITS, columns, strict=True):
            for player in column:
                packed[player] = get(player, 0) + unit
    return packed


def unpack(packed: int) -> list[int]:
    return [packed >> SEAT_BITS * seat & SEAT_MASK for seat in range(TABLE_SIZE)]


class SeatOrders:
    """The best orders of a table, given what its people sat on before."""

    def __init__(self, rounds_left: int) -> None:
        self.rounds_left = rounds_left
        self.known: dict[tuple[int, int, int], tuple[int, list[Order]]] = {}

    def best(self, a: int, b: int, c: int) -> tuple[int, list[Order]]:
        """How many can no longer come out even, and the orders that are best."""
        key = (a, b, c)
        if key not in self.known:
            self.known[key] = self.compare([unpack(packed) for packed in key])
        return self.known[key]

    def compare(self, seats: Sequence[Sequence[int]]) -> tuple[int, list[Order]]:
        costs = []
        for order in ORDERS:
            spoiled = uneven = 0
            for seat, place in enumerate(order):
                had = list(seats[place])
                uneven += 2 * had[seat] + 1
                had[seat] += 1
                spoiled += self.is_spoiled(had)
            costs.append((spoiled, uneven))
        least = min(costs)
        return least[0], [
            order for order, cost in zip(ORDERS, costs, strict=True) if cost == least
        ]

    def is_spoiled(self, had: Sequence[int]) -> bool:
        """Whether this person's seats cannot come out even in the rounds left."""
        even, more = divmod(sum(had) + self.rounds_left, TABLE_SIZE)
        missing = sum(max(0, even - times) for times in had)
        return missing > self.rounds_left or max(had) > even + (more > 0)


def seat_tables(
    cells: list[int],
    packed: dict[int, int],
    rounds_left: int,
    rng: Generator,
    may_share: Callable[[Sequence[int]], bool] | None = None,
    fixed: Collection[int] = (),
) -> list[tuple[int, ...]]:
    """Every table in seat order. Among equally good orders the lot decides.

    With `may_share` people of a table where somebody cannot come out even change
    places with people of other tables, where it mends that and both tables may
    share; tables with fixed places are left out of that.
    """
    orders = SeatOrders(rounds_left)
    if may_share is not None:
        mend_seats(cells, packed, orders, rng, may_share, fixed)
    tables = len(cells) // TABLE_SIZE
    columns = cells[:tables], cells[tables : 2 * tables], cells[2 * tables :]
    get, known, below = packed.get, orders.known, rng.below
    seated: list[tuple[int, ...]] = []
    for a, b, c in zip(*columns, strict=True):
        key = (get(a, 0), get(b, 0), get(c, 0))
        ties = (known.get(key) or orders.best(*key))[1]
        x, y, z = ties[below(ANY_OF_TIES) % len(ties)]
        table = (a, b, c)
        seated.append((table[x], table[y], table[z]))
    return seated


def mend_seats(
    cells: list[int],
    packed: dict[int, int],
    orders: SeatOrders,
    rng: Generator,
    may_share: Callable[[Sequence[int]], bool],
    fixed: Collection[int],
) -> None:
    tables = len(cells) // TABLE_SIZE

    def spoiled(table: int) -> int:
        return orders.best(*(packed.get(p, 0) for p in cells[table::tables]))[0]

    waiting = [table for table in range(tables) if table not in fixed and spoiled(table)]
    while waiting:
        table = waiting.pop()
        for _ in range(SWAPS_TRIED):
            before = spoiled(table)
            if not before:
                break
            other = rng.below(tables)
            i, j = (
                at + tables * rng.below(TABLE_SIZE) for at in (table, other)
            )
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
