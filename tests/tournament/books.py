"""A workbook as people handle it: saved here, opened, changed, uploaded."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import openpyxl
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tournament.models import Tournament
from tournament.paper.differences import Plan, compare
from tournament.paper.facts import collect
from tournament.paper.reading import Fault, read_filled
from tournament.paper.workbook import workbook
from tournament.services.workbook import take_in

DEEDS = ("added", "changed", "sheets", "play_offs")

ROUND, LIST, PLAY_OFFS = "Durchgang 1", "Meldeliste", "Entscheidungsspiele"
Change = Callable[[Any], object]


def saved(tournament: Tournament, *, private: bool = True) -> bytes:
    return workbook(collect(tournament), private=private)


def opened(content: bytes, **options: Any) -> openpyxl.Workbook:
    return openpyxl.load_workbook(BytesIO(content), **options)


def content_of(book: openpyxl.Workbook) -> bytes:
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def plan_of(tournament: Tournament, content: bytes, name: str = "x.xlsx") -> Plan:
    filled = read_filled(name, content, games=tournament.games)
    if isinstance(filled, Fault):
        return Plan(faults=(filled,))
    return compare(filled, collect(tournament))


def store(tournament: Tournament, plan: Plan, by: User, conflicts: bool = False) -> int:
    assert not plan.faults
    tournament.refresh_from_db()
    return take_in(
        tournament=tournament,
        by=by,
        revision=tournament.revision,
        reason="Nachgetragen",
        **{deed: plan.deeds(deed, conflicts=conflicts) for deed in DEEDS},
    )


def upload(
    client: Client, tournament: Tournament, content: bytes, name: str = "x.xlsx"
) -> HttpResponse:
    return client.post(
        reverse("read_back", args=[tournament.slug]),
        {"file": SimpleUploadedFile(name, content)},
    )


def row_of(page: Any, key: str) -> int:
    """The row of a round's sheet by its hidden key, such as "1 game 3"."""
    for row in range(1, page.max_row + 1):
        if str(page.cell(row, 6).value or "").startswith(key):
            return row
    raise AssertionError(f"no row {key}")


def changed(tournament: Tournament, change: Change) -> bytes:
    """The workbook as it is saved now, opened, changed and saved."""
    book = opened(saved(tournament))
    change(book)
    return content_of(book)
