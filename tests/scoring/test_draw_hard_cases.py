"""The cases in which a draw is likely to go wrong."""

from functools import cache
from itertools import combinations
from random import Random

import pytest

from scoring.draw import DrawRequest, Proof, Seating, draw
from scoring.errors import RuleBroken
from scoring.plans import OF_15
from tests.depth import only_thorough, some
from tests.scoring.tournaments import (
    fifteen,
    measure,
    nine,
    play,
    renamed,
    seated,
    seed,
    side_by_side,
    together,
)


def least_for_one_round(request: DrawRequest) -> int:
    """The least C2 a round can add, by trying everything (twelve at most)."""
    players = request.players
    met = {
        pair: sum(set(pair) <= set(t) for past in request.history for t in past.tables)
        for pair in combinations(players, 2)
    }

    @cache
    def least(left: frozenset[int]) -> int:
        if not left:
            return 0
        first, *others = sorted(left)
        return min(
            sum(met[pair] for pair in combinations((first, *two), 2))
            + least(left.difference((first, *two)))
            for two in combinations(others, 2)
        )

    places = len(players) % 3
    fewest = sorted(request.sat_out)[:places]
    return min(
        least(frozenset(players).difference(out))
        for out in combinations(players, places)
        if sorted(request.sat_out[request.index[p]] for p in out) == fewest
    )


@pytest.mark.parametrize("entrants", some(range(7, 15), 3))
@pytest.mark.parametrize("leaving", some([1, 2], 2, 1))
def test_people_leave_after_each_round(entrants: int, leaving: int) -> None:
    here, history = list(range(1, entrants + 1)), []
    for number in range(5):
        if len(here) < 3:
            break
        request = DrawRequest(entrants=tuple(here), history=tuple(history))
        drawing = draw(request, seed("leave", entrants, leaving, number))
        if number == 4 and len(here) <= 12:
            assert drawing.c2 == least_for_one_round(request)
        history.append(drawing.seating)
        here = here[leaving:]


def test_of_twelve_two_leave_and_two_come() -> None:
    for name in range(5):
        before = play(range(1, 13), 5, name)[:2]
        history = [drawing.seating for drawing in before]
        after = play(range(3, 15), 5, name, history=history)

        # one more where the two rounds played leave no other way
        assert measure([*before, *after])[0] == int(name in {0, 4})


def test_two_groups_of_nine_that_met_completely() -> None:
    history = side_by_side(seated(nine()), seated(nine(), shift=10))
    (drawing,) = play(range(1, 19), 5, "two nines", history=history)

    assert (drawing.c2, drawing.excess) == (6, 6)
    assert {remark.proof for remark in drawing.rematches} == {Proof.CROWDED}


def test_nine_that_met_completely_and_fifteen_others() -> None:
    history = side_by_side(seated(nine()), seated(fifteen()[:4], shift=10))
    (drawing,) = play(range(1, 25), 5, "nine and fifteen", history=history)

    assert drawing.c2 == 1
    (remark,) = drawing.rematches
    assert remark.proof is Proof.CROWDED
    assert remark.facts == {"group": [*range(1, 10)], "size": 9, "tables": 8}


def test_three_groups_of_nine_that_met_completely() -> None:
    history = side_by_side(*(seated(nine(), shift) for shift in (1, 10, 19)))
    for name in range(5):
        (drawing,) = play(range(1, 28), 5, name, history=history)

        assert drawing.c2 == 0


@pytest.mark.parametrize("played", [1, 2, 3])
def test_a_kirkman_system_that_has_begun_is_completed(played: int) -> None:
    for name in range(2):
        rounds = renamed(fifteen(), Random(name))[:played]
        drawn = play(range(1, 16), 7, name, history=seated(rounds))

        assert measure([*seated(rounds), *drawn]) == (0, 0)


@pytest.mark.parametrize("which", range(7))
def test_each_of_the_seven_kirkman_systems_is_known(which: int) -> None:
    rounds = renamed([list(tables) for tables in OF_15[which].rounds], Random(which))
    drawn = play(range(1, 16), 7, which, history=seated(rounds[:3]))

    assert measure([*seated(rounds[:3]), *drawn]) == (0, 0)


@pytest.mark.parametrize("size", [3, 5])
def test_fifteen_of_clubs(size: int) -> None:
    clubs = tuple(tuple(range(at, at + size)) for at in range(1, 16, size))
    for name in range(3):
        drawn = play(range(1, 16), 5, name, apart=clubs)

        assert measure(drawn) == (0, 0)
        assert not any(drawing.broken for drawing in drawn)


@only_thorough
def test_twelve_in_couples() -> None:
    couples = tuple((at, at + 1) for at in range(1, 13, 2))
    drawn = play(range(1, 13), 5, "couples", apart=couples)

    assert not any(drawing.broken for drawing in drawn)
    assert measure(drawn)[0] <= 4


@pytest.mark.parametrize(("entrants", "club"), [(9, 4), (12, 6), (300, 150)])
def test_a_club_larger_than_the_tables(entrants: int, club: int) -> None:
    members = tuple(range(1, club + 1))
    tables = entrants // 3
    drawing = draw(
        DrawRequest(entrants=tuple(range(1, entrants + 1)), apart=(members,)),
        seed("club"),
    )

    assert len(drawing.broken) == club - tables
    assert {remark.proof for remark in drawing.broken} == {Proof.CROWDED}
    assert together([members], drawing.tables) == club - tables


def test_two_who_both_missed_a_round() -> None:
    for entrants in (11, 14, 20):
        everybody = range(1, entrants + 1)
        first = play(everybody, 5, "missed")[0].seating
        rest = tuple(range(1, entrants - 1))
        second = draw(
            DrawRequest(entrants=rest, history=(first,)), seed("missed", entrants)
        ).seating
        drawn = play(everybody, 5, "missed", history=[first, second])

        assert measure([first, second, *drawn]) == (0, 0)
        times = [p for past in (first, second, *drawn) for p in past.sit_outs]
        assert max(map(times.count, everybody)) <= 1


def test_everybody_leaves_but_two() -> None:
    history = (play(range(1, 10), 5, "leave")[0].seating,)
    with pytest.raises(RuleBroken):
        DrawRequest(entrants=(3, 4), history=history)


def test_a_history_of_people_who_are_all_gone() -> None:
    history = tuple(drawing.seating for drawing in play(range(1, 10), 5, "old")[:2])
    drawn = play(range(101, 110), 5, "new", history=history)

    assert measure(drawn) == (0, 0)


@pytest.mark.parametrize(
    ("entrants", "rounds", "leaves_after"), [(15, 7, 3), (18, 8, 4), (24, 10, 5)]
)
def test_the_online_draw_takes_over_from_a_plan(
    entrants: int, rounds: int, leaves_after: int
) -> None:
    history: list[Seating] = [
        drawing.seating
        for drawing in play(range(1, entrants + 1), rounds, "plan")[:leaves_after]
    ]
    drawn = play(range(2, entrants + 1), rounds, "online", history=history)

    assert len(drawn) == rounds - leaves_after
    assert measure([*history, *drawn])[0] <= TAKEN_OVER[entrants]


TAKEN_OVER = {15: 0, 18: 0, 24: 0}


def test_thirty_thousand() -> None:
    drawn = play(range(1, 30_001), 2, "many")

    assert measure(drawn) == (0, 0)
    assert sorted(p for table in drawn[1].tables for p in table) == list(
        range(1, 30_001)
    )
