"""Document 003: Klappen, "Shut the box": two dice and nine flaps."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import ClassVar

from scoring.dice import NOTHING, Throw
from scoring.errors import Rule, RuleBroken

from .play import (
    ROLL,
    STAND,
    Action,
    Event,
    Game,
    Outcome,
    Place,
    Reason,
    View,
    check_dice,
    close,
)
from .rulebook import Rulebook, gettext_noop, option
from .thirteen import order_from

Flaps = tuple[int, ...]

FLAPS: Flaps = tuple(range(1, 10))
ONE_DIE_UP_TO = 6

CLOSING = gettext_noop(
    "Which flaps may be closed: any that add up to the dice; exactly the flap of "
    "the sum or those of both dice; or the flap of the sum or of one or both dice."
)
SCORE = gettext_noop(
    "What do the open flaps cost: their sum, until all but one player have 45, or "
    "the number they spell (1, 5 and 9 open: 159), over a fixed number of rounds?"
)
SHUT_WINS = gettext_noop("Does a player who closes all flaps win the game at once?")
ROUNDS = gettext_noop(
    "How many rounds are played when the open flaps are read as a number."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Klappen(Rulebook):
    key: ClassVar[str] = "klappen"
    document: ClassVar[str] = "003"
    title: ClassVar[str] = "Klappen"

    limit: int = 45
    closing: str = option("any", ("any", "exact", "lenient"), CLOSING)
    score: str = option("sum", ("sum", "digits"), SCORE)
    shut_wins: bool = option(False, (False, True), SHUT_WINS)
    rounds: int = option(5, range(1, 31), ROUNDS)

    def dice(self, open_flaps: Flaps) -> int:
        """003: one die as soon as the open flaps sum to six or less (A-32)."""
        return 1 if sum(open_flaps) <= ONE_DIE_UP_TO else 2

    def closings(self, open_flaps: Flaps, dice: Throw) -> tuple[Flaps, ...]:
        """003: every set of open flaps that these dice may close."""
        return closings_of(self.closing, open_flaps, dice)

    def penalty(self, open_flaps: Flaps) -> int:
        """003: the sum of the open flaps; opt: read as one number (A-30)."""
        if self.score == "digits":
            return int("".join(map(str, open_flaps)) or "0")
        return sum(open_flaps)

    def eliminated(self, total: int) -> bool:
        """003: out with 45 or more; with numbers nobody is."""
        return self.score == "sum" and total >= self.limit

    def last_round(self, number: int, still_in: int) -> bool:
        """Whether the game is over after this round (A-29: it is completed)."""
        if self.score == "digits":
            return number >= self.rounds
        return still_in <= 1

    def opening(self, players: int, starter: int | None) -> Game:
        return KlappenGame(self.tally(players, starter or 0), FLAPS)

    def tally(self, players: int, starter: int = 0) -> "Tally":
        order = order_from(starter, range(players))
        return Tally(self, order, order, (Score(),) * players)


@cache
def closings_of(closing: str, open_flaps: Flaps, dice: Throw) -> tuple[Flaps, ...]:
    """A-31: any decomposition; exactly the sum or both values; or leniently."""
    wanted = sum(dice)
    singles = tuple(sorted(set(dice)))
    sets: Iterable[Flaps]
    if closing == "any":
        sets = (
            flaps
            for count in range(1, len(open_flaps) + 1)
            for flaps in combinations(open_flaps, count)
            if sum(flaps) == wanted
        )
    elif closing == "exact":
        sets = {(wanted,), singles}
    else:
        sets = {(wanted,), singles, *((single,) for single in singles)}
    return tuple(sorted(flaps for flaps in sets if set(flaps) <= set(open_flaps)))


@dataclass(frozen=True, slots=True)
class Score:
    """A player's penalties: in all, of his last turn, and when he was eliminated."""

    total: int = 0
    last: int = 0
    eliminated: int | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """The penalties of a game as they are written down, turn by turn.

    `order` is the order of play of the whole game; `playing` are the players
    of this round, of whom `turn` have played; `shut_by` won at once.
    """

    rules: Klappen
    order: tuple[int, ...]
    playing: tuple[int, ...]
    scores: tuple[Score, ...]
    number: int = 1
    turn: int = 0
    shut_by: int | None = None

    @property
    def over(self) -> bool:
        return self.shut_by is not None or not self.playing

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return self.playing[self.turn]

    def after(self, open_flaps: Flaps) -> "Tally":
        """Write down a turn that ended with these flaps open."""
        return self.penalised(self.rules.penalty(open_flaps), shut=not open_flaps)

    def penalised(self, penalty: int, shut: bool) -> "Tally":
        player = self.player
        old = self.scores[player]
        total = old.total + penalty
        out = self.number if self.rules.eliminated(total) else None
        scores = (
            *self.scores[:player],
            Score(total, penalty, out),
            *self.scores[player + 1 :],
        )
        written = replace(self, scores=scores, turn=self.turn + 1)
        if shut and self.rules.shut_wins:
            return replace(written, shut_by=player)
        if written.turn < len(self.playing):
            return written
        still_in = tuple(one for one in self.playing if scores[one].eliminated is None)
        if self.rules.last_round(self.number, len(still_in)):
            return replace(written, playing=())
        return replace(written, playing=still_in, number=self.number + 1, turn=0)

    @property
    def ranking(self) -> tuple[int, ...]:
        """A-28: later elimination, lower total, lower last penalty, order of play.

        A-33, opt: who shut the box is before them all.
        """
        return tuple(sorted(self.order, key=self.standing))

    def standing(self, player: int) -> tuple[int, ...]:
        score = self.scores[player]
        still_in = self.number + 1
        return (
            player != self.shut_by,
            -(score.eliminated or still_in),
            score.total,
            score.last,
            self.order.index(player),
        )

    def reason(self, player: int) -> Reason:
        if player == self.shut_by:
            return Reason.SHUT_THE_BOX
        if self.scores[player].eliminated is not None:
            return Reason.ELIMINATED
        return Reason.TOTAL if self.rules.score == "digits" else Reason.STILL_IN

    @property
    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        return Outcome(
            tuple(
                Place(
                    player,
                    place,
                    self.reason(player),
                    (
                        ("round", self.scores[player].eliminated or self.number),
                        ("total", self.scores[player].total),
                        ("last", self.scores[player].last),
                    ),
                )
                for place, player in enumerate(self.ranking, start=1)
            )
        )


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """How the turn before ended: the flaps left open and what they cost."""

    player: int
    open: Flaps
    dice: Throw
    penalty: int


