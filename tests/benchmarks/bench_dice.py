"""How long a throw takes from the tap until all three phones of a table show it.

python -m tests.benchmarks.bench_dice [tables] [seconds]

So many tables of three play at once against the real server. Every phone holds
its stream open and asks for its table when it is nudged, as `live.js` does. One
more connection posts to an empty page all the while, so that both figures come
from the same machine in the same minute. Players think for a second or so.
"""

import asyncio
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Any

import django

TOKEN = "x" * 32
EMPTY = "/empty/"
THINKING = (0.5, 1.5)
SHOWN = re.compile(r'data-number="([\d-]+)"')
HIDDEN = re.compile(r'name="(game|number|position)" value="(\d+)"')
PATIENCE = 10


def make_tables(count: int) -> list[tuple[str, list[str]]]:
    """Tables that have begun: their addresses, and a session for each phone."""
    from django.contrib.sessions.backends.db import SessionStore
    from django.core.management import call_command

    from tests import cast

    call_command("migrate", verbosity=0)
    tables = []
    for _ in range(count):
        table = cast.started(cast.free_table())
        sessions = []
        for position in range(3):
            session = SessionStore()
            session["dice"] = {table.code: {str(position): cast.KEY}}
            session.create()
            sessions.append(str(session.session_key))
        tables.append((table.get_absolute_url(), sessions))
    return tables


class Connection:
    """One connection kept open, as a browser keeps it."""

    def __init__(self, port: int, session: str = "") -> None:
        self.port = port
        self.cookie = f"sessionid={session}; csrftoken={TOKEN}"
        self.streams: Any = None

    async def ask(self, path: str, data: str | None = None) -> tuple[int, str]:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        lines = [
            f"{'GET' if data is None else 'POST'} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Cookie: {self.cookie}",
            f"X-CSRFToken: {TOKEN}",
            "HX-Request: true",
        ]
        if data is not None:
            lines += [
                "Content-Type: application/x-www-form-urlencoded",
                f"Content-Length: {len(data)}",
            ]
        writer.write(("\r\n".join(lines) + "\r\n\r\n" + (data or "")).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        status = int(head.split()[1])
        body = b""
        if length := re.search(r"content-length: (\d+)", head):
            body = await reader.readexactly(int(length[1]))
        elif "transfer-encoding: chunked" in head:
            while size := int(await reader.readuntil(b"\r\n"), 16):
                body += (await reader.readexactly(size + 2))[:-2]
            await reader.readexactly(2)
        return status, body.decode()

    async def close(self) -> None:
        if self.streams:
            self.streams[1].close()


@dataclass
class Phone:
    """What one player holds: the page it shows, and its open stream."""

    address: str
    connection: Connection
    page: str = ""
    listening: asyncio.Task[None] | None = None
    shown: asyncio.Condition = field(default_factory=asyncio.Condition)

    @property
    def number(self) -> str:
        found = SHOWN.search(self.page)
        assert found, self.page[:500]
        return found[1]

    async def open(self) -> None:
        _status, self.page = await self.connection.ask(self.address)
        found = re.search(r'data-live="([^"]+)"', self.page)
        assert found
        self.listening = asyncio.create_task(self.listen(found[1]))

    async def listen(self, topic: str) -> None:
        port = self.connection.port
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {topic} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        try:
            while line := await reader.readline():
                if line.startswith(b"data:"):
                    await self.look()
        finally:
            writer.close()

    async def look(self) -> None:
        found = re.search(r"\?v=([\d.]+)", self.page)
        asking = f"{self.address}?v={found[1]}" if found else self.address
        async with self.shown:
            status, page = await self.connection.ask(asking)
            if status == 200:
                self.page = page
            self.shown.notify_all()

    async def follow(self, number: str) -> float:
        """When this phone shows something newer than that."""
        async with self.shown:
            await self.shown.wait_for(lambda: self.number != number)
        return time.perf_counter()


async def play(phones: list[Phone], until: float, times: list[float]) -> None:
    """One table: whoever may act throws or stands, and everybody sees it."""
    rng = random.Random(phones[0].address)
    while time.perf_counter() < until:
        await asyncio.sleep(rng.uniform(*THINKING))
        actor = next((one for one in phones if "data-act" in one.page), None)
        if actor is None:
            for phone in phones:
                await give_part(phone)
            continue
        before = actor.number
        form = actor.page.partition("data-act")[2].partition("</form>")[0]
        do = rng.choice(re.findall(r'name="do" value="(\w+)"', form))
        fields = {**dict(HIDDEN.findall(form)), "do": do}
        data = "&".join(f"{name}={value}" for name, value in fields.items())
        began = time.perf_counter()
        followers = [
            asyncio.create_task(one.follow(before))
            for one in phones
            if one is not actor
        ]
        async with actor.shown:
            status, page = await actor.connection.ask(f"{actor.address}act/", data)
            assert status == 200, (status, page[-500:])
            actor.page = page
        ended = [time.perf_counter()]
        ended += await asyncio.wait_for(asyncio.gather(*followers), PATIENCE)
        times.append(max(ended) - began)


async def give_part(phone: Phone) -> None:
    """The next game of a free table begins once all have added to its dice."""
    form = phone.page.partition("data-part")[2].partition("</form>")[0]
    if fields := dict(HIDDEN.findall(form)):
        data = "&".join(f"{name}={value}" for name, value in fields.items())
        async with phone.shown:
            await phone.connection.ask(f"{phone.address}part/", f"{data}&part=x")
    await phone.look()


async def post_to_nothing(port: int, until: float, times: list[float]) -> None:
    connection = Connection(port)
    while time.perf_counter() < until:
        await asyncio.sleep(0.05)
        began = time.perf_counter()
        await connection.ask(EMPTY, "a=b")
        times.append(time.perf_counter() - began)
    await connection.close()


async def run(
    port: int, tables: list[tuple[str, list[str]]], seconds: float
) -> tuple[list[float], list[float]]:
    crowd = [
        [Phone(address, Connection(port, session)) for session in sessions]
        for address, sessions in tables
    ]
    for phones in crowd:
        for phone in phones:
            await phone.open()
    until = time.perf_counter() + seconds
    throws: list[float] = []
    nothing: list[float] = []
    games = [play(phones, until, throws) for phones in crowd]
    await asyncio.gather(*games, post_to_nothing(port, until, nothing))
    for phones in crowd:
        for phone in phones:
            assert phone.listening
            phone.listening.cancel()
            await phone.connection.close()
    return throws, nothing


def figures(times: list[float]) -> str:
    worst = 1e3 * quantiles(times, n=100)[98]
    return f"median {1e3 * median(times):.0f} ms, p99 {worst:.0f} ms"


def wait_for(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server does not answer")


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 30
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VAR_DIR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
        django.setup()
        made = make_tables(tables)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = [sys.executable, "-m", "uvicorn"]
        command += ["tests.benchmarks.server:application", "--port", str(port)]
        command += ["--log-level", "warning", "--no-access-log"]
        command += ["--timeout-keep-alive", "75"]
        server = subprocess.Popen(command)
        try:
            wait_for(port)
            throws, nothing = asyncio.run(run(port, made, seconds))
        finally:
            server.terminate()
            server.wait()
    print(f"{tables} tables of three, {len(throws)} events in {seconds:.0f} s")
    print(f"from tap to all three phones: {figures(throws)}")
    print(f"an empty POST meanwhile:      {figures(nothing)}")


if __name__ == "__main__":
    main()
