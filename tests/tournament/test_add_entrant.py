"""One more entrant from the quick form."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import cast
from tests.address import english
from tournament.evening import load_evening
from tournament.models import LogEntry, Tournament


def add(client: Client, tournament: Tournament, **fields: object):  # type: ignore[no-untyped-def]
    return client.post(
        english("add_entrant", tournament.slug),
        {f"new-{name}": value for name, value in fields.items()},
        follow=True,
    )


def test_an_entrant_gets_the_next_number_and_the_form_waits_for_the_next(
    desk: Client, tournament: Tournament
) -> None:
    answer = add(
        desk,
        tournament,
        first_name=" Zoë ",
        last_name="von der  Heide",
        club="TuS Höhe",
        paid="on",
    )

    entrant = tournament.entrants.get(number=10)
    assert (entrant.full_name, entrant.club) == ("Zoë von der Heide", "TuS Höhe")
    assert (entrant.paid, entrant.present) == (True, False)
    text = answer.content.decode()
    assert "No. 10 Zoë von der Heide is entered." in text
    assert "autofocus" in text


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("Özlem", "d'Angelo"),
        ("Anne-Kathrin", "O’Neill"),
        ("Détlef", "Łukasik"),
        ("Uwe", "Strauß"),
        ("Lena 🎲", "Groß"),
        ("محمد", "علي"),
        ("Kalle", ""),
        ("", "Kalle"),
        ("x" * 60, "y" * 60),
        ("<b>Lena</b>", "O&amp;Neill"),
    ],
)
def test_every_name_that_people_have_is_taken(
    desk: Client, tournament: Tournament, first: str, last: str
) -> None:
    add(desk, tournament, first_name=first, last_name=last)

    entrant = tournament.entrants.get(number=10)
    assert (entrant.first_name, entrant.last_name) == (first, last)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "Please give a name."),
        ({"first_name": "  \t "}, "Please give a name."),
        ({"first_name": "x" * 61}, "at most 60 characters"),
        ({"first_name": "x" * 5000}, "at most 60 characters"),
        ({"first_name": "Le\0na"}, "Null characters"),
        ({"first_name": "Lena", "club": "x" * 81}, "at most 80 characters"),
        ({"first_name": "Lena", "number": "drei"}, "Enter a whole number."),
        ({"first_name": "Lena", "number": "-1"}, "greater than or equal to 1"),
        ({"first_name": "Lena", "number": "0"}, "greater than or equal to 1"),
        ({"first_name": "Lena", "number": "1000000000"}, "less than or equal to 9999"),
        ({"first_name": "Lena", "number": "4"}, "Start number 4 is taken."),
        ({"first_name": "Lena", "phone": "1" * 41}, "at most 40 characters"),
    ],
)
def test_what_cannot_be_is_said_and_kept(
    desk: Client, tournament: Tournament, fields: dict[str, str], sentence: str
) -> None:
    answer = add(desk, tournament, **fields, category="Damen")

    text = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in text
    assert 'value="Damen"' in text
    assert tournament.entrants.count() == 9


def test_an_equal_name_is_asked_about_and_then_added(
    desk: Client, tournament: Tournament
) -> None:
    person = {"first_name": "vorname3", "last_name": "NACHNAME3", "club": "KC Neun"}

    answer = add(desk, tournament, **person)

    text = answer.content.decode()
    assert answer.status_code == 422
    assert "is entered already: 3 Vorname3 Nachname3 (TuS Höhe)" in text
    assert "Add anyway" in text
    assert tournament.entrants.count() == 9

    add(desk, tournament, **person, namesakes="3")
    assert tournament.entrants.get(number=10).club == "KC Neun"


def test_add_anyway_clicked_twice_adds_once(
    desk: Client, tournament: Tournament
) -> None:
    person = {"first_name": "Vorname3", "last_name": "Nachname3", "namesakes": "3"}

    add(desk, tournament, **person)
    answer = add(desk, tournament, **person)

    assert answer.status_code == 422
    assert tournament.entrants.count() == 10


def test_late_entry_is_explained_and_drawn_from_the_next_round(
    desk: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, entrants=9, missed_points=25)
    cast.play_rounds(tournament, organiser, rounds=2)

    answer = desk.get(english("entrants", tournament.slug))

    text = " ".join(answer.content.decode().split())
    assert "2 rounds are drawn already." in text
    assert "is drawn from round 3 on." in text
    assert "A missed round gives 25 points." in text
    # Whoever comes in the middle of the evening stands at the door.
    assert 'name="new-present" id="id_new-present" checked' in text

    add(desk, tournament, first_name="Späte", last_name="Lena", present="on")
    cast.play_rounds(tournament, organiser, rounds=1)
    lines = load_evening(tournament).lines()
    # Two missed rounds and one played; nobody gets more than 50 from one.
    assert {line.entrant: line.points for line in lines}[10] >= 25 + 25 + 10


def test_after_the_last_draw_nobody_is_promised_a_round(
    desk: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, entrants=3, rounds=1)
    cast.play_rounds(tournament, organiser, rounds=1)

    answer = desk.get(english("entrants", tournament.slug))

    assert "is not drawn any more" in answer.content.decode()


def test_a_closed_tournament_takes_nobody(desk: Client, tournament: Tournament) -> None:
    Tournament.objects.update(closed_at="2026-11-06T23:00Z")

    answer = add(desk, tournament, first_name="Lena")

    assert answer.status_code == 422
    assert tournament.entrants.count() == 9


def test_a_helper_may_add(client: Client, tournament: Tournament, helper: User) -> None:
    client.force_login(helper)

    add(client, tournament, first_name="Lena", phone="0171 999")

    assert tournament.entrants.get(number=10).phone == "0171 999"
    assert LogEntry.objects.first().by == helper  # type: ignore[union-attr]


def test_a_stranger_may_not(client: Client, tournament: Tournament) -> None:
    client.force_login(User.objects.create_user("fremd"))

    assert add(client, tournament, first_name="Lena").status_code == 404
    assert tournament.entrants.count() == 9
