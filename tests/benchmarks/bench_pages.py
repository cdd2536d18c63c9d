"""What players' pages cost: made for the first time, and from the cache.

python -m tests.benchmarks.bench_pages [entrants]

The database lives in a folder of its own that is removed again. A cached page
and an empty view are asked of the same server in pairs, in changing order, and
compared within each pair: on a shared machine two figures a minute apart differ
by half without any reason of ours. The quartiles say how far to trust a ratio.
"""

import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles

import django

MOST_MS, LEAST_RATIO = 60, 0.6
COLD_RUNS, PAIRS, SECONDS = 9, 21, 0.4
CONNECTIONS = 8
EMPTY = "/empty/"
TICKS = os.sysconf("SC_CLK_TCK")


Figures = tuple[float, float]
"""Requests per second, and milliseconds of the server's CPU for each."""
Pair = tuple[Figures, Figures]


def make_evening(entrants: int) -> str:
    """A tournament of five rounds, all played; its slug."""
    from django.core.management import call_command
    from django.db import transaction

    from tests import cast

    call_command("migrate", verbosity=0)
    organiser = cast.make_organiser()
    with transaction.atomic():
        tournament = cast.make_tournament(organiser, entrants=entrants)
        cast.play_rounds(tournament, organiser, 5)
    return tournament.slug


def cold(address: str) -> float:
    """Milliseconds of CPU of a first reader, queries included."""
    from django.core.cache import cache
    from django.test import Client

    from tournament.queries import snapshot

    client = Client()
    client.get("/")
    spent = []
    for _ in range(COLD_RUNS):
        cache.clear()
        snapshot.forget()
        began = time.process_time()
        response = client.get(address)
        spent.append(1e3 * (time.process_time() - began))
        assert response.status_code == 200
    return median(spent)


class Asking:
    """A connection kept open, that asks for one address again and again."""

    def __init__(self, port: int, address: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.request = (
            f"GET {address} HTTP/1.1\r\nHost: localhost\r\n"
            "Accept-Encoding: gzip\r\n\r\n"
        ).encode()

    def ask(self) -> None:
        self.socket.sendall(self.request)

    def read(self) -> None:
        data = b""
        while b"\r\n\r\n" not in data:
            data += self.socket.recv(65536)
        head, _, body = data.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 20"), head
        length = next(
            int(line.split(b":")[1])
            for line in head.lower().split(b"\r\n")
            if line.startswith(b"content-length")
        )
        missing = length - len(body)
        while missing:
            missing -= len(self.socket.recv(min(missing, 65536)))


def cpu_of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def hammer(server: "subprocess.Popen[bytes]", port: int, address: str) -> Figures:
    crowd = [Asking(port, address) for _ in range(CONNECTIONS)]
    count, cpu, began = 0, cpu_of(server.pid), time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        for one in crowd:
            one.ask()
        for one in crowd:
            one.read()
        count += len(crowd)
    cpu = cpu_of(server.pid) - cpu
    for one in crowd:
        one.socket.close()
    return count / spent, 1e3 * cpu / count


def compare(pages: list[str]) -> dict[str, list[Pair]]:
    """Each page beside the empty view, in many short pairs in random order."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "tests.benchmarks.server:application"]
    command += ["--port", str(port), "--log-level", "warning", "--no-access-log"]
    server = subprocess.Popen(command)
    try:
        wait_for(port)
        for page in (EMPTY, *pages):
            hammer(server, port, page)
        rng = Random(1)
        turns = [page for page in pages for _ in range(PAIRS)]
        rng.shuffle(turns)
        pairs: dict[str, list[Pair]] = {page: [] for page in pages}
        for page in turns:
            if rng.random() < 0.5:
                empty = hammer(server, port, EMPTY)
                own = hammer(server, port, page)
            else:
                own = hammer(server, port, page)
                empty = hammer(server, port, EMPTY)
            pairs[page].append((own, empty))
    finally:
        server.terminate()
        server.wait()
    return pairs


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


def wait_for(port: int) -> None:
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.1)
        else:
            return
    sys.exit("the server does not start")


def main() -> None:
    entrants = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VAR_DIR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
        django.setup()
        slug = make_evening(entrants)
        kinds = {
            "standings": f"/t/{slug}/standings/",
            "round": f"/t/{slug}/",
            "entrant": f"/t/{slug}/entrants/7/",
            "json": f"/t/{slug}/standings.json",
        }
        first = {name: cold(address) for name, address in kinds.items()}
        kinds["204"] = f"/t/{slug}/standings/?v={current(slug)}"
        pairs = compare(list(kinds.values()))
    print(f"{entrants} entrants, 5 rounds; quartiles of {PAIRS} pairs")
    ratios = {}
    for name, address in kinds.items():
        low, ratio, high = quantiles(
            (own[0] / empty[0] for own, empty in pairs[address]), n=4
        )
        ratios[name] = ratio
        cpu, empty_cpu = (
            median(pair[which][1] for pair in pairs[address]) for which in (0, 1)
        )
        made = f", first {first[name]:.1f} ms CPU" if name in first else ""
        print(
            f"{name:10} {ratio:.2f} ({low:.2f}-{high:.2f}) of the empty view's "
            f"requests/s; {cpu:.2f} against {empty_cpu:.2f} ms CPU{made}"
        )
    sys.exit(ratios["standings"] < LEAST_RATIO or first["standings"] > MOST_MS)


def current(slug: str) -> int:
    from tournament.models import Tournament

    return Tournament.objects.get(slug=slug).revision


if __name__ == "__main__":
    main()
