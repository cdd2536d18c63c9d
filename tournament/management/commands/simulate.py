import json
from random import Random
from typing import Any

from django.core.management import BaseCommand, CommandError, call_command
from django.core.management.base import CommandParser
from django.db import transaction

from scoring.errors import RuleBroken
from scoring.players import LEVELS
from tournament.management.rehearsal import play_tournament
from tournament.models import Tournament
from tournament.wording import sentence

MOST_ENTRANTS = 2000


class Command(BaseCommand):
    help = (
        "Plays a whole tournament, every game by computer and through the real "
        "services, prints the final standings as JSON and leaves no trace. Do not "
        "run it on the database of an evening that is being played: entries would "
        "wait for it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--entrants", type=int, default=27)
        parser.add_argument("--seed", default="1", help="the same seed, the same end")
        parser.add_argument("--rounds", type=int, default=5)
        parser.add_argument("--games", type=int, default=10)
        parser.add_argument(
            "--policy",
            choices=Tournament.HeadCountPolicy.values,
            default=Tournament.HeadCountPolicy.SIT_OUT.value,
            help="what happens where the entrants are not divisible by three",
        )

        parser.add_argument(
            "--level", choices=LEVELS, default="medium", help="how well all play"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not 0 <= options["entrants"] <= MOST_ENTRANTS:
            raise CommandError(f"--entrants goes from 0 to {MOST_ENTRANTS}")
        call_command("migrate", verbosity=0, interactive=False)
        given = {name: options[name] for name in ("entrants", "seed", "rounds")}
        given |= {name: options[name] for name in ("games", "policy", "level")}
        try:
            with transaction.atomic():
                report = play_tournament(
                    entrants=options["entrants"],
                    rng=Random(options["seed"]),
                    rounds=options["rounds"],
                    games=options["games"],
                    level=options["level"],
                    head_count_policy=options["policy"],
                )
                transaction.set_rollback(True)
        except RuleBroken as error:
            raise CommandError(sentence(error)) from None
        self.stdout.write(json.dumps({**given, **report}, ensure_ascii=False, indent=2))
