"""A stack of paper sheets, typed without a mouse."""

from collections.abc import Callable
from random import Random

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from scoring.points import Format
from scoring.sheets import games_totals, write_keys
from tests import cast
from tournament.models import Draw, SheetEntry, Table, Tournament
from tournament.services.results import enter_totals


class Keyboard:
    """Counts what a scorer presses."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.pressed += 1


@pytest.fixture
def keyboard(page: Page) -> Keyboard:
    return Keyboard(page)


@pytest.fixture
def open_sheet(
    page: Page, sign_in: Callable[[User], None], organiser: User
) -> Callable[[Table], None]:
    def open_sheet(table: Table) -> None:
        sign_in(organiser)
        page.goto(table.get_absolute_url())
        expect(page.locator("[data-sheet] [autofocus]")).to_be_focused()

    return open_sheet


def has_focus(page: Page, field: str) -> None:
    expect(page.locator(f"[data-sheet] [name={field}]")).to_be_focused()


def test_a_whole_sheet_takes_21_key_presses_and_the_next_one_is_ready(
    page: Page, keyboard: Keyboard, draw: Draw, open_sheet: Callable[[Table], None]
) -> None:
    games = cast.random_games(Random(5))
    table = draw.tables.get(number=2)
    open_sheet(table)
    for number, game in enumerate(games, start=1):
        has_focus(page, f"game_{number}")
        keyboard.press(*write_keys(game, Format())[:2])
    expect(page.locator("[data-save]")).to_be_focused()
    keyboard.press("Enter")
    page.wait_for_url(draw.tables.get(number=3).get_absolute_url())

    assert keyboard.pressed == 21
    assert table.entries.get().games == games
    has_focus(page, "game_1")


def test_another_table_of_the_pile_is_three_keys_away(
    page: Page, keyboard: Keyboard, draw: Draw, open_sheet: Callable[[Table], None]
) -> None:
    open_sheet(draw.tables.get(number=1))
    has_focus(page, "game_1")
    keyboard.press("t", "3", "Enter")
    page.wait_for_url(draw.tables.get(number=3).get_absolute_url())
    has_focus(page, "game_1")
    for game in cast.random_games(Random(6)):
        keyboard.press(*write_keys(game, Format())[:2])
    keyboard.press("Enter")
    page.wait_for_url(draw.tables.get(number=1).get_absolute_url())

    assert keyboard.pressed == 24
    assert SheetEntry.objects.get().table.number == 3


def test_sums_and_the_check_follow_every_key(
    page: Page, keyboard: Keyboard, table: Table, open_sheet: Callable[[Table], None]
) -> None:
    open_sheet(table)
    keyboard.press("3", "5")
    expect(page.locator("[name=game_1]")).to_have_value("351")
    keyboard.press("5", "3")
    sums = page.locator("[data-sum]")
    expect(sums).to_have_text(["8", "8", "2"])
    check = page.locator("[data-check]")
    expect(check).to_contain_text("18")
    expect(check).to_contain_text("72")

    games = ["213", "123", *cast.random_games(Random(7), 8)]
    for game in games[2:]:
        keyboard.press(*write_keys(game, Format())[:2])
    expect(sums).to_have_text([str(sum) for sum in games_totals(games, Format())])
    expect(check).to_have_class("message needs-script success")


def test_a_wrong_game_is_named_at_once_and_typing_comes_back_to_it(
    page: Page, keyboard: Keyboard, table: Table, open_sheet: Callable[[Table], None]
) -> None:
    open_sheet(table)
    keyboard.press("5", "5")
    fault = page.locator("#id_game_1_live")
    expect(fault).to_be_visible()
    expect(fault).to_contain_text("1")
    expect(page.locator("[name=game_1]")).to_have_attribute("aria-invalid", "true")
    for _game in range(9):
        keyboard.press("5", "3")
    has_focus(page, "game_1")
    keyboard.press("1", "3")
    expect(fault).to_be_hidden()
    expect(page.locator("[data-save]")).to_be_focused()
    keyboard.press("Enter")
    page.wait_for_url("**/tables/2/")

    assert table.entries.get().games == ["321", *["123"] * 9]


def test_backspace_goes_back_from_an_empty_game_and_from_save(
    page: Page, keyboard: Keyboard, table: Table, open_sheet: Callable[[Table], None]
) -> None:
    open_sheet(table)
    keyboard.press("5", "3", "Backspace", "3", "5")
    expect(page.locator("[name=game_1]")).to_have_value("351")
    has_focus(page, "game_2")
    for _game in range(9):
        keyboard.press("5", "3")
    keyboard.press("Backspace")
    has_focus(page, "game_10")


def test_a_key_that_is_no_place_is_wrong_before_the_game_is_done(
    page: Page, keyboard: Keyboard, table: Table, open_sheet: Callable[[Table], None]
) -> None:
    open_sheet(table)
    keyboard.press("4")
    expect(page.locator("#id_game_1_live")).to_be_visible()
    has_focus(page, "game_1")


def test_switching_the_way_keeps_what_was_typed(
    page: Page, keyboard: Keyboard, table: Table, open_sheet: Callable[[Table], None]
) -> None:
    open_sheet(table)
    keyboard.press("5", "3")
    page.locator("[name=way][value=totals]").click()
    has_focus(page, "total_1")
    expect(page.locator("[name=game_1]")).to_be_hidden()
    keyboard.press("3", "1", "Tab", "3", "0", "Tab", "2", "6")
    expect(page.locator("#id_total_1_live")).to_contain_text("31")
    expect(page.locator("[data-check]")).to_contain_text("87")
    page.locator("[name=way][value=games]").click()
    expect(page.locator("[name=game_1]")).to_have_value("531")
    expect(page.locator("[data-check]")).to_contain_text("9")
    page.locator("[name=way][value=totals]").click()
    expect(page.locator("[name=total_2]")).to_have_value("30")


def test_points_that_are_no_single_keys_are_typed_as_places(
    page: Page,
    keyboard: Keyboard,
    organiser: User,
    open_sheet: Callable[[Table], None],
) -> None:
    tournament: Tournament = cast.make_tournament(
        organiser, 3, games=2, points_first=10, points_second=5, points_third=1
    )
    table = cast.start_round(tournament, organiser).tables.get()
    open_sheet(table)
    keyboard.press("2", "1", "1", "2")
    expect(page.locator("[data-sum]")).to_have_text(["15", "15", "2"])
    keyboard.press("Enter")
    page.wait_for_url("**/desk/kneipenpokal-2026/")

    assert table.entries.get().games == ["213", "123"]


def test_a_stored_sheet_of_people_who_left_fits_on_a_phone(
    page: Page, table: Table, organiser: User, sign_in: Callable[[User], None]
) -> None:
    enter_totals(
        table=table, totals=(50, 26, 14), number=1, by=organiser, schock_outs=(9, 9, 9)
    )
    table.draw.tournament.entrants.update(
        last_name="Schneider-Wagenknecht-Zimmermann",
        club="Kegelfreunde",
        withdrawn=True,
    )
    sign_in(organiser)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(table.get_absolute_url())

    assert page.locator(".totals .badge").count() == 3
    assert page.evaluate(
        "[...document.querySelectorAll('.figures')].every("
        "one => one.scrollWidth <= one.clientWidth)"
    )
