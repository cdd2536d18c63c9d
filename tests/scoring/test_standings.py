"""Ranks, ties and play-offs: 001 "Ende des Turniers" 1 and 2, A-34."""

from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import Rule, RuleBroken
from scoring.standings import (
    PlayOff,
    check_play_off,
    foregone,
    play_off_groups,
    rank,
    settle,
)
from tests.depth import examples

few_points = st.dictionaries(st.integers(1, 40), st.integers(0, 8), max_size=20)


@examples(300, 100)
@given(few_points)
def test_end_1_a_rank_is_one_more_than_those_with_more_points(
    points: dict[int, int],
) -> None:
    ranked = rank(points)

    assert {one.entrant: one.points for one in ranked} == points
    for one in ranked:
        assert one.rank == 1 + sum(other > one.points for other in points.values())
    assert ranked == sorted(ranked, key=lambda one: (one.rank, one.entrant))


@examples(300, 100)
@given(few_points, st.integers(0, 5))
def test_end_2_equals_play_if_their_best_place_is_at_stake(
    points: dict[int, int], at_stake: int
) -> None:
    found = {
        frozenset(group.members) for group in play_off_groups(rank(points), at_stake)
    }

    expected = set()
    for value in set(points.values()):
        equals = {entrant for entrant, one in points.items() if one == value}
        ahead = sum(one > value for one in points.values())
        if len(equals) > 1 and ahead < at_stake:
            expected.add(frozenset(equals))
    assert found == expected


def test_end_2_a_group_plays_as_a_whole_also_beyond_place_three() -> None:
    points = {1: 160, 2: 150, 3: 140, 4: 140, 5: 140, 6: 130, 7: 130}

    [group] = play_off_groups(rank(points))
    assert (group.members, group.rank, group.last_rank) == ((3, 4, 5), 3, 5)


@pytest.mark.parametrize(
    ("order", "behind"),
    [
        (list(order), behind)
        for size in range(4)
        for behind in combinations((2, 5, 9), size)
        for order in permutations({2, 5, 9} - set(behind))
    ],
)
def test_a_play_off_orders_its_own_group_and_nobody_else(
    order: list[int], behind: tuple[int, ...]
) -> None:
    points = {1: 160, 2: 150, 5: 150, 9: 150, 4: 140, 6: 140}
    play_off = PlayOff(tuple(order), frozenset(behind))
    check_play_off((2, 5, 9), play_off, withdrawn=behind)

    final = {one.entrant: one for one in settle(rank(points), [play_off])}

    assert {entrant: one.points for entrant, one in final.items()} == points
    assert [final[entrant].rank for entrant in order] == [*range(2, 2 + len(order))]
    assert all(final[entrant].rank == 2 + len(order) for entrant in behind)
    assert (final[1].rank, final[4].rank, final[6].rank) == (1, 5, 5)


def test_a_34_a_result_of_other_members_settles_nothing() -> None:
    ranked = rank({1: 150, 2: 150, 3: 150, 4: 100})

    for members in ((1, 2), (1, 2, 3, 4), (4,), ()):
        assert settle(ranked, [PlayOff(members)]) == ranked


@pytest.mark.parametrize(
    ("order", "behind", "withdrawn"),
    [
        ((1, 2), (), ()),
        ((1, 2, 3, 4), (), ()),
        ((1, 2, 2), (), ()),
        ((1, 2, 3), (3,), ()),
        ((1, 2, 9), (), ()),
        ((1, 2, 3), (), (3,)),
        ((), (), ()),
    ],
)
def test_a_result_names_every_member_once_and_no_withdrawn_player(
    order: tuple[int, ...], behind: tuple[int, ...], withdrawn: tuple[int, ...]
) -> None:
    with pytest.raises(RuleBroken) as refused:
        check_play_off((1, 2, 3), PlayOff(order, frozenset(behind)), withdrawn)

    assert refused.value.rule is Rule.PLAY_OFF_MEMBERS


def test_a_group_with_at_most_one_left_needs_no_game() -> None:
    assert foregone((1, 2, 3), withdrawn=[1, 3, 9]) == PlayOff((2,), frozenset({1, 3}))
    assert foregone((1, 2), withdrawn=[1, 2]) == PlayOff((), frozenset({1, 2}))
    assert foregone((1, 2, 3), withdrawn=[1]) is None
