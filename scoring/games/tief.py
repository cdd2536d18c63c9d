"""Document 002: Tief. Not to be the last one left."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from scoring.dice import NOTHING, Throw
from scoring.hands import Category, Hand

from .cup import DICE, CupRulebook, Laid, Shown, Turn, Turns, turns_of
from .lids import Placed, Source
from .play import Action, Event, Game, Outcome, Place, Reason, View, check_dice
from .rulebook import gettext_noop, option
from .thirteen import order_from

LIDS = gettext_noop(
    "How many lids lie on the stack: an odd number; 0 means two a player and one."
)


class CallKind(StrEnum):
    """What is called across the table. The words live in tournament/dice_words.py."""

    LOW = "low"
    HIGH = "high"
    SAME_AS_LOW = "same_as_low"


@dataclass(frozen=True, slots=True)
class Call:
    """ "64 in zwei ist tief": so many points, in at most so many throws."""

    kind: CallKind
    player: int
    points: int
    throws: int


@dataclass(frozen=True, slots=True)
class TiefEnd:
    """What a cycle did. `gone` left with three ones, `out` without a lid.

    Without `low` nobody was compared: only one player was left.
    """

    laid: tuple[Laid, ...]
    high: Laid | None
    low: Laid | None
    source: Source | None
    lids: tuple[int, ...]
    stack: int
    gone: tuple[Placed, ...]
    out: tuple[Placed, ...]
    done: bool

    @property
    def announced(self) -> tuple[int, ...]:
        """002: who threw three ones in one throw owes a round."""
        return tuple(one.player for one in self.gone if one.laid.hand.one_throw)


@dataclass(frozen=True, kw_only=True, slots=True)
class Tief(CupRulebook):
    key: ClassVar[str] = "tief"
    document: ClassVar[str] = "002"
    title: ClassVar[str] = "Tief"

    lids: int = option(0, (0, *range(3, 100, 2)), LIDS)

    def lids_for(self, players: int) -> int:
        """002: 7 lids for three, 9 for four; 2n + 1, or as chosen (A-27)."""
        return self.lids or 2 * players + 1

    def points(self, throw: Throw) -> int:
        """002: a 1 counts 100, a 6 counts 60; without either all is scrap."""
        if 1 not in throw and 6 not in throw:
            return 0
        return sum({1: 100, 6: 60}.get(pip, pip) for pip in throw)

    def hand(self, throw: Throw, one_throw: bool) -> Hand:
        points = self.points(throw)
        category = Category.POINTS if points else Category.SCRAP
        return Hand(points, category, points, 1, throw, one_throw)

    def goes(self, hand: Hand) -> bool:
        """002: three ones, however made, and the player is out at once.

        If he began the cycle, the throws he took for them limit the others.
        """
        return hand.throw.count(1) == DICE

    def high(self, compared: Sequence[Laid]) -> Laid:
        """A-25: the most points; of equals the first keeps it."""
        return max(compared)

    def low(self, compared: Sequence[Laid]) -> Laid:
        """002 "Mit ist shit": the fewest points; of equals the later is lower."""
        return min(compared)

    def compared(self, laid: Sequence[Laid]) -> list[Laid]:
        """A-24: who went with three ones is compared with nobody."""
        return [one for one in laid if not self.goes(one.hand)]

    def settle(
        self,
        laid: Sequence[Laid],
        unthrown: int,
        lids: Sequence[int],
        stack: int,
        cycle: int = 1,
    ) -> TiefEnd:
        """End a cycle; `unthrown` players were left when it ended early.

        Who goes with three ones takes his lids along (A-24). Low takes a lid
        from the stack, from high when it is empty.
        """
        gone = tuple(
            Placed(one.player, Reason.THREE_ONES, cycle, one)
            for one in laid
            if self.goes(one.hand)
        )
        compared = self.compared(laid)
        after = list(lids)
        if len(compared) + unthrown < 2:
            return TiefEnd(
                tuple(laid), None, None, None, tuple(after), stack, gone, (), True
            )
        high, low = self.high(compared), self.low(compared)
        source = Source.STACK if stack else Source.BEST
        if stack:
            stack -= 1
        else:
            after[high.player] -= 1
        after[low.player] += 1
        lidless = [one for one in compared if not stack and not after[one.player]]
        out = tuple(
            Placed(one.player, self.without_lid(source), cycle, one)
            for one in sorted(lidless, reverse=True)
        )
        done = len(compared) - len(out) == 1
        return TiefEnd(
            tuple(laid), high, low, source, tuple(after), stack, gone, out, done
        )

    def without_lid(self, source: Source) -> Reason:
        if source is Source.STACK:
            return Reason.OUT_STACK_EMPTY
        return Reason.OUT_GAVE_LAST_LID

    def calls(self, laid: Sequence[Laid], limit: int) -> tuple[Call, ...]:
        """002 "Wichtige Redewendungen": what the others have to know.

        With scrap the low call is "Schrott in eins".
        """
        compared = self.compared(laid)
        if not compared:
            return ()
        low, high = self.low(compared), self.high(compared)
        calls = [Call(CallKind.LOW, low.player, low.hand.value, limit)]
        if high is not low:
            calls.append(Call(CallKind.HIGH, high.player, high.hand.value, limit))
        before = compared[:-1]
        if (
            before
            and low is compared[-1] is laid[-1]
            and low.hand.strength == self.low(before).hand.strength
        ):
            same = Call(CallKind.SAME_AS_LOW, low.player, low.hand.value, limit)
            calls.append(same)
        return tuple(calls)

    def opening(self, players: int, starter: int | None) -> Game:
        order = order_from(starter or 0, range(players))
        cycle = TiefCycle(1, order, (0,) * players, self.lids_for(players))
        return TiefGame(self, turns_of(self), cycle, (None,) * players)


@dataclass(frozen=True, slots=True)
class TiefCycle:
    """What does not change while a cycle is played; `placed` are out already."""

    number: int
    order: tuple[int, ...]
    lids: tuple[int, ...]
    stack: int
    placed: tuple[Placed, ...] = ()
    before: TiefEnd | None = None


@dataclass(frozen=True, slots=True)
class TiefView(View):
    """Tief as one player sees it: the cups not lifted yet hide all their dice.

    `waiting` are still to throw, `covered` have thrown and wait for their turn.
    """

    player: int | None
    cycle: TiefCycle
    waiting: tuple[int, ...]
    covered: tuple[int, ...]
    laid: tuple[Shown, ...]
    turn: Shown | None
    calls: tuple[Call, ...]

    @property
    def limit(self) -> int | None:
        return self.laid[0].throws if self.laid else None


@dataclass(frozen=True, slots=True)
class TiefGame(Game):
    """A running game of Tief.

    `thrown` are the first throws of the cycle in the order of play, None where
    the cup is still to be shaken; `laid` the turns that are over; `turn` is
    None until all have thrown and when the game is over.
    """

    rules: Tief
    turns: Turns
    cycle: TiefCycle
    thrown: tuple[Throw | None, ...]
    laid: tuple[Turn, ...] = ()
    turn: Turn | None = None

    @property
    def finished(self) -> bool:
        return self.cycle.before is not None and self.cycle.before.done

    @property
    def to_act(self) -> tuple[int, ...]:
        """002: all throw at once, in any order; then one after the other."""
        if self.finished:
            return ()
        if self.turn is not None:
            return (self.cycle.order[len(self.laid)],)
        return tuple(
            player
            for player, throw in zip(self.cycle.order, self.thrown, strict=True)
            if throw is None
        )

    def legal(self, player: int) -> tuple[Action, ...]:
        if player not in self.to_act:
            return ()
        return (self.turn or self.turns.fresh[self.rules.throws]).legal

    def dice_for(self, player: int, action: Action) -> int:
        self.refuse_others(player)
        turn = self.turn or self.turns.fresh[self.rules.throws]
        self.turns.check(turn, action)
        return self.turns.thrown_by(turn, action)

    def after(self, event: Event) -> "TiefGame":
        want = self.dice_for(event.player, event.action)
        check_dice(want, event.dice)
        if self.turn is not None:
            turn = self.turns.after(self.turn, event.action, event.dice)
            return self.went_on(turn, stands=turn is self.turn)
        thrown = tuple(
            event.dice if player == event.player else throw
            for player, throw in zip(self.cycle.order, self.thrown, strict=True)
        )
        return replace(self, thrown=thrown).lifted()

    def lifted(self) -> "TiefGame":
        """The next player lifts his cup, once all have thrown."""
        if None in self.thrown:
            return self
        limit = self.laid[0].throws if self.laid else self.rules.throws
        dice = self.thrown[len(self.laid)]
        assert dice is not None
        return self.went_on(self.turns.at(limit, 1, NOTHING, dice), stands=False)

    def went_on(self, turn: Turn, stands: bool) -> "TiefGame":
        """The turn under way is now `turn`; it may be over, and the cycle too."""
        assert turn.hand is not None
        if not (stands or turn.spent or self.rules.goes(turn.hand)):
            return replace(self, turn=turn)
        after = replace(self, laid=(*self.laid, turn), turn=None)
        left = len(after.cycle.order) - len(after.laid)
        staying = sum(not self.rules.goes(one.hand) for one in after.lying)
        if left and left + staying > 1:
            return after.lifted()
        return after.settled(left)

    @property
    def lying(self) -> tuple[Laid, ...]:
        """The hands of the turns that are over."""
        places = range(len(self.laid))
        return tuple(map(Turn.lie, self.laid, self.cycle.order, places))

    def settled(self, unthrown: int) -> "TiefGame":
        cycle = self.cycle
        end = self.rules.settle(
            self.lying, unthrown, cycle.lids, cycle.stack, cycle.number
        )
        left = (*end.gone, *end.out)
        placed = (*cycle.placed, *left)
        if end.done:
            over = replace(
                cycle, lids=end.lids, stack=end.stack, placed=placed, before=end
            )
            return TiefGame(self.rules, self.turns, over, ())
        assert end.low is not None
        order = order_from(end.low.player, cycle.order, left)
        following = TiefCycle(cycle.number + 1, order, end.lids, end.stack, placed, end)
        return TiefGame(self.rules, self.turns, following, (None,) * len(order))

    def view(self, player: int | None) -> TiefView:
        """002: covered until one's turn, open from then on; nobody peeks."""
        limit = self.laid[0].throws if self.laid else self.rules.throws
        waiting = () if self.turn is not None else self.to_act
        lifted = len(self.laid) + (self.turn is not None)
        return TiefView(
            player,
            self.cycle,
            waiting,
            tuple(
                player
                for player, throw in list(
                    zip(self.cycle.order, self.thrown, strict=False)
                )[lifted:]
                if throw is not None
            ),
            tuple(turn.lifted for turn in self.laid),
            self.turn.lifted if self.turn is not None else None,
            self.rules.calls(self.lying, limit),
        )

    @property
    def outcome(self) -> Outcome | None:
        """002: the order of going out; the last one left loses."""
        if not self.finished:
            return None
        places = [
            Place(
                one.player,
                place,
                one.reason,
                (("cycle", one.cycle), ("points", one.laid.hand.value)),
            )
            for place, one in enumerate(self.cycle.placed, start=1)
        ]
        gone = {place.player for place in places}
        (last,) = set(range(len(self.cycle.lids))) - gone
        lost = Place(
            last,
            len(places) + 1,
            Reason.LAST_LEFT,
            (("cycle", self.cycle.number), ("lids", self.cycle.lids[last])),
        )
        return Outcome((*places, lost))
