"""What a spreadsheet program makes of the workbook: it calculates what we did."""

import os
import re
import shutil
import subprocess
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User

from tests import cast
from tests.depth import only_thorough
from tournament.evening import load_evening
from tournament.models import Tournament
from tournament.paper.score_sheets import score_sheets
from tournament.services.play_offs import enter_play_off
from tournament.services.results import enter_ruling, enter_totals

from .books import opened, plan_of, row_of, saved

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")

pytestmark = pytest.mark.skipif(
    OFFICE is None and "CI" not in os.environ,
    reason="LibreOffice is not installed; CI asks it",
)


def converted(folder: Path, content: bytes, to: str) -> bytes:
    """The workbook, opened and saved by LibreOffice with a profile of its own."""
    assert OFFICE
    (folder / "in").mkdir(exist_ok=True)
    file = folder / "in" / "book.xlsx"
    file.write_bytes(content)
    subprocess.run(
        [
            OFFICE,
            f"-env:UserInstallation={(folder / 'profile').as_uri()}",
            "--headless",
            "--convert-to",
            to,
            "--outdir",
            str(folder),
            str(file),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    return (folder / f"book.{to}").read_bytes()


def without_values(content: bytes) -> bytes:
    """Only the formulas, so that nothing can be shown that was not calculated."""
    stripped = BytesIO()
    with ZipFile(BytesIO(content)) as source, ZipFile(stripped, "w") as target:
        for name in source.namelist():
            part = source.read(name)
            part = re.sub(rb"(</f>)<v>[^<]*</v>", rb"\1", part)
            target.writestr(name, part)
    return stripped.getvalue()


@pytest.fixture
def finished(organiser: User) -> Tournament:
    """27 entrants over five rounds, with a ruling, bare totals and play-offs.

    27 people share 24 even totals at best, so somebody plays off in any draw.
    """
    tournament = cast.make_tournament(organiser, entrants=27, play_off_places=27)
    cast.play_rounds(tournament, organiser, rounds=4)
    draw = cast.start_round(tournament, organiser)
    one, two, *_rest = draw.tables.all()
    enter_ruling(table=one, totals=(30, 20, 0), number=1, by=organiser, reason="Zeit")
    enter_totals(table=two, totals=(46, 30, 14), number=1, by=organiser)
    cast.enter_all(draw, organiser, Random(5))
    for group in load_evening(tournament).open_play_offs:
        enter_play_off(
            tournament=tournament,
            order=group.members[::-1],
            behind=[],
            number=1,
            by=organiser,
        )
    return tournament


def test_libreoffice_calculates_every_sum_check_and_rank_as_we_do(
    finished: Tournament, tmp_path: Path
) -> None:
    evening = load_evening(finished)
    assert evening.play_off_groups

    calculated = converted(tmp_path, without_values(saved(finished)), "xlsx")

    book = opened(calculated, data_only=True)
    sheets = 0
    for played in evening.rounds:
        page: Any = book[f"Durchgang {played.number}"]
        for table in played.tables:
            assert table.sheet
            totals = table.sheet.points(finished.format)
            sum, check = (row_of(page, f"{table.number} {k}") for k in ("sum", "check"))
            assert tuple(page.cell(sum, at).value for at in (2, 3, 4)) == totals
            assert page.cell(check, 2).value == totals[0] + totals[1] + totals[2]
            sheets += 1
    assert sheets == 45
    standings: Any = book["Rangliste"]
    lines = evening.lines()
    for row, line in enumerate(lines, start=3):
        shown = [standings.cell(row, column).value for column in range(1, 12)]
        assert shown[:2] == [line.rank, line.entrant]
        assert shown[5:10] == [one.points for one in line.rounds]
        assert shown[10] == line.points
    # And what LibreOffice saved is read back without a difference.
    assert plan_of(finished, calculated).changes == ()
    assert plan_of(finished, calculated).faults == ()


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


@only_thorough
def test_every_score_sheet_is_printed_on_a_page_of_its_own(
    finished: Tournament, tmp_path: Path
) -> None:
    pdf = converted(tmp_path, saved(finished, private=False), "pdf")

    # The list, 45 sheets, the standings and the play-offs.
    assert pages_of(pdf) == 1 + 45 + 1 + 1

    two = score_sheets(finished, 1, "a4x2", lambda _at: "x", unpublished=False)
    assert two
    assert pages_of(converted(tmp_path, two, "pdf")) == 5
