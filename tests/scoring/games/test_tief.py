"""Document 002, rule by rule."""

from scoring.dice import Throw
from scoring.errors import Rule
from scoring.games.play import Reason
from scoring.games.tief import Call, CallKind, Tief, TiefGame
from tests.scoring.table import lay, play, refused

RULES = Tief()
THROWN = "0r:652 1r:642 2r:432"


def tief(events: str = "", players: int = 3, rules: Tief = RULES) -> TiefGame:
    game = play(rules.start(players), events)
    assert isinstance(game, TiefGame)
    return game


def test_002_points() -> None:
    assert [RULES.points(Throw.parse(dice)) for dice in ("111", "622", "554")] == [
        300,
        64,
        0,
    ]


def test_002_all_throw_at_once_in_any_order() -> None:
    game = tief("2r:432 0r:652")

    assert game.to_act == (1,)
    assert game.view(0).covered == (0, 2)
    assert game.view(0).waiting == (1,)
    assert refused(lambda: play(game, "0r:111")) is Rule.NOT_YOUR_TURN
    assert refused(lambda: play(game, "1s")) is Rule.THROW_FIRST


def test_002_the_cups_are_covered_until_ones_turn_and_nobody_peeks() -> None:
    game = tief(THROWN)

    for player in (0, 1, 2, None):
        view = game.view(player)
        assert view.covered == (1, 2)
        assert view.turn is not None
        assert str(view.turn.loose) == "652"
        assert "Throw.parse('432')" not in repr(view)


def test_002_the_starter_limits_the_throws() -> None:
    game = tief(f"{THROWN} 0r6:22 0s")

    assert game.to_act == (1,)
    assert game.turn is not None
    assert (game.turn.limit, game.turn.throws) == (2, 1)
    assert play(game, "1r6:66").to_act == (2,)


def test_002_with_a_limit_of_one_the_others_only_lift() -> None:
    game = tief(f"{THROWN} 0s")

    assert game.cycle.number == 2
    assert game.cycle.lids == (0, 0, 1)
    assert game.cycle.stack == 6
    assert game.cycle.order == (2, 0, 1)


def test_002_the_same_points_as_low_are_lower() -> None:
    end = RULES.settle(lay(RULES, "622 652 622"), 0, (0, 0, 0), 7)

    assert end.low is not None
    assert end.low.player == 2


def test_a_25_the_first_to_be_high_keeps_it() -> None:
    end = RULES.settle(lay(RULES, "652 622 652"), 0, (3, 2, 2), 0)

    assert end.high is not None
    assert end.high.player == 0
    assert end.lids == (2, 3, 2)


def test_002_the_stack_gives_first_then_high() -> None:
    assert RULES.settle(lay(RULES, "652 622"), 0, (1, 1), 3).lids == (1, 2)
    assert RULES.settle(lay(RULES, "652 622"), 0, (2, 3), 0).lids == (1, 4)


def test_002_without_a_lid_and_without_a_stack_one_is_out() -> None:
    end = RULES.settle(lay(RULES, "652 641 622"), 0, (0, 0, 6), 1)

    assert [placed.player for placed in end.out] == [1, 0]
    assert {placed.reason for placed in end.out} == {Reason.OUT_STACK_EMPTY}
    assert end.done
    assert not RULES.settle(lay(RULES, "652 641 622"), 0, (0, 0, 4), 3).out


def test_002_high_is_out_when_his_last_lid_went_to_low() -> None:
    end = RULES.settle(lay(RULES, "652 641 622"), 0, (2, 1, 4), 0)

    assert [(placed.player, placed.reason) for placed in end.out] == [
        (1, Reason.OUT_GAVE_LAST_LID)
    ]


def test_002_the_others_play_on() -> None:
    end = RULES.settle(lay(RULES, "652 641 622 643"), 0, (0, 0, 5, 2), 1)

    assert [placed.player for placed in end.out] == [1, 0]
    assert not end.done


def test_002_three_ones_are_out_at_once_and_take_their_lids() -> None:
    game = tief("0r:111 1r:642 2r:432")

    assert game.cycle.order == (2, 1)
    assert game.cycle.placed[0].reason is Reason.THREE_ONES
    assert game.cycle.before is not None
    assert game.cycle.before.announced == (0,)


def test_002_three_ones_assembled_are_out_but_not_announced() -> None:
    game = tief("0r:661 1r:642 2r:432 0r1t1:1 1s 2s")

    assert game.cycle.before is not None
    assert [placed.player for placed in game.cycle.before.gone] == [0]
    assert game.cycle.before.announced == ()


def test_a_24_the_lids_of_who_is_gone_stay_out_of_play() -> None:
    end = RULES.settle(lay(RULES, "111 642 643"), 0, (2, 1, 0), 4)

    assert end.lids == (2, 2, 0)
    assert [placed.player for placed in end.gone] == [0]


def test_002_the_last_one_left_loses_without_having_to_throw() -> None:
    game = tief("0r:111 1r:111 2r:111")

    assert game.outcome is not None
    assert game.outcome.order == (0, 1, 2)
    assert game.outcome.places[2].reason is Reason.LAST_LEFT
    assert game.legal(2) == ()


def test_a_27_two_lids_a_player_and_one() -> None:
    assert [RULES.lids_for(players) for players in (2, 3, 4, 8)] == [5, 7, 9, 17]
    assert Tief(lids=11).lids_for(3) == 11
    assert refused(lambda: Tief(lids=4)) is Rule.OPTION_VALUE
    assert tief(rules=Tief(lids=9)).cycle.stack == 9


def test_002_calls() -> None:
    """64 in zwei ist tief, 163 in drei ist hoch, Mit ist shit."""
    game = tief("0r:662 1r:432 2r:622 0r6:54 0s")

    assert game.view(1).calls == (Call(CallKind.LOW, 0, 69, 2),)
    game = tief("0r:622 1r:652 2r:622 0r:622 0s 1s")
    assert game.view(2).calls == (
        Call(CallKind.LOW, 0, 64, 2),
        Call(CallKind.HIGH, 1, 67, 2),
    )
    game = tief("0r:622 1r:622 2r:652 0r:622 0s 1s")
    assert game.view(2).calls == (
        Call(CallKind.LOW, 1, 64, 2),
        Call(CallKind.HIGH, 0, 64, 2),
        Call(CallKind.SAME_AS_LOW, 1, 64, 2),
    )
