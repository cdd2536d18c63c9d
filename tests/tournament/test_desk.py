"""The desk of one tournament as its organiser and helpers see it."""

import re
from random import Random

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import cast
from tournament.models import Draw, Entrant, Membership, Table, Tournament
from tournament.services.draws import draw_round
from tournament.services.entrants import set_present, withdraw_entrant
from tournament.services.results import enter_games, enter_totals
from tournament.services.tournaments import change_tournament, close_tournament

pytestmark = pytest.mark.usefixtures("english")

ORGANISER_PAGES = ["log", "settings", "members", "reopen", "delete"]
MEMBER_PAGES = ["overview", "desk_standings"]
ORGANISER_DEEDS = [
    "visibility",
    "close",
    "reopen",
    "delete",
    "settings",
    "invite",
]
ROUND_DEEDS = ["draw_round", "publish_draw", "withdraw_draw", "swap_seats"]


def at(name: str, tournament: Tournament, *more: object) -> str:
    return reverse(name, args=[tournament.slug, *more])


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


# Who may look


def addresses(tournament: Tournament) -> list[tuple[str, str]]:
    return (
        [("get", at(name, tournament)) for name in ORGANISER_PAGES]
        + [("get", at("draw", tournament, 1))]
        + [("post", at(name, tournament)) for name in ORGANISER_DEEDS]
        + [("post", at(name, tournament, 1)) for name in ROUND_DEEDS]
        + [("post", at("revoke_invitation", tournament, 1))]
        + [("post", at("remove_member", tournament, 1))]
    )


def test_a_stranger_is_asked_to_log_in(client: Client, tournament: Tournament) -> None:
    pages = [("get", at(name, tournament)) for name in MEMBER_PAGES]
    for method, address in [*pages, *addresses(tournament)]:
        answer = getattr(client, method)(address)
        assert answer.status_code == 302, address
        assert answer["Location"].startswith(reverse("login")), address


def test_somebody_of_another_tournament_learns_nothing(tournament: Tournament) -> None:
    other = cast.make_organiser("otto")
    cast.make_tournament(other, entrants=3, name="Fremd")
    browser = browser_of(other)
    pages = [("get", at(name, tournament)) for name in MEMBER_PAGES]
    before = tournament.log.count()

    for method, address in [*pages, *addresses(tournament)]:
        answer = getattr(browser, method)(address)
        assert answer.status_code == 404, address
        assert "Kneipenpokal" not in answer.content.decode()

    assert "Kneipenpokal" not in browser.get(reverse("desk")).content.decode()
    assert tournament.log.count() == before


def test_a_helper_may_not_do_what_organisers_do(
    tournament: Tournament, helper: User
) -> None:
    browser = browser_of(helper)
    before = tournament.log.count()

    for method, address in addresses(tournament):
        answer = getattr(browser, method)(address)
        assert answer.status_code == 403, address
        assert "Only an organiser can do this" in answer.content.decode()

    assert tournament.log.count() == before


def test_a_helper_sees_the_desk_without_the_organisers_buttons(
    tournament: Tournament, helper: User
) -> None:
    page = browser_of(helper).get(at("overview", tournament)).content.decode()

    assert "Draw round 1" in page
    assert "An organiser does this." in page
    assert at("draw_round", tournament, 1) not in page
    assert at("visibility", tournament) not in page
    assert at("settings", tournament) not in page


def test_a_helper_does_not_see_an_unpublished_draw(
    tournament: Tournament, organiser: User, helper: User
) -> None:
    draw_round(tournament=tournament, round=1, by=organiser)
    page = browser_of(helper).get(at("overview", tournament)).content.decode()

    assert "Round 1 is drawn" in page
    assert "Nachname" not in page


# What it shows


def test_the_desk_says_what_the_draw_will_do(desk: Client, organiser: User) -> None:
    twelve = cast.make_tournament(organiser, entrants=12)
    fourteen = cast.make_tournament(organiser, entrants=14)
    filled = cast.make_tournament(organiser, entrants=13, head_count_policy="stand_in")

    said = [
        " ".join(desk.get(at("overview", one)).content.decode().split())
        for one in (twelve, fourteen, filled)
    ]
    assert "12 present:</strong> 4 tables, nobody sits out." in said[0]
    assert "4 tables, 2 sit out and receive 30 points each." in said[1]
    assert "5 tables, 2 stand-ins play along." in said[2]


