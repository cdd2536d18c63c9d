"""Which start number a new entrant gets. Pure."""

from collections.abc import Collection, Sequence


def free_numbers(taken: Collection[int], wanted: Sequence[int | None]) -> list[int]:
    """The number wanted where it is free, else the next after all others.

    >>> free_numbers({1, 2}, [3, 2, None, 3])
    [3, 4, 5, 6]
    """
    used = set(taken)
    last = max([*taken, *(one for one in wanted if one)], default=0)
    numbers = []
    for number in wanted:
        if not number or number in used:
            last += 1
            number = last
        used.add(number)
        numbers.append(number)
    return numbers
