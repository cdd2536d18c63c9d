import secrets
from typing import Any

from django.core.management import BaseCommand, call_command
from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from tournament.management.rehearsal import demo_organiser, find_or_build_demo
from tournament.management.serving import (
    add_address_arguments,
    announce,
    listen,
    serve,
)
from tournament.models import Tournament


class Command(BaseCommand):
    help = "Serves a demo tournament: 27 entrants, in the middle of the evening."

    def add_arguments(self, parser: CommandParser) -> None:
        add_address_arguments(parser)
        parser.add_argument(
            "--no-serve", action="store_true", help="only build the demo tournament"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["no_serve"]:
            self.build()
            return
        with listen(options["host"], options["port"]) as listening:
            self.build()
            announce(self.stdout, options["host"], listening.getsockname()[1])
            serve(listening)

    def build(self) -> None:
        """The tournament is kept from start to start, the password is not."""
        call_command("migrate", verbosity=0, interactive=False)
        password = secrets.token_urlsafe(9)
        organiser = demo_organiser(password)
        demo = find_or_build_demo(organiser)
        if others := Tournament.objects.exclude(pk=demo.pk).count():
            self.stdout.write(
                _(
                    "This database holds %(count)s other tournaments. They stay "
                    "as they are; the demo stands beside them."
                )
                % {"count": others}
            )
        self.stdout.write(
            _("Organiser of the demo: %(name)s, password %(password)s")
            % {"name": organiser.get_username(), "password": password}
        )
