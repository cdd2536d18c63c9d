"""Check-in at the door: one tap each, two helpers at once."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.address import english
from tournament.models import LogEntry, Tournament
from tournament.services.entrants import add_entrant, set_paid, set_present

HTMX = {"HTTP_HX-Request": "true", "HTTP_HX_REQUEST": "true"}


@pytest.fixture
def tournament(tournament: Tournament) -> Tournament:
    tournament.entrants.update(present=False)
    return tournament


def tap(client: Client, tournament: Tournament, number: int = 4, **what: str):  # type: ignore[no-untyped-def]
    return client.post(english("check_in_one", tournament.slug, number), what)


def order(text: str) -> list[int]:
    return [int(number) for number in re.findall(r'<li id="entrant-(\d+)"', text)]


def test_a_tap_checks_in_and_the_same_tap_undoes_it(
    desk: Client, tournament: Tournament
) -> None:
    answer = tap(desk, tournament, present="yes")

    assert tournament.entrants.get(number=4).present
    assert answer.url.endswith("?show=all&q=&tapped=4&what=present#entrant-4")
    text = desk.get(answer.url).content.decode()
    # It stays where it was, and offers the way back.
    assert order(text)[3] == 4
    assert re.search(r'id="present-4" name="present" value="no".*undo', text, re.DOTALL)

    tap(desk, tournament, present="no")
    assert not tournament.entrants.get(number=4).present


def test_paid_is_a_tap_of_its_own(desk: Client, tournament: Tournament) -> None:
    tap(desk, tournament, paid="yes")

    entrant = tournament.entrants.get(number=4)
    assert (entrant.paid, entrant.present) == (True, False)


def test_a_tap_sent_twice_is_one(desk: Client, tournament: Tournament) -> None:
    before = LogEntry.objects.count()
    tap(desk, tournament, present="yes")
    tap(desk, tournament, present="yes")

    assert tournament.entrants.get(number=4).present
    assert LogEntry.objects.count() == before + 1


@pytest.mark.parametrize("what", [{}, {"present": "vielleicht"}, {"paid": "9" * 5000}])
def test_a_tap_that_says_nothing_changes_nothing(
    desk: Client, tournament: Tournament, what: dict[str, str]
) -> None:
    assert tap(desk, tournament, **what).status_code == 302
    assert LogEntry.objects.first().deed == "tournament_created"  # type: ignore[union-attr]


def test_htmx_swaps_the_row_and_the_counter_only(
    desk: Client, tournament: Tournament
) -> None:
    answer = desk.post(
        english("check_in_one", tournament.slug, 4), {"present": "yes"}, **HTMX
    )

    text = answer.content.decode()
    assert order(text) == [4]
    assert "1 of 9 present" in text
    assert "csrfmiddlewaretoken" in text
    assert "<html" not in text


def test_who_is_not_there_yet_stands_first(
    desk: Client, tournament: Tournament
) -> None:
    tournament.entrants.filter(number__lte=3).update(present=True)
    tournament.entrants.filter(number=9).update(last_name="Aal")
    tournament.entrants.filter(number=8).update(withdrawn=True)

    text = desk.get(english("check_in", tournament.slug)).content.decode()

    assert order(text) == [9, 4, 5, 6, 7, 1, 2, 3]
    assert "3 of 8 present · 0 paid" in text


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("?show=missing", [4, 5, 6, 7, 8, 9]),
        ("?show=unpaid", [4, 5, 6, 7, 8, 9, 2, 3]),
        ("?q=nachname5", [5]),
        ("?show=nonsense&v=x&tapped=-1&q=nachname2", [2]),
        ("?q=nobody", []),
    ],
)
def test_the_list_is_filtered(
    desk: Client, tournament: Tournament, query: str, numbers: list[int]
) -> None:
    tournament.entrants.filter(number__lte=3).update(present=True)
    tournament.entrants.filter(number=1).update(paid=True)

    text = desk.get(english("check_in", tournament.slug) + query).content.decode()

    assert order(text) == numbers


def test_everybody_is_checked_in_at_once(desk: Client, tournament: Tournament) -> None:
    tournament.entrants.filter(number=8).update(withdrawn=True)

    answer = desk.post(english("check_in_all", tournament.slug), follow=True)

    assert "8 more are checked in" in answer.content.decode()
    assert not tournament.entrants.filter(present=False, withdrawn=False).exists()
    assert not tournament.entrants.get(number=8).present


def poll(client: Client, tournament: Tournament, revision: int):  # type: ignore[no-untyped-def]
    address = english("check_in", tournament.slug)
    return client.get(f"{address}?show=all&v={revision}", **HTMX)


def revision(tournament: Tournament) -> int:
    tournament.refresh_from_db()
    return tournament.revision


def test_nothing_new_is_answered_with_nothing(
    desk: Client, tournament: Tournament
) -> None:
    assert poll(desk, tournament, revision(tournament)).status_code == 204


def test_two_helpers_see_each_others_taps(
    desk: Client, tournament: Tournament, helper: User, organiser: User
) -> None:
    seen = revision(tournament)
    set_present(entrant=tournament.entrants.get(number=4), present=True, by=helper)
    set_paid(entrant=tournament.entrants.get(number=7), paid=True, by=organiser)

    text = poll(desk, tournament, seen).content.decode()

    # Only these rows are swapped: nothing jumps under a thumb.
    assert sorted(order(text)) == [4, 7]
    assert text.count("hx-swap-oob") == 3
    assert "1 of 9 present · 1 paid" in text
    assert f"v={revision(tournament)}" in text
    assert poll(desk, tournament, revision(tournament)).status_code == 204


def test_a_new_entrant_brings_the_whole_list(
    desk: Client, tournament: Tournament, organiser: User
) -> None:
    seen = revision(tournament)
    add_entrant(tournament=tournament, by=organiser, first_name="Lena")

    text = poll(desk, tournament, seen).content.decode()

    assert len(order(text)) == 10
    assert 'id="people"' in text


@pytest.mark.parametrize("seen", [0, 10**9])
def test_a_revision_from_nowhere_brings_the_whole_list(
    desk: Client, tournament: Tournament, seen: int
) -> None:
    assert len(order(poll(desk, tournament, seen).content.decode())) == 9


def test_in_a_closed_tournament_a_tap_says_why_not(
    desk: Client, tournament: Tournament
) -> None:
    Tournament.objects.update(closed_at="2026-11-06T23:00Z")

    answer = desk.post(
        english("check_in_one", tournament.slug, 4), {"present": "yes"}, **HTMX
    )

    assert answer.headers["HX-Refresh"] == "true"
    page = desk.get(english("check_in", tournament.slug)).content.decode()
    assert "It must be reopened" in page
    desk.post(english("check_in_all", tournament.slug))
    assert not tournament.entrants.filter(present=True).exists()


def test_a_helper_may_check_in_and_mark_as_paid(
    client: Client, tournament: Tournament, helper: User
) -> None:
    client.force_login(helper)

    tap(client, tournament, present="yes")
    tap(client, tournament, paid="yes")

    entrant = tournament.entrants.get(number=4)
    assert (entrant.present, entrant.paid) == (True, True)
    assert client.get(english("check_in", tournament.slug)).status_code == 200


def test_a_stranger_may_not(client: Client, tournament: Tournament) -> None:
    client.force_login(User.objects.create_user("fremd"))

    assert client.get(english("check_in", tournament.slug)).status_code == 404
    assert tap(client, tournament, present="yes").status_code == 404
    assert client.post(english("check_in_all", tournament.slug)).status_code == 404
    assert not tournament.entrants.filter(present=True).exists()


def test_nobody_is_checked_in_at_another_tournament(
    desk: Client, tournament: Tournament
) -> None:
    assert tap(desk, tournament, 77, present="yes").status_code == 404
