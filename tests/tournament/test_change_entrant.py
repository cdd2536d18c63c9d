"""An entrant is corrected, withdraws, comes back, is replaced, is deleted."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import cast
from tests.address import english
from tournament.evening import load_evening
from tournament.models import Draw, LogEntry, Tournament


def post(  # type: ignore[no-untyped-def]
    client: Client, tournament: Tournament, deed: str, number: int = 4, **fields: object
):
    address = english(deed, tournament.slug, number)
    return client.post(address, fields, follow=True)


def test_a_correction_is_stored_and_logged(
    desk: Client, tournament: Tournament
) -> None:
    answer = post(
        desk,
        tournament,
        "change_entrant",
        number=4,
        first_name="Lena",
        last_name="Groß",
        phone="0171 999",
    )
    assert answer.status_code == 422  # the start number is missing

    answer = desk.post(
        english("change_entrant", tournament.slug, 4),
        {
            "number": 40,
            "first_name": "Lena",
            "last_name": "Groß",
            "phone": "0171 999",
        },
        follow=True,
    )

    entrant = tournament.entrants.get(number=40)
    assert (entrant.full_name, entrant.phone) == ("Lena Groß", "0171 999")
    assert "No. 40 Lena Groß is saved." in answer.content.decode()
    assert "0171" not in str(LogEntry.objects.first().facts)  # type: ignore[union-attr]


def test_the_log_says_that_something_private_changed_and_not_to_what(
    desk: Client, tournament: Tournament
) -> None:
    entrant = tournament.entrants.get(number=4)
    desk.post(
        english("change_entrant", tournament.slug, 4),
        {
            "number": 4,
            "first_name": entrant.first_name,
            "last_name": entrant.last_name,
            "phone": "0171 999",
            "category": "Damen",
        },
    )
    page = desk.get(english("log", tournament.slug)).content.decode()

    assert "changed: " in page
    assert "Category: – → Damen" in page
    assert "Phone" in page.partition("changed: ")[2][:60]
    assert "0171" not in page


def test_a_taken_number_is_refused_where_it_was_typed(
    desk: Client, tournament: Tournament
) -> None:
    answer = desk.post(
        english("change_entrant", tournament.slug, 4),
        {"number": 5, "first_name": "Lena"},
    )

    assert answer.status_code == 422
    assert "Start number 5 is taken." in answer.content.decode()
    assert tournament.entrants.get(number=4).first_name == "Vorname4"


def test_numbers_are_fixed_after_the_first_draw(
    desk: Client, tournament: Tournament, draw: Draw
) -> None:
    text = desk.get(english("change_entrant", tournament.slug, 4)).content.decode()
    assert "The start number is fixed" in text
    assert 'name="number"' not in text

    desk.post(
        english("change_entrant", tournament.slug, 4),
        {"number": 40, "first_name": "Lena"},
    )
    assert tournament.entrants.get(number=4).first_name == "Lena"


def test_two_organisers_do_not_undo_each_others_corrections(
    desk: Client, tournament: Tournament
) -> None:
    address = english("change_entrant", tournament.slug, 4)
    mine, others = (fields(desk.get(address).content.decode()) for _ in range(2))

    desk.post(address, {**others, "club": "KC Neun", "phone": "0171 1"})
    answer = desk.post(address, {**mine, "note": "kommt später", "phone": ""})

    assert answer.status_code == 302
    entrant = tournament.entrants.get(number=4)
    assert (entrant.club, entrant.phone, entrant.note) == (
        "KC Neun",
        "0171 1",
        "kommt später",
    )


def test_an_entrant_that_was_not_changed_is_not_said_to_be_saved(
    desk: Client, tournament: Tournament
) -> None:
    address = english("change_entrant", tournament.slug, 4)
    page = desk.get(address)
    assert "no-store" in page["Cache-Control"]
    answer = desk.post(address, fields(page.content.decode()), follow=True)

    assert "Nothing was changed." in answer.content.decode()
    assert "is saved" not in answer.content.decode()


def test_two_organisers_correct_half_a_name_each(
    desk: Client, tournament: Tournament
) -> None:
    address = english("change_entrant", tournament.slug, 4)
    mine, others = (fields(desk.get(address).content.decode()) for _ in range(2))

    desk.post(address, {**others, "first_name": "Lena"})
    desk.post(address, {**mine, "last_name": "Müller"})

    assert tournament.entrants.get(number=4).full_name == "Lena Müller"


def test_two_organisers_never_leave_somebody_without_a_name(
    desk: Client, tournament: Tournament
) -> None:
    address = english("change_entrant", tournament.slug, 4)
    mine, others = (fields(desk.get(address).content.decode()) for _ in range(2))

    desk.post(address, {**others, "first_name": ""})
    desk.post(address, {**mine, "last_name": ""})

    assert tournament.entrants.get(number=4).full_name == "Vorname4"


def fields(page: str) -> dict[str, str]:
    """What the form for a correction holds, with what it carries along."""
    form = page.partition('id="change-heading"')[2].partition("</form>")[0]
    inputs = [dict(re.findall(r'(\w+)="([^"]*)"', one)) for one in form.split("<input")]
    return {one["name"]: one.get("value", "") for one in inputs if "name" in one}


@pytest.mark.parametrize(("typed", "is_told"), [("40", True), ("4", False)])
def test_a_page_opened_before_the_first_draw_says_that_its_number_came_too_late(
    desk: Client, tournament: Tournament, draw: Draw, typed: str, is_told: bool
) -> None:
    answer = desk.post(
        english("change_entrant", tournament.slug, 4),
        {"number": typed, "first_name": "Lena"},
        follow=True,
    )
    page = answer.content.decode()

    assert "No. 4 Lena is saved." in page
    assert ("After the first draw start numbers are fixed." in page) is is_told


@pytest.mark.parametrize("name", ["", "x" * 61, "x" * 5000, "Le\0na"])
def test_a_wrong_correction_changes_nothing(
    desk: Client, tournament: Tournament, name: str
) -> None:
    answer = desk.post(
        english("change_entrant", tournament.slug, 4),
        {"number": 4, "first_name": name, "club": "KC Neun"},
    )

    assert answer.status_code == 422
    assert 'value="KC Neun"' in answer.content.decode()
    assert tournament.entrants.get(number=4).club == ""


def test_a_withdrawal_keeps_points_and_is_taken_back(
    desk: Client, tournament: Tournament, organiser: User
) -> None:
    cast.play_rounds(tournament, organiser, rounds=1)
    points = {line.entrant: line.points for line in load_evening(tournament).lines()}

    answer = post(
        desk, tournament, "withdraw_entrant", **{"because-reason": "muss heim"}
    )

    assert "has withdrawn" in answer.content.decode()
    evening = load_evening(tournament)
    assert 4 not in evening.to_be_drawn
    assert {line.entrant: line.points for line in evening.lines()} == points
    assert LogEntry.objects.first().reason == "muss heim"  # type: ignore[union-attr]

    again = post(desk, tournament, "withdraw_entrant")
    assert again.status_code == 422
    assert "has withdrawn already" in again.content.decode()

    post(desk, tournament, "reinstate_entrant")
    assert 4 in load_evening(tournament).to_be_drawn

    again = post(desk, tournament, "reinstate_entrant")
    assert again.status_code == 422
    assert "has not withdrawn" in again.content.decode()


def test_a_reason_of_5000_letters_is_refused(
    desk: Client, tournament: Tournament
) -> None:
    answer = post(
        desk, tournament, "withdraw_entrant", **{"because-reason": "x" * 5000}
    )

    assert answer.status_code == 422
    assert "at most 200 characters" in answer.content.decode()
    assert not tournament.entrants.get(number=4).withdrawn


def test_a_replacement_takes_over_number_and_points(
    desk: Client, tournament: Tournament, organiser: User
) -> None:
    cast.play_rounds(tournament, organiser, rounds=1)
    points = {line.entrant: line.points for line in load_evening(tournament).lines()}
    tournament.entrants.filter(number=4).update(phone="0171 999", note="alt")

    post(
        desk,
        tournament,
        "replace_entrant",
        **{
            "next-first_name": "Zoë",
            "next-last_name": "Weiß",
            "next-reason": "musste zur Schicht",
        },
    )

    entrant = tournament.entrants.get(number=4)
    assert entrant.full_name == "Zoë Weiß"
    assert (entrant.phone, entrant.note) == ("", "")
    now = {line.entrant: line.points for line in load_evening(tournament).lines()}
    assert now == points
    facts = LogEntry.objects.first().facts  # type: ignore[union-attr]
    assert (facts["before"], facts["name"]) == ("Vorname4 Nachname4", "Zoë Weiß")


@pytest.mark.parametrize("missing", ["next-first_name", "next-reason"])
def test_a_replacement_needs_a_name_and_a_reason(
    desk: Client, tournament: Tournament, missing: str
) -> None:
    fields = {"next-first_name": "Zoë", "next-reason": "krank", "next-club": "KC Neun"}
    del fields[missing]

    answer = post(desk, tournament, "replace_entrant", **fields)

    assert answer.status_code == 422
    assert 'value="KC Neun"' in answer.content.decode()
    assert tournament.entrants.get(number=4).first_name == "Vorname4"


def test_only_who_was_never_drawn_is_deleted(
    desk: Client, tournament: Tournament, organiser: User
) -> None:
    post(desk, tournament, "delete_entrant", 9)
    assert not tournament.entrants.filter(number=9).exists()

    cast.start_round(tournament, organiser)
    answer = post(desk, tournament, "delete_entrant", 4)

    assert answer.status_code == 422
    assert "has been drawn and cannot be deleted" in answer.content.decode()
    assert tournament.entrants.filter(number=4).exists()
    page = desk.get(english("change_entrant", tournament.slug, 4)).content.decode()
    assert english("delete_entrant", tournament.slug, 4) not in page


DEEDS = [
    "change_entrant",
    "withdraw_entrant",
    "reinstate_entrant",
    "replace_entrant",
    "delete_entrant",
]


@pytest.mark.parametrize("deed", DEEDS)
def test_a_closed_tournament_is_read_only(
    desk: Client, tournament: Tournament, deed: str
) -> None:
    Tournament.objects.update(closed_at="2026-11-06T23:00Z")
    fields = {
        "number": "4",
        "first_name": "Zoë",
        "next-first_name": "Zoë",
        "next-reason": "krank",
    }

    answer = desk.post(english(deed, tournament.slug, 4), fields)

    assert answer.status_code == 422
    assert "The tournament is closed" in answer.content.decode()
    assert tournament.entrants.get(number=4).first_name == "Vorname4"


@pytest.mark.parametrize("deed", DEEDS)
def test_a_helper_and_a_stranger_may_not(
    client: Client, tournament: Tournament, helper: User, deed: str
) -> None:
    client.force_login(helper)
    assert post(client, tournament, deed).status_code == 403

    client.force_login(User.objects.create_user("fremd"))
    assert post(client, tournament, deed).status_code == 404
    assert tournament.entrants.get(number=4).first_name == "Vorname4"


@pytest.mark.parametrize("deed", DEEDS)
def test_a_number_that_nobody_has_is_not_found(
    desk: Client, tournament: Tournament, deed: str
) -> None:
    assert post(desk, tournament, deed, 77).status_code == 404
