"""One player's turn with the cup: what he may put aside, turn and throw again.

Schocken and Tief share it. A turn is one of a few thousand positions of a
rulebook; each is made once, knows all it allows, and remembers where its
throws lead, so that a running game only looks up.
"""

from abc import abstractmethod
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from typing import NamedTuple

from scoring.dice import NOTHING, Throw
from scoring.errors import Rule, RuleBroken
from scoring.hands import Hand

from .play import ROLL, STAND, Action, check_dice, roll
from .rulebook import Rulebook

DICE = 3
SIX = 6


class Laid(NamedTuple):
    """A hand as it lies at the end of a cycle; the greater is the better.

    `level` is where it stands among the hands of its cycle, no two alike.
    `throws` is the number of the player's last throw (A-10), `turn` his place
    in the order of play, from 0.
    """

    level: int
    player: int
    hand: Hand
    throws: int
    turn: int


@dataclass(frozen=True, kw_only=True, slots=True)
class CupRulebook(Rulebook):
    """A game of three dice under a cup, with up to three throws a turn."""

    throws: int = 3

    @abstractmethod
    def hand(self, throw: Throw, one_throw: bool) -> Hand:
        """What these three dice are worth."""

    def worth(self, hand: Hand, throws: int) -> int:
        """What hands of one cycle are compared by, before the order of play."""
        return hand.strength

    def level(self, hand: Hand, throws: int) -> int:
        """Worth with room below it for the places in the order of play.

        Of equal hands the earlier is the better (000, 001 rule 6, 004, A-25).
        """
        return self.worth(hand, throws) * self.most_players

    def covers(self, throws: int, limit: int) -> bool:
        """Whether a turn of so many throws stays under the cup until all have thrown.

        Not in Tief: open from one's turn on (002).
        """
        return False

    def may_keep(self, pip: int) -> bool:
        """Which dice may be put aside: any (000, 004, 002)."""
        return True

    def check_roll(self, turn: "Turn", action: Action) -> None:
        """Refuse to put aside, turn or throw what the rules forbid, saying why.

        A-14: only before a further throw, which throws at least one die; what
        lies aside never comes back. A-19 to A-21: of the sixes of one throw
        66 makes one 1 and 666 makes two; the six left over is thrown again.
        """
        if turn.throws >= turn.limit:
            raise RuleBroken(Rule.THROWS_SPENT, limit=turn.limit)
        sixes = turn.loose.count(SIX)
        needed = action.turned + 1 if action.turned else 0
        if action.turned and sixes != needed:
            raise RuleBroken(
                Rule.TURN_NEEDS_SIXES, needed=needed, ones=action.turned, sixes=sixes
            )
        if not turn.loose.holds(action.keep):
            raise RuleBroken(
                Rule.KEEP_NOT_THROWN, keep=str(action.keep), thrown=str(turn.loose)
            )
        if action.turned and SIX in action.keep:
            raise RuleBroken(Rule.LEFT_OVER_SIX)
        if not all(map(self.may_keep, action.keep)):
            raise RuleBroken(Rule.KEEP_ONLY_ONES, keep=str(action.keep))
        if turn.throws and len(action.keep) == len(turn.loose):
            raise RuleBroken(Rule.THROW_ONE_DIE)


@dataclass(frozen=True, slots=True)
class Shown:
    """A turn as somebody sees it: `hidden` dice are there but nobody says which."""

    limit: int
    throws: int
    aside: Throw
    loose: Throw
    hidden: int = 0
    hand: Hand | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """Where a player's turn stands: the dice aside, the dice last thrown.

    `lifted` is what the player himself sees, `seen` what the others see of it
    once it is over; `dice` is how many dice each legal action throws. Where the
    throws lead and the hand laid down are remembered in `known` and `laid`.
    """

    limit: int
    throws: int
    aside: Throw
    loose: Throw
    hand: Hand | None = field(compare=False)
    level: int = field(compare=False, repr=False)
    legal: tuple[Action, ...] = field(compare=False, repr=False)
    lifted: Shown = field(compare=False, repr=False)
    seen: Shown = field(compare=False, repr=False)
    dice: dict[Action, int] = field(compare=False, repr=False)
    known: dict[tuple[Action, Throw], "Turn"] = field(
        compare=False, repr=False, default_factory=dict
    )
    laid: dict[tuple[int, int], Laid] = field(
        compare=False, repr=False, default_factory=dict
    )

    def lie(self, player: int, place: int) -> Laid:
        """The hand of this turn, laid down by a player in his place in the order."""
        laid = self.laid.get((player, place))
        if laid is None:
            assert self.hand is not None
            laid = Laid(self.level - place, player, self.hand, self.throws, place)
            self.laid[player, place] = laid
        return laid

    @property
    def spent(self) -> bool:
        """The last allowed throw ends the turn: nothing is left to decide (A-14)."""
        return self.throws == self.limit


