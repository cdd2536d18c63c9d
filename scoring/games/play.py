"""A running game: an immutable state rebuilt from its events.

The same few words serve every game. A player decides on an `Action`; what
happens is an `Event`, the action with the dice that came of it, so that a game
never rolls and can be replayed from its record.

What a game makes anew at every event is a named tuple, not a frozen dataclass,
and made by `make`: that takes a quarter of the time, and a half has 45 events.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from scoring.dice import NOTHING, Throw
from scoring.errors import BadNotation, Rule, RuleBroken

make = tuple.__new__
"""Makes a named tuple of a tuple of all its fields."""


class Action(NamedTuple):
    """What a player decides.

    "r" throws, "r4t1" puts a 4 aside, turns sixes into one 1 and throws the
    rest, "s" stands, "c18" closes flaps 1 and 8. Putting aside and turning are
    part of the throw that must follow them (A-14).
    """

    kind: str
    keep: Throw = NOTHING
    turned: int = 0
    flaps: tuple[int, ...] = ()

    @classmethod
    def parse(cls, text: str) -> "Action":
        """
        >>> Action.parse("r4t1").keep, Action.parse("c18").flaps
        (Throw.parse('4'), (1, 8))
        """
        match = ACTION.fullmatch(text)
        if match is None:
            raise BadNotation(text)
        kept, turned, flaps = match.groups()
        if text == STAND.kind:
            return STAND
        if flaps:
            return close(map(int, flaps))
        return roll(Throw.parse(kept), int(turned or 0))

    def __str__(self) -> str:
        if self.kind == "c":
            return "c" + "".join(map(str, self.flaps))
        return f"{self.kind}{self.keep}" + (f"t{self.turned}" if self.turned else "")

    def __repr__(self) -> str:
        return f"Action.parse({str(self)!r})"


ACTION = re.compile(r"r([1-6]*)(?:t([12]))?|s|c([1-9]+)", re.ASCII)
STAND = Action("s")


def roll(keep: Throw = NOTHING, turned: int = 0) -> Action:
    """Put dice aside, turn sixes into so many ones, throw the rest."""
    return Action("r", keep, turned)


def close(flaps: Iterable[int]) -> Action:
    return Action("c", NOTHING, 0, tuple(sorted(flaps)))


ROLL = roll()

REMEMBERED = 1 << 14
"""How many events are remembered with their texts."""


class Event(NamedTuple):
    """What happened: a player's action and the dice that came of it: "0r4t1:3"."""

    player: int
    action: Action
    dice: Throw = NOTHING

    @classmethod
    @lru_cache(REMEMBERED)
    def parse(cls, text: str) -> "Event":
        """
        >>> Event.parse("0r4t1:3"), Event.parse("2s").action
        (Event.parse('0r4t1:3'), Action.parse('s'))
        """
        player, action, dice = text[:1], text[1:].partition(":")[0], text.partition(":")
        if not (player.isascii() and player.isdigit()) or text.endswith(":"):
            raise BadNotation(text)
        return cls(int(player), Action.parse(action), Throw.parse(dice[2]))

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return f"Event.parse({str(self)!r})"


@lru_cache(REMEMBERED)
def text_of(event: Event) -> str:
    """Games repeat the same few thousand events."""
    text = f"{event.player}{event.action}"
    return f"{text}:{event.dice}" if event.dice else text


