import json
from random import Random
from typing import Any

import pytest

from scoring.dice import Throw
from scoring.errors import BadNotation, Rule, ScoringError
from scoring.games import GAMES, Action, Event, Record, record_of, replay, start
from scoring.games.play import STAND, close, roll
from tests.scoring.table import half_way, play, refused

ACTIONS = [
    (roll(), "r"),
    (roll(Throw.parse("41")), "r41"),
    (roll(Throw.parse("4"), 1), "r4t1"),
    (roll(turned=2), "rt2"),
    (STAND, "s"),
    (close([8, 1]), "c18"),
]


@pytest.mark.parametrize(("action", "text"), ACTIONS)
def test_an_action_has_one_text_form(action: Action, text: str) -> None:
    assert str(action) == text
    assert Action.parse(text) == action
    assert eval(repr(action)) == action


@pytest.mark.parametrize("text", ["", "x", "r7", "rt3", "s1", "c", "c0", "r 1", "R"])
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        Action.parse(text)


@pytest.mark.parametrize("text", ["", "r", "xr", "0r:", "0r:7", "0r:64:1", "²s"])
def test_what_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        Event.parse(text)


def test_an_event_has_one_text_form() -> None:
    event = Event(0, roll(Throw.parse("4"), 1), Throw.parse("3"))

    assert str(event) == "0r4t1:3"
    assert Event.parse("0r4t1:3") == event
    assert eval(repr(event)) == event


def test_a_record_is_small_json_and_comes_back() -> None:
    rules = GAMES["tief"].with_options({"lids": 5})
    game = half_way(rules.start(4, 2), 40, seed=3)
    events = play_of(rules.start(4, 2), 40, seed=3)
    record = record_of(rules, 4, 2, events, game)
    text = json.dumps(record.as_json())

    assert Record.from_json(json.loads(text)) == record
    assert replay(record) == game
    assert record.options == {"lids": 5}
    assert len(text) < 120 + 9 * len(events)


def play_of(game: Any, events: int, seed: int) -> list[Event]:
    """The events that `half_way` plays."""
    rng, done = Random(seed), []
    for _ in range(events):
        player = rng.choice(game.to_act)
        done.append(game.roll(player, rng.choice(game.legal(player)), rng))
        game = game.after(done[-1])
    return done


RIGHT = Record("schocken", 3, 0, events=(Event.parse("0r:641"),)).as_json()


@pytest.mark.parametrize(
    "wrong",
    [
        {"v": 2},
        {"v": True},
        {"v": 1.0},
        {"game": 1},
        {"game": "skat"},
        {"players": "3"},
        {"players": True},
        {"starter": "0"},
        {"events": ["0r:641"]},
        {"events": "0r:6"},
        {"events": "1r:641"},
        {"options": []},
        {"options": {"colour": "red"}},
        {"options": {"simple": "digits"}},
        {"options": {"one_throw": 1}},
        {"order": "012"},
        {"order": [0, 1, 2]},
        {"more": 1},
    ],
)
def test_a_wrong_record_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ScoringError):
        replay(Record.from_json(RIGHT | wrong))


def test_places_that_only_equal_the_right_ones_are_refused() -> None:
    """To Python `true` is 1 and 2.0 is 2; a game has one record."""
    over = RIGHT | {"game": "turnierschocken", "events": "0r:111 0s 1r:654 2r:652"}

    assert replay(Record.from_json(over | {"order": [0, 1, 2]})).over
    with pytest.raises(ScoringError):
        Record.from_json(over | {"order": [False, True, 2.0]})


def test_a_record_of_an_unfinished_game_replays() -> None:
    record = Record.from_json(RIGHT)

    assert replay(record) == play(start(record), "0r:641")


def test_who_may_not_act_is_refused() -> None:
    game = GAMES["turnierschocken"].start(3)

    assert refused(lambda: play(game, "1r:641")) is Rule.NOT_YOUR_TURN
    assert refused(lambda: play(game, "9r:641")) is Rule.NOT_YOUR_TURN
    over = play(game, "0r:111 0s 1r:641 2r:642")
    assert over.over
    assert over.legal(2) == ()
    assert refused(lambda: play(over, "2r:641")) is Rule.GAME_OVER


def test_as_many_dice_come_in_as_are_thrown() -> None:
    game = GAMES["turnierschocken"].start(3)

    assert refused(lambda: play(game, "0r:64")) is Rule.DICE_COUNT
    assert refused(lambda: play(game, "0r:641 0r1:641")) is Rule.DICE_COUNT
    assert refused(lambda: play(game, "0r:641 0s:6")) is Rule.DICE_COUNT


def test_an_action_of_another_game_is_refused() -> None:
    game = GAMES["turnierschocken"].start(3)

    assert refused(lambda: play(game, "0c18")) is Rule.ACTION_UNKNOWN
    assert refused(lambda: play(game, "0s")) is Rule.THROW_FIRST
