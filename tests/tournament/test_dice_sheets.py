"""Sheets of which the dice table saw some games, and the desk types the rest."""

from itertools import count
from random import Random

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring.dice import Throw
from scoring.fair_game import throw
from scoring.games.play import ROLL, STAND
from tests import cast
from tournament.models import SheetEntry, Table
from tournament.playing import load_sitting
from tournament.queries.highlights import highlights
from tournament.queries.snapshot import take_snapshot
from tournament.services import dice

pytestmark = pytest.mark.django_db

ONES = Throw.parse("111")


def enter_what_is_missing(desk: Client, table: Table) -> list[str]:
    """Save a sheet of three games; what stood on its form already."""
    page = desk.get(table.get_absolute_url())
    form = page.context["form"]
    typed = [form[f"game_{game}"].value() for game in (1, 2, 3)]
    sent = {field.html_name: field.value() or "" for field in form}
    sent |= {f"game_{at}": keys or "53" for at, keys in enumerate(typed, start=1)}
    desk.post(table.get_absolute_url(), sent)
    return typed


def test_a_sheet_begins_with_what_was_played(organiser: User, desk: Client) -> None:
    tournament = cast.make_tournament(organiser, 3, games=3)
    table = cast.start_round(tournament, organiser).tables.get(number=1)
    opened = cast.started(cast.dice_table(tournament))
    cast.play_dice(opened, Random(5), games=2)

    typed = enter_what_is_missing(desk, table)

    assert all(typed[:2])
    assert not any(typed[2:])
    entry = SheetEntry.objects.get()
    assert entry.played == [1, 2]
    cast.play_dice(opened, Random(5), games=3)
    assert SheetEntry.objects.count() == 1, "the desk was faster"


def test_a_sheet_begins_with_the_schock_outs_that_were_thrown(
    organiser: User, desk: Client
) -> None:
    tournament = cast.make_tournament(organiser, 3, games=3)
    table = cast.start_round(tournament, organiser).tables.get(number=1)
    opened = cast.started(cast.dice_table(tournament))
    parts = load_sitting(opened).now.parts
    first = next(one for one in map(str, count()) if throw(one, parts, 1, 3) == ONES)
    opened.games.update(secret=first)
    cast.decide(opened, ROLL)
    cast.decide(opened, STAND)
    cast.play_dice(opened, Random(5))
    assert load_sitting(opened).ended[0].course.schock_outs.count(0) == 1

    enter_what_is_missing(desk, table)

    entry = SheetEntry.objects.get()
    assert entry.schock_outs
    assert entry.schock_outs[0] == 1
    assert highlights(take_snapshot(tournament.pk)).schock_outs >= 1


def test_a_game_ended_by_hand_is_not_marked_as_played(
    organiser: User, desk: Client
) -> None:
    tournament = cast.make_tournament(organiser, 3, games=3)
    table = cast.start_round(tournament, organiser).tables.get(number=1)
    opened = cast.started(cast.dice_table(tournament))
    dice.end_game(table=opened, game=1, order=[2, 0, 1], by=organiser)
    cast.play_dice(opened, Random(5), games=2)

    enter_what_is_missing(desk, table)

    entry = SheetEntry.objects.get()
    assert entry.games
    assert entry.games[0] == "231"
    assert entry.played == [2]
