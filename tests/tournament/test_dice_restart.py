"""A server killed in the middle of a cycle loses, doubles and changes nothing."""

import http.cookiejar
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scoring.fair_game import FairRecord, verify_game

ROOT = Path(__file__).parents[2]
HIDDEN = re.compile(r'name="(csrfmiddlewaretoken|game|number|position)" value="(\w+)"')


class Phone:
    """A browser without scripts: it keeps cookies and sends forms."""

    def __init__(self, address: str) -> None:
        self.address = address
        jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(jar)
        )

    def get(self, path: str) -> str:
        with self.opener.open(self.address + path, timeout=20) as answer:
            self.path = urllib.parse.urlsplit(answer.url).path
            return str(answer.read().decode())

    def post(self, path: str, **fields: str) -> str:
        data = urllib.parse.urlencode(fields).encode()
        with self.opener.open(self.address + path, data, timeout=20) as answer:
            self.path = urllib.parse.urlsplit(answer.url).path
            return str(answer.read().decode())


@contextmanager
def server(folder: Path) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """The real command, on a database of its own."""
    environment = {**os.environ, "VAR_DIR": str(folder), "PYTHONUNBUFFERED": "1"}
    environment.pop("DATABASE_URL", None)
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", "0"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        for line in process.stdout:
            # The first address printed may be the one of the first organiser.
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                yield found[0], process
                break
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        assert process.stdout
        process.stdout.close()


def form_of(page: str, deed: str) -> dict[str, str]:
    """The hidden fields of the form for a deed."""
    forms = rf'<form[^>]*action="[^"]*/{deed}/".*?</form>'
    return dict(HIDDEN.findall(re.findall(forms, page, re.DOTALL)[0]))


def throw(phone: Phone, table: str, page: str, do: str) -> str:
    return phone.post(f"{table}act/", do=do, **form_of(page, "act"))


def happened(page: str) -> str:
    (told,) = re.findall(r'<ol class="told".*?</ol>', page, re.DOTALL)
    return str(told)


def wait_for(phone: Phone, path: str) -> str:
    for _ in range(100):
        try:
            return phone.get(path)
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


def test_a_killed_server_goes_on_where_it_was(tmp_path: Path) -> None:
    with server(tmp_path) as (address, process):
        phone = Phone(address)
        home = wait_for(phone, "/en/dice/")
        token = dict(HIDDEN.findall(home))["csrfmiddlewaretoken"]
        page = phone.post(
            "/en/dice/", practise="turnierschocken", csrfmiddlewaretoken=token
        )
        table = phone.path
        page = phone.post(f"{table}part/", part="Kartoffel", **form_of(page, "part"))
        page = throw(phone, table, page, "r")
        page = throw(phone, table, page, "r")
        process.send_signal(signal.SIGKILL)
        process.wait()
    with server(tmp_path) as (address, _process):
        phone.address = address
        again = wait_for(phone, table)
        assert happened(again) == happened(page)
        page = throw(phone, table, again, "r")
        while 'value="r"' in page or 'value="s"' in page:
            page = throw(phone, table, page, "r" if 'value="r"' in page else "s")
            if f"{table}games/1/" in page:
                break
        record = FairRecord.from_json(json.loads(phone.get(f"{table}games/1.json")))

    assert verify_game(record) == []
    assert record.record.order is not None
    assert "Kartoffel" in record.parts
