"""A workbook that was filled in offline: what it changes, and what it cannot."""

import datetime
import re
from collections.abc import Callable
from io import BytesIO
from random import Random
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import cast
from tests.depth import THOROUGH, some
from tournament.evening import load_evening
from tournament.lists.grid import Trouble, Unreadable
from tournament.models import Entrant, LogEntry, SheetEntry, Tournament
from tournament.paper.differences import Kind, Plan
from tournament.services.draws import withdraw_draw
from tournament.services.entrants import replace_entrant
from tournament.services.play_offs import enter_play_off
from tournament.services.results import enter_games, enter_ruling, enter_totals
from tournament.wording import unreadable_workbook

from .books import (
    LIST,
    PLAY_OFFS,
    ROUND,
    Change,
    changed,
    content_of,
    opened,
    plan_of,
    row_of,
    saved,
    store,
    upload,
)
from .product import Page


def fill(page: Any, table: int, games: list[str]) -> None:
    """Games as they are typed into the sheet of a table, "531" for seats 1 to 3."""
    top = row_of(page, f"{table} game 1")
    for row, game in enumerate(games, start=top):
        for column, points in enumerate(game, start=2):
            page.cell(row, column).value = int(points)


@pytest.fixture
def running(tournament: Tournament, organiser: User) -> Tournament:
    """Round 1 is published; table 1 has a sheet, tables 2 and 3 have none."""
    draw = cast.start_round(tournament, organiser)
    games = ["123"] * 10
    enter_games(table=draw.tables.get(number=1), games=games, number=1, by=organiser)
    return tournament


# There and back


@settings(
    max_examples=12 if THOROUGH else 3,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    entrants=st.integers(3, 14),
    policy=st.sampled_from(Tournament.HeadCountPolicy.values),
    rounds=st.integers(0, 3),
    games=st.integers(1, 12),
    points=st.sampled_from([(5, 3, 1), (3, 1, 0), (2, 2, 1), (10, 5, 0)]),
    seed=st.integers(0, 10**6),
)
def test_export_and_import_find_no_difference(
    organiser: User, client: Client, seed: int, rounds: int, **fields: Any
) -> None:
    rng = Random(seed)
    first, second, third = fields["points"]
    tournament = cast.make_tournament(
        organiser,
        fields["entrants"],
        rounds=max(rounds, 1),
        games=fields["games"],
        points_first=first,
        points_second=second,
        points_third=third,
        head_count_policy=fields["policy"],
    )
    tournament.entrants.filter(number=1).update(
        last_name=rng.choice(["=1+1", "O’Neill-Ünal", "1911", "+49"]),
        club=rng.choice(["", "1911", "-Anna"]),
        note="  zwei  Räume ",
        paid=True,
    )
    for _round in range(rounds):
        draw = cast.start_round(tournament, organiser)
        for table in draw.tables.all():
            write_something(table, rng, organiser)
            if rng.random() < 0.2:
                replace = {"number": table.entries.count() + 1, "by": organiser}
                enter_ruling(table=table, totals=(1, 2, 0), reason="Zeit", **replace)
    settle_some(tournament, rng, organiser)

    assert plan_of(tournament, saved(tournament)) == Plan()
    # Opened and saved by another program, too.
    assert plan_of(tournament, changed(tournament, lambda book: book)) == Plan()


def write_something(table: Any, rng: Random, by: User) -> None:
    games = cast.random_games(rng, table.draw.tournament.games)
    outs = rng.choice([None, (0, 0, 0), (1, 0, 1)])
    entry = enter_games(table=table, games=games, number=1, by=by, schock_outs=outs)
    if rng.random() < 0.3:
        enter_totals(
            table=table,
            totals=entry.points(table.draw.tournament.format),
            number=2,
            by=by,
            reason="nur Summen",
        )


def settle_some(tournament: Tournament, rng: Random, by: User) -> None:
    for group in load_evening(tournament).open_play_offs:
        members = rng.sample(group.members, len(group.members))
        if rng.random() < 0.7:
            enter_play_off(
                tournament=tournament,
                order=members[1:],
                behind=members[:1],
                number=1,
                by=by,
            )


# What was filled in