def test_who_is_not_checked_in_is_told_before_the_draw(
    desk: Client, tournament: Tournament
) -> None:
    Entrant.objects.filter(number__gt=8).update(present=False)
    page = desk.get(at("overview", tournament)).content.decode()

    assert "1 person is not checked in and will not be drawn." in page


def test_missing_tables_are_links_to_their_sheets(
    desk: Client, tournament: Tournament, table: Table, organiser: User
) -> None:
    games = cast.random_games(Random(1))
    enter_games(table=table, games=games, number=1, by=organiser)
    page = desk.get(at("overview", tournament)).content.decode()
    numbers = page.split('class="table-numbers"')[1].split("</ul>")[0]

    assert "2 sheets are missing" in page
    assert at("sheet", tournament, 1, 1) not in numbers
    assert at("sheet", tournament, 1, 2) in numbers
    assert at("sheet", tournament, 1, 3) in numbers


def test_an_earlier_round_can_be_looked_at(desk: Client, organiser: User) -> None:
    tournament = cast.make_tournament(organiser, entrants=9)
    cast.play_rounds(tournament, organiser, 2)

    page = desk.get(at("overview", tournament), {"round": 1}).content.decode()
    assert "Tables of round 1" in page
    assert at("sheet", tournament, 1, 1) in page
    for nonsense in ("", "0", "3", "x", "-1", "9" * 5000, "²", "\0"):
        answer = desk.get(at("overview", tournament), {"round": nonsense})
        assert "Tables of round 2" in answer.content.decode()


def test_the_names_on_the_desk_are_escaped(desk: Client, organiser: User) -> None:
    tournament = cast.make_tournament(organiser, 3, name="<b>Pokal</b>")
    Entrant.objects.filter(number=1).update(last_name="<script>x</script>")
    cast.start_round(tournament, organiser)
    page = desk.get(at("overview", tournament)).content.decode()

    assert "<b>Pokal" not in page
    assert "<script>x" not in page
    assert "&lt;script&gt;x" in page


def test_the_final_places_stand_on_the_desk_once_it_is_closed(
    desk: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, entrants=3, rounds=1, games=1)
    draw = cast.start_round(tournament, organiser)
    enter_games(table=draw.tables.get(), games=["123"], number=1, by=organiser)
    assert "Everything is in" in desk.get(at("overview", tournament)).content.decode()

    close_tournament(tournament=tournament, by=organiser)
    page = desk.get(at("overview", tournament)).content.decode()
    assert "The tournament is closed" in page
    assert page.count("Vorname") >= 6  # the podium and the table
    assert at("reopen", tournament) in page
    assert at("export", tournament) in page


def test_the_code_on_the_wall_leads_phones_to_the_public_page(
    desk: Client, tournament: Tournament
) -> None:
    answer = desk.get(at("overview", tournament), headers={"host": "pub.example:8000"})
    page = answer.content.decode()

    assert f"http://pub.example:8000{tournament.get_absolute_url()}" in page
    assert "<svg" in page.split('class="qr"')[1].split("</div>")[0]


# The jump to a table


def test_a_typed_table_number_leads_to_its_sheet(
    desk: Client, tournament: Tournament, draw: Draw
) -> None:
    answer = desk.get(at("overview", tournament), {"table": "2"})

    assert answer.status_code == 302
    assert answer["Location"] == at("sheet", tournament, 1, 2)


def test_a_jump_from_an_earlier_round_stays_in_it(
    desk: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, entrants=9)
    cast.play_rounds(tournament, organiser, 2)

    answer = desk.get(at("overview", tournament), {"table": "2", "round": "1"})
    assert answer["Location"] == at("sheet", tournament, 1, 2)


