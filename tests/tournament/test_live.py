"""A change reaches every open page within a second, and nothing else does."""

import asyncio
import os
import re
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.serving import Desk, Listener, fetch, served
from tournament import live
from tournament.models import Entrant, Table, Tournament
from tournament.services.entrants import set_present
from tournament.services.results import enter_totals

# --- topics


def test_a_topic_is_known_by_its_name_alone() -> None:
    dice, other = live.topic("dice", 1), live.topic("dice", 2)

    assert dice == live.topic("dice", "1")
    assert len({dice, other, live.topic("tournament", 1)}) == 3
    assert live.is_topic(dice)
    assert re.fullmatch(r"[\w.-]+", dice), "it stands in an address"


@pytest.mark.parametrize(
    "name",
    ["", "dice-1", "dice-1.", "dice-1.AAAA", ".", "\0", "🎲", "x" * 5000, "../login"],
)
def test_nobody_makes_up_a_topic(name: str) -> None:
    assert not live.is_topic(name)
    assert not live.is_topic(f"{live.topic('dice', 1)}x{name}")


def test_a_topic_hangs_on_the_secret_key(settings: Any) -> None:
    name = live.topic("dice", 1)
    settings.SECRET_KEY = "other"

    assert not live.is_topic(name)
    assert live.topic("dice", 1) != name


def test_a_server_without_a_stream_says_so_quietly(client: Client) -> None:
    """204 ends an EventSource without an error in the browser's console."""
    known = reverse("live", args=[live.topic("dice", 1)])

    assert client.get(known).status_code == 204
    assert client.get(f"{known[:-2]}/").status_code == 404
    assert client.post(known).status_code == 405


# --- nudges


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The topics of all nudges that were sent."""
    told: list[str] = []
    monkeypatch.setattr(live, "_tell", told.append)
    return told


def test_a_deed_nudges_its_tournament_once_it_is_committed(
    told: list[str],
    table: Table,
    organiser: User,
    django_capture_on_commit_callbacks: Any,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        enter_totals(table=table, totals=(48, 30, 12), number=1, by=organiser)
        assert told == []

    assert told == [live.topic_of(table.draw.tournament)]


def test_what_is_rolled_back_was_never_said(
    told: list[str],
    tournament: Tournament,
    organiser: User,
    django_capture_on_commit_callbacks: Any,
) -> None:
    entrant = tournament.entrants.get(number=1)
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        set_present(entrant=entrant, present=False, by=organiser)
        transaction.set_rollback(True)

    entrant.refresh_from_db()
    assert entrant.present
    assert told == []


@pytest.mark.django_db(transaction=True)
def test_a_save_stands_whatever_becomes_of_its_nudge(
    monkeypatch: pytest.MonkeyPatch,
    tournament: Tournament,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(topic: str) -> None:
        raise OSError(topic)

    monkeypatch.setattr(live, "_tell", fail)
    set_present(entrant=tournament.entrants.get(number=1), present=False, by=None)

    assert not Entrant.objects.get(number=1).present
    assert "OSError" in caplog.text


def test_what_redis_cannot_take_is_dropped_and_nobody_waits(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox: Any = live.queue.Queue(maxsize=3)
    monkeypatch.setattr(live, "_outbox", lambda: outbox)
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    for _ in range(10):
        live._tell("topic")

    assert outbox.qsize() == 3


# --- the stream


class Phone:
    """One that listens, as the server sees it; slow while `free` is not set."""

    def __init__(self, topic: str, method: str = "GET") -> None:
        path = f"{live.PREFIX}{topic}/"
        self.scope = {"type": "http", "method": method, "path": path}
        self.said: list[Any] = []
        self.free = asyncio.Event()
        self.free.set()
        self.gone = asyncio.Event()
        self.stream: asyncio.Task[None] | None = None

    async def receive(self) -> Any:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        await self.free.wait()
        self.said.append(message)

    async def listen(self) -> "Phone":
        stream = live.stream(self.scope, self.receive, self.send)
        self.stream = asyncio.create_task(stream)
        await settle()
        return self

    @property
    def status(self) -> int:
        return int(self.said[0]["status"])

    @property
    def heard(self) -> list[bytes]:
        return [one["body"] for one in self.said[1:] if one.get("body")]


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, settings: Any) -> live.Hub:
    settings.REDIS_URL = ""
    hub = live.Hub()
    monkeypatch.setattr(live, "hub", hub)
    return hub


def run(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """In a thread of its own: Playwright's loop may be running in this one."""

    async def in_time() -> None:
        await asyncio.wait_for(story(), 10)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(in_time())).result()


TOPIC = live.topic("dice", 1)


