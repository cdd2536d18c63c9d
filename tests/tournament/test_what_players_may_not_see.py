"""Unpublished draws, hidden standings, private fields: by no public address."""

import re
from random import Random

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from tests import cast
from tests.reading import numbers
from tournament.models import Table, Tournament
from tournament.queries import snapshot
from tournament.services.draws import draw_round, publish_draw, withdraw_draw
from tournament.services.results import enter_totals
from tournament.services.tournaments import change_tournament, close_tournament

from .addresses import public_addresses


def everything(client: Client, tournament: Tournament) -> dict[str, str]:
    answers = {}
    for address in public_addresses(tournament):
        response = client.get(address)
        assert response.status_code in {200, 403, 404}, address
        answers[address] = response.content.decode()
    return answers


def without_promise(answers: dict[str, str]) -> dict[str, str]:
    """A draw that is taken back has used its secret; the next has another one."""
    return {
        address: re.sub(r'<p class="fingerprint">.*?</p>', "", text)
        for address, text in answers.items()
    }


def without_revision(answers: dict[str, str], revision: int) -> dict[str, str]:
    return {
        address: re.sub(rf'(v=|"revision": ){revision}\b', r"\1N", text)
        for address, text in answers.items()
    }


@pytest.mark.parametrize("rounds_before", [0, 1])
def test_an_unpublished_draw_changes_nothing_at_any_address(
    client: Client, tournament: Tournament, organiser: User, rounds_before: int
) -> None:
    cast.play_rounds(tournament, organiser, rounds_before)
    tournament.refresh_from_db()
    before = without_revision(everything(client, tournament), tournament.revision)

    draw = draw_round(tournament=tournament, round=rounds_before + 1, by=organiser)
    tournament.refresh_from_db()
    after = without_revision(everything(client, tournament), tournament.revision)

    assert after == before
    publish_draw(draw=draw, by=organiser)
    assert "Table 1" in client.get(f"/en/t/{tournament.slug}/").content.decode()
    withdraw_draw(draw=draw, by=organiser, reason="Zwei fehlten")
    tournament.refresh_from_db()
    again = without_revision(everything(client, tournament), tournament.revision)
    assert without_promise(again) == without_promise(before)


def test_phone_note_payment_and_presence_are_nowhere(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    cast.play_rounds(tournament, organiser, 1)
    tournament.entrants.update(phone="0170-4711", note="zahlt-spaeter", paid=True)

    for address, text in everything(client, tournament).items():
        for private in (
            "0170-4711",
            "zahlt",
            "paid",
            "phone",
            "note",
            "present",
            "bezahlt",
        ):
            assert private not in text, address


def test_before_the_first_draw_nobody_learns_who_has_checked_in(
    client: Client, tournament: Tournament
) -> None:
    before = everything(client, tournament)

    tournament.entrants.filter(number__gt=4).update(present=False)
    cache.clear()
    snapshot.forget()

    assert everything(client, tournament) == before


def test_hidden_standings_show_no_points_ranks_or_totals(
    client: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, entrants=3, standings_hidden=True)
    draw = cast.start_round(tournament, organiser)
    # 44 and 34 stand nowhere else; 12 is also the number of no one.
    for totals in [(44, 34, 12)]:
        table = Table.objects.get(draw=draw)
        enter_totals(table=table, totals=totals, number=1, by=organiser)
    tournament.refresh_from_db()

    for address, text in everything(client, tournament).items():
        assert not numbers(text) & {"44", "34"}, address
        assert not re.search(r"Place (now|after)", text), address

    page = client.get(f"/en/t/{tournament.slug}/standings/").content.decode()
    assert "The standings are a secret for now" in page
    answer = client.get(f"/t/{tournament.slug}/standings.json")
    assert answer.status_code == 403
    assert list(answer.json()) == ["detail"]
    assert answer["Access-Control-Allow-Origin"] == "*"


def test_hidden_standings_hide_the_final_places_too(
    client: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, entrants=3, rounds=1)
    table = cast.start_round(tournament, organiser).tables.get()
    enter_totals(table=table, totals=(44, 34, 12), number=1, by=organiser)
    change_tournament(tournament=tournament, by=organiser, standings_hidden=True)
    close_tournament(tournament=tournament, by=organiser)

    page = client.get(f"/en/t/{tournament.slug}/").content.decode()
    assert "Final places" not in page


def test_short_names_hide_the_last_name_everywhere(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    cast.play_rounds(tournament, organiser, 1)
    change_tournament(tournament=tournament, by=organiser, full_names=False)
    found = client.get(f"/en/t/{tournament.slug}/?q=nachname3").content.decode()
    assert "Nobody found." in found

    for address, text in everything(client, tournament).items():
        typed = text.replace('value="nachname"', "").replace("q=nachname", "")
        assert "nachname" not in typed.casefold(), address
    page = client.get(f"/en/t/{tournament.slug}/standings/").content.decode()
    assert "Vorname3 N." in page


def test_equal_shown_names_are_told_apart_by_number_and_club(
    client: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, entrants=3, full_names=False)
    tournament.entrants.update(first_name="Uwe")
    for number, (last, club) in enumerate(
        [("Schmitz", "TuS Höhe"), ("Schulz", "Linde"), ("Kohl", "Linde")], start=1
    ):
        tournament.entrants.filter(number=number).update(last_name=last, club=club)
    cast.enter_all(cast.start_round(tournament, organiser), organiser, Random(1))

    page = client.get(f"/en/t/{tournament.slug}/?q=uwe").content.decode()
    page = re.sub("</?bdi>", "", page)

    assert re.search(r"Uwe S\.</a> <span[^>]*>1</span> <small[^>]*>TuS Höhe", page)
    assert re.search(r"Uwe S\.</a> <span[^>]*>2</span> <small[^>]*>Linde", page)
    assert not re.search(r"Uwe K\.</a> <span[^>]*>3</span> <small", page)


def test_stand_ins_are_never_ranked_and_never_entrants(
    client: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(
        organiser, entrants=4, head_count_policy="stand_in"
    )
    cast.play_rounds(tournament, organiser, 1)

    board = client.get(f"/t/{tournament.slug}/standings.json").json()
    assert sorted(one["number"] for one in board["standings"]) == [1, 2, 3, 4]
    assert (
        len(client.get(f"/t/{tournament.slug}/entrants.json").json()["entrants"]) == 4
    )
    page = client.get(f"/en/t/{tournament.slug}/standings/").content.decode()
    assert "tand-in" not in page
    (seats,) = client.get(f"/t/{tournament.slug}/rounds.json").json()["rounds"]
    people = [one["number"] for table in seats["tables"] for one in table["seats"]]
    assert people.count(None) == 2
    assert "Stand-in" in client.get(f"/en/t/{tournament.slug}/").content.decode()
