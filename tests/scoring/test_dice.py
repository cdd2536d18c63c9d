from collections import Counter
from itertools import permutations
from random import Random

import pytest

from scoring.dice import DRAW_BITS, DRAWS, NOTHING, Throw
from scoring.errors import BadNotation


def test_the_same_dice_are_the_same_throw() -> None:
    assert Throw((1, 6, 4)) == Throw.parse("641")
    assert str(Throw((1, 6, 4))) == "641"
    assert eval(repr(Throw((1, 6, 4)))) == Throw.parse("461")
    assert sorted(map(Throw.parse, ("611", "554", "666"))) == [
        Throw.parse("554"),
        Throw.parse("611"),
        Throw.parse("666"),
    ]


@pytest.mark.parametrize("text", ["0", "7", "64x", "-1", "٣", " 1"])
def test_what_no_die_shows_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        Throw.parse(text)


@pytest.mark.parametrize("pips", [(0,), (7,), (True,), (1.0,)])
def test_only_whole_pips_are_dice(pips: tuple[int, ...]) -> None:
    with pytest.raises(BadNotation):
        Throw(pips)


def test_dice_are_taken_from_a_throw_one_by_one() -> None:
    throw = Throw.parse("661")

    assert throw.holds(Throw.parse("66"))
    assert not throw.holds(Throw.parse("11"))
    assert throw.take(Throw.parse("61")) == Throw.parse("6")
    assert throw.join(NOTHING) == throw


@pytest.mark.parametrize(("count", "again"), [(1, 2), (2, 32), (3, 104)])
def test_every_roll_of_the_dice_has_as_many_numbers(count: int, again: int) -> None:
    drawn = Counter(DRAWS[count])

    assert drawn.pop(None) == again
    assert len(DRAWS[count]) == 2**DRAW_BITS
    share = (2**DRAW_BITS - again) // 6**count
    for throw, numbers in drawn.items():
        assert throw is not None
        ways = len({*permuted(throw)})
        assert numbers == ways * share


def permuted(throw: Throw) -> list[tuple[int, ...]]:
    return list(permutations(throw))


def test_a_throw_costs_one_number_and_no_dice_cost_none() -> None:
    class Counting(Random):
        asked = 0

        def getrandbits(self, bits: int) -> int:
            self.asked += 1
            return 5

    rng = Counting()

    assert Throw.roll(0, rng) == NOTHING
    assert rng.asked == 0
    assert Throw.roll(3, rng) == Throw.parse("611")
    assert rng.asked == 1


def test_a_number_without_dice_is_drawn_again() -> None:
    numbers = iter([2047, 0])

    class Scripted(Random):
        def getrandbits(self, bits: int) -> int:
            return next(numbers)

    assert Throw.roll(3, Scripted()) == Throw.parse("111")