class Turns:
    """All turns of one rulebook, each made when it is first reached."""

    __slots__ = ("covered", "fresh", "made", "rules")

    def __init__(self, rules: CupRulebook) -> None:
        self.rules = rules
        self.made: dict[tuple[int, int, Throw, Throw], Turn] = {}
        self.covered: dict[Shown, Shown] = {}
        """One for all dice under the cup: not even which object it is tells them."""
        self.fresh = tuple(
            self.at(limit, 0, NOTHING, NOTHING) for limit in range(rules.throws + 1)
        )
        """By the number of throws allowed: the turn before its first throw."""

    def __reduce__(self) -> tuple[object, tuple[CupRulebook]]:
        """A copy is the turns of the same rulebook, without what others threw."""
        return turns_of, (self.rules,)

    def at(self, limit: int, throws: int, aside: Throw, loose: Throw) -> Turn:
        place = limit, throws, aside, loose
        turn = self.made.get(place)
        if turn is None:
            turn = self.made[place] = self.make(*place)
        return turn

    def make(self, limit: int, throws: int, aside: Throw, loose: Throw) -> Turn:
        hand, level = None, 0
        if throws:
            hand = self.rules.hand(aside.join(loose), one_throw=not aside)
            level = self.rules.level(hand, throws)
        lifted = Shown(limit, throws, aside, loose, 0, hand)
        seen = lifted
        if self.rules.covers(throws, limit):
            seen = Shown(limit, throws, aside, NOTHING, len(loose))
            seen = self.covered.setdefault(seen, seen)
        bare = Turn(limit, throws, aside, loose, hand, level, (), lifted, seen, {})
        legal = self.legal(bare)
        dice = {action: self.thrown_by(bare, action) for action in legal}
        return replace(bare, legal=legal, dice=dice)

    def legal(self, turn: Turn) -> tuple[Action, ...]:
        """Standing, and every throw that the rulebook does not refuse."""
        if not turn.throws:
            return (ROLL,)
        keeps = {
            Throw(dice)
            for count in range(len(turn.loose))
            for dice in combinations(turn.loose, count)
        }
        rolls = [roll(keep, turned) for turned in range(DICE) for keep in sorted(keeps)]
        return (STAND, *(action for action in rolls if self.allows(turn, action)))

    def allows(self, turn: Turn, action: Action) -> bool:
        try:
            self.rules.check_roll(turn, action)
        except RuleBroken:
            return False
        return True

    def thrown_by(self, turn: Turn, action: Action) -> int:
        """How many dice the action throws."""
        if action.kind == STAND.kind:
            return 0
        return DICE - len(turn.aside) - len(action.keep) - action.turned

    def aside_after(self, turn: Turn, action: Action) -> Throw:
        """What lies aside once it is done: a turned six lies there as a 1."""
        return Throw((*turn.aside, *action.keep, *(1,) * action.turned))

    def check(self, turn: Turn, action: Action) -> None:
        """Refuse an action that is not among `turn.legal`, saying why."""
        if action in turn.dice:
            return
        if action.kind == ROLL.kind:
            self.rules.check_roll(turn, action)
        if action == STAND:
            raise RuleBroken(Rule.THROW_FIRST)
        raise RuleBroken(Rule.ACTION_UNKNOWN, action=str(action))

    def after(self, turn: Turn, action: Action, dice: Throw) -> Turn:
        """Where the turn stands after this action; a turn that stands stays."""
        after = turn.known.get((action, dice))
        if after is None:
            self.check(turn, action)
            check_dice(self.thrown_by(turn, action), dice)
            if action == STAND:
                after = turn
            else:
                aside = self.aside_after(turn, action)
                after = self.at(turn.limit, turn.throws + 1, aside, dice)
            turn.known[action, dice] = after
        return after


@cache
def turns_of(rules: CupRulebook) -> Turns:
    """The turns of a rulebook, shared by all its games."""
    return Turns(rules)