def test_a_sheet_that_was_missing_is_entered(
    running: Tournament, organiser: User
) -> None:
    games = ["531", "153", *["315"] * 8]
    content = changed(running, lambda book: fill(book[ROUND], 2, games))

    plan = plan_of(running, content)

    [change] = plan.changes
    assert (change.kind, change.sheet, change.cell) == (Kind.NEW, ROUND, "B26")
    assert not change.needs_reason
    assert store(running, plan, organiser) == 1
    entry = SheetEntry.objects.get(table__number=2)
    assert entry.games == ["123", "312", *["231"] * 8]
    assert plan_of(running, saved(running)) == Plan()
    assert plan_of(running, content) == Plan()


def test_totals_and_schock_outs_and_a_ruling_are_entered(
    running: Tournament, organiser: User
) -> None:
    def change(book: Any) -> None:
        page = book[ROUND]
        for key, values in (
            ("2 sum", (46, 30, 14)),
            ("2 outs", (2, None, 1)),
            ("3 sum", (20, 10, 0)),
        ):
            for column, value in enumerate(values, start=2):
                page.cell(row_of(page, key), column).value = value
        page.cell(row_of(page, "3 why"), 2).value = "Uwe ging"

    plan = plan_of(running, changed(running, change))

    assert [change.kind for change in plan.changes] == [Kind.NEW, Kind.NEW]
    store(running, plan, organiser)
    two = SheetEntry.objects.get(table__number=2)
    three = SheetEntry.objects.get(table__number=3)
    assert (two.totals, two.schock_outs) == ([46, 30, 14], [2, 0, 1])
    assert (three.kind, three.totals, three.reason) == (
        "ruling",
        [20, 10, 0],
        "Uwe ging",
    )


def test_a_correction_carries_the_reason(running: Tournament, organiser: User) -> None:
    content = changed(running, lambda book: fill(book[ROUND], 1, ["135"] * 10))

    plan = plan_of(running, content)

    [change] = plan.changes
    assert change.kind == Kind.CHANGED
    assert change.needs_reason
    assert change.here.startswith("50 – 30 – 10")
    store(running, plan, organiser)
    entry = SheetEntry.objects.latest("number")
    assert (entry.number, entry.reason) == (2, "Nachgetragen")


def test_entrants_are_corrected_checked_in_added_and_withdrawn(
    running: Tournament, organiser: User
) -> None:
    def change(book: Any) -> None:
        page = book[LIST]
        page["B3"], page["F3"], page["H4"] = "Änne", "x", "x"
        for column, value in enumerate([None, "Zoë", "Neu", "KC Neun"], start=1):
            page.cell(12, column).value = value
        page["A13"], page["B13"], page["G13"] = 77, "Siebenund", "x"

    plan = plan_of(running, changed(running, change))

    assert [one.kind for one in plan.changes] == ["changed", "changed", "new", "new"]
    assert plan.changes[0].file == "Vorname: Änne; Bezahlt: ja"
    assert not any(one.needs_reason for one in plan.changes)
    store(running, plan, organiser)
    one, two = running.entrants.get(number=1), running.entrants.get(number=2)
    assert (one.first_name, one.paid, two.withdrawn) == ("Änne", True, True)
    assert running.entrants.get(number=10).club == "KC Neun"
    assert running.entrants.get(number=77).present
    deeds = set(running.log.values_list("deed", flat=True))
    assert {"workbook_taken_in", "entrant_added", "entrant_withdrawn"} <= deeds


def test_a_new_line_says_who_else_is_called_so(
    running: Tournament, desk: Client
) -> None:
    def change(book: Any) -> None:
        page = book[LIST]
        for row, name in (12, "Vorname3 Nachname3"), (13, "Zoë Au"), (14, "Zoe Au"):
            page.cell(row, 2).value, page.cell(row, 3).value = name.split()

    answer = upload(desk, running, changed(running, change))

    assert [one.here for one in answer.context["plan"].changes] == [
        "Gleicher Name wie Nr. 3",
        "",
        "Gleicher Name wie Zeile 13",
    ]
    assert "Gleicher Name wie Nr. 3" in answer.content.decode()


