"""A dice table as the rules see it: its games replayed from their events.

Below services and queries, because both decide on it: a service whether a throw
is legal, a page what it offers.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, partial
from threading import Lock
from typing import NamedTuple

from django.db import transaction

from scoring.fair_game import FairRecord
from scoring.games import GAMES, Event, Game, Record, Rulebook, record_of
from scoring.games.rulebook import Value
from scoring.sitting import Course, course, moves
from tournament.models import DiceEvent, DiceGame, DicePart, DiceSeat, DiceTable

PATIENCE = 120
"""Seconds after which an absent player is played for where no clock is set."""

REMEMBERED = 4096
"""How many finished games are kept: an evening of eighty tables, some 10 MB."""


class Written(NamedTuple):
    """An event as it is stored."""

    text: str
    by_computer: bool
    at: datetime


@dataclass(frozen=True)
class Step:
    """One event of a game with the states before and after it."""

    written: Written
    event: Event
    before: Game
    after: Game


@dataclass(frozen=True)
class Play:
    """One game, replayed. `parts` are by position, "" where nobody added one."""

    row: DiceGame
    rules: Rulebook
    players: int
    parts: tuple[str, ...]
    steps: tuple[Step, ...]

    @cached_property
    def beginning(self) -> Game:
        return self.rules.start(self.players, self.row.starter)

    @property
    def state(self) -> Game:
        return self.steps[-1].after if self.steps else self.beginning

    @property
    def next_number(self) -> int:
        """The number of the event that would come next, from 1."""
        return len(self.steps) + 1

    def event(self, number: int) -> Event | None:
        """The event with this number, if there is one."""
        return self.steps[number - 1].event if 0 < number < self.next_number else None

    @property
    def order(self) -> tuple[int, ...] | None:
        """The finishing order, played or entered by hand; None while it runs."""
        if self.row.ended_order is not None:
            return tuple(self.row.ended_order)
        outcome = self.state.outcome
        return outcome.order if outcome else None

    @property
    def is_over(self) -> bool:
        return self.order is not None

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(step.event for step in self.steps)

    def seconds_left(self, now: datetime) -> int:
        """Until the table may let the computer play for whoever is to act."""
        last = self.steps[-1].written.at if self.steps else self.row.started_at
        assert last is not None
        gone = int((now - last).total_seconds())
        return max(0, (self.row.dice_table.clock or PATIENCE) - gone)

    @property
    def record(self) -> Record:
        return record_of(
            self.rules, self.players, self.row.starter, self.events, self.state
        )

    @property
    def fair_record(self) -> FairRecord:
        """With its secret: for nobody before the game is over."""
        row = self.row
        return FairRecord(self.record, row.secret, self.parts, row.commitment)

    def followed_by(self, more: Sequence[Written]) -> "Play":
        """The same game, some events later."""
        steps, state = list(self.steps), self.state
        for written in more:
            event = Event.parse(written.text)
            after = state.after(event)
            steps.append(Step(written, event, state, after))
            state = after
        return Play(self.row, self.rules, self.players, self.parts, tuple(steps))


@dataclass(frozen=True)
class Ended:
    """A game that is over: its finishing order, and how it went as far as played."""

    row: DiceGame
    order: tuple[int, ...]
    course: Course

    @property
    def is_played(self) -> bool:
        """Whether the dice decided, and not somebody by hand."""
        return self.row.ended_order is None


@dataclass(frozen=True)
class Sitting:
    """A dice table, its seats by position, its games so far and the one under way.

    When all games are over `now` is the last of them, and it is among `ended`.
    """

    table: DiceTable
    rules: Rulebook
    seats: tuple[DiceSeat, ...]
    ended: tuple[Ended, ...]
    now: Play

    @property
    def orders(self) -> list[tuple[int, ...]]:
        """The finishing orders of the games that are over."""
        return [one.order for one in self.ended]

    @property
    def schock_outs(self) -> tuple[int, ...]:
        """How many each seat threw in the games that are over."""
        outs = Counter(
            player for ended in self.ended for player in ended.course.schock_outs
        )
        return tuple(outs[seat.position] for seat in self.seats)

    @property
    def is_over(self) -> bool:
        """All games that were to be played are over."""
        most = self.table.most_games
        return most is not None and len(self.ended) >= most

    def followed_by(self, play: Play) -> "Sitting":
        """The same table, some events of its game later."""
        if play.order is None:
            return replace(self, now=play)
        went = course(play.beginning, ((one.event, one.after) for one in play.steps))
        ended = Ended(play.row, play.order, went)
        return replace(self, now=play, ended=(*self.ended, ended))

    @property
    def people(self) -> list[DiceSeat]:
        return [seat for seat in self.seats if not seat.computer]

    @property
    def waits_for_parts(self) -> list[DiceSeat]:
        """Who has taken a seat and not yet added to the dice of this game."""
        return [
            seat
            for seat in self.people
            if seat.taken_at and not self.now.parts[seat.position]
        ]


def has_been_played(table: DiceTable) -> bool:
    """Whether a die was thrown here, or a game was ended by hand."""
    return (
        DiceEvent.objects.filter(game__dice_table=table).exists()
        or table.games.filter(ended_order__isnull=False).exists()
    )


def rules_of(table: DiceTable) -> Rulebook:
    values: dict[str, Value] = table.options
    return GAMES[table.game].with_options(values)


class Replayable(NamedTuple):
    """A game of a dice table, and what it is replayed with."""

    row: DiceGame
    rules: Rulebook
    players: int


class Ending(NamedTuple):
    """How a game that is over went; without an order if it was ended by hand."""

    order: tuple[int, ...] | None
    course: Course


Name = tuple[int, str]
"""The number and the secret of a game."""

_guard = Lock()
_endings: dict[Name, Ending] = {}
"""Of games that are over for good: nothing can be added to them any more."""


def ended_games(games: Sequence[Replayable]) -> list[Ended]:
    """Games that are over; one statement for all that this process has not seen."""
    endings = {one.row.pk: _endings.get((one.row.pk, one.row.secret)) for one in games}
    texts: dict[int, list[str]] = {pk: [] for pk in endings if endings[pk] is None}
    if texts:
        events = DiceEvent.objects.filter(game__in=texts).order_by("game", "number")
        for pk, text in events.values_list("game", "text"):
            texts[pk].append(text)
    return [
        ended_game(one.row, endings[one.row.pk] or ending_of(one, texts[one.row.pk]))
        for one in games
    ]


def ending_of(game: Replayable, texts: Sequence[str]) -> Ending:
    beginning = game.rules.start(game.players, game.row.starter)
    replayed = list(moves(beginning, map(Event.parse, texts)))
    outcome = (replayed[-1][1] if replayed else beginning).outcome
    order = outcome.order if outcome else None
    ending = Ending(order, course(beginning, replayed))
    # Not before its commit: a last throw that is taken back was never thrown.
    name = (game.row.pk, game.row.secret)
    transaction.on_commit(partial(remember, name, ending))
    return ending


def remember(name: Name, ending: Ending) -> None:
    with _guard:
        _endings[name] = ending
        if len(_endings) > REMEMBERED:
            del _endings[next(iter(_endings))]


def forget() -> None:
    """Drop all that is kept, for a database that was put back (as tests do)."""
    with _guard:
        _endings.clear()


def ended_game(row: DiceGame, ending: Ending) -> Ended:
    order = ending.order if row.ended_order is None else tuple(row.ended_order)
    assert order is not None, "the next game is made when one is over"
    return Ended(row, order, ending.course)


def replay_game(
    row: DiceGame, rules: Rulebook, players: int, written: Sequence[Written]
) -> Play:
    parts = ["" for _ in range(players)]
    for position, part in DicePart.objects.filter(game=row).values_list(
        "position", "part"
    ):
        parts[position] = part
    return Play(row, rules, players, tuple(parts), ()).followed_by(written)


def load_game(table: DiceTable, number: int) -> Play | None:
    """One game of a table, finished or not."""
    row = table.games.filter(number=number).first()
    if row is None:
        return None
    row.dice_table = table
    written = DiceEvent.objects.filter(game=row).values_list(
        "text", "by_computer", "at"
    )
    return replay_game(
        row, rules_of(table), table.seats.count(), list(map(Written._make, written))
    )


def load_sitting(table: DiceTable) -> Sitting:
    """Read a dice table and replay its game under way; five statements at most."""
    rules = rules_of(table)
    seats = tuple(table.seats.all())
    *before, last = table.games.all()
    for row in (*before, last):
        row.dice_table = table
    ended = ended_games([Replayable(row, rules, len(seats)) for row in before])
    written = DiceEvent.objects.filter(game=last).values_list(
        "text", "by_computer", "at"
    )
    now = replay_game(last, rules, len(seats), list(map(Written._make, written)))
    sitting = Sitting(table, rules, seats, tuple(ended), now)
    return sitting.followed_by(now)
