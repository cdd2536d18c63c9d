"""A play-off that was entered, corrected or emptied in a workbook filled in offline."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import cast
from tournament.evening import load_evening
from tournament.paper.differences import Kind
from tournament.services.entrants import withdraw_entrant
from tournament.services.play_offs import enter_play_off
from tournament.services.results import enter_games

from .books import LIST, PLAY_OFFS, changed, plan_of, store, upload


def test_a_play_off_is_entered(organiser: User) -> None:
    tournament = cast.make_tournament(organiser, entrants=9, rounds=1)
    for table in cast.start_round(tournament, organiser).tables.all():
        enter_games(table=table, games=["123"] * 10, number=1, by=organiser)
    tied = sorted(load_evening(tournament).play_off_groups[0].members)

    def change(book: Any) -> None:
        page = book[PLAY_OFFS]
        page["E3"], page["E4"], page["E5"] = 2, "–", 1

    plan = plan_of(tournament, changed(tournament, change))

    [one] = plan.changes
    assert (one.kind, one.cell) == (Kind.NEW, "E3")
    store(tournament, plan, organiser)
    [result] = load_evening(tournament).play_offs
    assert result.order == (tied[2], tied[0])
    assert result.behind == {tied[1]}


@pytest.mark.parametrize("version", [9, -1])
def test_a_play_off_of_no_version_that_was_is_named(
    organiser: User, desk: Client, version: int
) -> None:
    tournament = cast.make_tournament(organiser, entrants=9, rounds=1)
    for table in cast.start_round(tournament, organiser).tables.all():
        enter_games(table=table, games=["123"] * 10, number=1, by=organiser)

    def change(book: Any) -> None:
        page = book[PLAY_OFFS]
        for row in (3, 4, 5):
            key = str(page.cell(row, 6).value)
            page.cell(row, 6).value = key.replace(" 0 ", f" {version} ")
            page.cell(row, 5).value = row - 2

    answer = upload(desk, tournament, changed(tournament, change))

    assert answer.status_code == 422
    assert "verborgene Spalte" in answer.content.decode()


def test_a_play_off_can_be_corrected_but_not_taken_away(organiser: User) -> None:
    tournament, game = cast.equal_heads(organiser)
    assert game.starting_order
    order = game.starting_order
    enter_play_off(
        tournament=tournament, order=order, behind=[], number=1, by=organiser
    )

    def change(book: Any) -> None:
        for row in (3, 4, 5, 6):
            book[PLAY_OFFS].cell(row, 5).value = None

    plan = plan_of(tournament, changed(tournament, change))

    [fault] = plan.faults
    assert (fault.sheet, fault.cell) == (PLAY_OFFS, "E3")
    assert "nicht wegnehmen" in fault.sentence


@pytest.mark.parametrize("typed", [2, "–"])
def test_who_left_after_a_play_off_has_played_it(
    organiser: User, typed: int | str
) -> None:
    tournament, _game = cast.equal_heads(organiser)
    gone = sorted(load_evening(tournament).play_off_groups[0].members)[1]

    def change(book: Any) -> None:
        places = [1, typed, 3, 4] if typed == 2 else [1, typed, 2, 3]
        for row, place in enumerate(places, start=3):
            book[PLAY_OFFS].cell(row, 5).value = place
        book[LIST].cell(gone + 2, 8).value = "x"

    store(tournament, plan_of(tournament, changed(tournament, change)), organiser)

    [result] = load_evening(tournament).play_offs
    assert (gone in result.order) is (typed == 2)
    assert tournament.entrants.get(number=gone).withdrawn


def test_who_withdrew_before_a_play_off_has_no_place_in_it(organiser: User) -> None:
    tournament, _game = cast.equal_heads(organiser)
    gone = sorted(load_evening(tournament).play_off_groups[0].members)[1]
    withdraw_entrant(entrant=tournament.entrants.get(number=gone), by=organiser)

    def change(book: Any) -> None:
        for place in (1, 2, 3, 4):
            book[PLAY_OFFS].cell(place + 2, 5).value = place

    [fault] = plan_of(tournament, changed(tournament, change)).faults

    assert (fault.sheet, fault.cell) == (PLAY_OFFS, "E3")
    said = f"Nr. {gone} hat sich zurückgezogen: als Platz bitte – eintragen."
    assert fault.sentence == said
