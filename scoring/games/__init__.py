"""The five games. A sixth is one file here and one line in GAMES."""

from collections.abc import Iterable

from scoring.errors import BadNotation

from .klappen import Klappen
from .play import Action, Event, Game, Outcome, Place, Reason, Record, View
from .rulebook import Option, Rulebook
from .schock_ut import SchockUt
from .schocken import Schocken
from .tief import Tief
from .turnierschocken import Turnierschocken

__all__ = [
    "GAMES",
    "Action",
    "Event",
    "Game",
    "Option",
    "Outcome",
    "Place",
    "Reason",
    "Record",
    "Rulebook",
    "View",
    "record_of",
    "replay",
    "rulebook_of",
    "start",
]

GAMES: dict[str, Rulebook] = {
    game.key: game
    for game in (
        Turnierschocken(),
        SchockUt(),
        Schocken(),
        Tief(),
        Klappen(),
    )
}


def rulebook_of(record: Record) -> Rulebook:
    """The rulebook a record was played by."""
    if record.game not in GAMES:
        raise BadNotation(record.game)
    return GAMES[record.game].with_options(record.options)


def start(record: Record) -> Game:
    """The game before its first event."""
    return rulebook_of(record).start(record.players, record.starter)


def replay(record: Record) -> Game:
    """Play a record again; refuses an illegal event and a result that is not so."""
    game = start(record)
    for event in record.events:
        game = game.after(event)
    outcome = game.outcome
    if record.order is not None and (outcome is None or outcome.order != record.order):
        raise BadNotation("the record ends with another result")
    return game


def record_of(
    rules: Rulebook,
    players: int,
    starter: int | None,
    events: Iterable[Event],
    game: Game,
) -> Record:
    """Write down a game of these events that has come to this state."""
    outcome = game.outcome
    return Record(
        game=rules.key,
        players=players,
        starter=starter,
        options=rules.chosen(),
        events=tuple(events),
        order=outcome.order if outcome else None,
    )
