"""What three dice are worth."""

from dataclasses import dataclass
from enum import IntEnum

from .dice import Throw


class Category(IntEnum):
    """The kinds of hands; the first two are those of Tief, the rest Schocken's.

    The order is the one most rulebooks share; what really decides is
    `Hand.strength`, which the rulebook sets.
    """

    SCRAP = 0
    POINTS = 1
    PLAIN = 2
    STRAIGHT = 3
    GENERAL = 4
    SCHOCK = 5
    SCHOCK_OUT = 6

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        return f"Category.{self.name}"


@dataclass(frozen=True, slots=True, order=True)
class Hand:
    """Three dice as one rulebook values them; the greater hand is the better.

    Only `strength` says which hand of a rulebook is better; hands of equal
    strength are equally good, and `<` then only puts them into a fixed order.
    `lids` is what the hand costs the worst player; a Schock out costs them all.
    `one_throw`: all dice lay in the last throw.
    """

    strength: int
    category: Category
    value: int
    lids: int
    throw: Throw
    one_throw: bool

    def __str__(self) -> str:
        """ "641", or "641a" when the dice were assembled over several throws."""
        return f"{self.throw}" if self.one_throw else f"{self.throw}a"
