"""What a cycle does to the lids, and who is placed by it.

Pure functions of the hands of one cycle; 000, 001 and 004 share them. What is
made anew in every cycle is a named tuple (see play.py).
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from scoring.hands import Category

from .cup import Laid
from .play import Reason, make

LIDS = 13
SCHOCK_OUT = Category.SCHOCK_OUT


class Edge(StrEnum):
    """Why one hand is better than another in a cycle."""

    HAND = "hand"
    FEWER_THROWS = "fewer_throws"
    EARLIER = "earlier"


class Source(StrEnum):
    """Where the lids of a cycle come from."""

    STACK = "stack"
    BEST = "best"
    ALL = "all"


class Placed(NamedTuple):
    """A player who is out of the half, when, and with which hand."""

    player: int
    reason: Reason
    cycle: int
    laid: Laid


class CycleEnd(NamedTuple):
    """What a cycle did: the hands best first, the lids that moved, who is out.

    `lids` are by seat. `out` are placed by this cycle, in this order; `done`
    says that the half is over and that the worst has lost it.
    """

    ranked: tuple[Laid, ...]
    moved: int
    source: Source
    lids: tuple[int, ...]
    stack: int
    out: tuple[Placed, ...]
    done: bool

    @property
    def best(self) -> Laid:
        return self.ranked[0]

    @property
    def worst(self) -> Laid:
        return self.ranked[-1]


def settle(
    ranked: Sequence[Laid],
    lids: Sequence[int],
    stack: int,
    *,
    cycle: int = 1,
    lids_after_schock_out: bool = False,
) -> CycleEnd:
    """End a cycle: `ranked` are the hands of all who played it, best first.

    The best hand decides how many lids the worst receives; best and worst are
    never the same player (A-7). From the stack he takes what is left (A-4),
    then from the best what he has (A-5); who has none is out at once (A-6).
    """
    ranked = tuple(ranked)
    best, worst = ranked[0], ranked[-1]
    after = list(lids)
    if best.hand.category is SCHOCK_OUT:
        moved = LIDS - after[worst.player]
        after = [0] * len(after)
        after[worst.player] = LIDS
        leaving = ranked[:-1]
        if lids_after_schock_out:
            leaving = tuple(sorted(leaving, key=lambda laid: lids[laid.player]))
        source, stack, reason = Source.ALL, 0, Reason.OUT_SCHOCK_OUT
    elif stack:
        moved = min(best.hand.lids, stack)
        after[worst.player] += moved
        stack -= moved
        leaving = () if stack else tuple(one for one in ranked if not after[one.player])
        source, reason = Source.STACK, Reason.OUT_STACK_EMPTY
    else:
        moved = min(best.hand.lids, after[best.player])
        after[best.player] -= moved
        after[worst.player] += moved
        leaving = () if after[best.player] else ranked[:1]
        source, reason = Source.BEST, Reason.OUT_GAVE_LAST_LID
    out = tuple([Placed(laid.player, reason, cycle, laid) for laid in leaving])
    done = after[worst.player] == LIDS
    return make(CycleEnd, (ranked, moved, source, tuple(after), stack, out, done))
