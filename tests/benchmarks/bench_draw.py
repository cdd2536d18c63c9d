"""Figures of the draw that are too slow for every run of the tests.

python -m tests.benchmarks.bench_draw minimum | plans | speed | seats | records
python -m tests.benchmarks.bench_draw service
"""

import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import django
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring import fair
from scoring.draw import Drawing, DrawRequest, Seating, draw
from scoring.draw_record import make_record, spell, verify_text
from tests.scoring.tournaments import measure, random_request, seed

LEAST = {3: 30, 4: 12, 5: 5, 6: 20, 7: 10, 8: 4, 9: 9, 10: 4, 11: 0, 12: 3}
LEAST_EXCESS = {**LEAST, 3: 12, 4: 9, 6: 15}
PLANNED = ((9, 4), (12, 4), (14, 7), (15, 6), (15, 7), (16, 8), (17, 8), (18, 8))
PLANNED += ((19, 9), (20, 9), (20, 10), (21, 10), (22, 10), (23, 10), (24, 10))


def play(
    entrants: int, rounds: int, name: object, mend_seats: bool = False
) -> Iterator[tuple[Drawing, float]]:
    """A whole tournament, with the CPU seconds of each draw."""
    history: tuple[Seating, ...] = ()
    for number in range(rounds):
        request = DrawRequest(
            entrants=tuple(range(1, entrants + 1)),
            history=history,
            rounds=rounds,
            mend_seats=mend_seats,
        )
        began = time.process_time()
        drawing = draw(request, seed(name, entrants, number))
        yield drawing, time.process_time() - began
        history = (*history, drawing.seating)


def sweep(entrants: int, rounds: int, seeds: int) -> None:
    reached: Counter[tuple[int, int]] = Counter()
    seconds = []
    for name in range(seeds):
        drawn = list(play(entrants, rounds, name))
        seconds += [spent for _, spent in drawn]
        reached[measure(drawing for drawing, _ in drawn)] += 1
    seconds.sort()
    print(
        f"{entrants:3} entrants, {rounds:2} rounds: (C2, excess) {dict(reached)}, "
        f"median {1e3 * seconds[len(seconds) // 2]:.1f} ms, "
        f"worst {1e3 * seconds[-1]:.0f} ms",
        flush=True,
    )


def minimum() -> None:
    for entrants in range(3, 61):
        sweep(entrants, 5, 100)
        print(
            "      to be reached:",
            LEAST.get(entrants, 0),
            LEAST_EXCESS.get(entrants, 0),
        )


def plans() -> None:
    for entrants, rounds in PLANNED:
        sweep(entrants, rounds, 20)


def speed() -> None:
    for entrants in (300, 3_000, 30_000):
        shuffles = []
        people = list(range(entrants))
        for _ in range(15):
            began = time.process_time()
            random.shuffle(people)
            shuffles.append(time.process_time() - began)
        runs = [[spent for _, spent in play(entrants, 5, 0)] for _ in range(7)]
        for number, spent in enumerate(map(min, zip(*runs, strict=True)), start=1):
            print(
                f"{entrants:6} entrants, round {number}: {1e3 * spent:6.1f} ms, "
                f"{spent / min(shuffles):4.1f} times random.shuffle"
            )


def seats() -> None:
    for entrants in (9, 12, 15, 27, 30, 60, 99, 300):
        for mend in (False, True):
            even = people = 0
            for name in range(50):
                had: Counter[tuple[int, int]] = Counter()
                for drawing, _ in play(entrants, 5, name, mend):
                    had.update(
                        (player, seat)
                        for table in drawing.tables
                        for seat, player in enumerate(table)
                    )
                for player in range(1, entrants + 1):
                    times = [had[player, seat] for seat in range(3)]
                    people += 1
                    even += max(times) - min(times) <= 1
            print(
                f"{entrants} entrants, mending {mend}: {100 * even / people:.2f} % even"
            )


def records() -> None:
    """Checked here, and written one a line to records.txt for verify.js."""
    true = 0
    with Path("records.txt").open("w", encoding="utf-8") as file:
        for number in range(1000):
            request = random_request(Random(number))
            secret = fair.secret_text(bytes.fromhex(seed("record", number)))
            drawing = draw(request, fair.seed(secret, f"room {number}"))
            text = spell(
                make_record(request, drawing, secret=secret, room=f"room {number}")
            )
            true += not verify_text(text)
            file.write(text)
    print(f"{true} of 1000 records of random tournaments are true")


def service() -> None:
    """Five rounds of 3,000 through the real service: transaction, log, seats stored.

    In a database of its own, which is thrown away.
    """
    with TemporaryDirectory() as folder:
        os.environ["VAR_DIR"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
        django.setup()
        call_command("migrate", verbosity=0)
        time_the_service(3_000)


def time_the_service(entrants: int) -> None:
    from tests import cast
    from tournament.models import SheetEntry
    from tournament.services.draws import draw_round, publish_draw

    organiser = cast.make_organiser()
    tournament = cast.make_tournament(organiser, entrants)
    for round in range(1, 6):
        with CaptureQueriesContext(connection) as queries:
            began = time.perf_counter()
            made = draw_round(tournament=tournament, round=round, by=organiser)
            spent = time.perf_counter() - began
        print(
            f"{entrants} entrants, round {round}: {spent:.2f} s, "
            f"{len(queries)} statements",
            flush=True,
        )
        publish_draw(draw=made, by=organiser)
        SheetEntry.objects.bulk_create(
            SheetEntry(table=table, number=1, kind="games", games=["123"] * 10)
            for table in made.tables.all()
        )


if __name__ == "__main__":
    {
        "minimum": minimum,
        "plans": plans,
        "speed": speed,
        "seats": seats,
        "records": records,
        "service": service,
    }[sys.argv[1]]()
