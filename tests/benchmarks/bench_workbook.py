"""A huge workbook against XlsxWriter writing the same cells: time and memory.

    .venv/bin/python -m tests.benchmarks.bench_workbook

999 entrants, 333 tables, five rounds, every game entered. Each way runs in a
process of its own, so that its peak is its own; the cells that XlsxWriter gets
are those of our workbook, read before the clock starts.
"""

import datetime
import os
import random
import resource
import sys
import time
from io import BytesIO
from multiprocessing import get_context
from types import SimpleNamespace
from typing import Any

ENTRANTS, ROUNDS, GAMES = 999, 5, 10
MOST_TIMES, MOST_MEGABYTES = 1.6, 300


def facts() -> Any:
    """An evening in memory: the database is not what is measured."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    import django

    django.setup()
    from scoring.evening import PlayedRound, PlayedTable, Sheet
    from tournament.evening import Evening
    from tournament.models import Entrant, LogEntry, Tournament
    from tournament.paper.facts import Facts, Version

    chance = random.Random(1)
    tournament = Tournament(
        name="Großer Preis", slug="preis", date=datetime.date(2026, 11, 6)
    )
    entrants = {
        number: Entrant(
            tournament=tournament,
            number=number,
            first_name=f"Vorname{number}",
            last_name=f"Nachname{number}",
            club="TuS Höhe",
            present=True,
        )
        for number in range(1, ENTRANTS + 1)
    }
    rounds, versions = [], {}
    for round in range(1, ROUNDS + 1):
        numbers = chance.sample(sorted(entrants), ENTRANTS)
        tables = []
        for at in range(0, ENTRANTS, 3):
            games = tuple("".join(chance.sample("123", 3)) for _ in range(GAMES))
            one, two, three = numbers[at : at + 3]
            sheet = Sheet(games=games, schock_outs=(1, 0, 2))
            tables.append(PlayedTable(at // 3 + 1, (one, two, three), sheet))
            versions[round, at // 3 + 1] = (Version(sheet),)
        rounds.append(PlayedRound(round, tuple(tables)))
    log = tuple(
        LogEntry(
            at=datetime.datetime(2026, 11, 6, 20, tzinfo=datetime.UTC),
            deed="sheet_entered",
            facts={"round": 1, "table": at, "totals": [30, 30, 30]},
        )
        for at in range(ROUNDS * ENTRANTS // 3)
    )
    evening = Evening(tournament, entrants, {}, tuple(rounds), None, ())
    return Facts(evening, versions, {}, log, drawn=True)


def ours() -> bytes:
    from tournament.paper.workbook import workbook

    return workbook(_prepared.facts)


def theirs() -> bytes:
    """XlsxWriter: the same cells, formulas with values, and a look for each."""
    import xlsxwriter

    file = BytesIO()
    book = xlsxwriter.Workbook(file, {"in_memory": True})
    looks = [
        book.add_format({"border": 1, "align": "center", "num_format": form})
        for form in ("0", "@", "dd/mm/yyyy")
    ]
    for title, cells, widths, heights in _prepared.pages:
        page = book.add_worksheet(title)
        for column, width in enumerate(widths):
            page.set_column(column, column, width)
        for row, height in heights:
            page.set_row(row, height)
        for row, column, value, result in cells:
            if result is not None:
                page.write_formula(row, column, value, looks[0], result)
            elif value is None:
                page.write_blank(row, column, None, looks[0])
            elif isinstance(value, datetime.datetime):
                page.write_datetime(row, column, value, looks[2])
            elif isinstance(value, str):
                page.write_string(row, column, value, looks[1])
            else:
                page.write_number(row, column, value, looks[0])
    book.close()
    return file.getvalue()


_prepared = SimpleNamespace(facts=None, pages=())


def cells_of(content: bytes) -> list[Any]:
    """Our workbook as plain lists, for XlsxWriter."""
    import openpyxl

    formulas = openpyxl.load_workbook(BytesIO(content))
    values = openpyxl.load_workbook(BytesIO(content), data_only=True)
    pages = []
    for page in formulas:
        cells = [
            (
                cell.row - 1,
                cell.column - 1,
                cell.value,
                values[page.title][cell.coordinate].value
                if cell.data_type == "f"
                else None,
            )
            for row in page
            for cell in row
            if cell.value is not None or cell.has_style
        ]
        widths = [one.width for one in page.column_dimensions.values()]
        heights = [
            (row - 1, one.height)
            for row, one in page.row_dimensions.items()
            if one.height
        ]
        pages.append((page.title, cells, widths, heights))
    return pages


def measure(name: str, prepared: Any) -> tuple[float, float, int]:
    """CPU seconds, the best of three, and the peak of a process in megabytes."""
    global _prepared
    _prepared = prepared
    way = {"ours": ours, "theirs": theirs}[name]
    best, size = float("inf"), 0
    if name == "ours":
        _prepared.facts = facts()
    for _run in range(3):
        start = time.process_time()
        size = len(way())
        best = min(best, time.process_time() - start)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return best, peak, size


def main() -> int:
    context = get_context("spawn")
    with context.Pool(1, maxtasksperchild=1) as pool:
        pages = pool.apply(prepare)
        count = sum(len(cells) for _title, cells, _widths, _heights in pages)
        nothing = SimpleNamespace(facts=None, pages=())
        mine, peak, size = pool.apply(measure, ("ours", nothing))
        other, their_peak, their_size = pool.apply(
            measure, ("theirs", SimpleNamespace(facts=None, pages=pages))
        )
    times = mine / other
    print(f"{count} cells")
    for name, seconds, most, bytes in (
        ("ours", mine, peak, size),
        ("XlsxWriter", other, their_peak, their_size),
    ):
        print(f"{name:12}{seconds:5.2f} s  peak {most:4.0f} MB  {bytes // 1024} kB")
    print(f"{times:.2f} times XlsxWriter (at most {MOST_TIMES})")
    return int(times > MOST_TIMES or peak > MOST_MEGABYTES)


def prepare() -> list[Any]:
    _prepared.facts = facts()
    return cells_of(ours())


if __name__ == "__main__":
    sys.exit(main())
