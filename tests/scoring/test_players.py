"""Computer players see what a person sees, and play as well as they should."""

from random import Random

import pytest

from scoring.dice import Throw
from scoring.games import GAMES, Rulebook
from scoring.games.play import STAND, Action
from scoring.players import (
    LEVELS,
    Player,
    easy,
    easy_turn,
    gather,
    medium,
    medium_turn,
    play_out,
)
from tests.scoring.table import half_way, option_sets, turn_at

TURNIERSCHOCKEN = GAMES["turnierschocken"]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("key", GAMES)
def test_every_level_plays_every_game_and_option(key: str, level: str) -> None:
    rng = Random(7)
    for rules in option_sets(GAMES[key])[::5]:
        game, _ = play_out(rules.start(3), [LEVELS[level]] * 3, rng)
        assert game.outcome is not None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("key", GAMES)
def test_the_computer_takes_over_any_seat_at_any_time(key: str, level: str) -> None:
    """Whatever a person has put aside, the computer finds a legal action."""
    rng = Random(11)
    for events in range(0, 60, 3):
        game = half_way(GAMES[key].start(3), events, seed=events)
        play_out(game, [LEVELS[level]] * 3, rng)


def test_the_same_seed_plays_the_same_game() -> None:
    one, other = (
        play_out(TURNIERSCHOCKEN.start(3), [easy] * 3, Random(5)) for _ in "ab"
    )

    assert one == other


@pytest.mark.parametrize(
    ("dice", "easily", "well"),
    [
        ("111", "s", "s"),
        ("411", "s", "r11"),
        ("222", "s", "s"),
        ("321", "s", "s"),
        ("641", "r1", "r1"),
        ("661", "r1t1", "r1t1"),
        ("663", "rt1", "rt1"),
        ("542", "r", "r"),
    ],
)
def test_easy_stands_on_a_straight_medium_never_on_a_schock(
    dice: str, easily: str, well: str
) -> None:
    turn = turn_at(TURNIERSCHOCKEN, dice).lifted  # type: ignore[arg-type]

    assert str(easy_turn(turn)) == easily
    assert str(medium_turn(turn)) == well


def test_a_last_one_is_not_put_aside_with_nothing_left_to_throw() -> None:
    assert gather(Throw.parse("1")) == STAND
    assert gather(Throw.parse("666")) == Action.parse("rt2")


def shares(rules: Rulebook, one: Player, others: Player, games: int) -> list[int]:
    """How often the one came first, second and third against two others."""
    rng, places = Random(3), [0, 0, 0]
    for game in range(games):
        players = [others] * 3
        players[game % 3] = one
        end, _ = play_out(rules.start(3), players, rng)
        assert end.outcome is not None
        places[end.outcome.order.index(game % 3)] += 1
    return places


@pytest.mark.parametrize("key", GAMES)
def test_medium_loses_less_often_than_easy(key: str) -> None:
    first, _, third = shares(GAMES[key], medium, easy, 300)

    assert third < 100 < first