class Reason(StrEnum):
    """Why a player has his place. The words live in tournament/dice_words.py."""

    # a half with thirteen lids, and Tief
    OUT_STACK_EMPTY = "out_stack_empty"
    OUT_GAVE_LAST_LID = "out_gave_last_lid"
    OUT_SCHOCK_OUT = "out_schock_out"
    ALL_LIDS = "all_lids"
    WORST_AT_SCHOCK_OUT = "worst_at_schock_out"
    PLAY_OFF = "play_off"
    THREE_ONES = "three_ones"
    LAST_LEFT = "last_left"
    # a match of two halves
    LOST_BOTH_HALVES = "lost_both_halves"
    LOST_FINAL = "lost_final"
    WON_FINAL = "won_final"
    SUM_OF_PLACES = "sum_of_places"
    # flaps
    SHUT_THE_BOX = "shut_the_box"
    STILL_IN = "still_in"
    ELIMINATED = "eliminated"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place in the finishing order, and why: a code and its facts."""

    player: int
    place: int
    reason: Reason
    facts: tuple[tuple[str, int | str], ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The complete finishing order, first to last; nobody shares a place."""

    places: tuple[Place, ...]

    @property
    def order(self) -> tuple[int, ...]:
        return tuple(place.player for place in self.places)


class View:
    """What one player may see. A hidden die is not in it, only that there is one."""

    __slots__ = ()


class Game(ABC):
    """A running game of any kind. Immutable; `after` gives the next state."""

    __slots__ = ()

    @property
    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """Who may act now, first the one the table waits for; nobody at the end."""

    @abstractmethod
    def legal(self, player: int) -> tuple[Action, ...]:
        """All this player may do now."""

    @abstractmethod
    def dice_for(self, player: int, action: Action) -> int:
        """How many dice this action throws; refuses an action that is not legal."""

    @abstractmethod
    def after(self, event: Event) -> "Game":
        """The state after this event; refuses what the rules forbid."""

    @abstractmethod
    def view(self, player: int | None) -> View:
        """What this player may see; None is a spectator."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The finishing order once the game is over."""

    @property
    def over(self) -> bool:
        return not self.to_act

    def roll(self, player: int, action: Action, rng: Random) -> Event:
        """Let chance complete an action: the event for `after`."""
        dice = Throw.roll(self.dice_for(player, action), rng)
        return make(Event, (player, action, dice))

    def refuse_others(self, player: int) -> None:
        """Refuse whoever may not act now."""
        waiting = self.to_act
        if not waiting:
            raise RuleBroken(Rule.GAME_OVER)
        if player not in waiting:
            raise RuleBroken(Rule.NOT_YOUR_TURN, player=player, to_act=waiting[0])


def check_dice(want: int, dice: Throw) -> None:
    """As many dice come in as were thrown."""
    if len(dice) != want:
        raise RuleBroken(Rule.DICE_COUNT, want=want, got=len(dice))


VERSION = 1


@dataclass(frozen=True, slots=True)
class Record:
    """A game on paper: which game, who began, every event, and how it ended."""

    game: str
    players: int
    starter: int | None = None
    options: dict[str, bool | int | str] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    order: tuple[int, ...] | None = None

    def as_json(self) -> dict[str, Any]:
        return {
            "v": VERSION,
            "game": self.game,
            "options": self.options,
            "players": self.players,
            "starter": self.starter,
            "events": " ".join(map(text_of, self.events)),
            "order": None if self.order is None else list(self.order),
        }

    @classmethod
    def from_json(cls, data: Any) -> "Record":
        """Read what `as_json` wrote; anything else is refused whole."""
        if (
            not isinstance(data, dict)
            or type(data.get("v")) is not int
            or data["v"] != VERSION
        ):
            raise BadNotation("no record of this version")
        wanted = {"v", "game", "options", "players", "starter", "events", "order"}
        options, order = data.get("options"), data.get("order")
        if (
            set(data) != wanted
            or not isinstance(data["game"], str)
            or type(data["players"]) is not int
            or type(data["starter"]) not in (int, type(None))
            or not isinstance(data["events"], str)
            or not isinstance(options, dict)
            or not isinstance(order, list | None)
            or any(type(player) is not int for player in order or ())
        ):
            raise BadNotation("a record with other fields")
        return cls(
            game=data["game"],
            players=data["players"],
            starter=data["starter"],
            options=dict(options),
            events=tuple(map(Event.parse, data["events"].split())),
            order=None if order is None else tuple(order),
        )
