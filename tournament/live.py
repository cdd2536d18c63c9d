"""How a change reaches every open page within a second, without a reload.

A change nudges a topic; every page that shows the topic asks for its own part
again, through the normal view with the reader's own rights. Nothing else than
"changed" ever travels in the stream, so it cannot tell what a reader may not see.

    write   live.nudge(live.topic("dice", table.pk))       in a service
    show    <div id="dice" hx-get="…?v=17" {% live "dice" table.pk %}>   {% load live %}
            {% include "_live_scripts.html" %}            in the page's block "scripts"

`nudge` waits for the commit by itself, never raises and never waits for a reader.
The tag writes address and triggers; `live.js` listens to `/live/<topic>/` and
dispatches the event `nudge` on the element. A part that is not fetched by htmx
writes only `data-live="{% url 'live' topic %}"` and listens to that event.
The floor is htmx asking every few seconds: where no stream is served (`runserver`,
a proxy that holds it back, too many readers) it goes on, only slower to notice.
A view answers 204 as long as `v` is current; an equal answer would be swapped in.

The stream is an ASGI endpoint beside Django (`asgi.py`). A reader has at most one
nudge waiting, however slow the phone is. Several processes tell each other by
Redis; without Redis, and while it is away, a process nudges its own readers.
"""

import asyncio
import logging
import queue
import signal
import threading
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Model

PREFIX = "/live/"
PING_SECONDS = 20
MOST_READERS = 2000
CHANNEL = "schockturnier.live"
OPENING = b"retry: 2000\n\n"
CHANGED = b"data: changed\n\n"
PING = b":\n\n"

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

logger = logging.getLogger(__name__)


# Topics


def _signer() -> Signer:
    return Signer(salt="tournament.live", sep=".")


def topic(kind: str, key: object) -> str:
    """The name under which one thing is listened to; nobody can guess another's.

    Signed, so that a wrong name is refused without asking the database.
    """
    return _signer().sign(f"{kind}-{key}")


def topic_of(thing: Model) -> str:
    """The topic of something stored, such as a tournament."""
    return topic(str(thing._meta.model_name), thing.pk)


def is_topic(name: str) -> bool:
    try:
        _signer().unsign(name)
    except BadSignature:
        return False
    return True


# Nudges


def nudge(topic: str) -> None:
    """Have every page of a topic ask again, once what was written is committed."""
    transaction.on_commit(lambda: _tell(topic), robust=True)


def _tell(topic: str) -> None:
    hub.nudge(topic)
    if settings.REDIS_URL:
        with suppress(queue.Full):
            _outbox().put_nowait(topic)


class Reader(asyncio.Event):
    """An open stream: set when there is something to say, over when it must end."""

    over = False


