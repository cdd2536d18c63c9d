"""`python -m scoring`: play a game by computer, replay and verify a record."""

import argparse
import json
import sys
from pathlib import Path
from random import Random

from .errors import ScoringError
from .games import GAMES, Record, record_of, replay, rulebook_of
from .games import start as start_of
from .games.rulebook import Value
from .players import LEVELS, play_out
from .telling import tell


def option_value(text: str) -> tuple[str, Value]:
    """
    >>> option_value("shut_wins=true"), option_value("lids=7")
    (('shut_wins', True), ('lids', 7))
    """
    name, _, value = text.partition("=")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.isdecimal() else value


def play(arguments: argparse.Namespace) -> None:
    """Let the computer play a game; show it, or its record with --record."""
    rules = GAMES[arguments.game].with_options(dict(arguments.option))
    rng = Random(arguments.seed)
    players = [LEVELS[arguments.level]] * arguments.players
    beginning = rules.start(arguments.players, arguments.starter)
    game, events = play_out(beginning, players, rng)
    record = record_of(rules, arguments.players, arguments.starter, events, game)
    if arguments.record:
        print(json.dumps(record.as_json()))
        return
    for line in tell(record, beginning):
        print(line)


def verify(arguments: argparse.Namespace) -> None:
    """Replay a record, refuse what is illegal in it, and show the game."""
    record = Record.from_json(json.loads(arguments.file.read_text(encoding="utf-8")))
    replay(record)
    for line in tell(record, start_of(record)):
        print(line)
    print(f"The record is right ({rulebook_of(record).title}).")


def parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(prog="python -m scoring", description=__doc__)
    commands = whole.add_subparsers(required=True)

    playing = commands.add_parser("play", help=play.__doc__)
    playing.add_argument("game", choices=GAMES)
    playing.add_argument("--players", type=int, default=3)
    playing.add_argument("--starter", type=int)
    playing.add_argument("--seed", type=int, default=0)
    playing.add_argument("--level", choices=LEVELS, default="medium")
    playing.add_argument("--record", action="store_true", help="print the record")
    playing.add_argument(
        "--option", type=option_value, action="append", default=[], metavar="NAME=VALUE"
    )
    playing.set_defaults(command=play)

    replaying = commands.add_parser("replay", help=verify.__doc__)
    replaying.add_argument("file", type=Path)
    replaying.set_defaults(command=verify)
    return whole


def main(words: list[str] | None = None) -> int:
    arguments = parser().parse_args(words)
    try:
        arguments.command(arguments)
    except (ScoringError, ValueError, OSError) as error:
        print(f"refused: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