def test_who_has_no_number_typed_takes_none_that_another_line_has(
    running: Tournament, organiser: User
) -> None:
    def change(book: Any) -> None:
        page = book[LIST]
        page["B12"], page["B13"] = "Ohne", "Zehn"
        page["A13"] = 10

    store(running, plan_of(running, changed(running, change)), organiser)

    assert [one.first_name for one in running.entrants.filter(number__gte=10)] == [
        "Zehn",
        "Ohne",
    ]


# Changed here meanwhile


def test_what_only_changed_here_stays_as_it_is(
    running: Tournament, organiser: User
) -> None:
    old = saved(running)
    table = running.draws.get().tables.get(number=2)
    enter_games(table=table, games=["321"] * 10, number=1, by=organiser)
    running.entrants.filter(number=4).update(club="Neu")

    plan = plan_of(running, old)

    assert {change.kind for change in plan.changes} == {Kind.OLD}
    assert {change.cell for change in plan.changes} == {"B26", "D6"}
    assert plan.writes(conflicts=True) == []


def test_what_changed_on_both_sides_is_decided_as_a_whole(
    running: Tournament, organiser: User
) -> None:
    def change(book: Any) -> None:
        fill(book[ROUND], 2, ["531"] * 10)
        book[LIST]["D6"] = "Alt"

    content = changed(running, change)
    table = running.draws.get().tables.get(number=2)
    enter_games(table=table, games=["321"] * 10, number=1, by=organiser)
    running.entrants.filter(number=4).update(club="Neu")

    plan = plan_of(running, content)

    assert [change.kind for change in plan.changes] == [Kind.CONFLICT] * 2
    assert store(running, plan, organiser, conflicts=False) == 0
    assert running.entrants.get(number=4).club == "Neu"
    assert store(running, plan_of(running, content), organiser, conflicts=True) == 2
    assert running.entrants.get(number=4).club == "Alt"
    assert table.entries.latest("number").games == ["123"] * 10


def test_a_replacement_meanwhile_is_no_unknown_player(
    running: Tournament, organiser: User
) -> None:
    old = saved(running)
    entrant = running.entrants.get(number=1)
    replace_entrant(entrant=entrant, by=organiser, first_name="Ina", last_name="Au")

    plan = plan_of(running, old)

    assert plan.faults == ()
    assert [change.kind for change in plan.changes] == [Kind.OLD]

    book = opened(old)
    book[LIST]["B3"] = "Änne"
    plan = plan_of(running, content_of(book))
    assert plan.faults == ()
    assert [change.kind for change in plan.changes] == [Kind.CONFLICT]


# Filled in further, renumbered, sorted


def test_a_workbook_that_is_read_back_twice_adds_nobody_twice(
    running: Tournament, organiser: User
) -> None:
    book = opened(saved(running))
    page = book[LIST]
    page["B12"], page["C12"], page["D12"] = "Zoë", "Neu", "KC Neun"
    page["A13"], page["B13"] = 77, "Uwe"
    store(running, plan_of(running, content_of(book)), organiser)

    assert plan_of(running, content_of(book)) == Plan()
    # It goes on being filled in; a namesake of another club is somebody else.
    page["F12"] = "x"
    page["B14"], page["C14"], page["D14"] = "Zoë", "Neu", "TuS Höhe"
    plan = plan_of(running, content_of(book))
    assert [one.kind for one in plan.changes] == [Kind.CONFLICT, Kind.NEW]
    assert plan.changes[0].file == "Bezahlt: ja"
    store(running, plan, organiser, conflicts=True)
    assert running.entrants.get(number=10).paid
    assert running.entrants.count() == 12


@pytest.mark.parametrize(
    "numbers",
    [{1: 2, 2: 1}, {1: 2, 2: 3, 3: 50}, {9: 10, 1: 9}],
    ids=["swapped", "a chain", "into a gap"],
)
def test_start_numbers_change_places_before_the_first_draw(
    tournament: Tournament, organiser: User, numbers: dict[int, int]
) -> None:
    def change(book: Any) -> None:
        for old, new in numbers.items():
            book[LIST][f"A{old + 2}"] = new
        book[LIST]["B12"] = "Neu"
        book[LIST]["A12"] = min(numbers) if 50 in numbers.values() else None

    plan = plan_of(tournament, changed(tournament, change))

    assert plan.faults == ()
    store(tournament, plan, organiser)
    for old, new in numbers.items():
        assert tournament.entrants.get(number=new).first_name == f"Vorname{old}"
    assert tournament.entrants.count() == 10


