"""How long a change takes to every phone: the nudge, and the new page after it.

python -m tests.benchmarks.bench_live [phones] [processes]

Server and phones share this machine, so the times are an upper bound; the empty
view, asked between the changes, says how fast the machine was. More than one
process needs REDIS_URL. The database lives in a folder that is removed again.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from statistics import median, quantiles

import django

from tests.benchmarks.bench_pages import EMPTY, free_port, make_evening, wait_for

ENTRANTS, CHANGES = 300, 20
MOST_MS = 1000
"""The bar: everybody's new page within a second."""


class Connection:
    """One that stays open."""

    def __init__(self, port: int, headers: str = "") -> None:
        self.port = port
        self.headers = f"Host: localhost\r\nAccept-Encoding: gzip\r\n{headers}\r\n"

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    def send(self, start: str, body: str = "") -> None:
        kind = "Content-Type: application/x-www-form-urlencoded\r\n" if body else ""
        length = f"Content-Length: {len(body)}\r\n" if body else ""
        self.writer.write(
            f"{start} HTTP/1.1\r\n{kind}{length}{self.headers}{body}".encode()
        )

    async def ask(self, path: str, body: str = "") -> str:
        """The status of the answer, once it is here in full."""
        self.send(f"{'POST' if body else 'GET'} {path}", body)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        if "content-length: " in head:
            length = int(head.partition("content-length: ")[2].split()[0])
            await self.reader.readexactly(length)
        return head.split()[1]


class Phone:
    """Listens, and asks for the standings anew when it is nudged."""

    def __init__(self, port: int, topic: str, page: str) -> None:
        self.stream, self.pages = Connection(port), Connection(port)
        self.topic, self.page = topic, page
        self.nudged = self.shown = 0.0

    async def open(self) -> None:
        await self.stream.open()
        await self.pages.open()
        self.stream.send(f"GET {self.topic}")
        await self.stream.reader.readuntil(b"retry: 2000")
        await self.pages.ask(self.page)

    async def wait(self, fetch: bool) -> None:
        await self.stream.reader.readuntil(b"data: changed")
        self.nudged = time.perf_counter()
        if fetch:
            assert await self.pages.ask(f"{self.page}?v=0") == "200"
            self.shown = time.perf_counter()


async def measure(
    port: int, phones: int, slug: str, topic: str, cookies: str
) -> dict[str, list[float]]:
    crowd = [Phone(port, topic, f"/t/{slug}/standings/") for _ in range(phones)]
    for one in crowd:
        await one.open()
    desk, bare = Connection(port, f"Cookie: {cookies}\r\n"), Connection(port)
    await desk.open()
    await bare.open()
    # Processes that have just met each other nudge once.
    waking = [asyncio.create_task(one.wait(False)) for one in crowd]
    await asyncio.wait(waking, timeout=1)
    for one in waking:
        one.cancel()
    found: dict[str, list[float]] = {"empty": [], "saved": [], "nudge": [], "page": []}
    for number in range(2 * CHANGES):
        began = time.perf_counter()
        await bare.ask(EMPTY)
        found["empty"].append(time.perf_counter() - began)

        fetch = number % 2 == 1
        waiting = [asyncio.create_task(one.wait(fetch)) for one in crowd]
        await asyncio.sleep(0)
        present = "no" if number % 4 < 2 else "yes"
        body = f"csrfmiddlewaretoken={CSRF}&present={present}"
        who = number % 2 + 1
        began = time.perf_counter()
        status = await desk.ask(f"/desk/{slug}/check-in/{who}/", body)
        assert status == "302", status
        found["saved"].append(time.perf_counter() - began)
        await asyncio.wait_for(asyncio.gather(*waiting), 30)
        if fetch:
            found["page"] += [one.shown - began for one in crowd]
        else:
            found["nudge"] += [one.nudged - began for one in crowd]
    return found


CSRF = "a" * 32


def sign_in() -> str:
    """The organiser's cookies, made past the login."""
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client()
    client.force_login(User.objects.get())
    return f"sessionid={client.cookies['sessionid'].value}; csrftoken={CSRF}"


def main() -> None:
    phones = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    processes = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    if processes > 1 and "REDIS_URL" not in os.environ:
        sys.exit("More than one process needs REDIS_URL.")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VAR_DIR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
        django.setup()
        slug = make_evening(ENTRANTS)
        cookies = sign_in()
        from tournament import live
        from tournament.models import Tournament

        topic = live.PREFIX + live.topic_of(Tournament.objects.get())
        port = free_port()
        command = [
            sys.executable,
            "-m",
            "uvicorn",
            "tests.benchmarks.server:application",
        ]
        command += ["--port", str(port), "--log-level", "warning", "--no-access-log"]
        command += ["--timeout-keep-alive", "75", "--workers", str(processes)]
        server = subprocess.Popen(command)
        try:
            wait_for(port)
            found = asyncio.run(measure(port, phones, slug, topic, cookies))
        finally:
            server.terminate()
            server.wait()
    bare = 1e3 * median(found["empty"])
    print(f"{phones} phones, {ENTRANTS} entrants, {processes} process(es); ms from the")
    print(f"tap at the desk, {CHANGES} changes each; an empty view took {bare:.1f}")
    for name, times in found.items():
        half, most = 1e3 * median(times), 1e3 * quantiles(times, n=100)[98]
        ratio = f"{half / bare:5.1f} empty views"
        print(f"{name:6} median {half:6.1f}, p99 {most:6.1f}; {ratio}")
    sys.exit(1e3 * quantiles(found["page"], n=100)[98] > MOST_MS)


if __name__ == "__main__":
    main()
