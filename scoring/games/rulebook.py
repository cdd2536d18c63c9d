"""A rulebook: what differs in number is a field, in kind a method.

Every "opt" of the rules is a field made by `option`: it carries its default,
the values it may take and a sentence for the organiser. The other fields are
numbers of the game that nobody is asked about.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, ClassVar, Self

from scoring.errors import Rule, RuleBroken

from .play import Game

Value = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """One thing the organiser can choose; pages translate its sentence."""

    name: str
    default: Value
    allowed: tuple[Value, ...]
    sentence: str


def gettext_noop(text: str) -> str:
    """Marks a sentence for the catalogue of translations, and leaves it as it is."""
    return text


def option(default: Value, allowed: Sequence[Value], sentence: str) -> Any:
    """A field of a rulebook that the organiser may set."""

    def named(name: str) -> Option:
        return Option(name, default, tuple(allowed), sentence)

    return field(default=default, metadata={"option": named})


@dataclass(frozen=True, kw_only=True, slots=True)
class Rulebook(ABC):
    """One dice game."""

    key: ClassVar[str]
    document: ClassVar[str]
    title: ClassVar[str]

    least_players: int = 2
    most_players: int = 8
    next_starter: str = option(
        "loser",
        ("loser", "seat_1", "rotating"),
        gettext_noop(
            "Who begins the next game at a table: the loser of the last one, "
            "always the first drawn, or each seat in turn."
        ),
    )

    def __post_init__(self) -> None:
        for choice in self.options():
            value = getattr(self, choice.name)
            if not any(
                value == allowed and type(value) is type(allowed)
                for allowed in choice.allowed
            ):
                raise RuleBroken(Rule.OPTION_VALUE, option=choice.name, value=value)

    @classmethod
    @cache
    def options(cls) -> tuple[Option, ...]:
        """What the organiser can choose, in the order in which it is asked."""
        return tuple(
            one.metadata["option"](one.name)
            for one in fields(cls)
            if "option" in one.metadata
        )

    def with_options(self, values: Mapping[str, Value]) -> Self:
        """The same game with other options, as a form or a record names them."""
        known = {choice.name for choice in self.options()}
        for name in values:
            if name not in known:
                raise RuleBroken(Rule.OPTION_UNKNOWN, option=name)
        chosen: dict[str, Any] = dict(values)
        return replace(self, **chosen)

    def chosen(self) -> dict[str, Value]:
        """The options that differ from their defaults: all a record needs."""
        return {
            choice.name: getattr(self, choice.name)
            for choice in self.options()
            if getattr(self, choice.name) != choice.default
        }

    def start(self, players: int = 3, starter: int | None = None) -> Game:
        """A new game. Players are numbered clockwise from 0, the first drawn.

        Without a starter the rulebook decides who begins.
        """
        if not self.least_players <= players <= self.most_players:
            raise RuleBroken(
                Rule.PLAYER_COUNT,
                least=self.least_players,
                most=self.most_players,
                got=players,
            )
        if starter is not None and not 0 <= starter < players:
            raise RuleBroken(Rule.STARTER_SEAT, players=players, got=starter)
        return self.opening(players, starter)

    @abstractmethod
    def opening(self, players: int, starter: int | None) -> Game:
        """The state before the first event."""

    def table_starter(
        self, number: int, previous: Sequence[int] = (), players: int = 3
    ) -> int | None:
        """001 rule 1, A-13: who begins the game with this number at a table.

        The first drawn begins game 1, later the loser of the previous game,
        whose finishing order is `previous`; or as the organiser chose. None
        where throws decide it.
        """
        if number == 1 or self.next_starter == "seat_1":
            return 0
        if self.next_starter == "rotating":
            return (number - 1) % players
        return previous[-1]