@pytest.mark.parametrize(
    "numbers", [{3: 2, 4: 1}, {3: 50}, {3: 2, 4: 3, 5: 1}], ids=str
)
def test_new_start_numbers_that_are_read_back_twice_are_known(
    tournament: Tournament, organiser: User, numbers: dict[int, int]
) -> None:
    book = opened(saved(tournament))
    for row, number in numbers.items():
        book[LIST].cell(row, 1).value = number
    store(tournament, plan_of(tournament, content_of(book)), organiser)
    cast.start_round(tournament, organiser)

    assert plan_of(tournament, content_of(book)) == Plan()
    # It goes on being filled in, for the same person.
    book[LIST]["F3"] = "x"
    plan = plan_of(tournament, content_of(book))
    assert [one.kind for one in plan.changes] == [Kind.CONFLICT]
    store(tournament, plan, organiser, conflicts=True)
    assert [one.number for one in tournament.entrants.filter(paid=True)] == [numbers[3]]


@pytest.mark.parametrize(
    ("number", "said"),
    [(0, "beginnen bei 1"), (10_000, "enden bei 9999"), (2, "Nr. 2 ist schon an")],
)
def test_a_start_number_that_cannot_be_is_named(
    tournament: Tournament, number: int, said: str
) -> None:
    tournament.entrants.filter(number=9).delete()
    content = changed(tournament, cell(LIST, "A3", number))
    if number == 2:
        # Typed in here since the workbook was saved.
        content = changed(tournament, cell(LIST, "A3", 9))
        Entrant.objects.create(tournament=tournament, number=9, first_name="Neu")
        said = "Nr. 9 ist schon an"

    faults = plan_of(tournament, content).faults

    assert [(fault.sheet, fault.cell) for fault in faults] == [(LIST, "A3")]
    assert said in faults[0].sentence


@pytest.mark.parametrize("apart", [False, True], ids=["whole", "without the keys"])
def test_a_sorted_list_says_the_same(
    running: Tournament, organiser: User, apart: bool
) -> None:
    """Sorted as a whole, or only the columns that are in sight."""

    def change(book: Any) -> None:
        page = book[LIST]
        columns = range(1, 11 if apart else 12)
        lines = [[page.cell(row, at).value for at in columns] for row in range(3, 12)]
        for row, line in enumerate(lines[::-1], start=3):
            for at, value in zip(columns, line, strict=True):
                page.cell(row, at).value = value

    assert plan_of(running, changed(running, change)) == Plan()
    # And what is changed besides is changed for the right person.
    both = several(change, cell(LIST, "F3", "x"))
    plan = plan_of(running, changed(running, both))
    assert plan.faults == ()
    store(running, plan, organiser)
    assert [one.number for one in running.entrants.filter(paid=True)] == [9]


@pytest.mark.parametrize("sheet", [LIST, ROUND])
def test_rows_inserted_above_change_nothing(running: Tournament, sheet: str) -> None:
    content = changed(running, lambda book: book[sheet].insert_rows(1, 3))

    assert plan_of(running, content) == Plan()


def test_a_corrected_game_leaves_the_places_of_the_others(
    organiser: User,
) -> None:
    """Where two places give the same points, the file knows only the points."""
    tournament = cast.make_tournament(
        organiser, 3, games=3, points_first=2, points_second=2, points_third=1
    )
    table = cast.start_round(tournament, organiser).tables.get()
    enter_games(table=table, games=["213", "213", "132"], number=1, by=organiser)

    def change(book: Any) -> None:
        fill(book[ROUND], 1, ["221", "122"])

    store(tournament, plan_of(tournament, changed(tournament, change)), organiser)

    assert table.entries.latest("number").games == ["213", "312", "132"]


def test_a_corrected_game_leaves_the_others_to_the_dice_table(
    running: Tournament, organiser: User
) -> None:
    table = running.draws.get().tables.get(number=2)
    games = ["123"] * 10
    enter_games(table=table, games=games, number=1, by=None, played=[1, 2, 4])

    def change(book: Any) -> None:
        fill(book[ROUND], 2, ["531", "135"])

    store(running, plan_of(running, changed(running, change)), organiser)

    entry = table.entries.latest("number")
    assert entry.games == ["123", "321", *games[2:]]
    assert entry.played == [1, 4]


