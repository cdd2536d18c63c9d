"""Who begins a game at the dice table: whom the document says (000)."""

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from scoring.fair_game import verify_game
from scoring.games import GAMES
from scoring.games.play import Event
from scoring.games.schock_ut import RollOff
from tests import cast
from tournament.dice_words import end_words
from tournament.playing import load_game, load_sitting

pytestmark = pytest.mark.django_db


def test_000_throws_decide_who_begins(english: None, client: Client) -> None:
    table = cast.started(cast.free_table("schock-ut"))
    thrown: dict[int, int] = {}
    while isinstance((state := load_sitting(table).now.state), RollOff):
        page = client.get(table.get_absolute_url()).context["page"]
        assert page.board.stage == "throwing for who begins"
        lying = {seat.position for seat in page.seats if seat.lying}
        thrown = {player: thrown[player] for player in lying}
        cast.decide(table)
        thrown[state.to_act[0]] = sum(load_sitting(table).now.events[-1].dice)

    play = load_sitting(table).now
    starter = play.state.to_act[0]
    assert thrown[starter] == max(thrown.values())
    assert list(thrown.values()).count(thrown[starter]) == 1
    page = client.get(table.get_absolute_url()).content.decode()
    assert f"Seat {starter + 1} has the most pips and begins" in page
    cast.play_dice(table, Random(4))
    game = load_game(table, 1)
    assert game is not None
    assert verify_game(game.fair_record) == []
    order = load_sitting(table).orders[0]
    assert load_sitting(table).now.row.starter == order[-1], "A-13"
    record = client.get(reverse("dice_game", args=[table.code, 1]), {"step": "1"})
    assert [bool(seat.lying) for seat in record.context["page"].board.seats] == [
        True,
        False,
        False,
    ]


def test_000_who_throws_the_same_throws_again(english: None) -> None:
    state = GAMES["schock-ut"].start(3)
    told = []
    for text in ("0r:661", "1r:652", "2r:421", "0r:111", "1r:211"):
        before, event = state, Event.parse(text)
        state = before.after(event)
        told += end_words(before, state, ["Anna", "Bert", "Uwe"])
    assert told == [
        "Equal pips: Anna and Bert throw again",
        "Bert has the most pips and begins",
    ]


def test_000_the_first_drawn_begins_where_the_table_says_so() -> None:
    table = cast.free_table("schock-ut", options={"next_starter": "seat_1"})
    assert load_sitting(table).now.row.starter == 0
    assert load_sitting(cast.free_table("schocken")).now.row.starter == 0
