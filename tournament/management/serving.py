"""The server of a pub: one process, and the addresses under which it is found."""

import errno
import socket
from io import StringIO

import segno
import uvicorn
from django.core.management import CommandError
from django.core.management.base import CommandParser, OutputWrapper
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.access import setup_token
from tournament.phones import network_address
from tournament.services.members import is_set_up

EVERY_ADDRESS = {"0.0.0.0", "::", ""}
LAST_PORT = 65535


def add_address_arguments(parser: CommandParser) -> None:
    parser.add_argument("--port", type=int, default=8000, help="8000 without it")
    parser.add_argument(
        "--host",
        default="0.0.0.0",
        help="the network address to answer on; every one of this machine without it",
    )


def listen(host: str, port: int) -> socket.socket:
    """Take the port before anything else happens, or say plainly why not.

    Port 0 takes any free one.
    """
    if not 0 <= port <= LAST_PORT:
        raise CommandError(_("A port is a number from 0 to 65535."))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except PermissionError:
        raise CommandError(
            _("Port %(port)s is reserved by the system. Try --port 8000.")
            % {"port": port}
        ) from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            sentence = _(
                "Port %(port)s is taken. Perhaps Schockturnier runs already? "
                "Stop it first, or try --port %(other)s."
            )
        else:
            sentence = _("%(host)s is no address of this machine. Leave --host out.")
        other = port + 1 if port < LAST_PORT else port - 1
        facts = {"host": host, "port": port, "other": other}
        raise CommandError(sentence % facts) from None


def url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def address_here(host: str, port: int) -> str:
    return url("127.0.0.1" if host in EVERY_ADDRESS else host, port)


def announce(out: OutputWrapper, host: str, port: int) -> None:
    """Where to go: on this machine and with a phone."""
    here = address_here(host, port)
    phones = network_address() if host in EVERY_ADDRESS else host
    out.write("\n" + _("On this machine: %(address)s") % {"address": here})
    if phones:
        address = url(phones, port)
        code = StringIO()
        segno.make(address, micro=False).terminal(code, border=2, compact=True)
        out.write(_("Phones in the same Wi-Fi: %(address)s") % {"address": address})
        out.write(code.getvalue())
    else:
        out.write(_("No network found: phones cannot reach this machine yet."))
    out.write(_("Stop with Ctrl+C. Everything entered is stored already."))
    out.flush()


def announce_setup(out: OutputWrapper, host: str, port: int) -> None:
    """The link for the first organiser, as long as there is none."""
    if not is_set_up():
        link = address_here(host, port).rstrip("/")
        link += reverse("setup", args=[setup_token()])
        out.write("\n" + _("First organiser, please open: %(link)s") % {"link": link})


def serve(listening: socket.socket) -> None:
    """Answer until stopped.

    Idle connections live 75 seconds: uvicorn's 5 meet a phone that asks every
    5 seconds just as it closes them.
    """
    config = uvicorn.Config(
        "tournament.asgi:application",
        timeout_keep_alive=75,
        timeout_graceful_shutdown=5,
        access_log=False,
        log_level="warning",
    )
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except KeyboardInterrupt:
        return
