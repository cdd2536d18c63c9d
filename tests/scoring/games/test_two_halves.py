"""The match of 000 and 004 (A-15, A-16)."""

from scoring.games import GAMES
from scoring.games.play import Reason
from scoring.games.thirteen import LidGame, StageKind
from tests.scoring.table import lid_game, play


def lost_by(game: LidGame, loser: int) -> LidGame:
    """One half in one cycle: the first other player in the order throws 111."""
    order = game.cycle.order
    winner = next(player for player in order if player != loser)
    throws = dict.fromkeys(order, "654") | {loser: "221", winner: "111"}
    first, *others = order
    events = [f"{first}r:{throws[first]}", f"{first}s"]
    events += [f"{player}r:{throws[player]}" for player in others]
    after = play(game, " ".join(events))
    assert isinstance(after, LidGame)
    return after


def test_the_loser_of_half_1_begins_half_2() -> None:
    for key in ("schock-ut", "schocken"):
        game = lost_by(lid_game(key), 1)
        assert game.match.stage is not None
        assert game.match.stage.kind is StageKind.HALF
        assert game.cycle.order == (1, 2, 0)
        assert (game.cycle.stack, game.cycle.lids) == (13, (0, 0, 0))


def test_the_same_loser_twice_is_the_absolute_loser() -> None:
    for key in ("schock-ut", "schocken"):
        game = lost_by(lost_by(lid_game(key), 1), 1)
        assert game.outcome is not None
        assert game.outcome.order == (0, 2, 1) or game.outcome.order == (2, 0, 1)
        assert game.outcome.places[-1].reason is Reason.LOST_BOTH_HALVES


def test_a_16_else_the_two_losers_play_a_final() -> None:
    for key in ("schock-ut", "schocken"):
        game = lost_by(lost_by(lid_game(key), 1), 0)
        assert game.match.stage is not None
        assert game.match.stage.kind is StageKind.FINAL
        assert game.cycle.order == (0, 1)
        over = lost_by(game, 1)
        assert over.outcome is not None
        assert over.outcome.order == (2, 0, 1)
        assert [place.reason for place in over.outcome.places] == [
            Reason.SUM_OF_PLACES,
            Reason.WON_FINAL,
            Reason.LOST_FINAL,
        ]


def test_a_15_the_rest_by_the_sum_of_places_then_the_second_half() -> None:
    game = lid_game("schocken", players=4)
    game = lost_by(game, 3)
    first = game.match.played[0].order
    game = lost_by(game, 3)
    second = game.match.played[1].order
    assert game.outcome is not None

    def key(player: int) -> tuple[int, int]:
        return first.index(player) + second.index(player), second.index(player)

    assert game.outcome.order == (*sorted(range(3), key=key), 3)
    for place in game.outcome.places:
        half_1, half_2 = first.index(place.player) + 1, second.index(place.player) + 1
        assert dict(place.facts) == {
            "first_half": half_1,
            "second_half": half_2,
            "sum": half_1 + half_2,
        }


def test_play_offs_are_played_before_the_next_half() -> None:
    rules = GAMES["schocken"].with_options({"stack_empty": "play_off"})
    game = play(
        rules.start(3, 0),
        "0r:611 0s 1r:652 2r:221 2r:221 2s 0r:611 1r:652 2r:221 2s 0r:431 1r:652",
    )
    assert isinstance(game, LidGame)
    assert game.match.stage is not None
    assert game.match.stage.kind is StageKind.PLAY_OFF
    game = lost_by(game, 1)
    assert game.match.stage is not None
    assert game.match.stage.kind is StageKind.HALF
    assert game.match.stage.starter == 2