# Damage


def cell(sheet: str, at: str, value: object) -> Change:
    def change(book: Any) -> None:
        book[sheet][at] = value

    return change


def several(*changes: Change) -> Change:
    def change(book: Any) -> None:
        for one in changes:
            one(book)

    return change


def rename(sheet: str) -> Change:
    return lambda book: setattr(book[sheet], "title", "Anders")


def delete_row(sheet: str, row: int) -> Change:
    return lambda book: book[sheet].delete_rows(row)


def copy_row(sheet: str, row: int, to: int) -> Change:
    def change(book: Any) -> None:
        page = book[sheet]
        for column in range(1, 12):
            page.cell(to, column).value = page.cell(row, column).value

    return change


# Table 1 stands in rows 2 to 20 with games in 6 to 15, table 2 begins in row 22.
DAMAGE: dict[str, tuple[Change, str, str, str]] = {
    "a game's row deleted": (delete_row(ROUND, 9), ROUND, "A2", "Spiel 4"),
    "the row of the sums deleted": (delete_row(ROUND, 16), ROUND, "A2", "Summe"),
    "an entrant's row deleted": (delete_row(LIST, 5), LIST, "", "Nr. 3 Vorname3"),
    "a round renamed": (rename(ROUND), ROUND, "", "umbenannt"),
    "the list renamed": (rename(LIST), LIST, "", "umbenannt"),
    "text in a number": (cell(ROUND, "C8", "drei"), ROUND, "C8", "„drei“"),
    "a number stored as text": (cell(ROUND, "C8", "3"), ROUND, "C8", "als Text"),
    "half a point": (cell(ROUND, "B7", 4.5), ROUND, "B7", "keine ganze Zahl"),
    "a negative number": (cell(ROUND, "B7", -5), ROUND, "B7", "keine ganze Zahl"),
    "a huge number": (cell(ROUND, "B7", 10**9), ROUND, "B7", "keine ganze Zahl"),
    "a truth for a number": (cell(ROUND, "B7", True), ROUND, "B7", "keine ganze Zahl"),
    "an error value": (cell(ROUND, "B7", "#REF!"), ROUND, "B7", "#REF!"),
    "5 and 5 in one game": (cell(ROUND, "C6", 5), ROUND, "B6", "Spiel 1: 5, 3, 1"),
    "a 4": (cell(ROUND, "C6", 4), ROUND, "B6", "Spiel 1: 5, 3, 1"),
    "a game half empty": (cell(ROUND, "C6", None), ROUND, "B6", "Spiel 1"),
    "a game missing": (
        lambda book: fill(book[ROUND], 2, ["531"] * 9),
        ROUND,
        "B35",
        "Spiel 10 fehlt",
    ),
    "a formula for a value": (cell(ROUND, "B6", "=2+3"), ROUND, "B6", "Formel"),
    "a formula for a sum": (cell(ROUND, "B36", "=40+6"), ROUND, "B36", "Formel"),
    "a sum of numbers for a sum": (
        several(*(cell(ROUND, f"{at}36", "=SUM(10,20)") for at in "BCD")),
        ROUND,
        "C36",
        "Formel",
    ),
    "a sum of another seat's games": (
        cell(ROUND, "C36", "=SUM(B26:B35)"),
        ROUND,
        "C36",
        "Formel",
    ),
    "a sum overwritten": (cell(ROUND, "B16", 48), ROUND, "B16", "ergeben 50"),
    "one total of three": (cell(ROUND, "B36", 48), ROUND, "B36", "Es fehlt eine Summe"),
    "totals that miss the check": (
        several(*(cell(ROUND, f"{at}36", 32) for at in "BCD")),
        ROUND,
        "B36",
        "90",
    ),
    "an odd total": (
        several(cell(ROUND, "B36", 31), cell(ROUND, "C36", 29), cell(ROUND, "D36", 30)),
        ROUND,
        "C36",
        "29",
    ),
    "eleven Schock outs": (cell(ROUND, "D17", 11), ROUND, "D17", "10-mal"),
    "Schock outs without points": (cell(ROUND, "B37", 1), ROUND, "B37", "Punkte"),
    "a ruling without totals": (
        cell(ROUND, "B39", "Uwe ging"),
        ROUND,
        "B36",
        "drei Summen",
    ),
    "a result emptied": (
        lambda book: [
            cell(ROUND, f"{at}{row}", None)(book)
            for row in range(6, 16)
            for at in "BCD"
        ],
        ROUND,
        "A2",
        "nicht wegnehmen",
    ),
    "an unknown player": (cell(ROUND, "C5", "Wer Anders"), ROUND, "C5", "Wer Anders"),
    "another start number": (cell(ROUND, "C4", 99), ROUND, "C4", "ausgelost"),
    "a row added by hand": (
        several(cell(ROUND, "A21", 11), cell(ROUND, "B21", 5)),
        ROUND,
        "A21",
        "von Hand",
    ),
    "the hidden column changed": (cell(ROUND, "F7", "x y"), ROUND, "F7", "verborgene"),
    "a row copied": (copy_row(ROUND, 6, 21), ROUND, "A21", "zweimal"),
    "an entrant copied": (copy_row(LIST, 3, 12), LIST, "A12", "zweimal"),
    "a taken start number": (
        several(cell(LIST, "A12", 3), cell(LIST, "B12", "Zoë")),
        LIST,
        "A12",
        "zweimal",
    ),
    "a start number changed": (cell(LIST, "A3", 50), LIST, "A3", "fest"),
    "a name emptied": (
        several(cell(LIST, "B3", None), cell(LIST, "C3", None)),
        LIST,
        "B3",
        "fehlt ein Name",
    ),
    "a name far too long": (cell(LIST, "B3", "x" * 61), LIST, "B3", "60"),
    "a name as a formula": (cell(LIST, "B3", '="A"&"B"'), LIST, "B3", "Formel"),
    "a date for a text": (
        cell(LIST, "D3", datetime.date(2026, 3, 5)),
        LIST,
        "D3",
        "kein Text",
    ),
    "a truth for a text": (cell(LIST, "D3", True), LIST, "D3", "kein Text"),
    "an error for a name": (cell(LIST, "B3", "#NAME?"), LIST, "B3", "kein Text"),
    "a column of the list inserted": (
        lambda book: book[LIST].insert_cols(2),
        LIST,
        "",
        "Spalten",
    ),
    "a column of the list deleted": (
        lambda book: book[LIST].delete_cols(4),
        LIST,
        "",
        "Spalten",
    ),
    "a column of a round inserted": (
        lambda book: book[ROUND].insert_cols(2),
        ROUND,
        "",
        "Spalten",
    ),
    "a column of the play-offs deleted": (
        lambda book: book[PLAY_OFFS].delete_cols(4),
        PLAY_OFFS,
        "",
        "Spalten",
    ),
    "a point added by hand for seat 3": (
        cell(ROUND, "D21", 5),
        ROUND,
        "A21",
        "von Hand",
    ),
    "perhaps paid": (cell(LIST, "F3", "vielleicht"), LIST, "F3", "weder x noch leer"),
    "an old format": (
        cell("schockturnier", "B1", "0"),
        "schockturnier",
        "B1",
        "Version",
    ),
}