def _room() -> int:
    """How many readers fit: each phone holds two of the files a process may open.

    Some systems allow 256 of them until they are asked for more.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_READERS
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4 * MOST_READERS
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    if files < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return min(MOST_READERS, max(files, wanted) // 3)


class Hub:
    """The readers of this process. All but `nudge` belongs to the event loop."""

    def __init__(self) -> None:
        self.name = uuid4().hex
        self.readers: dict[str, set[Reader]] = {}
        self.count = self.room = 0
        self.closing = False
        self.loop: asyncio.AbstractEventLoop | None = None
        self.listening: asyncio.Task[None] | None = None

    def nudge(self, topic: str) -> None:
        """From any thread; nothing happens where no stream was ever asked for."""
        if self.loop and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.wake, topic)

    def wake(self, topic: str) -> None:
        for reader in self.readers.get(topic, ()):
            reader.set()

    def wake_all(self) -> None:
        for topic in self.readers:
            self.wake(topic)

    @contextmanager
    def reading(self, topic: str) -> Iterator[Reader | None]:
        """A place among the readers; None where there is none left."""
        self._start()
        if self.closing or self.count >= self.room:
            yield None
            return
        reader = Reader()
        self.readers.setdefault(topic, set()).add(reader)
        self.count += 1
        try:
            yield reader
        finally:
            self.count -= 1
            self.readers[topic].remove(reader)
            if not self.readers[topic]:
                del self.readers[topic]

    def _start(self) -> None:
        """With the first reader of a server: know its loop, its end, its siblings."""
        loop = asyncio.get_running_loop()
        if self.loop is loop:
            return
        self.loop, self.closing = loop, False
        self.readers, self.count, self.room = {}, 0, _room()
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._close_before(number)
        if settings.REDIS_URL:
            self.listening = loop.create_task(_listen(self))

    def _close_before(self, number: int) -> None:
        """A server that is told to stop waits for its answers; streams never end."""
        stop = signal.getsignal(number)

        def handle(number: int, frame: Any) -> None:
            if self.loop and not self.loop.is_closed():
                self.loop.call_soon_threadsafe(self.close)
            if callable(stop):
                stop(number, frame)

        if callable(stop):
            signal.signal(number, handle)

    def close(self) -> None:
        self.closing = True
        for readers in self.readers.values():
            for reader in readers:
                reader.over = True
                reader.set()


hub = Hub()


# The stream


async def stream(scope: Message, receive: Receive, send: Send) -> None:
    """The ASGI endpoint behind PREFIX.

    204 says "no stream here, and do not come back at once": the page polls on.
    """
    topic = scope["path"].removeprefix(PREFIX).removesuffix("/")
    if scope["method"] != "GET":
        return await _refuse(send, 405)
    if not is_topic(topic):
        return await _refuse(send, 404)
    with hub.reading(topic) as reader:
        if reader is None:
            return await _refuse(send, 204)
        return await _serve(reader, receive, send)


async def _refuse(send: Send, status: int) -> None:
    length = [] if status == 204 else [(b"content-length", b"0")]
    await send({"type": "http.response.start", "status": status, "headers": length})
    await send({"type": "http.response.body"})


async def _serve(reader: Reader, receive: Receive, send: Send) -> None:
    headers = [
        (b"content-type", b"text/event-stream"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),  # nginx would hold the stream back
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    watching = asyncio.create_task(_until_gone(reader, receive))
    say = OPENING
    try:
        while not reader.over:
            await send({"type": "http.response.body", "body": say, "more_body": True})
            try:
                async with asyncio.timeout(PING_SECONDS):
                    await reader.wait()
            except TimeoutError:
                say = PING
            else:
                reader.clear()
                say = CHANGED
        await send({"type": "http.response.body"})
    finally:
        watching.cancel()


async def _until_gone(reader: Reader, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    reader.over = True
    reader.set()


# Several processes


@cache
def _outbox() -> "queue.Queue[str]":
    """Topics on their way to the other processes, sent by a thread of their own.

    A save never waits for Redis. What does not fit while it is away is dropped:
    the pages of the other processes ask by themselves.
    """
    outbox: queue.Queue[str] = queue.Queue(maxsize=1000)
    threading.Thread(target=_publish, args=(outbox,), daemon=True).start()
    return outbox


def _publish(outbox: "queue.Queue[str]") -> None:
    import redis

    client = redis.Redis.from_url(settings.REDIS_URL)
    while True:
        topic = outbox.get()
        with suppress(redis.RedisError):
            client.publish(CHANNEL, f"{hub.name} {topic}")


async def _listen(hub: Hub) -> None:
    """Wake our readers for what other processes wrote, for as long as we serve.

    All of them are woken when that begins: nobody knows what was missed before.
    """
    import redis.asyncio
    from redis import RedisError

    away = False
    while True:
        try:
            async with (
                redis.asyncio.Redis.from_url(settings.REDIS_URL) as client,
                client.pubsub() as inbox,
            ):
                await inbox.subscribe(CHANNEL)
                hub.wake_all()
                away = False
                async for message in inbox.listen():
                    if message["type"] == "message":
                        sender, _, topic = message["data"].decode().partition(" ")
                        if sender != hub.name:
                            hub.wake(topic)
        except (RedisError, OSError):
            if not away:
                logger.warning("Redis is away: other processes hear later of changes.")
            away = True
            await asyncio.sleep(1)
