"""The fast simulator: the same halves as the engine, and the known shares."""

from math import sqrt
from random import Random

import pytest

from scoring.games import GAMES
from scoring.games.schock_ut import SchockUt
from scoring.games.schocken import Schocken
from scoring.games.thirteen import ThirteenRulebook, halves
from scoring.games.turnierschocken import Turnierschocken
from scoring.odds import spread
from scoring.players import easy, easy_turn, medium, medium_turn, play_out
from scoring.simulate import FastTable, Policy
from tests.depth import only_thorough, some
from tests.scoring.exact_points import exact_points

RULES = Turnierschocken()
EXACT_POINTS = (3.0489, 2.9802, 2.9709)
"""Easy against easy: starter, second, third in the order of the first cycle."""


@pytest.mark.parametrize("rules", [RULES, SchockUt(), Schocken()], ids=lambda r: r.key)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_half_by_half_the_same_as_the_engine(
    rules: ThirteenRulebook, players: int
) -> None:
    table = FastTable(rules, ([medium_turn] + [easy_turn] * 4)[:players])
    seats = ([medium] + [easy] * 4)[:players]
    for seed in some(range(150), 6):
        starter = seed % players
        game, _ = play_out(rules.start(players, starter), seats, Random(seed))
        order = [one.player for one in halves(game.match.played)[0]]  # type: ignore[attr-defined]
        assert table.half(starter, Random(seed).getrandbits) == order


@only_thorough
def test_the_exact_points_follow_from_the_exact_chances() -> None:
    assert exact_points(RULES, easy_turn) == pytest.approx(EXACT_POINTS, abs=5e-5)


def test_points_by_starting_seat_and_shares_of_every_hand() -> None:
    """Within four standard errors of the exact values."""
    table = FastTable(RULES, [easy_turn] * 3)
    statistics = table.play(60_000, Random(1))

    assert statistics.halves == 60_000
    for player, exact in enumerate(EXACT_POINTS):
        assert abs(statistics.points(player) - exact) < 4 * sqrt(8 / 3 / 60_000)
    for limit in (1, 2, 3):
        check_shares(statistics.turns[0] + statistics.turns[1], limit)


def check_shares(turns: dict[object, int], limit: int) -> None:
    counted = {
        (end.hand, end.throws): times  # type: ignore[attr-defined]
        for end, times in turns.items()
        if end.limit == limit  # type: ignore[attr-defined]
    }
    total = sum(counted.values())
    exact = spread(RULES, easy_turn, limit)
    assert set(counted) <= set(exact)
    for end, likely in exact.items():
        share = float(likely)
        error = sqrt(share * (1 - share) / total)
        assert abs(counted.get(end, 0) / total - share) < 5 * error


def test_medium_beats_two_easy_ones() -> None:
    points = []
    for seat in range(3):
        policies: list[Policy] = [easy_turn] * 3
        policies[seat] = medium_turn
        points.append(FastTable(RULES, policies).play(8_000, Random(2)).points(seat))

    assert sum(points) / 3 == pytest.approx(3.22, abs=0.04)


def test_only_halves_placed_by_hands_are_simulated() -> None:
    with pytest.raises(ValueError, match="hands"):
        FastTable(Turnierschocken(stack_empty="play_off"), [easy_turn] * 3)


def test_tables_do_not_share_their_counts() -> None:
    one, other = (FastTable(RULES, [easy_turn] * 3) for _ in range(2))
    one.play(10, Random(1))

    assert other.cycles == 0
    assert GAMES["turnierschocken"] == RULES
