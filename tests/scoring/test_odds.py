"""Exact chances (RULES "Exact figures")."""

from fractions import Fraction

import pytest

from scoring.dice import Throw
from scoring.games import GAMES
from scoring.games.cup import turns_of
from scoring.games.klappen import FLAPS, Klappen
from scoring.games.play import STAND, Action
from scoring.games.schock_ut import SchockUt
from scoring.games.tief import Tief
from scoring.games.turnierschocken import Turnierschocken
from scoring.hands import Category
from scoring.odds import Reach, at_least, box_turn, chances, of_category, spread
from scoring.players import easy_turn
from tests.scoring.table import turn_at

RULES = Turnierschocken()


@pytest.mark.parametrize(
    ("category", "throws", "exact"),
    [
        (Category.SCHOCK_OUT, 1, "1/216"),
        (Category.SCHOCK_OUT, 2, "379/11664"),
        (Category.SCHOCK_OUT, 3, "54271/629856"),
        (Category.SCHOCK, 1, "2/27"),
        (Category.SCHOCK, 2, "1457/5832"),
        (Category.SCHOCK, 3, "8483/19683"),
    ],
)
def test_001_exact_chances(category: Category, throws: int, exact: str) -> None:
    assert Reach(RULES, of_category(category)).within(throws) == Fraction(exact)


def test_chances_of_every_class_rise_down_the_ranking_and_with_throws_left() -> None:
    for rules, classes in ((RULES, 57), (SchockUt(), 57), (GAMES["schocken"], 56)):
        turns = turns_of(rules)
        three, two = (chances(rules, turns.fresh[limit]) for limit in (3, 2))
        assert len(three) == classes
        assert list(three) == sorted(three, reverse=True)
        assert list(three.values()) == sorted(three.values())
        assert list(three.values())[-1] == 1
        assert all(three[hand] >= two[hand] for hand in three)


def test_chances_of_one_throw_are_counted_among_216() -> None:
    one = chances(RULES, turns_of(RULES).fresh[1])
    straight = RULES.hand(Throw.parse("321"), one_throw=True)

    assert one[straight] == Fraction(1 + 15 + 5 + 24, 216)


def test_the_best_decision_for_at_least_a_hand() -> None:
    schock = Reach(RULES, at_least(RULES.hand(Throw.parse("211"), True)))
    two_sixes = turn_at(RULES, "663")

    assert schock.best(two_sixes) == (Action.parse("rt1"), Fraction(29, 54))
    assert schock.best(turn_at(RULES, "311"))[0] == STAND
    assert schock.chance(turn_at(RULES, "52", aside="1", throws=3)) == 0
    assert schock.by(two_sixes, STAND) == 0


def test_a_position_counts_only_what_lies_aside_and_the_throws_left() -> None:
    out = Reach(RULES, of_category(Category.SCHOCK_OUT))

    assert out.chance(turn_at(RULES, "62", aside="1", throws=2)) == Fraction(1, 36)
    assert out.chance(turn_at(RULES, "6", aside="11", throws=2)) == Fraction(1, 6)


def test_tief_has_chances_too() -> None:
    rules = Tief()
    three_ones = Reach(rules, lambda hand: hand.throw == Throw.parse("111"))

    assert three_ones.within(1) == Fraction(1, 216)
    assert three_ones.within(3) == Fraction(54271, 629856)


def test_spread_sums_to_one_and_meets_the_chances() -> None:
    ends = spread(RULES, easy_turn, 3)
    stops = sum(likely for (hand, throws), likely in ends.items() if throws == 1)

    assert sum(ends.values()) == 1
    assert stops == Fraction(45, 216)
    assert {throws for _, throws in ends} == {1, 2, 3}


def test_003_optimal_turn() -> None:
    box = box_turn(Klappen())

    assert box.penalty() == Fraction(431830449503, 39182082048)
    assert box.shut() == Fraction(956177159, 9795520512)
    assert box.penalty(()) == 0
    assert box.shut(()) == 1


def test_003_the_best_closing_is_never_worse_than_another() -> None:
    box = box_turn(Klappen())
    dice = Throw.parse("63")
    best = box.best(FLAPS, dice)
    left = {
        flaps: tuple(sorted(set(FLAPS) - set(flaps)))
        for flaps in Klappen().closings(FLAPS, dice)
    }

    assert box.penalty(left[best]) == min(map(box.penalty, left.values()))


def test_003_every_variant_has_an_optimal_turn() -> None:
    exact = box_turn(Klappen(closing="exact"))
    lenient = box_turn(Klappen(closing="lenient"))
    digits = box_turn(Klappen(score="digits"))

    assert exact.penalty() > lenient.penalty() > box_turn(Klappen()).penalty()
    assert digits.penalty() > 45
    assert exact.shut() < box_turn(Klappen()).shut() == digits.shut()
