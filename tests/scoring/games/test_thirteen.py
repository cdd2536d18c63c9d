"""The running half: who throws after whom, what a state and a view hold."""

from scoring.games.lids import Placed
from scoring.games.play import Reason
from scoring.games.thirteen import (
    LidGame,
    Played,
    Stage,
    StageKind,
    halves,
    order_from,
)
from scoring.games.turnierschocken import Turnierschocken
from tests.scoring.table import lay, lid_game, play

RULES = Turnierschocken()


def placed(player: int, reason: Reason = Reason.OUT_STACK_EMPTY) -> Placed:
    return Placed(player, reason, 1, lay(RULES, "221")[0])


def test_the_order_of_play_is_clockwise_without_who_is_out() -> None:
    assert order_from(2, (0, 1, 2, 3)) == (2, 3, 0, 1)
    assert order_from(0, (2, 3, 0, 1), [placed(3)]) == (0, 1, 2)
    assert order_from(1, (3, 0, 1), [placed(3), placed(0)]) == (1,)


def test_a_play_off_decides_only_the_places_it_is_about() -> None:
    half = Played(
        Stage(StageKind.HALF, 1, (0, 1, 2, 3), 0), tuple(map(placed, (2, 0, 3, 1)))
    )
    play_off = Played(Stage(StageKind.PLAY_OFF, 1, (0, 3), 3), (placed(3), placed(0)))

    (order,) = halves((half, play_off))

    assert [one.player for one in order] == [2, 3, 0, 1]
    assert [one.reason for one in order][1:3] == [Reason.PLAY_OFF] * 2


def test_a_state_equals_the_state_of_the_same_events() -> None:
    one, other = (play(lid_game("turnierschocken"), "0r:641 0r1:52") for _ in range(2))

    assert one == other
    assert hash(one) == hash(other)
    assert one != play(lid_game("turnierschocken"), "0r:641 0r:652")


def test_a_state_is_not_changed_by_what_follows() -> None:
    before = lid_game("turnierschocken")
    play(before, "0r:641 0s 1r:221 2r:652")

    assert before == lid_game("turnierschocken")
    assert before.to_act == (0,)


def test_a_game_over_has_nobody_to_act_and_everything_open() -> None:
    game = play(lid_game("turnierschocken"), "0r:652 0s 1r:111 2r:443")

    assert isinstance(game, LidGame)
    view = game.view(None)
    assert (view.turn, view.laid, view.limit) == (None, (), None)
    assert view.cycle.before is not None
    assert [str(laid.hand) for laid in view.cycle.before.ranked] == [
        "111",
        "652",
        "443",
    ]
    assert game.cycle.lids == (0, 0, 13)
