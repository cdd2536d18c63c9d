"""The address under which a phone in the same Wi-Fi reaches a page."""

import ipaddress
import socket

from django.http import HttpRequest


def address_for_phones(request: HttpRequest, path: str) -> str:
    """The whole address of a page, for a link or a QR code.

    Whoever runs the server opens it as "localhost", which on a phone means
    the phone: then the machine's own address in the network takes its place.
    """
    address = request.build_absolute_uri(path)
    host = request.get_host()
    name, colon, port = host.rpartition(":") if ":" in host else (host, "", "")
    if not means_this_machine(name.strip("[]")):
        return address
    own = network_address()
    return address.replace(host, f"{own}{colon}{port}", 1) if own else address


def means_this_machine(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def network_address() -> str | None:
    """This machine's address in its network; None without a network.

    Connecting a datagram socket sends nothing: it only asks the system which
    of its addresses it would use (192.0.2.0/24 is reserved for examples).
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        own: str = probe.getsockname()[0]
        return own
