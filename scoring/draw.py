"""Who sits where in a round: a plain shuffle.

Source: 001 rule 5 ("neu ausgelost"); head counts that are not divisible by
three: A-35.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from .errors import Rule, RuleBroken
from .points import SEATS


class HeadCount(StrEnum):
    """A-35: what happens where the entrants do not fill the last table."""

    SIT_OUT = "sit_out"
    STAND_IN = "stand_in"


@dataclass(frozen=True, slots=True)
class Drawing:
    """Tables in seat order (seat 1 was drawn first), and who sits out.

    Entrants are positive start numbers, stand-ins -1 and -2.
    """

    tables: tuple[tuple[int, int, int], ...]
    sit_outs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """What a head count will mean: how many tables, sit-outs and stand-ins."""

    tables: int
    sit_outs: int
    stand_ins: int


def effect(entrants: int, policy: HeadCount) -> Effect:
    """A-35: what a draw of so many entrants gives.

    >>> effect(14, HeadCount.SIT_OUT)
    Effect(tables=4, sit_outs=2, stand_ins=0)
    >>> effect(14, HeadCount.STAND_IN)
    Effect(tables=5, sit_outs=0, stand_ins=1)
    """
    if entrants < SEATS:
        raise RuleBroken(Rule.TOO_FEW_ENTRANTS, want=SEATS, got=entrants)
    left = entrants % SEATS
    if policy is HeadCount.SIT_OUT:
        return Effect(entrants // SEATS, left, 0)
    return Effect(-(-entrants // SEATS), 0, -left % SEATS)


def draw(
    entrants: Collection[int],
    policy: HeadCount,
    sat_out: Sequence[int],
    rng: Random,
) -> Drawing:
    """Every draw that the sit-out rule allows is equally likely.

    `sat_out` lists everyone who has sat out so far, once per time. A-35: nobody
    sits out a second time before everyone has once.
    """
    sizes = effect(len(entrants), policy)
    people = sorted(entrants)
    rng.shuffle(people)
    times = Counter(sat_out)
    people.sort(key=lambda entrant: times[entrant])
    sit_outs = people[: sizes.sit_outs]
    seated = people[sizes.sit_outs :] + [-1, -2][: sizes.stand_ins]
    rng.shuffle(seated)
    tables = tuple(
        (seated[first], seated[first + 1], seated[first + 2])
        for first in range(0, len(seated), SEATS)
    )
    return Drawing(tables, tuple(sit_outs))
