"""Dice as they lie on the table."""

from collections.abc import Iterable
from itertools import product
from random import Random
from typing import Self

from .errors import BadNotation

FACES = range(1, 7)
MOST_DICE = 3


class Throw(tuple[int, ...]):
    """Some dice as they lie, the highest first. Written, sent and stored as "641".

    Dice have no order, so the same dice are the same throw. No dice at all are
    a throw too: what lies aside before anything was put aside. It is a tuple
    and not a dataclass because games look throws up by the million.

    >>> Throw.parse("164")
    Throw.parse('641')
    >>> Throw.parse("641").take(Throw.parse("4"))
    Throw.parse('61')
    """

    __slots__ = ()

    def __new__(cls, pips: Iterable[int] = ()) -> Self:
        throw = super().__new__(cls, sorted(pips, reverse=True))
        if not all(type(pip) is int and 1 <= pip <= 6 for pip in throw):
            raise BadNotation(tuple(throw))
        return throw

    @classmethod
    def parse(cls, text: str) -> Self:
        if not (text.isascii() and (text.isdigit() or not text)):
            raise BadNotation(text)
        return cls(map(int, text))

    @classmethod
    def roll(cls, count: int, rng: Random) -> "Throw":
        """Throw so many dice, with one number of `rng` for all of them.

        >>> [Throw.roll(count, Random(7)) for count in (1, 2, 3)]
        [Throw.parse('4'), Throw.parse('43'), Throw.parse('431')]
        """
        if not count:
            return NOTHING
        drawn = DRAWS[count]
        while True:
            throw = drawn[rng.getrandbits(DRAW_BITS)]
            if throw is not None:
                return throw

    def holds(self, other: "Throw") -> bool:
        """Whether these dice lie among mine."""
        return all(self.count(pip) >= other.count(pip) for pip in other)

    def take(self, other: "Throw") -> "Throw":
        """What is left when these dice are taken away."""
        left = list(self)
        for pip in other:
            left.remove(pip)
        return Throw(left)

    def join(self, other: "Throw") -> "Throw":
        return Throw((*self, *other))

    def __str__(self) -> str:
        return "".join(map(str, self))

    def __repr__(self) -> str:
        return f"Throw.parse({str(self)!r})"


NOTHING = Throw()

DRAW_BITS = 11
"""2048 holds 9 x 216, 56 x 36 and 341 x 6: few numbers have to be drawn again."""


def drawn_dice(count: int) -> tuple[Throw | None, ...]:
    """What each number of DRAW_BITS bits means; None is drawn again.

    Every roll of the dice has the same number of numbers, so no face is
    favoured. Equal dice are one object.
    """
    rolls = list(product(FACES, repeat=count))
    known: dict[Throw, Throw] = {}
    throws = [known.setdefault(throw, throw) for throw in map(Throw, rolls)]
    size = 1 << DRAW_BITS
    whole = size - size % len(rolls)
    return tuple(
        throws[number % len(rolls)] if number < whole else None
        for number in range(size)
    )


DRAWS = tuple(drawn_dice(count) for count in range(MOST_DICE + 1))
