"""Our commands in processes of their own, as a pub starts them."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from django.conf import settings


@contextmanager
def served(command: str, var: Path, **more: str) -> Iterator[tuple[int, list[str]]]:
    """The command on a free port, with data of its own; its port and what it said.

    `more` goes into its environment, such as REDIS_URL.
    """
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DATABASE_URL", "REDIS_URL", "SECRET_KEY"}
    }
    process = subprocess.Popen(
        [sys.executable, "manage.py", command, "--port", "0"],
        cwd=settings.BASE_DIR,
        env={**environment, "VAR_DIR": str(var), "PYTHONUTF8": "1", **more},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stdout is not None
    said = []
    try:
        for line in process.stdout:
            said.append(line)
            if re.search(r"(Ctrl|Strg)\+C", line):
                break
        here = re.search(r"http://127\.0\.0\.1:(\d+)/$", "".join(said), re.MULTILINE)
        assert here, said
        yield int(here[1]), said
    finally:
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=20)
    assert complaints == ""
    assert process.returncode == 0


def fetch(port: int, path: str, method: str = "GET") -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def password_in(said: str) -> str:
    return said.split()[-1]


class Desk:
    """The demo's organiser, entering sheets by HTTP.

    `address` is where the pages of the tournament listen.
    """

    def __init__(self, port: int, said: list[str]) -> None:
        self.here = f"http://127.0.0.1:{port}"
        self.browser = build_opener(HTTPCookieProcessor())
        login = {"username": "demo", "password": password_in(said[0])}
        _, page = self.send("/login/", login)
        [self.slug] = set(re.findall(r"/desk/([^/\"]+-[^/\"]+)/", page))
        overview = self.ask(f"/desk/{self.slug}/")
        [self.round] = set(re.findall(r"/rounds/(\d)/tables/", overview))
        [self.address] = re.findall(r'data-live="([^"]+)"', overview)

    def ask(self, path: str) -> str:
        text: str = self.browser.open(self.here + path, timeout=20).read().decode()
        return text

    def send(self, path: str, typed: dict[str, object]) -> tuple[int, str]:
        """A form filled in and sent: what the page holds hidden, and what is typed."""
        hidden = re.findall(
            r'type="hidden" name="(\w+)" value="([^"]*)"', self.ask(path)
        )
        body = urlencode({**dict(hidden), **typed}).encode()
        try:
            answer = self.browser.open(self.here + path, body, timeout=20)
        except HTTPError as refused:
            answer = refused
        with answer:
            return answer.status, answer.read().decode()

    def enter(self, table: int, *totals: int) -> int:
        """The totals of a table of the current round; the answer's status."""
        path = f"/desk/{self.slug}/rounds/{self.round}/tables/{table}/"
        fields = {f"total_{seat}": one for seat, one in enumerate(totals, start=1)}
        return self.send(path, {"way": "totals", **fields})[0]


class Listener:
    """A page with an open stream."""

    def __init__(self, port: int, address: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=5)
        request = f"GET {address} HTTP/1.1\r\nHost: localhost\r\n\r\n"
        self.socket.sendall(request.encode())
        self.heard = b""
        assert self.hears(b"retry: 2000", 5), self.heard

    def close(self) -> None:
        self.socket.close()

    def hears(self, what: bytes = b"data: changed", seconds: float = 1) -> bool:
        """Whether it is said in time; what was said up to then is forgotten."""
        until = time.monotonic() + seconds
        while what not in self.heard:
            self.socket.settimeout(max(0.001, until - time.monotonic()))
            try:
                more = self.socket.recv(4096)
            except TimeoutError:
                return False
            if not more:
                return False
            self.heard += more
        self.heard = self.heard.partition(what)[2]
        return True
