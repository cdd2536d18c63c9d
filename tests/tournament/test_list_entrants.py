"""The desk's list of entrants: who sees it, what it finds."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.address import english
from tournament.models import Entrant, Tournament


def page(client: Client, tournament: Tournament, query: str = "") -> str:
    answer = client.get(english("entrants", tournament.slug) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_list_shows_number_name_club_and_marks(
    desk: Client, tournament: Tournament
) -> None:
    tournament.entrants.filter(number=3).update(paid=True, category="Damen")

    text = page(desk, tournament)

    assert "Vorname3 Nachname3" in text
    assert "TuS Höhe" in text
    assert "9 entrants" in " ".join(text.split())
    assert "9 present" in text
    assert "1 paid" in text


@pytest.mark.parametrize(
    "query", ["müller", "MULLER", "mueller", "12", "neune", "lena neune", "Łuk", "luk"]
)
def test_a_search_finds_name_number_and_club(
    desk: Client, tournament: Tournament, query: str
) -> None:
    Entrant.objects.create(
        tournament=tournament,
        number=12,
        first_name="Lena",
        last_name="Müller-Łukasik",
        club="Alle Neune",
    )

    text = page(desk, tournament, f"?q={query}")

    assert "Müller-Łukasik" in text
    assert "Nachname3" not in text


@pytest.mark.parametrize("query", ["nobody", "%00", "x" * 5000, "<script>", "🎲"])
def test_a_search_without_success_says_so(
    desk: Client, tournament: Tournament, query: str
) -> None:
    text = page(desk, tournament, f"?q={query}&sort=nonsense")

    assert "Nobody is found." in text
    assert "<script>" not in text


def test_the_list_is_sorted_by_number_name_or_club(
    desk: Client, tournament: Tournament
) -> None:
    tournament.entrants.filter(number=9).update(last_name="Aal")
    tournament.entrants.filter(number=8).update(club="A-Team")

    by_name, by_club = (
        page(desk, tournament, "?sort=name"),
        page(desk, tournament, "?sort=club"),
    )

    assert by_name.index('id="entrant-9"') < by_name.index('id="entrant-1"')
    assert by_club.index('id="entrant-8"') < by_club.index('id="entrant-1"')


def test_private_fields_are_not_in_the_list(
    desk: Client, tournament: Tournament
) -> None:
    tournament.entrants.update(phone="0171 999", note="geheim")

    text = page(desk, tournament)

    assert "0171 999" not in text
    assert "geheim" not in text


def test_names_are_text_and_never_markup(desk: Client, tournament: Tournament) -> None:
    tournament.entrants.filter(number=1).update(first_name="<b>Lena</b>", club="<i>")

    assert "<b>Lena" not in page(desk, tournament)


def test_a_helper_sees_the_list_but_nothing_to_change_people(
    client: Client, tournament: Tournament, helper: User
) -> None:
    client.force_login(helper)

    text = page(client, tournament)

    assert "Vorname3 Nachname3" in text
    assert english("change_entrant", tournament.slug, 3) not in text
    assert english("import", tournament.slug) not in text


def test_a_stranger_may_not(client: Client, tournament: Tournament) -> None:
    address = english("entrants", tournament.slug)
    assert client.get(address).status_code == 302

    client.force_login(User.objects.create_user("fremd"))
    assert client.get(address).status_code == 404
