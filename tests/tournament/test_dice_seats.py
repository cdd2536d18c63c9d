"""Seats of a dice table: taken once, claimed with a key, freed by the desk."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.games.play import ROLL
from tests import cast
from tournament.errors import Refusal, Refused, Stale
from tournament.models import Draw
from tournament.playing import load_sitting
from tournament.services import dice

pytestmark = pytest.mark.django_db


def test_a_seat_is_taken_once_and_claimed_with_its_key() -> None:
    table = cast.free_table(people=2)
    seat = dice.take_seat(table=table, position=0, name=" Uwe ")
    assert seat.name == "Uwe"
    with pytest.raises(Stale) as taken:
        dice.take_seat(table=table, position=0)
    assert taken.value.refusal is Refusal.SEAT_TAKEN

    typed = f" {seat.key[:3].lower()} {seat.key[3:]}"
    assert dice.claim_seat(table=table, position=0, key=typed).pk == seat.pk
    for position, key in ((0, "WRONG"), (1, table.seats.get(position=1).key)):
        with pytest.raises(Refused) as refused:
            dice.claim_seat(table=table, position=position, key=key)
        assert refused.value.refusal is Refusal.NOT_YOUR_SEAT


def test_a_freed_seat_has_another_key(draw: Draw, organiser: User) -> None:
    table = cast.dice_table(draw.tournament)
    seat = dice.take_seat(table=table, position=0)
    dice.free_seat(table=table, position=0, by=organiser)

    again = table.seats.get(position=0)
    assert again.key != seat.key
    assert again.taken_at is None
    with pytest.raises(Refused):
        dice.claim_seat(table=table, position=0, key=seat.key)
    assert dice.take_seat(table=table, position=0).taken_at


def test_a_seat_that_is_freed_during_a_game_can_be_taken_during_it(
    organiser: User, client: Client
) -> None:
    table = cast.started(cast.dice_table(cast.make_tournament_with_a_round(organiser)))
    cast.decide(table, ROLL)
    dice.free_seat(table=table, position=0, by=organiser)

    page = client.get(table.get_absolute_url()).content.decode()
    assert reverse("dice_sit", args=[table.code]) in page
    sat = client.post(reverse("dice_sit", args=[table.code]), {"position": 0})
    assert sat.status_code == 302
    assert 'class="place turn mine"' in client.get(sat.url).content.decode()


def test_a_freed_seat_whose_part_is_there_lets_the_game_begin() -> None:
    """Nobody else has anything left to press that would begin it."""
    table = cast.free_table(people=2)
    cast.sit_down(table)
    give: dict[str, Any] = {"table": table, "game": 1, "key": cast.KEY}
    dice.give_part(position=0, part="mine", **give)
    table.seats.filter(position=0).update(taken_at=None)
    dice.give_part(position=1, part="yours", **give)
    assert load_sitting(table).now.row.started_at is None

    dice.take_seat(table=table, position=0)
    assert load_sitting(table).now.row.started_at is not None


def test_whoever_logs_out_still_sits_there(organiser: User) -> None:
    table = cast.started(cast.free_table())
    phone = cast.seated(table, 0)
    phone.force_login(organiser)
    phone.post(reverse("logout"))

    page = phone.get(table.get_absolute_url())
    assert [seat.position for seat in page.context["page"].mine] == [0]
    assert not page.wsgi_request.user.is_authenticated


def test_seats_of_one_browser_have_forms_of_their_own() -> None:
    """On a tablet without a script every label belongs to its own field."""
    table = cast.free_table(people=3)
    cast.sit_down(table)
    tablet = cast.seated(table, 0, 1)
    page = tablet.get(table.get_absolute_url()).content.decode()
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert [one for one in ids if ids.count(one) > 1] == []

    sent = {"game": 1, "position": 1, "part": "x" * 65}
    refused = tablet.post(reverse("dice_part", args=[table.code]), sent)
    faulty = [
        (seat.position, bool(form.errors)) for seat, form in refused.context["parts"]
    ]
    assert faulty == [(0, False), (1, True)]