@pytest.mark.parametrize("kind", some(DAMAGE, 8))
def test_damage_is_named_with_sheet_and_cell_and_nothing_is_stored(
    running: Tournament, desk: Client, kind: str
) -> None:
    change, sheet, at, said = DAMAGE[kind]
    content = changed(running, change)
    before = stored(running)

    answer = upload(desk, running, content)

    plan = answer.context["plan"]
    found = [fault for fault in plan.faults if (fault.sheet, fault.cell) == (sheet, at)]
    assert any(said in fault.sentence for fault in found), plan.faults
    assert answer.status_code == 422
    assert said in " ".join(answer.content.decode().split())
    assert '<button type="submit">Alle' not in answer.content.decode()
    assert stored(running) == before


def test_everything_that_cannot_be_is_named_at_once(running: Tournament) -> None:
    change = several(
        cell(ROUND, "B6", "drei"), cell(ROUND, "C8", 1), cell(LIST, "F3", "?")
    )

    plan = plan_of(running, changed(running, change))

    at = [(fault.sheet, fault.cell) for fault in plan.faults]
    assert at == [(LIST, "F3"), (ROUND, "B6"), (ROUND, "B8")]


def stored(tournament: Tournament) -> tuple[object, ...]:
    tournament.refresh_from_db()
    return (
        tournament.revision,
        list(tournament.entrants.values_list()),
        list(SheetEntry.objects.values_list()),
        LogEntry.objects.count(),
    )


