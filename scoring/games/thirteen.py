"""Schocken with thirteen lids: what 000, 001 and 004 have in common."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from scoring.dice import FACES, Throw
from scoring.hands import Category, Hand

from .cup import DICE, CupRulebook, Laid, Shown, Turn, Turns, turns_of
from .lids import LIDS, CycleEnd, Edge, Placed, settle
from .play import Action, Event, Game, Outcome, Place, Reason, View, make
from .rulebook import gettext_noop, option

STRAIGHTS = frozenset(map(Throw.parse, ("654", "543", "432", "321")))

OPEN_THROWS = gettext_noop(
    "Are all throws open? By default everybody's last allowed throw stays under "
    "the cup until all have thrown."
)
AFTER_SCHOCK_OUT = gettext_noop(
    "After a Schock out the others are placed by their hands of that cycle, "
    "or the one with fewer lids first."
)
STACK_EMPTY = gettext_noop(
    "Players who have no lid when the stack runs out are placed by their hands "
    "of that cycle, or play a deciding half among themselves."
)


class StageKind(StrEnum):
    HALF = "half"
    PLAY_OFF = "play_off"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Stage:
    """One half to be played: by whom, clockwise, and who begins."""

    kind: StageKind
    number: int
    players: tuple[int, ...]
    starter: int


@dataclass(frozen=True, slots=True)
class Played:
    """A finished half: its players first to last, each with the reason."""

    stage: Stage
    placed: tuple[Placed, ...]

    @property
    def order(self) -> tuple[int, ...]:
        return tuple(one.player for one in self.placed)


@dataclass(frozen=True, kw_only=True, slots=True)
class ThirteenRulebook(CupRulebook):
    """Thirteen lids go from the stack to the worst, then from best to worst."""

    open_throws: bool = option(False, (False, True), OPEN_THROWS)
    after_schock_out: str = option("hands", ("hands", "lids"), AFTER_SCHOCK_OUT)
    stack_empty: str = option("hands", ("hands", "play_off"), STACK_EMPTY)

    def category(self, throw: Throw, one_throw: bool) -> Category:
        """Which kind of hand the dice are; a game may want them of one throw."""
        ones = throw.count(1)
        if ones == DICE:
            return Category.SCHOCK_OUT
        if ones == DICE - 1:
            return Category.SCHOCK
        if self.one_throw_only() and not one_throw:
            return Category.PLAIN
        if len(set(throw)) == 1:
            return Category.GENERAL
        return Category.STRAIGHT if throw in STRAIGHTS else Category.PLAIN

    def one_throw_only(self) -> bool:
        """Whether straights and generals must lie in one throw (A-8)."""
        return False

    def value(self, category: Category, throw: Throw) -> int:
        """What tells hands of one category apart."""
        if category is Category.PLAIN:
            return self.plain_value(throw)
        return throw[0]

    def plain_value(self, throw: Throw) -> int:
        """A-12: the digits, highest first."""
        return int(str(throw))

    def rank(self, category: Category, value: int, one_throw: bool) -> tuple[int, ...]:
        """What two hands are compared by; the greater is the better."""
        return (category, value)

    def lids(self, category: Category, value: int) -> int:
        """How many lids the worst receives when this is the best hand."""
        return {
            Category.SCHOCK_OUT: LIDS,
            Category.SCHOCK: value,
            Category.GENERAL: 3,
            Category.STRAIGHT: 2,
            Category.PLAIN: 1,
        }[category]

    def hand(self, throw: Throw, one_throw: bool) -> Hand:
        return hands_of(self)[throw, one_throw]

    def ranking(self) -> tuple[Hand, ...]:
        """Every hand that can be thrown, best first; equally good ones by dice.

        Assembled hands need a die that may lie aside.
        """
        return tuple(
            sorted(
                hand
                for hand in hands_of(self).values()
                if hand.one_throw or any(map(self.may_keep, hand.throw))
            )
        )[::-1]

    def covers(self, throws: int, limit: int) -> bool:
        """Everybody's last allowed throw stays under the cup until all have thrown.

        The starter's only if it is his third; what lies aside is seen (004).
        """
        return throws == limit and not self.open_throws

    def edge(self, better: Laid, worse: Laid) -> Edge:
        """Why the one lies before the other."""
        if better.hand.strength != worse.hand.strength:
            return Edge.HAND
        if self.worth(better.hand, better.throws) != self.worth(
            worse.hand, worse.throws
        ):
            return Edge.FEWER_THROWS
        return Edge.EARLIER

    def settle(
        self, laid: Sequence[Laid], lids: Sequence[int], stack: int, cycle: int = 1
    ) -> CycleEnd:
        """End a cycle in which these hands were laid down, in any order."""
        return settle(
            sorted(laid, reverse=True),
            lids,
            stack,
            cycle=cycle,
            lids_after_schock_out=self.after_schock_out == "lids",
        )

    def opening(self, players: int, starter: int | None) -> Game:
        """001 rule 1: the first drawn begins, unless somebody else is named."""
        return self.first_half(players, starter or 0)

    def first_half(self, players: int, starter: int) -> Game:
        stage = Stage(StageKind.HALF, 1, tuple(range(players)), starter)
        return begin(Match(self, players, (), stage), turns_of(self))

    def next_stage(self, played: tuple[Played, ...]) -> Stage | None:
        """What is to be played next; None when the game is over."""
        return self.play_off(played[-1]) or self.next_half(played)

    def next_half(self, played: tuple[Played, ...]) -> Stage | None:
        """001 rule 2: a game is one half."""
        return None

    def play_off(self, last: Played) -> Stage | None:
        """A-1, opt: who went out together when the stack ran out plays it out.

        The last of them by the hands of that cycle begins.
        """
        tied = tuple(
            one.player for one in last.placed if one.reason is Reason.OUT_STACK_EMPTY
        )
        if self.stack_empty != "play_off" or len(tied) < 2:
            return None
        number = last.stage.number
        return Stage(StageKind.PLAY_OFF, number, tuple(sorted(tied)), tied[-1])

    def outcome(self, played: tuple[Played, ...]) -> Outcome:
        """A-1: the finishing order of a game that is one half."""
        (half,) = halves(played)
        return Outcome(
            tuple(
                Place(
                    one.player,
                    place,
                    one.reason,
                    (("cycle", one.cycle), ("hand", str(one.laid.hand))),
                )
                for place, one in enumerate(half, start=1)
            )
        )


@cache
def hands_of(rules: ThirteenRulebook) -> dict[tuple[Throw, bool], Hand]:
    """Every hand of a rulebook, its strength counted from 0 for the worst."""
    worth = {}
    for pips in combinations_with_replacement(FACES, DICE):
        throw = Throw(pips)
        for one_throw in (True, False):
            category = rules.category(throw, one_throw)
            worth[throw, one_throw] = category, rules.value(category, throw)
    ranks = {place: rules.rank(*worth[place], place[1]) for place in worth}
    strengths = {
        rank: strength for strength, rank in enumerate(sorted({*ranks.values()}))
    }
    return {
        (throw, one_throw): Hand(
            strengths[ranks[throw, one_throw]],
            category,
            value,
            rules.lids(category, value),
            throw,
            one_throw,
        )
        for (throw, one_throw), (category, value) in worth.items()
    }


def halves(played: Sequence[Played]) -> list[list[Placed]]:
    """The finishing order of each half, its play-offs worked in."""
    orders: list[list[Placed]] = []
    for one in played:
        if one.stage.kind is StageKind.HALF:
            orders.append(list(one.placed))
        elif one.stage.kind is StageKind.PLAY_OFF:
            first = min(
                place
                for place, placed in enumerate(orders[-1])
                if placed.player in one.stage.players
            )
            orders[-1][first : first + len(one.placed)] = [
                placed._replace(reason=Reason.PLAY_OFF) for placed in one.placed
            ]
    return orders


@dataclass(frozen=True, slots=True)
class Match:
    """What does not change while a half is played."""

    rules: ThirteenRulebook
    players: int
    played: tuple[Played, ...]
    stage: Stage | None


class Cycle(NamedTuple):
    """What does not change while a cycle is played: order, lids, stack.

    `before` is what the cycle before did; `placed` are out of the half already.
    """

    number: int
    order: tuple[int, ...]
    lids: tuple[int, ...]
    stack: int
    placed: tuple[Placed, ...] = ()
    before: CycleEnd | None = None


class LidViewFields(NamedTuple):
    player: int | None
    match: Match
    cycle: Cycle
    laid: tuple[Shown, ...]
    turn: Shown | None


class LidView(LidViewFields, View):
    """A game with thirteen lids as one player sees it.

    `laid` are the turns of this cycle that are over, in the order of play;
    `turn` is the turn under way, None when the game is over.
    """

    __slots__ = ()

    @property
    def limit(self) -> int | None:
        """How many throws the starter of the cycle left the others."""
        return self.laid[0].throws if self.laid else None


class LidGameFields(NamedTuple):
    match: Match
    turns: Turns
    cycle: Cycle
    laid: tuple[Turn, ...]
    turn: Turn
    to_act: tuple[int, ...]


class LidGame(LidGameFields, Game):
    """A running game with thirteen lids.

    `laid` are this cycle's turns that are over, `turn` the one under way, `turns`
    all there can be; a view has none of those, as they tell what others threw.
    """

    __slots__ = ()

    @property
    def rules(self) -> ThirteenRulebook:
        return self.match.rules

    def legal(self, player: int) -> tuple[Action, ...]:
        return self.turn.legal if player in self.to_act else ()

    def dice_for(self, player: int, action: Action) -> int:
        if player not in self.to_act:
            self.refuse_others(player)
        dice = self.turn.dice.get(action)
        if dice is None:
            self.turns.check(self.turn, action)
            raise AssertionError(action)
        return dice

    def after(self, event: Event) -> "LidGame":
        match, turns, cycle, laid, before, to_act = self
        if event.player not in to_act:
            self.refuse_others(event.player)
        turn = before.known.get(event[1:])
        if turn is None:
            turn = turns.after(before, event.action, event.dice)
        if turn is not before and turn.throws < turn.limit:
            return make(LidGame, (match, turns, cycle, laid, turn, to_act))
        laid = (*laid, turn)
        if len(laid) == len(cycle.order):
            return self.settled(laid)
        fresh = turns.fresh[laid[0].throws]
        following = (cycle.order[len(laid)],)
        return make(LidGame, (match, turns, cycle, laid, fresh, following))

    def settled(self, turns: tuple[Turn, ...]) -> "LidGame":
        """All have thrown: lift the cups, move the lids, go on to what is next."""
        match, cycle = self.match, self.cycle
        laid = list(map(Turn.lie, turns, cycle.order, range(len(turns))))
        end = match.rules.settle(laid, cycle.lids, cycle.stack, cycle.number)
        placed = (*cycle.placed, *end.out)
        if not end.done:
            order = order_from(end.worst.player, cycle.order, end.out)
            following = make(
                Cycle,
                (cycle.number + 1, order, end.lids, end.stack, placed, end),
            )
            return starting(match, self.turns, following)
        assert match.stage is not None
        lost_by = Reason.WORST_AT_SCHOCK_OUT if end.source == "all" else Reason.ALL_LIDS
        placed = (
            *placed,
            Placed(end.worst.player, lost_by, cycle.number, end.worst),
        )
        played = (*match.played, Played(match.stage, placed))
        stage = match.rules.next_stage(played)
        match = replace(match, played=played, stage=stage)
        if stage is not None:
            return begin(match, self.turns, end)
        over = cycle._replace(lids=end.lids, stack=end.stack, placed=placed, before=end)
        return LidGame(match, self.turns, over, (), self.turns.fresh[0], ())

    def view(self, player: int | None) -> LidView:
        """Only its owner peeks at a throw that is under the cup."""
        match, _turns, cycle, laid, turn, to_act = self
        shown = [turn.seen for turn in laid] if laid else []
        if laid and player in cycle.order[: len(laid)]:
            place = cycle.order.index(player)
            shown[place] = laid[place].lifted
        now = turn.lifted if to_act else None
        return make(LidView, (player, match, cycle, tuple(shown), now))

    @property
    def outcome(self) -> Outcome | None:
        if self.match.stage is not None:
            return None
        return self.match.rules.outcome(self.match.played)


def begin(match: Match, turns: Turns, before: CycleEnd | None = None) -> LidGame:
    """All lids are on the stack again and the starter has the cup."""
    assert match.stage is not None
    order = order_from(match.stage.starter, match.stage.players)
    cycle = Cycle(1, order, (0,) * match.players, LIDS, (), before)
    return starting(match, turns, cycle)


def starting(match: Match, turns: Turns, cycle: Cycle) -> LidGame:
    """A new cycle: its starter has the cup and all his throws."""
    fresh = turns.fresh[match.rules.throws]
    return LidGame(match, turns, cycle, (), fresh, cycle.order[:1])


def order_from(
    starter: int, players: Sequence[int], out: Sequence[Placed] = ()
) -> tuple[int, ...]:
    """Who throws after whom: clockwise from the starter, without who is out."""
    order = tuple(players)
    for placed in out:
        first = order.index(placed.player)
        order = order[:first] + order[first + 1 :]
    first = order.index(starter)
    return order[first:] + order[:first]
