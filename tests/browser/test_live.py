"""Pages that change by themselves, and leave their reader where he was."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect

from tests.depth import only_thorough
from tests.serving import Desk, served
from tournament.models import Table, Tournament
from tournament.services.results import enter_totals


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[tuple[Desk, str]]:
    """The demo on a server of its own, as `manage.py demo` runs it."""
    with served("demo", tmp_path / "var") as (port, said):
        yield Desk(port, said), f"http://127.0.0.1:{port}"


def open_page(browser: Browser, address: str) -> tuple[Page, list[str]]:
    """A phone at this address once it listens, and all that its console says."""
    context = browser.new_context(
        locale="de-DE", viewport={"width": 320, "height": 600}
    )
    page = context.new_page()
    noise: list[str] = []
    page.on("pageerror", lambda error: noise.append(str(error)))
    page.on("console", lambda message: noise.append(message.text))
    with page.expect_response("**/live/*/"), page.expect_response("**v=*"):
        page.goto(address)
    return page, noise


@only_thorough
def test_a_sheet_at_the_desk_appears_on_a_phone_and_nothing_else_moves(
    browser: Browser, evening: tuple[Desk, str]
) -> None:
    desk, here = evening
    player, noise = open_page(browser, f"{here}/t/{desk.slug}/standings/")
    search = player.get_by_role("searchbox")
    search.fill("e")
    search.press("ArrowLeft")
    rows = player.locator("tbody tr:visible")
    before = rows.count()
    player.mouse.wheel(0, 400)
    player.wait_for_function("() => scrollY > 100")
    figures = player.locator(".figures")
    figures.evaluate("box => { box.scrollLeft = 10 }")
    place = "[scrollY, document.querySelector('.figures').scrollLeft]"
    scrolled = player.evaluate(place)
    assert scrolled[1] == 10
    table = player.locator("table").element_handle()
    missing = player.get_by_text("Zettel dieses Durchgangs")
    said = missing.inner_text()

    began = monotonic()
    assert desk.enter(1, 48, 30, 12) == 200
    expect(missing).not_to_have_text(said, timeout=1500)
    assert monotonic() - began < 1.5 + 0.5  # the desk's own two requests

    expect(search).to_be_focused()
    expect(search).to_have_value("e")
    assert search.evaluate("field => field.selectionStart") == 0
    assert rows.count() == before
    assert player.evaluate(place) == scrolled
    assert table.evaluate("table => table.isConnected"), "morphed, not replaced"

    # A link in the table keeps the focus while its row finds a new place.
    link = player.locator("tbody tr:visible a").nth(2)
    name, said = link.inner_text(), missing.inner_text()
    link.focus()
    assert desk.enter(2, 50, 20, 20) == 200
    expect(missing).not_to_have_text(said, timeout=1500)
    expect(player.locator("a:focus")).to_have_text(name)

    # Many changes at once: none is the last one that is missed.
    for number in range(3, 9):
        assert desk.enter(number, 48, 30, 12) == 200
    expect(player.get_by_text("1 Zettel dieses Durchgangs")).to_be_visible(timeout=1500)
    assert noise == []
    player.context.close()


def test_without_a_stream_the_polling_brings_it_and_no_console_complains(
    browser: Browser, live_server: object, table: Table, organiser: User
) -> None:
    tournament: Tournament = table.draw.tournament
    here = live_server.url  # type: ignore[attr-defined]
    context = browser.new_context(locale="de-DE")
    page = context.new_page()
    noise: list[str] = []
    page.on("pageerror", lambda error: noise.append(str(error)))
    page.on("console", lambda message: noise.append(message.text))
    page.clock.install()
    with page.expect_response("**/live/*/") as refused:
        page.goto(f"{here}/t/{tournament.slug}/standings/")
    assert refused.value.status == 204

    enter_totals(table=table, totals=(48, 30, 12), number=1, by=organiser)
    page.clock.run_for(5100)
    expect(page.locator("tbody")).to_contain_text("48")
    assert noise == []
    context.close()


@only_thorough
def test_who_sits_down_at_a_dice_table_sees_that_he_sits_there(
    browser: Browser, evening: tuple[Desk, str]
) -> None:
    """The stream tells of the own seat before the answer with its key is here."""
    _desk, here = evening
    host = browser.new_context(locale="de-DE").new_page()
    host.goto(f"{here}/dice/")
    host.locator("[name=new-people]").select_option("7")
    host.locator(".new-table button[type=submit]").click()
    host.locator(".place.mine").wait_for()
    for _ in range(6):
        phone, noise = open_page(browser, host.url)
        phone.locator(".sit .buttons button").first.click()
        expect(phone.locator(".place.mine")).to_have_count(1, timeout=1500)
        phone.wait_for_timeout(200)
        expect(phone.locator(".place.mine")).to_have_count(1)
        assert noise == []
        phone.context.close()
    host.context.close()