def test_a_workbook_of_another_tournament_is_refused(
    running: Tournament, organiser: User, desk: Client
) -> None:
    other = cast.make_tournament(organiser, entrants=3, name="Anderswo")

    answer = upload(desk, running, saved(other))

    assert answer.status_code == 422
    assert "anderswo-2026" in answer.content.decode()


def test_a_draw_made_anew_refuses_the_old_sheets(
    running: Tournament, organiser: User
) -> None:
    draw = running.draws.get()
    SheetEntry.objects.all().delete()
    content = changed(running, lambda book: fill(book[ROUND], 2, ["531"] * 10))
    withdraw_draw(draw=draw, by=organiser, reason="Uwe fehlte")

    plan = plan_of(running, content)

    [fault] = plan.faults
    assert (fault.sheet, fault.cell) == (ROUND, "A22")
    assert "neu ausgelost" in fault.sentence


def bomb(content: bytes) -> bytes:
    file = BytesIO(content)
    with ZipFile(file, "a", ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet99.xml", b"0" * (70 * 1024**2))
    return file.getvalue()


def macros(content: bytes) -> bytes:
    file = BytesIO(content)
    with ZipFile(file, "a") as archive:
        archive.writestr("xl/vbaProject.bin", b"x")
    return file.getvalue()


@pytest.mark.parametrize(
    ("make", "trouble"),
    [
        (lambda _content: b"", Trouble.EMPTY),
        (lambda content: content[:2000], Trouble.BROKEN_XLSX),
        (bomb, Trouble.UNPACKS_TOO_LARGE),
        (lambda _content: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" * 9, Trouble.OLD_EXCEL),
        (lambda _content: b"%PDF-1.7", Trouble.PDF),
        (lambda _content: b"Nr;Name\n1;Uwe", Trouble.NOT_XLSX),
    ],
    ids=["empty", "torn", "bomb", "xls", "pdf", "csv"],
)
def test_what_is_no_workbook_is_named(
    running: Tournament, desk: Client, make: Callable[[bytes], bytes], trouble: Trouble
) -> None:
    content = make(saved(running))

    with pytest.raises(Unreadable) as refused:
        plan_of(running, content)

    assert refused.value.trouble is trouble
    answer = upload(desk, running, content)
    assert answer.status_code == 422
    assert Page(answer.content.decode(), "").complaints


@pytest.mark.parametrize("trouble", Trouble)
@pytest.mark.parametrize("language", ["de", "en"])
def test_what_is_no_workbook_is_never_asked_for_as_a_list(
    trouble: Trouble, language: str
) -> None:
    with translation.override(language):
        said = unreadable_workbook(Unreadable(trouble, megabytes=2))

    assert not re.search(r"csv|\blist|\bname|paste|einfügen|%", said, re.IGNORECASE)


def test_a_workbook_saved_as_something_else_is_to_be_saved_as_it_was(
    running: Tournament, desk: Client
) -> None:
    table = upload(desk, running, b"Startnummer;Vorname\r\n1;Anna\r\n", "x.csv")
    assert "Das ist keine Excel-Mappe" in table.content.decode()
    assert ".csv" not in table.content.decode()


@pytest.mark.parametrize("name", ["x.xlsm", "x.xlsx"])
def test_macros_are_refused(running: Tournament, name: str) -> None:
    content = saved(running)
    if name == "x.xlsx":
        content = macros(content)

    [fault] = plan_of(running, content, name).faults

    assert "Makros" in fault.sentence


def test_a_list_of_names_is_no_workbook_of_ours(
    running: Tournament, desk: Client
) -> None:
    with open("tests/samples/meldeliste-27.xlsx", "rb") as file:
        answer = upload(desk, running, file.read())

    assert answer.status_code == 422
    assert "keine Arbeitsmappe von Schockturnier" in answer.content.decode()


# The pages


def confirm(desk: Client, tournament: Tournament, answer: Any, **typed: str) -> Any:
    """The form of the preview, sent as it is but for what is typed."""
    [form] = [
        form
        for form in Page(answer.content.decode(), "").forms
        if form.action.endswith("confirm/")
    ]
    hidden = {name: one.value for name, one in form.fields.items() if one.value}
    sent = {**hidden, **typed}
    return desk.post(reverse("take_in", args=[tournament.slug]), sent)


def test_the_preview_shows_every_difference_and_stores_it_as_a_whole(
    running: Tournament, desk: Client
) -> None:
    def change(book: Any) -> None:
        fill(book[ROUND], 1, ["135"] * 10)
        fill(book[ROUND], 2, ["531"] * 10)

    answer = upload(desk, running, changed(running, change))
    page = " ".join(answer.content.decode().split())
    assert answer.status_code == 200
    assert "Durchgang 1, Tisch 1" in page
    assert "Durchgang 1, Tisch 2" in page
    assert SheetEntry.objects.count() == 1

    without = confirm(desk, running, answer, reason=" ")
    assert without.status_code == 422
    assert SheetEntry.objects.count() == 1

    assert confirm(desk, running, answer).status_code == 302
    assert SheetEntry.objects.count() == 3
    # The double click: the revision has moved on.
    assert confirm(desk, running, answer).status_code in {409, 422}
    assert SheetEntry.objects.count() == 3


def test_what_happens_between_preview_and_confirmation_is_shown_first(
    running: Tournament, organiser: User, desk: Client
) -> None:
    content = changed(running, lambda book: fill(book[ROUND], 2, ["531"] * 10))
    answer = upload(desk, running, content)
    table = running.draws.get().tables.get(number=2)
    enter_games(table=table, games=["321"] * 10, number=1, by=organiser)

    late = confirm(desk, running, answer)

    assert late.status_code == 422
    assert table.entries.count() == 1
    kept = confirm(desk, running, upload(desk, running, content), conflicts="keep")
    assert kept.status_code == 302
    taken = upload(desk, running, content)
    assert confirm(desk, running, taken, conflicts="take").status_code == 302
    assert table.entries.latest("number").games == ["123"] * 10


def test_somebody_elses_deed_meanwhile_stops_it_once(
    running: Tournament, organiser: User, desk: Client
) -> None:
    content = changed(running, lambda book: fill(book[ROUND], 2, ["531"] * 10))
    answer = upload(desk, running, content)
    table = running.draws.get().tables.get(number=3)
    enter_games(table=table, games=["321"] * 10, number=1, by=organiser)

    stale = confirm(desk, running, answer)

    assert stale.status_code == 409
    assert "hat sich hier etwas geändert" in stale.content.decode()
    assert confirm(desk, running, stale).status_code == 302
    assert SheetEntry.objects.filter(table__number=2).exists()


def test_an_unchanged_workbook_says_so(running: Tournament, desk: Client) -> None:
    answer = upload(desk, running, saved(running))

    assert answer.status_code == 200
    assert "Es ist nichts zu tun" in answer.content.decode()


def test_a_closed_tournament_takes_nothing_back(
    running: Tournament, desk: Client
) -> None:
    content = changed(running, cell(LIST, "B3", "Änne"))
    Tournament.objects.update(closed_at="2026-11-07T00:00Z")

    answer = upload(desk, running, content)

    assert answer.status_code == 422
    assert "abgeschlossen" in answer.content.decode()
    assert not Entrant.objects.filter(first_name="Änne").exists()


def test_a_forged_confirmation_leads_back_to_the_upload(
    running: Tournament, desk: Client
) -> None:
    address = reverse("take_in", args=[running.slug])

    for sent in ({}, {"workbook": "kein Base64"}, {"workbook": "AAAA"}):
        answer = desk.post(address, sent)
        assert answer.status_code == 302
        assert answer["Location"] == reverse("read_back", args=[running.slug])


def test_only_organisers_read_back(
    client: Client, running: Tournament, helper: User
) -> None:
    client.force_login(helper)

    for name in ("read_back", "take_in"):
        assert client.post(reverse(name, args=[running.slug])).status_code == 403
