"""The complete ranking of 000, 001 and 004, by brute force."""

from itertools import combinations, combinations_with_replacement, pairwise, product

import pytest

from scoring.dice import Throw
from scoring.games import GAMES
from scoring.games.cup import Laid, turns_of
from scoring.games.thirteen import ThirteenRulebook
from scoring.hands import Category, Hand
from tests.scoring.table import lie

ALL_THROWS = [Throw(dice) for dice in combinations_with_replacement(range(1, 7), 3)]


def thirteen(key: str) -> ThirteenRulebook:
    rules = GAMES[key]
    assert isinstance(rules, ThirteenRulebook)
    return rules


def reachable(rules: ThirteenRulebook) -> set[tuple[Hand, int]]:
    """Every hand with its number of throws, found by walking all turns."""
    turns = turns_of(rules)
    ends, ahead = set(), [turns.fresh[rules.throws]]
    seen = set()
    while ahead:
        turn = ahead.pop()
        if turn.hand is not None:
            ends.add((turn.hand, turn.throws))
        if turn.spent:
            continue
        for action, count in turn.dice.items():
            if not count:
                continue
            for dice in combinations_with_replacement(range(1, 7), count):
                after = turns.after(turn, action, Throw(dice))
                if (key := (after.throws, after.aside, after.loose)) not in seen:
                    seen.add(key)
                    ahead.append(after)
    return ends


@pytest.mark.parametrize(
    ("key", "classes"), [("turnierschocken", 57), ("schock-ut", 57), ("schocken", 56)]
)
def test_so_many_classes_of_hands(key: str, classes: int) -> None:
    rules = thirteen(key)
    ends = reachable(rules)

    assert {hand for hand, _ in ends} == set(rules.ranking())
    assert len({hand.strength for hand, _ in ends}) == classes


def test_001_has_170_levels_at_the_same_place() -> None:
    rules = thirteen("turnierschocken")
    ends = reachable(rules)
    by_throws = [
        {rules.level(hand, throws) for hand, throws in ends if throws == number}
        for number in (1, 2, 3)
    ]

    assert [len(levels) for levels in by_throws] == [56, 57, 57]
    assert len(set.union(*by_throws)) == 170


@pytest.mark.parametrize("key", ["turnierschocken", "schock-ut", "schocken"])
def test_no_two_hands_of_a_cycle_are_equally_good(key: str) -> None:
    """All 56 combinations, one throw or assembled, 1-3 throws, 8 places."""
    rules = thirteen(key)
    everything = [
        lie(rules, throw, one_throw=one_throw, throws=throws, place=place)
        for throw, one_throw, throws, place in product(
            ALL_THROWS, (True, False), (1, 2, 3), range(8)
        )
    ]
    for place in range(8):
        at_place = [laid for laid in everything if laid.turn == place]
        levels = {worth(rules, laid) for laid in at_place}
        assert len(levels) == len({laid.level for laid in at_place})
    assert all(
        not {laid.level for laid in everything if laid.turn == one}
        & {laid.level for laid in everything if laid.turn == other}
        for one, other in combinations(range(8), 2)
    )


def worth(rules: ThirteenRulebook, laid: Laid) -> tuple[int, int]:
    """Written down again from the rules: strength, then throws in 001 only."""
    throws = -laid.throws if rules.document == "001" else 0
    return laid.hand.strength, throws


@pytest.mark.parametrize("key", ["turnierschocken", "schock-ut", "schocken"])
def test_the_order_of_play_never_outweighs_a_hand_or_its_throws(key: str) -> None:
    """The last of eight players is before the first if he has ever so little more."""
    rules = thirteen(key)
    ranking = {
        worth(rules, laid): laid
        for hand, throws in reachable(rules)
        for laid in (lie(rules, hand.throw, one_throw=hand.one_throw, throws=throws),)
    }

    for (_, worse), (_, better) in pairwise(sorted(ranking.items())):
        last = lie(
            rules,
            better.hand.throw,
            one_throw=better.hand.one_throw,
            throws=better.throws,
            place=7,
        )
        assert last > worse


def test_a_hand_has_one_text_form_and_a_repr_that_is_code() -> None:
    rules = thirteen("schock-ut")
    whole = rules.hand(Throw.parse("111"), one_throw=True)
    assembled = rules.hand(Throw.parse("111"), one_throw=False)

    assert (str(whole), str(assembled)) == ("111", "111a")
    assert whole > assembled
    assert eval(repr(whole), {"Hand": Hand, "Throw": Throw, "Category": Category}) == (
        whole
    )
