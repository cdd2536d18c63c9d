"""What document 000 has for itself."""

import pytest

from scoring.dice import Throw
from scoring.errors import Rule
from scoring.games.schock_ut import RollOff, SchockUt
from scoring.games.thirteen import LidGame
from tests.scoring.table import lay, lie, play, refused

RULES = SchockUt()


def test_000_the_highest_throw_begins_game_1_unless_the_seats_say_it() -> None:
    starters = {
        choice: SchockUt(next_starter=choice).table_starter(1)
        for choice in ("loser", "seat_1", "rotating")
    }
    assert starters == {"loser": None, "seat_1": 0, "rotating": 0}
    assert SchockUt().table_starter(2, (2, 0, 1)) == 1, "A-13"


def test_000_three_ones_from_the_hand_are_the_best() -> None:
    early, late = lay(RULES, "111a 111")

    assert late > early


def test_a_18_from_the_hand_means_any_throw_of_three_dice() -> None:
    third = lie(RULES, Throw.parse("111"), throws=3, player=1, place=1)

    assert third > lay(RULES, "111a")[0]


def test_000_of_equal_hands_the_earlier_whatever_the_throws() -> None:
    dice = Throw.parse("411")

    assert lie(RULES, dice, throws=3) > lie(RULES, dice, player=1, place=1)


def test_a_8_assembled_straights_and_generals_count_unless_chosen_otherwise() -> None:
    one_throw = SchockUt(one_throw=True)

    assert lay(RULES, "666a")[0] > lay(RULES, "654")[0] > lay(RULES, "665")[0]
    assert lay(one_throw, "666a")[0].hand.value == 666
    assert lay(one_throw, "654")[0] > lay(one_throw, "666a")[0]


def test_a_17_plain_throws_by_digits_or_with_sixes_as_60() -> None:
    sums = SchockUt(simple="sum60")

    assert lay(RULES, "541")[0] > lay(RULES, "533")[0]
    assert lay(sums, "533")[0] > lay(sums, "541")[0]
    assert lay(sums, "632")[0].hand.value == 65


def test_000_the_highest_throw_begins_equals_throw_again() -> None:
    game = RULES.start(3)
    assert isinstance(game, RollOff)
    assert game.to_act == (0, 1, 2)

    game = play(game, "2r:542 0r:641 1r:222")
    assert isinstance(game, RollOff)
    assert game.to_act == (0, 2)
    assert refused(lambda: play(game, "1r:666")) is Rule.NOT_YOUR_TURN

    game = play(game, "2r:661 0r:321")
    assert isinstance(game, LidGame)
    assert game.cycle.order == (2, 0, 1)


def test_000_who_threw_less_begins_not_even_when_the_equals_throw_worse() -> None:
    game = play(RULES.start(3), "0r:641 1r:442 2r:542 0r:221 2r:211")

    assert isinstance(game, LidGame)
    assert game.to_act == (0,)


def test_000_each_throws_once_for_the_start() -> None:
    game = play(RULES.start(3), "2r:542")

    assert game.legal(2) == ()
    assert game.outcome is None
    assert refused(lambda: play(game, "2r:666")) is Rule.NOT_YOUR_TURN
    assert refused(lambda: play(game, "0s")) is Rule.ACTION_UNKNOWN
    assert refused(lambda: play(game, "0r1:66")) is Rule.ACTION_UNKNOWN
    assert refused(lambda: play(game, "0r:66")) is Rule.DICE_COUNT


@pytest.mark.parametrize("starter", [0, 2])
def test_a_named_starter_begins_without_a_throw_for_it(starter: int) -> None:
    assert RULES.start(3, starter).to_act == (starter,)
