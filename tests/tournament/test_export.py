"""The workbook, as a spreadsheet program reads it."""

import datetime
from random import Random
from typing import Any

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.utils import translation

from tests import cast
from tournament.evening import load_evening
from tournament.models import Entrant, Tournament
from tournament.paper.cells import Book, sheet_title
from tournament.services.play_offs import enter_play_off
from tournament.services.results import enter_games, enter_ruling, enter_totals

from .books import opened, row_of, saved


def read(tournament: Tournament, **options: Any) -> openpyxl.Workbook:
    return opened(saved(tournament), **options)


def column(page: Any, heading: str) -> list[object]:
    """What stands below a heading of row 2."""
    [found] = [cell.column for cell in page[2] if cell.value == heading]
    return [page.cell(row, found).value for row in range(3, page.max_row + 1)]


@pytest.fixture(autouse=True)
def in_english(settings: object) -> None:
    settings.LANGUAGE_CODE = "en"  # type: ignore[attr-defined]
    translation.activate("en")


def test_the_workbook_holds_list_rounds_standings_play_offs_and_log(
    tournament: Tournament, organiser: User
) -> None:
    cast.play_rounds(tournament, organiser, rounds=2)

    book = read(tournament, data_only=True)

    assert book.sheetnames == [
        "Entry list",
        "Round 1",
        "Round 2",
        "Standings",
        "Play-offs",
        "Log",
        "schockturnier",
    ]
    page = book["Standings"]
    lines = load_evening(tournament).lines()
    assert column(page, "Rank") == [line.rank for line in lines]
    assert column(page, "Start number") == [line.entrant for line in lines]
    assert column(page, "Round 2") == [line.rounds[1].points for line in lines]
    assert column(page, "Total") == [line.points for line in lines]
    assert column(page, "Games won") == [line.games[0] for line in lines if line.games]
    assert column(book["Entry list"], "Present") == ["x"] * 9
    log = column(book["Log"], "What")
    assert log[-1] == "Tournament “Kneipenpokal” created"
    assert isinstance(book["Log"]["A3"].value, datetime.datetime)


def test_the_workbook_is_german_in_german(tournament: Tournament) -> None:
    with translation.override("de"):
        book = read(tournament)

    assert book.sheetnames[:2] == ["Meldeliste", "Rangliste"]
    assert "Entscheidungsspiele" in book.sheetnames
    assert "Protokoll" in book.sheetnames


def test_every_formula_stands_beside_its_value(
    tournament: Tournament, organiser: User
) -> None:
    """A viewer that does not calculate shows the right figures, too."""
    cast.play_rounds(tournament, organiser, rounds=1)

    formulas, values = read(tournament), read(tournament, data_only=True)

    found = [
        (page.title, cell.coordinate)
        for page in formulas
        for row in page
        for cell in row
        if cell.data_type == "f"
    ]
    assert len(found) == 3 * (3 + 1) + 9 * 3
    assert all(values[page][at].value is not None for page, at in found)


def test_a_sheet_shows_its_games_and_sums_them_itself(
    tournament: Tournament, organiser: User
) -> None:
    draw = cast.start_round(tournament, organiser)
    games = ["213", *["123"] * 9]
    for table in draw.tables.all():
        enter_games(table=table, games=games, number=1, by=organiser)

    page = read(tournament)["Round 1"]

    first, sum, check = (row_of(page, f"1 {key}") for key in ("game 1", "sum", "check"))
    assert [page.cell(first, at).value for at in (1, 2, 3, 4)] == [1, 3, 5, 1]
    assert page.cell(sum, 2).value == f"=SUM(B{first}:B{sum - 1})"
    assert page.cell(check, 2).value == f"=SUM(B{sum}:D{sum})"
    assert page.cell(first - 3, 2).value == "Seat 1 (starts)"
    assert isinstance(page.cell(first - 4, 5).value, datetime.datetime)


def test_what_is_typed_is_checked_by_the_spreadsheet_program(
    tournament: Tournament, organiser: User
) -> None:
    cast.start_round(tournament, organiser)

    page = read(tournament)["Round 1"]

    choices, outs = page.data_validations.dataValidation
    assert choices.formula1 == '"5,3,1"'
    assert str(choices.sqref) == "B6:D15 B26:D35 B46:D55"
    assert (outs.formula1, outs.formula2) == ("0", "10")
    colours = {str(one.sqref): one.rules for one in page.conditional_formatting}
    assert [rule.formula for rule in colours["B18 B38 B58"]] == [
        ["B18=90"],
        ["AND(B18<>0,B18<>90)"],
    ]


