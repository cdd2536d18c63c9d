"""A phone in one hand: find yourself, while the page keeps itself current."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect

from tests import cast
from tests.depth import some
from tournament.models import Table, Tournament
from tournament.names import fold
from tournament.services.results import enter_totals


@pytest.mark.parametrize("typed", ["vorname7", "7", "NACHNAME7"])
def test_typing_shows_the_table_at_once(
    page: Page, tournament: Tournament, draw: object, typed: str
) -> None:
    page.goto(f"/en/t/{tournament.slug}/")
    page.get_by_role("searchbox").fill(typed)

    rows = page.locator(".seat-list li:visible")
    expect(rows).to_have_count(1)
    expect(rows.locator(".where")).to_contain_text("Table")
    expect(rows.locator(".mates")).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("1 found")
    expect(page.locator(".table-card").first).to_be_hidden()

    page.keyboard.press("Enter")
    assert page.url.endswith(f"/t/{tournament.slug}/")
    page.get_by_role("searchbox").fill("")
    expect(rows).to_have_count(9)


def test_letters_are_compared_as_the_server_compares_them(
    page: Page, tournament: Tournament, draw: object
) -> None:
    tournament.entrants.filter(number=3).update(last_name="Łukasik")
    page.goto(f"/en/t/{tournament.slug}/")
    page.get_by_role("searchbox").fill("lukasik")
    expect(page.locator(".seat-list li:visible")).to_have_count(1)

    latin = "".join(map(chr, range(0x20, 0x250)))
    for text in (latin + "’", "ΓΙΏΡΓΟΣ Παππάς"):
        assert page.evaluate("fold", text) == fold(text)


def test_a_new_result_comes_by_itself_and_leaves_search_and_focus_alone(
    page: Page, tournament: Tournament, table: Table, organiser: User
) -> None:
    winner = table.seats.get(position=1).entrant
    assert winner
    page.goto(f"/en/t/{tournament.slug}/standings/")
    page.get_by_role("searchbox").fill(str(winner.number))
    rows = page.locator("tbody tr:visible")
    expect(rows).to_have_count(1)

    enter_totals(table=table, totals=(48, 30, 12), number=1, by=organiser)
    page.evaluate("window.dispatchEvent(new Event('online'))")

    expect(rows).to_contain_text("48")
    expect(rows).to_have_count(1)
    expect(page.get_by_role("searchbox")).to_be_focused()
    expect(page.get_by_role("searchbox")).to_have_value(str(winner.number))


def test_a_published_draw_appears_without_reloading(
    page: Page, tournament: Tournament, organiser: User
) -> None:
    page.goto(f"/en/t/{tournament.slug}/entrants/3/")
    expect(page.get_by_text("The first round is not drawn yet")).to_be_visible()

    cast.start_round(tournament, organiser)
    page.evaluate("window.dispatchEvent(new Event('online'))")

    expect(page.locator(".answer")).to_contain_text("Table")


def test_without_javascript_the_search_button_answers(
    browser: Browser, live_server: Any, tournament: Tournament, draw: object
) -> None:
    plain = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    bare = plain.new_page()
    bare.goto(f"/en/t/{tournament.slug}/")
    bare.get_by_role("searchbox").fill("7")
    bare.get_by_role("button", name="Search").click()

    expect(bare.locator(".seat-list li")).to_have_count(1)
    expect(bare.locator(".where")).to_contain_text("Table")
    plain.close()


@pytest.mark.parametrize(
    "where",
    some(["", "standings/", "entrants/1/", "rules/", "?q=1", "rounds/1/"], 3),
)
def test_nothing_overflows_a_narrow_phone(
    page: Page, organiser: User, where: str
) -> None:
    tournament = cast.make_tournament(organiser, entrants=14, name="Pokal" * 12)
    tournament.entrants.update(
        last_name="Schneider-Wagenknecht-Zimmermann", club="Kegelfreunde" * 4
    )
    cast.play_rounds(tournament, organiser, 5)
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(f"/t/{tournament.slug}/{where}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