@pytest.mark.parametrize(
    "typed",
    ["", "0", "4", "-1", "zwei", "1000000000", "9" * 5000, "🎲", "\0", "<b>1</b>"],
)
def test_a_table_that_is_not_there_is_said_and_kept(
    desk: Client, tournament: Tournament, draw: Draw, typed: str
) -> None:
    answer = desk.get(at("overview", tournament), {"table": typed})
    page = answer.content.decode()

    assert answer.status_code == 422
    assert 'class="errorlist"' in page
    assert "<b>1</b>" not in page
    if typed == "4":
        assert "There is no table 4 in round 1." in page
        assert 'value="4"' in page


def test_no_jump_leads_into_an_unpublished_draw(
    desk: Client, tournament: Tournament, organiser: User
) -> None:
    draw_round(tournament=tournament, round=1, by=organiser)
    answer = desk.get(at("overview", tournament), {"table": "1", "round": "1"})

    assert answer.status_code == 422


# Two desks agree


def test_a_desk_that_is_current_is_told_nothing(
    desk: Client, tournament: Tournament
) -> None:
    tournament.refresh_from_db()
    asked = {"v": tournament.revision}
    answer = desk.get(at("overview", tournament), asked, headers={"hx-request": "true"})

    assert answer.status_code == 204
    assert not answer.content


def test_the_desks_standings_keep_themselves_current(
    desk: Client, tournament: Tournament, table: Table, organiser: User
) -> None:
    tournament.refresh_from_db()
    asked = {"v": tournament.revision, "sort": "name"}
    page, htmx = at("desk_standings", tournament), {"hx-request": "true"}
    assert desk.get(page, asked, headers=htmx).status_code == 204

    enter_totals(table=table, totals=(48, 30, 12), number=1, by=organiser)
    part = desk.get(page, asked, headers=htmx).content.decode()
    tournament.refresh_from_db()

    assert "48" in part
    assert f'hx-get="?v={tournament.revision}&amp;sort=name"' in part
    assert "<html" not in part
    assert part.strip() in desk.get(page, {"sort": "name"}).content.decode()


def test_a_desk_that_is_behind_gets_the_pieces_but_not_the_jump_field(
    desk: Client, tournament: Tournament, organiser: User
) -> None:
    tournament.refresh_from_db()
    asked = {"v": tournament.revision}
    cast.start_round(tournament, organiser)
    answer = desk.get(at("overview", tournament), asked, headers={"hx-request": "true"})
    page = answer.content.decode()

    assert answer.status_code == 200
    assert 'id="next-step" hx-swap-oob="morph"' in page
    assert 'id="evening"' in page
    assert 'name="table"' not in page
    assert "<html" not in page
    tournament.refresh_from_db()
    assert f"?v={tournament.revision}" in page


# The log


def test_the_log_says_who_did_what_and_why(
    desk: Client, tournament: Tournament, table: Table, helper: User
) -> None:
    rng = Random(1)
    enter_games(table=table, games=cast.random_games(rng), number=1, by=helper)
    enter_games(
        table=table,
        games=["123"] * 10,
        number=2,
        by=helper,
        reason="Spiel 3 <verwechselt>",
    )
    page = desk.get(at("log", tournament)).content.decode()

    assert "Round 1, table 1: sheet corrected, 50 – 30 – 10" in page
    assert "hans" in page
    assert "Spiel 3 &lt;verwechselt&gt;" in page


def test_the_log_is_searched_as_it_reads(desk: Client, tournament: Tournament) -> None:
    found = desk.get(at("log", tournament), {"q": "POKAL"}).content.decode()
    assert "Tournament “Kneipenpokal” created" in found

    for nonsense in ("gibt es nicht", "🎲", "\0zz", "<i>", "x" * 5000):
        answer = desk.get(at("log", tournament), {"q": nonsense})
        assert answer.status_code == 200
        assert "Nothing with" in answer.content.decode()


def test_a_long_log_has_pages(
    desk: Client, tournament: Tournament, organiser: User
) -> None:
    entrant = tournament.entrants.get(number=1)
    for time in range(110):
        set_present(entrant=entrant, present=bool(time % 2), by=organiser)
    first = desk.get(at("log", tournament)).content.decode()
    last = desk.get(at("log", tournament), {"page": "2"}).content.decode()

    assert "Page 1 of 2" in first
    assert "created" not in first
    assert "created" in last
    for nonsense in ("0", "-1", "99", "x"):
        answer = desk.get(at("log", tournament), {"page": nonsense})
        assert answer.status_code == 200