def test_pages_are_set_up_for_the_printer(
    tournament: Tournament, organiser: User
) -> None:
    cast.start_round(tournament, organiser)

    book = read(tournament)

    page = book["Round 1"]
    assert [one.id for one in page.row_breaks.brk] == [21, 41, 61]
    assert (page.page_setup.paperSize, page.page_setup.orientation) == (9, "portrait")
    assert page.print_area == "'Round 1'!$A$2:$E$60"
    assert page.freeze_panes == "A2"
    assert page.column_dimensions["F"].hidden
    for title in ("Entry list", "Standings", "Log"):
        assert book[title].print_title_rows == "$1:$2"
        assert book[title].page_setup.orientation == "landscape"
        assert book[title].freeze_panes in {"A3", "D3"}
    assert book["schockturnier"].sheet_state == "veryHidden"


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

    page = book["Round 1"]

    def row(key: str) -> list[object]:
        return [page.cell(row_of(page, key), at).value for at in (2, 3, 4)]

    assert row("1 sum") == [46, 30, 14]
    assert row("1 outs") == [2, 0, 1]
    assert row("1 game 1") == [None, None, None]
    assert row("2 sum") == [30, 30, 0]
    assert row("2 why")[0] == "Zeit um"
    assert str(row("3 sum")[0]).startswith("=SUM(")
    remarks = column(book["Standings"], "Remarks")
    assert remarks.count("Round 1: ruling") == 3
    assert remarks.count("Round 1: sheet missing") == 3


def test_a_play_off_settles_the_rank_by_formula(organiser: User) -> None:
    tournament = cast.make_tournament(organiser, entrants=9, rounds=1)
    for table in cast.start_round(tournament, organiser).tables.all():
        enter_games(table=table, games=["123"] * 10, number=1, by=organiser)
    tied = load_evening(tournament).play_off_groups[0].members
    before = read(tournament, data_only=True)
    enter_play_off(
        tournament=tournament,
        order=[tied[1], tied[0]],
        behind=[tied[2]],
        number=1,
        by=organiser,
    )

    book, formulas = read(tournament, data_only=True), read(tournament)

    assert column(before["Standings"], "Rank")[:4] == [1, 1, 1, 4]
    assert column(book["Standings"], "Rank")[:4] == [1, 2, 3, 4]
    [order] = [cell.column for cell in book["Play-offs"][2] if cell.column == 5]
    at = [book["Play-offs"].cell(row, order).value for row in (3, 4, 5)]
    assert at == [2, 1, "–"]
    total = column(formulas["Standings"], "Play-off")[0]
    assert total == (
        "=IF(ISNUMBER('Play-offs'!$E$4),'Play-offs'!$E$4-1,"
        "COUNT('Play-offs'!$E$3:$E$5))"
    )


def test_the_play_offs_say_why_there_are_none(organiser: User) -> None:
    tournament = cast.make_tournament(organiser, entrants=3, rounds=1)
    table = cast.start_round(tournament, organiser).tables.get()

    def said() -> str:
        page = read(tournament)["Play-offs"]
        assert "A3:E3" in {str(one) for one in page.merged_cells.ranges}
        return str(page["A3"].value)

    assert "after the last round" in said()
    enter_games(table=table, games=["123"] * 10, number=1, by=organiser)
    assert "nobody shares a place" in said()
    Tournament.objects.update(play_off_places=0)
    assert "has no play-offs" in said()


def test_a_helper_gets_no_phones_no_notes_and_no_log(tournament: Tournament) -> None:
    tournament.entrants.update(phone="0171 2345678", note="Knie")

    book = opened(saved(tournament, private=False))

    assert "Log" not in book.sheetnames
    cells = {cell.value for page in book for row in page for cell in row}
    assert not cells & {"0171 2345678", "Knie"}


def test_sit_outs_stand_in_the_round_and_in_the_remarks(organiser: User) -> None:
    tournament = cast.make_tournament(organiser, entrants=10)
    draw = cast.start_round(tournament, organiser)
    cast.enter_all(draw, organiser, Random(1))
    away = draw.sit_outs.get().entrant

    book = read(tournament)

    last = [cell.value for cell in book["Round 1"][book["Round 1"].max_row]]
    assert last[:3] == ["Sit-out", str(away), "30 points"]
    assert "Round 1: sit-out" in column(book["Standings"], "Remarks")


