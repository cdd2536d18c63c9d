"""What may be put aside, turned and thrown again (A-14, A-19 to A-21)."""

import pickle

from scoring.dice import NOTHING, Throw
from scoring.errors import Rule
from scoring.games import GAMES
from scoring.games.cup import CupRulebook, turns_of
from scoring.games.play import ROLL, STAND, Action
from tests.scoring.table import keeps, refused, turn_at


def cup(key: str) -> CupRulebook:
    rules = GAMES[key]
    assert isinstance(rules, CupRulebook)
    return rules


def refusal(key: str, action: str, loose: str, **where: int | str) -> Rule:
    rules = cup(key)
    turn = turn_at(rules, loose, **where)  # type: ignore[arg-type]
    return refused(lambda: turns_of(rules).check(turn, Action.parse(action)))


def test_001_rule_1_only_ones_are_put_aside() -> None:
    rules = cup("turnierschocken")

    assert keeps(rules, "641") == {"s", "r", "r1"}
    assert keeps(rules, "311") == {"s", "r", "r1", "r11"}
    assert refusal("turnierschocken", "r6", "641") is Rule.KEEP_ONLY_ONES


def test_000_002_004_any_die_is_put_aside_but_never_all() -> None:
    for key in ("schock-ut", "schocken", "tief"):
        assert keeps(cup(key), "542") == {
            *("s", "r", "r5", "r4", "r2", "r54", "r52", "r42")
        }
        assert refusal(key, "r542", "542") is Rule.THROW_ONE_DIE


def test_001_rule_8_two_sixes_of_one_throw_make_a_one() -> None:
    assert keeps(cup("turnierschocken"), "663") == {"s", "r", "rt1"}
    assert keeps(cup("turnierschocken"), "661") == {"s", "r", "r1", "rt1", "r1t1"}
    assert refusal("turnierschocken", "rt1", "653") is Rule.TURN_NEEDS_SIXES
    for key in ("schock-ut", "schocken", "tief"):
        assert {"rt1", "r3t1"} <= keeps(cup(key), "663")


def test_000_six_and_six_of_two_throws_are_not_turned() -> None:
    for key in ("schock-ut", "schocken", "tief"):
        assert "rt1" not in keeps(cup(key), "62", aside="6", throws=2)
        assert "rt2" not in keeps(cup(key), "6", aside="66", throws=2)


def test_of_three_sixes_two_are_turned_or_none() -> None:
    for key in ("turnierschocken", "schock-ut", "schocken", "tief"):
        assert "rt2" in keeps(cup(key), "666")
        assert "rt1" not in keeps(cup(key), "666")
        assert refusal(key, "rt1", "666") is Rule.TURN_NEEDS_SIXES
        assert refusal(key, "rt2", "663") is Rule.TURN_NEEDS_SIXES


def test_001_rule_8_the_left_over_six_is_thrown_again() -> None:
    for key in ("turnierschocken", "schock-ut", "schocken", "tief"):
        assert refusal(key, "r6t1", "663") is Rule.LEFT_OVER_SIX
        assert refusal(key, "r6t2", "666") is Rule.LEFT_OVER_SIX
        turns = turns_of(cup(key))
        turned = turn_at(cup(key), "663")
        assert turned.dice[Action.parse("rt1")] == 2
        after = turns.after(turned, Action.parse("rt1"), Throw.parse("52"))
        assert after.aside == Throw.parse("1")
        assert turn_at(cup(key), "666").dice[Action.parse("rt2")] == 1


def test_a_14_nothing_is_put_aside_or_turned_on_the_last_throw() -> None:
    for key in ("turnierschocken", "schock-ut", "schocken", "tief"):
        for throws, limit in ((3, 3), (2, 2), (1, 1)):
            where = {"throws": throws, "limit": limit}
            assert keeps(cup(key), "661", **where) == {"s"}
            assert refusal(key, "rt1", "661", **where) is Rule.THROWS_SPENT
            assert turn_at(cup(key), "661", **where).spent


def test_only_dice_just_thrown_are_put_aside() -> None:
    assert refusal("schocken", "r5", "641") is Rule.KEEP_NOT_THROWN
    assert refusal("schocken", "r11", "641") is Rule.KEEP_NOT_THROWN
    assert refusal("schocken", "r5", "41", aside="5", throws=2) is Rule.KEEP_NOT_THROWN


def test_what_lies_aside_stays_aside() -> None:
    """004, 002: dice put aside are never thrown again."""
    for key in ("turnierschocken", "schock-ut", "schocken", "tief"):
        turn = turn_at(cup(key), "43", aside="1", throws=2)
        assert turn.dice[ROLL] == 2


def test_a_turn_begins_with_a_throw_of_all_dice() -> None:
    for key in ("turnierschocken", "schock-ut", "schocken", "tief"):
        turns = turns_of(cup(key))
        fresh = turns.fresh[3]
        assert fresh.legal == (ROLL,)
        assert fresh.dice == {ROLL: 3}
        assert refused(lambda turns=turns: turns.check(turns.fresh[3], STAND)) is (
            Rule.THROW_FIRST
        )


def test_001_rules_3_and_4_one_throw_means_all_dice_of_the_last() -> None:
    whole = turn_at(cup("turnierschocken"), "654", throws=2).hand
    assembled = turn_at(cup("turnierschocken"), "32", aside="1", throws=2).hand

    assert whole is not None
    assert whole.one_throw
    assert assembled is not None
    assert not assembled.one_throw
    assert turn_at(cup("turnierschocken"), "32", aside="1").aside != NOTHING


def test_a_copy_of_the_turns_knows_nothing_of_other_games() -> None:
    """What lay under a cup is not sent along with a view."""
    turns = turns_of(cup("schocken"))

    assert pickle.loads(pickle.dumps(turns)) is turns
    assert b"made" not in pickle.dumps(turns)


def test_all_dice_under_a_cup_look_alike() -> None:
    """Not even which object it is tells two cups with equal dice from others."""
    covered = [
        turn_at(cup("schocken"), loose, aside="5", throws=2, limit=2).seen
        for loose in ("64", "11")
    ]

    assert covered[0].hidden == 2
    assert covered[0] is covered[1]
