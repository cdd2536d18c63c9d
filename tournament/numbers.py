"""Numbers as people type them, and which start number is next. Pure."""

from collections.abc import Collection, Sequence


def small_number(text: str, digits: int) -> int | None:
    """A whole number in plain digits, up to so many of them; None for all else.

    >>> [small_number(text, 3) for text in ("12", "012", "", "1234", "-1", "²", "١")]
    [12, 12, None, None, None, None, None]
    """
    is_small = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) if is_small else None


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