def test_stand_ins_sit_at_tables_and_are_never_ranked(organiser: User) -> None:
    tournament = cast.make_tournament(
        organiser, entrants=8, head_count_policy=Tournament.HeadCountPolicy.STAND_IN
    )
    cast.play_rounds(tournament, organiser, rounds=1)

    book = read(tournament)

    seats = [cell.value for row in book["Round 1"] for cell in row]
    assert seats.count("Stand-in 1") == 1
    assert seats.count("H1") == 1
    assert len(column(book["Standings"], "Name")) == 8


def test_an_empty_tournament_makes_a_workbook_too(organiser: User) -> None:
    book = read(cast.make_tournament(organiser))

    assert book.sheetnames[:2] == ["Entry list", "Standings"]


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
    assert len(cells) == 2 - (name != name.strip())
    assert {cell.data_type for cell in cells} == {"s"}
    assert all(cell.quotePrefix for cell in cells) == (name[0] in "=+-@\t")


def test_characters_that_excel_refuses_are_left_out() -> None:
    book = Book()
    book.page("x").text(1, 1, "An\x00na\x1b")

    assert opened(book.save())["x"]["A1"].value == "Anna"


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


LONG = "Karl-Theodor Maria Nikolaus Johann Jacob Philipp Franz Josep"


def test_long_texts_get_the_room_that_they_need(organiser: User) -> None:
    """Rows grow and type shrinks; programs that do neither would cut them."""
    tournament = cast.make_tournament(organiser, entrants=3, name="Pokal " * 16)
    tournament.entrants.filter(number=1).update(
        first_name=LONG, last_name=LONG, note="Vegetarisch; " * 15
    )
    draw = cast.start_round(tournament, organiser)
    enter_ruling(
        table=draw.tables.get(),
        totals=(30, 20, 10),
        number=1,
        by=organiser,
        reason="Uwe musste gehen. " * 11,
    )

    book = read(tournament)

    for title in ("Entry list", "Standings", "Log"):
        page = book[title]
        heights = [page.row_dimensions[row].height or 13 for row in range(3, 9)]
        assert max(heights) > 40, title
        assert min(heights) == 13, title
        assert len(page.merged_cells.ranges) == 1, "the heading, over all columns"
    page = book["Round 1"]
    assert "B2:C2" in {str(one) for one in page.merged_cells.ranges}
    cells = {str(cell.value): cell for row in page for cell in row}
    assert cells[f"{LONG} {LONG}"].font.size < 7
    assert cells["Vorname2 Nachname2"].font.size == 10
    assert cells[str(tournament)].font.size < 9


def test_thirty_rounds_still_fit_on_a_page_that_can_be_read(
    organiser: User,
) -> None:
    tournament = cast.make_tournament(organiser, entrants=3, rounds=30, games=1)
    cast.play_rounds(tournament, organiser, rounds=30)

    page = read(tournament)["Standings"]

    assert [page.cell(2, at).value for at in (6, 35)] == ["R1", "R30"]
    widths = [one.width for one in page.column_dimensions.values()]
    assert sum(widths) < 350


def test_what_is_typed_into_a_column_of_texts_stays_text(
    tournament: Tournament,
) -> None:
    page = read(tournament)["Entry list"]

    for letter in "BCDEIJ":
        assert page.column_dimensions[letter].number_format == "@", letter
        assert page[f"{letter}3"].number_format == "@", letter
    assert page.column_dimensions["A"].number_format == "General"


def test_nothing_won_is_a_nought_where_the_sheet_is_entered(
    organiser: User,
) -> None:
    tournament = cast.make_tournament(
        organiser, entrants=6, games=1, points_first=3, points_second=1, points_third=0
    )
    draw = cast.start_round(tournament, organiser)
    enter_games(table=draw.tables.get(number=1), games=["123"], number=1, by=organiser)

    page = read(tournament)["Round 1"]

    entered, empty = (page.cell(row_of(page, f"{at} sum"), 4) for at in (1, 2))
    assert (entered.number_format, empty.number_format) == ("0", "0;-0;")