@dataclass(frozen=True, slots=True)
class KlappenView(View):
    """Nothing is hidden: the flaps, the dice that wait for them, the tally."""

    player: int | None
    tally: Tally
    open: Flaps
    dice: Throw
    before: TurnEnd | None


@dataclass(frozen=True, slots=True)
class KlappenGame(Game):
    """A running game of Klappen. `dice` wait to be closed with, or are nothing."""

    tally: Tally
    open: Flaps
    dice: Throw = NOTHING
    before: TurnEnd | None = None

    @property
    def rules(self) -> Klappen:
        return self.tally.rules

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.tally.over else (self.tally.player,)

    def legal(self, player: int) -> tuple[Action, ...]:
        if player not in self.to_act:
            return ()
        if not self.dice:
            return (ROLL,)
        return tuple(map(close, self.rules.closings(self.open, self.dice)))

    def dice_for(self, player: int, action: Action) -> int:
        self.refuse_others(player)
        self.check(player, action)
        return self.rules.dice(self.open) if action == ROLL else 0

    def check(self, player: int, action: Action) -> None:
        """Refuse an action that is not legal, saying why."""
        if action in self.legal(player):
            return
        if action in (ROLL, STAND):
            rule = Rule.CLOSE_FIRST if self.dice else Rule.THROW_FIRST
            raise RuleBroken(rule, dice=str(self.dice))
        if not action.flaps:
            raise RuleBroken(Rule.ACTION_UNKNOWN, action=str(action))
        if not self.dice:
            raise RuleBroken(Rule.THROW_FIRST, dice="")
        shut = [flap for flap in action.flaps if flap not in self.open]
        if shut:
            raise RuleBroken(Rule.FLAP_NOT_OPEN, flap=shut[0])
        raise RuleBroken(
            Rule.FLAPS_DO_NOT_FIT, flaps=str(action)[1:], dice=str(self.dice)
        )

    def after(self, event: Event) -> "KlappenGame":
        check_dice(self.dice_for(event.player, event.action), event.dice)
        if event.action != ROLL:
            left = tuple(flap for flap in self.open if flap not in event.action.flaps)
            if left:
                return replace(self, open=left, dice=NOTHING)
            return self.ended((), self.dice)
        if self.rules.closings(self.open, event.dice):
            return replace(self, dice=event.dice)
        return self.ended(self.open, event.dice)

    def ended(self, open_flaps: Flaps, dice: Throw) -> "KlappenGame":
        """003: the turn ends when no flap can be closed; all flaps are opened."""
        end = TurnEnd(
            self.tally.player, open_flaps, dice, self.rules.penalty(open_flaps)
        )
        return KlappenGame(self.tally.after(open_flaps), FLAPS, NOTHING, end)

    def view(self, player: int | None) -> KlappenView:
        return KlappenView(player, self.tally, self.open, self.dice, self.before)

    @property
    def outcome(self) -> Outcome | None:
        return self.tally.outcome