def test_a_nudge_from_a_thread_reaches_those_who_listen_and_no_others(
    hub: live.Hub,
) -> None:
    async def story() -> None:
        here, there = await Phone(TOPIC).listen(), await Phone(TOPIC).listen()
        elsewhere = await Phone(live.topic("dice", 2)).listen()
        await asyncio.to_thread(live._tell, TOPIC)
        await settle()

        assert here.status == 200
        assert here.heard == there.heard == [live.OPENING, live.CHANGED]
        assert elsewhere.heard == [live.OPENING]

    run(story)


def test_a_thousand_nudges_leave_a_slow_phone_with_one(hub: live.Hub) -> None:
    async def story() -> None:
        phone = await Phone(TOPIC).listen()
        phone.free.clear()
        for _ in range(1000):
            hub.nudge(TOPIC)
            await settle()
        phone.free.set()
        await settle()

        # The one it was being told when it stalled, and one for all that followed.
        assert phone.heard == [live.OPENING, live.CHANGED, live.CHANGED]

    run(story)


def test_a_quiet_stream_is_kept_alive(
    hub: live.Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "PING_SECONDS", 0.01)

    async def story() -> None:
        phone = await Phone(TOPIC).listen()
        while live.PING not in phone.heard:
            await asyncio.sleep(0.01)
        assert live.CHANGED not in phone.heard

    run(story)


def test_who_leaves_is_forgotten(hub: live.Hub) -> None:
    async def story() -> None:
        phone = await Phone(TOPIC).listen()
        assert hub.count == 1
        phone.gone.set()
        await settle()

        assert (hub.count, hub.readers) == (0, {})
        assert phone.stream
        assert phone.stream.done()
        hub.nudge(TOPIC)

    run(story)


def test_streams_end_at_once_when_the_server_stops(hub: live.Hub) -> None:
    async def story() -> None:
        phone = await Phone(TOPIC).listen()
        hub.close()
        await settle()

        assert phone.stream
        assert phone.stream.done()
        assert phone.said[-1] == {"type": "http.response.body"}
        assert (await Phone(TOPIC).listen()).status == 204

    run(story)


def test_one_too_many_is_left_to_the_polling(
    hub: live.Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_READERS", 1)

    async def story() -> None:
        first = await Phone(TOPIC).listen()
        assert (await Phone(TOPIC).listen()).status == 204
        first.gone.set()
        await settle()
        assert (await Phone(TOPIC).listen()).status == 200

    run(story)


def test_an_unknown_topic_or_method_is_refused(hub: live.Hub) -> None:
    async def story() -> None:
        assert (await Phone(TOPIC + "x").listen()).status == 404
        assert (await Phone("").listen()).status == 404
        assert (await Phone(TOPIC, "POST").listen()).status == 405
        assert hub.count == 0

    run(story)


def test_while_redis_is_away_a_process_nudges_its_own(
    hub: live.Hub, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    async def story() -> None:
        phone = await Phone(TOPIC).listen()
        began = time.monotonic()
        live._tell(TOPIC)
        assert time.monotonic() - began < 0.1
        while live.CHANGED not in phone.heard:
            await asyncio.sleep(0.01)
        while not caplog.records:
            await asyncio.sleep(0.01)

    run(story)
    assert "Redis is away" in caplog.text


# --- whole servers


def test_a_sheet_at_the_desk_is_heard_within_a_second(tmp_path: Path) -> None:
    with served("demo", tmp_path / "var") as (port, said):
        desk = Desk(port, said)
        address = desk.address
        page = Listener(port, address)

        assert desk.enter(1, 48, 30, 12) == 200
        assert page.hears()
        assert desk.enter(2, 48, 30, 13) == 422
        assert not page.hears(seconds=0.3)
        assert desk.enter(2, 48, 30, 12) == 200
        assert page.hears()
        assert fetch(port, f"{address[:-2]}/")[0] == 404
        assert fetch(port, address, "POST")[0] == 405
        stopping = time.monotonic()
    page.close()
    # uvicorn would wait five seconds for an answer that is not finished.
    assert time.monotonic() - stopping < 4, "an open stream held the server up"


@pytest.mark.skipif("REDIS_URL" not in os.environ, reason="needs REDIS_URL")
def test_a_sheet_is_heard_in_another_process_too(tmp_path: Path) -> None:
    more = {"REDIS_URL": os.environ["REDIS_URL"]}
    with (
        served("demo", tmp_path / "var", **more) as (port, said),
        served("serve", tmp_path / "var", **more) as (other, _),
    ):
        desk = Desk(port, said)
        here, there = (Listener(one, desk.address) for one in (port, other))
        assert here.hears(seconds=5)
        assert there.hears(seconds=5), "each asks once when it hears the other"
        assert desk.enter(1, 48, 30, 12) == 200
        assert here.hears()
        assert there.hears()
        assert not here.hears(seconds=0.3), "its own echo"
    here.close()
    there.close()