def test_the_desk_sees_full_standings_while_they_are_hidden(
    desk: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(
        organiser, entrants=9, standings_hidden=True, full_names=False
    )
    cast.play_rounds(tournament, organiser, 2)

    text = desk.get(at("desk_standings", tournament)).content.decode()
    assert "Vorname1 Nachname1" in text
    first = desk.get(at("desk_standings", tournament), {"round": "1"})
    assert first.status_code == 200
    assert "?round=1&amp;sort=name" in first.content.decode()
    for nonsense in ("9", "x", "0", "\x00", "99999"):
        answer = desk.get(at("desk_standings", tournament), {"round": nonsense})
        assert answer.status_code in {200, 404}


@pytest.mark.parametrize("left", [0, 2, 3])
def test_an_evening_that_ends_early_is_told_the_way_to_its_end(
    desk: Client, organiser: User, left: int
) -> None:
    tournament = cast.make_tournament(organiser, entrants=6, rounds=5)
    hint = "Is the evening to end here? Set 2 rounds in the settings"
    assert "Is the evening" not in desk.get(at("overview", tournament)).content.decode()
    cast.play_rounds(tournament, organiser, 2)
    for entrant in tournament.entrants.filter(number__gt=left):
        withdraw_entrant(entrant=entrant, by=organiser)

    page = desk.get(at("overview", tournament)).content.decode()
    assert hint in page
    assert "Nobody is entered yet" not in page

    change_tournament(tournament=tournament, by=organiser, rounds=2)
    page = desk.get(at("overview", tournament)).content.decode()
    assert "Is the evening" not in page
    assert "close the tournament" in page or "play-off" in page


def test_a_helper_is_led_nowhere_he_may_not_go(
    tournament: Tournament, organiser: User, helper: User
) -> None:
    browser = browser_of(helper)
    draw_round(tournament=tournament, round=1, by=organiser)

    page = browser.get(at("sheet", tournament, 1, 1)).content.decode()

    assert "not published yet" in page
    assert "Vorname" not in page
    assert f'href="{at("draw", tournament, 1)}"' not in page


def test_a_closed_tournament_offers_nothing_that_it_would_refuse(
    desk: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, entrants=9, rounds=1, games=10)
    cast.play_rounds(tournament, organiser, 1)
    withdraw_entrant(entrant=tournament.entrants.get(number=9), by=organiser)
    change_tournament(tournament=tournament, by=organiser, play_off_places=0)
    close_tournament(tournament=tournament, by=organiser)
    still_possible = {
        reverse("logout"),
        *(at(name, tournament) for name in ("visibility", "invite")),
        *(at("remove_member", tournament, one.pk) for one in Membership.objects.all()),
    }

    for page in (
        at("overview", tournament),
        at("desk_standings", tournament),
        at("check_in", tournament),
        at("entrants", tournament),
        at("change_entrant", tournament, 1),
        at("change_entrant", tournament, 9),
        at("settings", tournament),
        at("members", tournament),
        at("play_offs", tournament),
        at("draw", tournament, 1),
        at("sheet", tournament, 1, 1),
        at("log", tournament),
    ):
        text = desk.get(page).content.decode()
        for form in re.findall(r'<form[^>]*method="post"[^>]*>', text):
            address = re.search(r'action="([^"]*)"', form)
            assert (address[1] if address else page) in still_possible, page


def test_phone_and_note_can_still_be_read_once_it_is_closed(
    desk: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, 9, rounds=1, play_off_places=0)
    tournament.entrants.filter(number=1).update(phone="0171 1313", note="Tisch vorn")
    cast.play_rounds(tournament, organiser, 1)
    close_tournament(tournament=tournament, by=organiser)

    page = desk.get(at("change_entrant", tournament, 1)).content.decode()

    assert "0171 1313" in page
    assert "Tisch vorn" in page
