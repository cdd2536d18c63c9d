"""A workbook that takes its time: written beside the requests, fetched when ready."""

import json
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import cast
from tournament.models import Tournament
from tournament.paper import jobs
from tournament.paper.jobs import Job
from tournament.services.entrants import set_paid
from tournament.views.desk import workbook as view

from .books import opened


@pytest.fixture(autouse=True)
def own_folder(settings: Any, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path / "exports"


@pytest.fixture
def large(
    tournament: Tournament, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> Tournament:
    """A tournament that counts as large."""
    cast.play_rounds(tournament, organiser, rounds=1)
    monkeypatch.setattr(view, "LARGE", 2)
    return tournament


def wait_for(done: Callable[[], Any]) -> Any:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if found := done():
            return found
        time.sleep(0.02)
    raise AssertionError("nothing came")


def test_a_large_workbook_is_written_beside_and_fetched_when_ready(
    large: Tournament, organiser: User, desk: Client, own_folder: Path
) -> None:
    address = reverse("export", args=[large.slug])
    progress = reverse("export_progress", args=[large.slug])
    assert desk.get(progress).status_code == 302

    started = desk.get(address)

    assert started.status_code == 302
    assert started["Location"] == progress
    wait_for(lambda: "ist fertig" in desk.get(progress).content.decode())
    file = desk.get(address)
    assert opened(file.content).sheetnames[0] == "Meldeliste"
    assert file["Content-Disposition"] == f'attachment; filename="{large.slug}.xlsx"'
    # Something changes: the old file is not handed out.
    set_paid(entrant=large.entrants.get(number=1), paid=True, by=organiser)
    assert desk.get(address).status_code == 302
    wait_for(lambda: "ist fertig" in desk.get(progress).content.decode())
    assert opened(desk.get(address).content)["Meldeliste"]["F3"].value == "x"


def test_who_waited_gets_the_workbook_however_many_sheets_come_in(
    large: Tournament, organiser: User, desk: Client
) -> None:
    progress = reverse("export_progress", args=[large.slug])
    desk.get(reverse("export", args=[large.slug]))
    link = wait_for(
        lambda: re.search(
            r'href="([^"]+\?revision=[^"]*)"', desk.get(progress).content.decode()
        )
    )
    set_paid(entrant=large.entrants.get(number=1), paid=True, by=organiser)

    file = desk.get(link[1])

    assert opened(file.content).sheetnames[0] == "Meldeliste"
    # Who asks anew gets the newest.
    assert desk.get(reverse("export", args=[large.slug])).status_code == 302


def test_nobody_sees_another_persons_workbook(
    large: Tournament, client: Client, desk: Client
) -> None:
    desk.get(reverse("export", args=[large.slug]))
    helper = Client()
    helper.force_login(cast.make_helper(large, "hanna"))

    answer = helper.get(reverse("export_progress", args=[large.slug]))

    assert answer.status_code == 302
    assert answer["Location"] == reverse("paper", args=[large.slug])


def job() -> Job:
    return Job.of(person=1, tournament=2, private=True)


def test_progress_is_told_to_any_process_and_the_file_is_never_half(
    own_folder: Path,
) -> None:
    told = []

    def write(tell: jobs.Tell) -> bytes:
        for done in range(3):
            tell(done, 3)
            told.append(job().progress())
        return b"whole"

    job().start(7, write)

    wait_for(lambda: (now := job().progress()) and now.is_ready)
    assert [one.percent for one in told] == [0, 25, 50]
    assert all(one.is_running and one.revision == 7 for one in told)
    assert job().file.read_bytes() == b"whole"
    assert sorted(file.suffix for file in own_folder.iterdir()) == [".json", ".xlsx"]


def test_what_fails_says_so(
    large: Tournament, desk: Client, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    def fail(*_args: Any, **_more: Any) -> bytes:
        raise OSError("disk full")

    monkeypatch.setattr(view, "workbook", fail)

    desk.get(reverse("export", args=[large.slug]))

    progress = reverse("export_progress", args=[large.slug])
    wait_for(lambda: "ließ sich nicht" in desk.get(progress).content.decode())
    assert "disk full" in caplog.text


def test_a_job_whose_process_ended_counts_as_lost(own_folder: Path) -> None:
    own_folder.mkdir()
    known = {"revision": 1, "done": 1, "steps": 9, "failed": False}
    job().state.write_text(json.dumps(known))
    now = job().progress()
    assert now
    assert now.is_running

    long_ago = time.time() - jobs.SILENT - 1
    os.utime(job().state, (long_ago, long_ago))

    now = job().progress()
    assert now
    assert now.lost
    assert not now.is_running


def test_old_workbooks_are_tidied_away(own_folder: Path) -> None:
    own_folder.mkdir()
    old = own_folder / "old.xlsx"
    old.write_bytes(b"names")
    long_ago = time.time() - jobs.KEPT - 1
    os.utime(old, (long_ago, long_ago))

    job().start(1, lambda _tell: b"new")

    wait_for(lambda: (now := job().progress()) and now.is_ready)
    assert not old.exists()


def test_torn_state_is_no_state(own_folder: Path) -> None:
    own_folder.mkdir()
    job().state.write_text("{")

    assert job().progress() is None
