"""Document 000: Schock-Ut."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from scoring.dice import Throw
from scoring.errors import Rule, RuleBroken
from scoring.hands import Category

from .cup import DICE
from .play import (
    ROLL,
    Action,
    Event,
    Game,
    Outcome,
    View,
    check_dice,
)
from .rulebook import gettext_noop, option
from .two_halves import TwoHalvesRulebook

SIMPLE = gettext_noop(
    "How are plain throws compared: by their digits, or with a six counted as 60 "
    "and the other pips added?"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class SchockUt(TwoHalvesRulebook):
    key: ClassVar[str] = "schock-ut"
    document: ClassVar[str] = "000"
    title: ClassVar[str] = "Schock-Ut"

    simple: str = option("digits", ("digits", "sum60"), SIMPLE)

    def plain_value(self, throw: Throw) -> int:
        """A-17: the document's examples are digits; its words count a six as 60."""
        if self.simple == "sum60":
            return sum(60 if pip == 6 else pip for pip in throw)
        # a dataclass with slots is a second class, which bare super() does not know
        return super(SchockUt, self).plain_value(throw)

    def rank(self, category: Category, value: int, one_throw: bool) -> tuple[int, ...]:
        """000: 111 of one throw is better than 111 assembled (A-18: of any throw)."""
        best = category is Category.SCHOCK_OUT and one_throw
        return (category, value, best)

    def table_starter(
        self, number: int, previous: Sequence[int] = (), players: int = 3
    ) -> int | None:
        """000: the highest throw begins game 1, unless the seats are to say it."""
        if number == 1 and self.next_starter == "loser":
            return None
        return super(SchockUt, self).table_starter(number, previous, players)

    def opening(self, players: int, starter: int | None) -> Game:
        """000: a throw of each decides who begins, unless somebody is named."""
        if starter is not None:
            return self.first_half(players, starter)
        return RollOff(self, players, (None,) * players, tuple(range(players)))


@dataclass(frozen=True, slots=True)
class RollOffView(View):
    """All throws for the start are open."""

    player: int | None
    thrown: tuple[Throw | None, ...]
    waiting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RollOff(Game):
    """000: the highest pips of one throw begin; who is equal throws again.

    `thrown` are the throws by seat, None for who has not thrown in this try
    or is no longer in question. `waiting` may throw, in any order.
    """

    rules: SchockUt
    players: int
    thrown: tuple[Throw | None, ...]
    waiting: tuple[int, ...]

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.waiting

    def legal(self, player: int) -> tuple[Action, ...]:
        return (ROLL,) if player in self.waiting else ()

    def dice_for(self, player: int, action: Action) -> int:
        self.refuse_others(player)
        self.check(action)
        return DICE

    def check(self, action: Action) -> None:
        if action != ROLL:
            raise RuleBroken(Rule.ACTION_UNKNOWN, action=str(action))

    def after(self, event: Event) -> Game:
        self.refuse_others(event.player)
        self.check(event.action)
        check_dice(DICE, event.dice)
        thrown = tuple(
            event.dice if player == event.player else throw
            for player, throw in enumerate(self.thrown)
        )
        waiting = tuple(one for one in self.waiting if one != event.player)
        if waiting:
            return RollOff(self.rules, self.players, thrown, waiting)
        most = max(map(sum, filter(None, thrown)))
        highest = tuple(
            player
            for player, throw in enumerate(thrown)
            if throw and sum(throw) == most
        )
        if len(highest) == 1:
            return self.rules.first_half(self.players, highest[0])
        return RollOff(self.rules, self.players, (None,) * self.players, highest)

    def view(self, player: int | None) -> RollOffView:
        return RollOffView(player, self.thrown, self.waiting)

    @property
    def outcome(self) -> Outcome | None:
        return None
