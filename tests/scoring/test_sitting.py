"""Ten games at one table, played by the computer."""

from random import Random

import pytest

from scoring.games import GAMES
from scoring.games.play import Event, Game, Reason
from scoring.games.turnierschocken import Turnierschocken
from scoring.players import LEVELS, play_out
from scoring.sitting import course, moves, play_sitting

EASY = [LEVELS["easy"]] * 3


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_game_ends_with_an_order_of_all(key: str, players: int) -> None:
    sitting = play_sitting(GAMES[key], EASY[:1] * players, 4, Random(1))

    assert len(sitting.orders) == 4
    assert all(sorted(order) == list(range(players)) for order in sitting.orders)


def test_a_seed_gives_the_same_games_again() -> None:
    rules = Turnierschocken()
    first, again, other = (
        play_sitting(rules, EASY, 10, Random(seed)) for seed in (1, 1, 2)
    )

    assert first == again != other


def test_the_loser_begins_the_next_game_or_whoever_the_option_names() -> None:
    begun: list[int | None] = []

    class Watched(Turnierschocken):
        def opening(self, players: int, starter: int | None) -> Game:
            begun.append(starter)
            return super().opening(players, starter)

    loser = play_sitting(Watched(), EASY, 6, Random(3))
    assert begun == [0, *(order[-1] for order in loser.orders[:-1])]

    begun.clear()
    play_sitting(Watched(next_starter="rotating"), EASY, 5, Random(3))
    assert begun == [0, 1, 2, 0, 1]


def test_schock_outs_are_counted_for_who_threw_them() -> None:
    beginning = Turnierschocken().start(3, 0)
    cycle = ["0r:632", "0r:632", "0r:632", "1r:111", "1s", "2r:111", "2s"]

    went = course(beginning, moves(beginning, map(Event.parse, cycle)))

    assert went.schock_outs == [1, 2]
    assert went.throws == 5
    assert went.cycles == 1
    assert [(one.player, str(one.hand)) for one in went.hands] == [
        (1, "111"),
        (2, "111"),
        (0, "632"),
    ]


def test_three_ones_of_tief_are_no_schock_out() -> None:
    for seed in range(20):
        assert play_sitting(GAMES["tief"], EASY, 3, Random(seed)).schock_outs == (
            0,
            0,
            0,
        )


def test_a_half_shows_a_schock_out_exactly_where_one_ended_it() -> None:
    rules, rng, ended = Turnierschocken(), Random(5), 0
    for _ in range(200):
        beginning = rules.start(3, 0)
        game, events = play_out(beginning, EASY, rng)
        assert game.outcome is not None
        reasons = {place.reason for place in game.outcome.places}
        by_schock_out = Reason.OUT_SCHOCK_OUT in reasons
        ended += by_schock_out
        went = course(beginning, moves(beginning, events))
        assert by_schock_out == bool(went.schock_outs)
        assert went.throws == sum(bool(event.dice) for event in events)
    assert 0 < ended < 200
