"""The dice table as people play at it: phones, a tablet passed round, keys only."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect

from scoring.games import GAMES
from scoring.games.play import ROLL
from tests import cast
from tests.depth import THOROUGH, only_thorough, some
from tournament.models import DicePart, DiceTable, PlayOffEntry, SheetEntry, Tournament
from tournament.playing import load_sitting
from tournament.services import dice
from tournament.services.deed import touch
from tournament.services.play_offs import draw_starting_order
from tournament.services.results import enter_games

GAMES_OF_A_TABLE = 10
STATE = "document.getElementById('dice').dataset.number"
NUDGE = "document.getElementById('dice').dispatchEvent(new Event('nudge'))"
PHONE = {"width": 390, "height": 844}


@contextmanager
def phones(browser: Browser, live_server: Any, count: int) -> Iterator[list[Page]]:
    """So many browsers that know nothing of each other."""
    contexts = [
        browser.new_context(
            base_url=live_server.url,
            locale="de-DE",
            viewport=PHONE,  # type: ignore[arg-type]
            reduced_motion="reduce",
        )
        for _ in range(count)
    ]
    pages = [context.new_page() for context in contexts]
    for page in pages:
        page.set_default_timeout(15_000)
    yield pages
    for context in contexts:
        context.close()


def follow(page: Page, state: str) -> None:
    """Wait until a phone shows this state; it would ask by itself soon."""
    if page.evaluate(STATE) != state:
        page.evaluate(NUDGE)
        page.wait_for_function(f"state => {STATE} === state", arg=state)


def listening(page: Page) -> None:
    """Wait until the scripts of a page that was just opened by a click have run."""
    expect(page.locator("[data-sound]")).to_be_visible()


def practise(page: Page, game: str = "turnierschocken") -> None:
    """A game against the computer, opened with one click."""
    page.goto("/dice/")
    page.locator(f"button[value={game}]").click()
    listening(page)


def press(page: Page) -> str:
    """The first button that is offered: stand if one may, else throw or close."""
    before = page.evaluate(STATE)
    for name in ("[data-key=stand]", "[data-closing]", "[data-key=throw]"):
        button = page.locator(f"[data-act] {name}").first
        if button.count():
            button.press("Enter")  # faster than a finger may be
            break
    page.wait_for_function(f"state => {STATE} !== state", arg=before)
    return str(page.evaluate(STATE))


def play(pages: list[Page], table: DiceTable, games: int) -> None:
    """Each phone plays for its own seat; in the first game every one sees all."""
    while len((sitting := load_sitting(table)).ended) < games:
        play = sitting.now
        state = f"{play.row.number}-{play.next_number}"
        if play.row.started_at is None:
            for page in pages:
                page.evaluate(NUDGE)
            pages[0].wait_for_timeout(100)
            continue
        acting = pages[play.state.to_act[0]]
        for page in pages if play.row.number == 1 else [acting]:
            follow(page, state)
        acting.locator("[data-act]").wait_for()
        press(acting)


@only_thorough
def test_three_phones_play_a_table_of_the_tournament(
    browser: Browser, live_server: Any, organiser: User
) -> None:
    tournament = cast.make_tournament(
        organiser, 3, games=GAMES_OF_A_TABLE, dice_tables=True
    )
    draw = cast.start_round(tournament, organiser)
    with phones(browser, live_server, 3) as pages:
        pages[0].goto(f"/t/{tournament.slug}/")
        pages[0].get_by_role("link", name="Am Würfeltisch spielen").click()
        pages[0].get_by_role("button", name="Am Würfeltisch spielen").click()
        listening(pages[0])
        table = DiceTable.objects.get()
        for position, page in enumerate(pages):
            page.goto(table.get_absolute_url())
            page.locator(f".sit button[value='{position}']").click()
            expect(page.locator(".place.mine")).to_have_count(1)
        play(pages, table, GAMES_OF_A_TABLE)
        for page in pages:
            page.reload()
            expect(page.locator(".whose")).to_contain_text("gewinnt")

    entry = SheetEntry.objects.get()
    assert sum(entry.points(tournament.format)) == 9 * GAMES_OF_A_TABLE
    assert entry.played == list(range(1, GAMES_OF_A_TABLE + 1))
    assert entry.table == draw.tables.get()


def by_keys(page: Page) -> None:
    """One decision without a mouse."""
    before = page.evaluate(STATE)
    if page.locator("[data-act] [data-key=stand]").count():
        page.keyboard.press("s")
    else:
        closing = page.locator("[data-act] [data-closing]").first
        if closing.count():
            for flap in str(closing.get_attribute("value")).removeprefix("c"):
                page.keyboard.press(flap)
        page.keyboard.press("Space")
    page.wait_for_function(f"state => {STATE} !== state", arg=before)


@pytest.mark.parametrize("game", some(GAMES, 5))
def test_a_game_against_two_computers_by_keys_alone(page: Page, game: str) -> None:
    """The first half of each game; every event is told to a screen reader."""
    page.emulate_media(reduced_motion="reduce")
    page.goto("/dice/")
    page.locator(f"button[value={game}]").focus()
    page.keyboard.press("Enter")
    listening(page)
    table = DiceTable.objects.get()
    heard = ""
    for _ in range(400 if THOROUGH else 16):
        sitting = load_sitting(table)
        stage = page.locator(".where-it-stands").inner_text()
        if sitting.ended or "Hälfte 2" in stage:
            break
        page.locator("[data-act]").wait_for()
        by_keys(page)
        said = page.locator("#say").inner_text()
        assert said
        assert said != heard
        heard = said
    if sitting.ended:
        page.get_by_role("link", name="1", exact=True).click()
        page.get_by_role("button", name="Jeden Wurf nachrechnen").click()
        expect(page.locator("[data-verdict]")).to_have_class("message success")


@only_thorough
def test_a_tablet_is_passed_round_in_a_play_off_of_four(
    page: Page, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, 12, rounds=1)
    table = play_off_of_four(tournament, organiser)
    page.set_viewport_size({"width": 820, "height": 1180})
    page.emulate_media(reduced_motion="reduce")
    page.goto(table.get_absolute_url())
    for _ in range(4):
        before = page.locator(".place.mine").count()
        page.locator(".sit button").first.click()
        expect(page.locator(".place.mine")).to_have_count(before + 1)
    page.locator("[data-act]").wait_for()
    cups = 0
    while not load_sitting(table).is_over:
        peek = page.locator("[data-peek]").first
        if not cups and peek.count():
            peek.click()
            page.locator(".peek .die").first.wait_for()
            cups += 1
        press(page)

    entry = PlayOffEntry.objects.get()
    assert len(entry.order) == 4
    assert cups == 1
    expect(page.locator(".whose")).to_contain_text("gewinnt")


def play_off_of_four(tournament: Tournament, by: User) -> DiceTable:
    tables = list(cast.start_round(tournament, by).tables.all())
    for one in tables:
        enter_games(table=one, games=["123"] * 10, number=1, by=by)
    members = sorted(one.people()[0] for one in tables)
    play_off = draw_starting_order(tournament=tournament, members=members, by=by)
    return dice.open_play_off(play_off=play_off, by=by)


def test_it_works_without_scripts(
    browser: Browser, live_server: Any, sign_in: Callable[[User], None]
) -> None:
    context = browser.new_context(
        base_url=live_server.url, locale="de-DE", java_script_enabled=False
    )
    page = context.new_page()
    page.goto("/dice/")
    page.locator("button[value=turnierschocken]").click()
    page.locator("[name=part]").fill("Kartoffelsalat")
    page.locator("[data-part] button").click()
    page.locator("[data-key=throw]").click()
    page.locator("[data-key=stand]").click()
    table = DiceTable.objects.get()
    played = load_sitting(table)

    assert played.now.parts[0] == "Kartoffelsalat" or played.ended
    assert len(played.now.steps) >= 4 or played.ended
    context.close()


def test_the_cup_shakes_at_once(page: Page) -> None:
    """From tap to first motion: before the answer of the server is there."""
    held: list[Any] = []
    page.route("**/act/", lambda route: held.append(route))
    practise(page)
    page.locator("[data-act]").wait_for()
    moved = page.evaluate(
        """() => new Promise((done) => {
          const began = performance.now();
          document.addEventListener("animationstart", () =>
            done(performance.now() - began), { once: true });
          document.querySelector("[data-key=throw]").click();
        })"""
    )
    assert moved < 300
    assert len(held) == 1
    held[0].continue_()
    expect(page.locator(".own-hand")).to_contain_text("Wurf 1 von")


def test_what_has_just_come_can_be_pressed_at_once(page: Page) -> None:
    """Pressed before htmx knew of it, a form would open the whole page anew."""
    table = cast.started(cast.free_table())
    page.emulate_media(reduced_motion="reduce")
    page.goto(table.get_absolute_url())
    page.locator("#claim summary").click()
    page.locator("#claim [name=key]").fill(cast.KEY.lower())
    page.evaluate(
        """() => {
          window.same = true;
          document.addEventListener("htmx:afterSwap", () => setTimeout(() =>
            document.querySelector("[data-act] [data-key=throw]").click()
          ), { once: true });
        }"""
    )
    page.locator("#claim button").first.click()
    expect(page.locator(".own-hand")).to_contain_text("Wurf 1 von")
    assert page.evaluate("window.same")


def test_a_double_tap_throws_once(page: Page) -> None:
    """While the answer is on its way, and when it is there before the second tap."""
    page.emulate_media(reduced_motion="reduce")
    practise(page)
    throw = page.locator("[data-act] [data-key=throw]")
    throw.wait_for()
    throw.dblclick()
    expect(page.locator(".own-hand")).to_contain_text("Wurf 1 von")
    page.evaluate(
        """() => {
          const button = () => document.querySelector("[data-act] [data-key=throw]");
          button().click();
          setTimeout(() => button()?.click());
        }"""
    )
    page.wait_for_function(f"() => !{STATE}.endsWith('-2')")
    page.wait_for_timeout(300)
    expect(page.locator(".own-hand")).to_contain_text("Wurf 2 von")


def test_a_peek_does_not_wait_for_the_next_player(page: Page) -> None:
    table = cast.started(cast.free_table())
    for _ in range(3):
        cast.decide(table, ROLL)
    page.emulate_media(reduced_motion="reduce")
    page.clock.install()
    page.goto(table.get_absolute_url())
    page.locator("#claim summary").click()
    page.locator("#claim [name=key]").fill(cast.KEY.lower())
    page.locator("#claim button").first.click()
    page.locator("[data-peek]").click()
    expect(page.locator(".under .die").first).to_be_visible()
    page.clock.run_for(6000)
    expect(page.locator(".under .die")).to_have_count(0)
    expect(page.locator("[data-peek]")).to_be_visible()


def test_a_lost_press_says_so_and_is_made_again(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    practise(page)
    throw = page.locator("[data-act] [data-key=throw]")
    throw.wait_for()
    page.context.set_offline(True)
    throw.press("Enter")
    expect(page.get_by_text("Keine Verbindung")).to_be_in_viewport()
    page.context.set_offline(False)
    throw.press("Enter")
    expect(page.locator(".own-hand")).to_contain_text("Wurf 1 von")
    expect(page.get_by_text("Keine Verbindung")).to_be_hidden()


def test_a_table_that_was_deleted_says_so(page: Page) -> None:
    table = cast.free_table()
    page.goto(table.get_absolute_url())
    page.locator(".sit button").first.click()
    expect(page.locator(".place.mine")).to_have_count(1)
    cast.grown_old(table)
    cast.free_table()
    page.evaluate(NUDGE)
    expect(page.locator("#dice")).to_have_count(0)


@pytest.mark.parametrize("what", ["remove()", "elements.part.value = ''"])
def test_a_part_is_added_though_another_answer_changes_its_form(
    page: Page, what: str
) -> None:
    table = cast.free_table()
    page.goto(table.get_absolute_url())
    page.evaluate(
        f"""() => document.addEventListener("htmx:afterSettle", () => {{
          document.querySelector("[data-part]").{what};
        }}, {{ once: true }})"""
    )
    page.locator(".sit button").first.click()
    expect(page.locator(".place.mine")).to_have_count(1)
    page.wait_for_timeout(100)
    dice.take_seat(table=table, position=1)
    page.evaluate(NUDGE)
    expect(page.get_by_text("Es fehlt noch das Wort")).to_be_visible()
    assert DicePart.objects.get().position == 0


def test_what_others_do_leaves_what_is_typed_and_marked(page: Page) -> None:
    table = cast.free_table(people=3)
    page.emulate_media(reduced_motion="reduce")
    page.goto(table.get_absolute_url())
    name = page.locator("#sit [name=name]")
    name.fill("Uwe")
    page.locator("h1").click()
    dice.take_seat(table=table, position=1, name="Inge")
    page.evaluate(NUDGE)
    expect(page.locator("#place-1")).to_contain_text("Inge")
    expect(name).to_have_value("Uwe")
    page.locator("#sit button").first.click()
    expect(page.locator("#place-0")).to_contain_text("Uwe")
    expect(name).to_have_value("")


def test_a_part_that_adds_itself_leaves_what_is_typed(page: Page) -> None:
    """On a tablet the next name is being typed while the first seat adds its part."""
    table = cast.free_table(people=3)
    held: list[Any] = []
    page.route("**/part/", lambda route: held.append(route))
    page.goto(table.get_absolute_url())
    page.locator(".sit button").first.click()
    expect(page.locator(".place.mine")).to_have_count(1)
    page.wait_for_timeout(300)
    name = page.locator("#sit [name=name]")
    name.fill("Uwe")
    page.locator("h1").click()

    with page.expect_response("**/part/"):
        held[0].continue_()
    expect(page.locator("[data-part]")).to_have_count(0)
    expect(name).to_have_value("Uwe")


def test_a_mark_stays_for_this_throw_only(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    practise(page, "klappen")
    closing = page.locator("[data-closing]").first
    throw = page.locator("[data-act] [data-key=throw]")
    throw.press("Enter")
    closing.wait_for()
    flap = str(closing.get_attribute("value"))[1]
    page.keyboard.press(flap)
    marks = page.locator("[name=flap]:checked")
    expect(marks).to_have_count(1)
    touch(DiceTable.objects.get().pk)
    with page.expect_response("**v=*"):
        page.evaluate(NUDGE)
    page.wait_for_timeout(200)
    expect(marks).to_have_count(1)
    closing.press("Enter")
    page.wait_for_function(f"() => {STATE} === '1-3'")
    expect(marks).to_have_count(0)


def test_an_answer_that_comes_too_late_does_not_take_back_what_is_shown(
    page: Page,
) -> None:
    table = cast.free_table(people=3)
    held: list[Any] = []
    page.route("**/part/", lambda route: held.append((route, route.fetch())))
    page.goto(table.get_absolute_url())
    page.locator(".sit button").first.click()
    expect(page.locator(".place.mine")).to_have_count(1)
    page.wait_for_timeout(300)
    page.locator(".sit button").first.click()
    expect(page.locator(".place.mine")).to_have_count(2)

    (route, answer), *_others = held
    with page.expect_response("**/part/"):
        route.fulfill(response=answer)
    page.wait_for_timeout(300)
    assert page.locator(".place.mine").count() == 2
