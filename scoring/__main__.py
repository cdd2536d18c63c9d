"""`python -m scoring`: play a game by computer, replay a record, verify a draw."""

import argparse
import json
import sys
from pathlib import Path
from random import Random

from .draw_cli import verify_file
from .errors import BadNotation, ScoringError
from .fair_game import FAIR, FairRecord, verify_game
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


def play(arguments: argparse.Namespace) -> int:
    """Let the computer play a game; show it, or its record with --record."""
    rules = GAMES[arguments.game].with_options(dict(arguments.option))
    rng = Random(arguments.seed)
    beginning = rules.start(arguments.players, arguments.starter)
    players = [LEVELS[arguments.level]] * arguments.players
    game, events = play_out(beginning, players, rng)
    record = record_of(rules, arguments.players, arguments.starter, events, game)
    if arguments.record:
        print(json.dumps(record.as_json()))
        return 0
    for line in tell(record, beginning):
        print(line)
    return 0


def replay_game(arguments: argparse.Namespace) -> int:
    """Replay a record, refuse what is illegal in it, and show the game."""
    data = json.loads(arguments.file.read_text(encoding="utf-8"))
    if isinstance(data, dict) and FAIR in data:
        fair = FairRecord.from_json(data)
        wrong = verify_game(fair)
        if wrong:
            raise BadNotation(f"dice of events {wrong} do not follow from the secret")
        record = fair.record
    else:
        record = Record.from_json(data)
        replay(record)
    for line in tell(record, start_of(record)):
        print(line)
    print(f"The record is right ({rulebook_of(record).title}).")
    if FAIR in data:
        print("Every throw follows from the secret and the players' parts.")
    return 0


def verify_draw(arguments: argparse.Namespace) -> int:
    """Draw again from the record of a draw; 0 if nothing differs, 1 if something
    does, 2 if the file cannot be read.
    """
    return verify_file(arguments.file)


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

    replaying = commands.add_parser("replay", help=replay_game.__doc__)
    replaying.add_argument("file", type=Path)
    replaying.set_defaults(command=replay_game)

    drawing = commands.add_parser("draw", help="check the record of a published draw")
    deeds = drawing.add_subparsers(required=True)
    verifying = deeds.add_parser("verify", help=verify_draw.__doc__)
    verifying.add_argument("file")
    verifying.set_defaults(command=verify_draw)
    return whole


def main(words: list[str] | None = None) -> int:
    arguments = parser().parse_args(words)
    try:
        status: int = arguments.command(arguments)
    except (ScoringError, ValueError, OSError, RecursionError) as error:
        print(f"refused: {error}", file=sys.stderr)
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main())
