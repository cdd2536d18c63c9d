"""The workbook, as a spreadsheet program reads it."""

from io import BytesIO
from random import Random

import openpyxl
import pytest
from django.contrib.auth.models import User
from openpyxl.worksheet.worksheet import Worksheet

from tests import cast
from tournament.evening import load_evening
from tournament.models import Entrant, Tournament
from tournament.paper.cells import sheet_title, write_text
from tournament.paper.workbook import workbook
from tournament.services.results import enter_games, enter_ruling, enter_totals


def read(tournament: Tournament) -> openpyxl.Workbook:
    return openpyxl.load_workbook(BytesIO(workbook(tournament)))


def column(page: Worksheet, heading: str) -> list[object]:
    """What stands below a heading of row 2."""
    [found] = [cell.column for cell in page[2] if cell.value == heading]
    return [page.cell(row, found).value for row in range(3, page.max_row + 1)]


@pytest.fixture(autouse=True)
def in_english(settings: object) -> None:
    settings.LANGUAGE_CODE = "en"  # type: ignore[attr-defined]


def test_the_workbook_holds_the_standings_and_a_page_for_each_round(
    tournament: Tournament, organiser: User
) -> None:
    cast.play_rounds(tournament, organiser, rounds=2)

    book = read(tournament)

    assert book.sheetnames == ["Standings", "Round 1", "Round 2"]
    page = book["Standings"]
    lines = load_evening(tournament).lines()
    assert column(page, "Rank") == [line.rank for line in lines]
    assert column(page, "Start number") == [line.entrant for line in lines]
    assert column(page, "Round 2") == [line.rounds[1].points for line in lines]
    assert column(page, "Total") == [f"=SUM(F{n}:G{n})" for n in range(3, 12)]
    assert column(page, "Games won") == [line.games[0] for line in lines if line.games]
    assert page.freeze_panes == "D3"


def test_a_sheet_shows_its_games_and_sums_them_itself(
    tournament: Tournament, organiser: User
) -> None:
    draw = cast.start_round(tournament, organiser)
    games = ["213", *["123"] * 9]
    for table in draw.tables.all():
        enter_games(table=table, games=games, number=1, by=organiser)

    page = read(tournament)["Round 1"]

    assert [cell.value for cell in page[4]][:4] == [1, 3, 5, 1]
    assert [cell.value for cell in page[14]][:5] == [
        "Sum",
        "=SUM(B4:B13)",
        "=SUM(C4:C13)",
        "=SUM(D4:D13)",
        "=SUM(B14:D14)",
    ]
    assert page["B14"].number_format == "0"
    assert [page.cell(row, 1).value for row in (3, 16, 29)] == [
        "Table 1",
        "Table 2",
        "Table 3",
    ]
    assert page.freeze_panes == "A3"


def test_totals_rulings_and_missing_sheets_say_what_they_are(
    tournament: Tournament, organiser: User
) -> None:
    draw = cast.start_round(tournament, organiser)
    one, two, _ = draw.tables.all()
    enter_totals(
        table=one,
        totals=(46, 30, 14),
        number=1,
        by=organiser,
        schock_outs=(2, 0, 1),
    )
    enter_ruling(
        table=two, totals=(30, 30, 0), number=1, by=organiser, reason="Zeit um"
    )

    book = read(tournament)

    rows = [
        [cell.value for cell in row] for row in book["Round 1"].iter_rows(min_row=4)
    ]
    assert rows[0] == ["Sum", 46, 30, 14, "=SUM(B4:D4)", "totals only"]
    assert rows[1][:4] == ["Schock outs", 2, 0, 1]
    assert rows[4] == ["Sum", 30, 30, 0, "=SUM(B8:D8)", "ruling"]
    assert rows[6][5] == "sheet missing"
    remarks = column(book["Standings"], "Remarks")
    assert remarks.count("Round 1: ruling") == 3
    assert remarks.count("Round 1: sheet missing") == 3


def test_sit_outs_stand_in_the_round_and_in_the_remarks(organiser: User) -> None:
    tournament = cast.make_tournament(organiser, entrants=10)
    draw = cast.start_round(tournament, organiser)
    cast.enter_all(draw, organiser, Random(1))
    away = draw.sit_outs.get().entrant

    book = read(tournament)

    last = [cell.value for cell in book["Round 1"][book["Round 1"].max_row]]
    assert last == ["Sit-out", str(away), None, None, None, "30 points"]
    assert "Round 1: sit-out" in column(book["Standings"], "Remarks")


def test_stand_ins_sit_at_tables_and_are_never_ranked(organiser: User) -> None:
    tournament = cast.make_tournament(
        organiser, entrants=8, head_count_policy=Tournament.HeadCountPolicy.STAND_IN
    )
    cast.play_rounds(tournament, organiser, rounds=1)

    book = read(tournament)

    seats = [cell.value for row in book["Round 1"] for cell in row]
    assert seats.count("Stand-in") == 1
    assert len(column(book["Standings"], "Name")) == 8


def test_an_empty_tournament_makes_a_workbook_too(organiser: User) -> None:
    assert read(cast.make_tournament(organiser)).sheetnames == ["Standings"]


@pytest.mark.parametrize(
    "name", ["=1+1", "+49 171", "-Anna", "@home", "=HYPERLINK(1)", "Zoë 🎲", "\t=1"]
)
def test_a_name_stays_text_whatever_it_begins_with(organiser: User, name: str) -> None:
    tournament = cast.make_tournament(organiser, entrants=3, name=name)
    Entrant.objects.filter(tournament=tournament, number=1).update(
        first_name="", last_name=name, club=name
    )
    cast.play_rounds(tournament, organiser, rounds=1)

    book = read(tournament)

    cells = [cell for row in book["Standings"] for cell in row if cell.value == name]
    assert len(cells) == 3 - (name != name.strip())
    assert {cell.data_type for cell in cells} == {"s"}
    assert all(cell.quotePrefix for cell in cells) == (name[0] in "=+-@\t")


def test_characters_that_excel_refuses_are_left_out() -> None:
    page = openpyxl.Workbook().create_sheet()

    assert write_text(page, 1, 1, "An\x00na\x1b").value == "Anna"


@pytest.mark.parametrize(
    ("text", "taken", "title"),
    [
        ("Runde 1/2: [x]", [], "Runde 1-2- -x-"),
        ("'zitiert'", [], "zitiert"),
        ("", [], "-"),
        ("x" * 40, [], "x" * 31),
        ("x" * 40, ["X" * 31], "x" * 29 + " 2"),
        ("Rangliste", ["rangliste", "Rangliste 2"], "Rangliste 3"),
    ],
)
def test_a_sheet_title_is_one_that_excel_accepts(
    text: str, taken: list[str], title: str
) -> None:
    assert sheet_title(text, taken) == title
    book = openpyxl.Workbook()
    book.create_sheet(title)
