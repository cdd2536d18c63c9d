from typing import Any

from django.core.management import BaseCommand, call_command
from django.core.management.base import CommandParser

from tournament.management.serving import (
    add_address_arguments,
    announce,
    announce_setup,
    listen,
    serve,
)


class Command(BaseCommand):
    help = "Brings the database up to date and serves the tournaments."

    def add_arguments(self, parser: CommandParser) -> None:
        add_address_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        with listen(options["host"], options["port"]) as listening:
            call_command("migrate", verbosity=0, interactive=False)
            port = listening.getsockname()[1]
            announce_setup(self.stdout, options["host"], port)
            announce(self.stdout, options["host"], port)
            serve(listening)
