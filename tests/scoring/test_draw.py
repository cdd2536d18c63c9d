"""What a draw has to do for every field, history and setting."""

import json
import os
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.draw import (
    Drawing,
    DrawRequest,
    Explanation,
    Finding,
    HandFinding,
    HeadCount,
    Policy,
    Proof,
    Seating,
    Why,
    check_by_hand,
    draw,
)
from scoring.errors import BadNotation, Rule, RuleBroken
from tests.depth import examples, only_thorough
from tests.scoring.tournaments import (
    measure,
    play,
    random_request,
    seed,
    together,
)

LEAST = {
    3: (30, 12),
    4: (12, 9),
    5: (5, 5),
    6: (20, 15),
    7: (10, 10),
    8: (4, 4),
    9: (9, 9),
    10: (4, 4),
    11: (0, 0),
    12: (3, 3),
}


@pytest.mark.parametrize("entrants", [*range(3, 16), 18, 24, 27, 30, 41, 60])
def test_five_rounds_reach_the_proven_minimum(entrants: int) -> None:
    for name in range(3):
        drawn = play(range(1, entrants + 1), 5, name)

        assert measure(drawn) == LEAST.get(entrants, (0, 0))
        assert sum(drawing.c2 for drawing in drawn) == measure(drawn)[0]
        assert sum(drawing.excess for drawing in drawn) == measure(drawn)[1]


@pytest.mark.parametrize(
    ("entrants", "rounds", "excess"),
    [
        (9, 4, 0),
        (12, 4, 0),
        (14, 7, 0),
        (15, 6, 0),
        (15, 7, 0),
        (16, 8, 4),
        (17, 8, 0),
        (18, 8, 0),
        (19, 9, 0),
        (20, 9, 0),
        (21, 10, 0),
        (22, 10, 0),
        (24, 10, 0),
    ],
)
def test_a_tight_tournament_follows_a_plan(
    entrants: int, rounds: int, excess: int
) -> None:
    drawn = play(range(1, entrants + 1), rounds, "plan")

    assert measure(drawn) == (excess, excess)


@examples(40, 8)
@given(st.randoms(use_true_random=False))
def test_everybody_is_seated_once_or_sits_out(rng: Random) -> None:
    request = random_request(rng)
    drawing = draw(request, seed(rng.random()))
    people = [player for table in drawing.tables for player in table]

    assert sorted([*people, *drawing.sit_outs]) == sorted(request.players)
    assert all(len(table) == 3 for table in drawing.tables)
    assert all(player > 0 for player in drawing.sit_outs)
    for number, table in request.fixed:
        assert set(table) <= set(drawing.tables[number - 1])


@examples(30, 6)
@given(st.randoms(use_true_random=False))
def test_what_was_reached_is_what_the_tables_say(rng: Random) -> None:
    request = random_request(rng)
    drawing = draw(request, seed(rng.random()))
    here = set(request.players)
    before = [
        tuple(player for player in table if player in here)
        for past in request.history
        for table in past.tables
    ]
    met = Counter(pair for table in before for pair in combinations(sorted(table), 2))
    again = {
        tuple(sorted(pair)): met[tuple(sorted(pair))]
        for table in drawing.tables
        for pair in combinations(table, 2)
        if met[tuple(sorted(pair))]
    }

    assert again == {
        tuple(sorted(remark.who)): remark.times
        for remark in drawing.remarks
        if remark.why is Why.REMATCH
    }
    groups = [set(group) & here for group in request.apart]
    assert len(drawing.broken) == together(groups, drawing.tables)


def is_true(request: DrawRequest, drawing: Drawing, remark: Explanation) -> bool:
    """Whether a reason is one, counted from the request alone."""
    kept_apart = {pair for group in request.apart for pair in combinations(group, 2)}
    met = Counter(
        pair
        for past in request.history
        for table in past.tables
        for pair in combinations(sorted(table), 2)
    )
    barred = kept_apart if remark.why is Why.NOT_KEPT_APART else kept_apart | set(met)
    said = dict(remark.facts)
    match remark.proof:
        case Proof.HAT:
            return remark.why is Why.REMATCH and request.policy is Policy.PURE
        case Proof.BY_HAND:
            return any(set(remark.who) <= set(table) for _, table in request.fixed)
        case Proof.FEW_PARTNERS:
            one = said["entrant"]
            assert isinstance(one, int)
            others = set(request.players) - {one}
            new = [
                two for two in others if (min(one, two), max(one, two)) not in barred
            ]
            return one in remark.who and said["new"] == len(new) < 2
        case Proof.CROWDED:
            group = said["group"]
            assert isinstance(group, list)
            return (
                set(combinations(sorted(group), 2)) <= barred
                and set(group).isdisjoint(drawing.sit_outs)
                and said["size"] == len(group) > len(drawing.tables)
            )
        case Proof.PAIRS_USED_UP | Proof.LEAST_C2:
            c2, excess = measure(request.history)
            n, rounds = len(request.players), request.rounds
            over = len(drawing.tables) * 3 * rounds - n * (n - 1) // 2
            return (
                not request.apart
                and not request.fixed
                and all(past.people == set(request.players) for past in request.history)
                and (
                    excess < over
                    if remark.proof is Proof.PAIRS_USED_UP
                    else c2 < LEAST[n][0]
                )
            )
    return remark.proof is Proof.SEARCHED


@examples(12, 3)
@given(st.randoms(use_true_random=False))
def test_every_reason_is_true(rng: Random) -> None:
    request = random_request(rng, most=12)
    drawing = draw(request, seed(rng.random()))

    for remark in drawing.remarks:
        if remark.why is not Why.FIXED:
            assert is_true(request, drawing, remark), (request, remark)
            by_lot = remark.why is Why.REMATCH and request.policy is Policy.PURE
            assert not by_lot or remark.proof in {Proof.HAT, Proof.BY_HAND}


def test_a_hat_gives_no_other_reason_because_two_are_kept_apart() -> None:
    drawn = play(range(1, 7), 5, "hat", policy=Policy.PURE, apart=((1, 2),))

    reasons = {remark.proof for drawing in drawn for remark in drawing.rematches}
    assert reasons == {Proof.HAT}


@examples(20, 4)
@given(st.randoms(use_true_random=False))
def test_the_order_of_the_list_changes_nothing(rng: Random) -> None:
    request = random_request(rng)
    shuffled = DrawRequest(
        entrants=tuple(rng.sample(request.entrants, len(request.entrants))),
        history=tuple(
            Seating(
                tuple(rng.sample(past.tables, len(past.tables))),
                tuple(rng.sample(past.sit_outs, len(past.sit_outs))),
            )
            for past in request.history
        ),
        rounds=request.rounds,
        policy=request.policy,
        head_count=request.head_count,
        apart=tuple(reversed([group[::-1] for group in request.apart])),
        fixed=request.fixed,
        mend_seats=request.mend_seats,
    )

    assert draw(shuffled, seed("s")) == draw(request, seed("s"))


GOLDEN = """
from scoring.draw import HeadCount, Policy
from tests.scoring.tournaments import play

couples = tuple((n, n + 1) for n in range(1, 60, 2))
for entrants in (7, 14, 15, 33, 200):
    for name, settings in (
        ("a", {}),
        ("b", {"apart": couples, "mend_seats": True}),
        ("c", {"policy": Policy.PURE, "head_count": HeadCount.STAND_IN}),
        ("d", {"fixed": ((2, (7, 1)),)}),
    ):
        for drawing in play(range(1, entrants + 1), 3, name, **settings):
            print(drawing.tables, drawing.sit_outs)
"""


@only_thorough
@pytest.mark.parametrize("hash_seed", ["0", "4711"])
def test_the_same_seed_is_the_same_draw_everywhere_for_ever(hash_seed: str) -> None:
    printed = subprocess.run(
        [sys.executable, "-c", GOLDEN],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
    ).stdout

    assert sha256(printed).hexdigest() == (
        "d2bdefad8dc2a30a11227b8847c8ad4248913e4d3cec1afbfce0ae15563fb5bb"
    )


def test_two_draws_stay_for_ever() -> None:
    first = draw(DrawRequest(entrants=tuple(range(1, 14))), seed("golden"))
    second = draw(
        DrawRequest(entrants=tuple(range(1, 14)), history=(first.seating,)),
        seed("golden", 2),
    )

    assert first.seating == Seating(
        tables=((7, 6, 8), (3, 5, 2), (4, 1, 13), (10, 9, 11)), sit_outs=(12,)
    )
    assert second.seating == Seating(
        tables=((4, 7, 10), (6, 5, 9), (2, 8, 12), (1, 11, 3)), sit_outs=(13,)
    )


@pytest.mark.parametrize("entrants", [4, 5, 7, 8, 13, 31, 152, 154])
def test_a_35_nobody_sits_out_twice_before_everyone_once(entrants: int) -> None:
    times = Counter(dict.fromkeys(range(1, entrants + 1), 0))
    for drawing in play(range(1, entrants + 1), 8, "sit-outs"):
        fewest = min(times.values())
        waiting = [player for player in times if times[player] == fewest]
        for player in drawing.sit_outs:
            assert times[player] == fewest or len(waiting) < len(drawing.sit_outs)
        times.update(drawing.sit_outs)

        assert max(times.values()) - min(times.values()) <= 1


def test_a_35_sit_outs_rotate_when_people_come_and_go() -> None:
    entrants, history = list(range(1, 14)), []
    times: Counter[int] = Counter()
    for number in range(8):
        request = DrawRequest(entrants=tuple(entrants), history=tuple(history))
        drawing = draw(request, seed("come and go", number))
        history.append(drawing.seating)
        fewest = min(times[player] for player in entrants)
        waiting = [player for player in entrants if times[player] == fewest]
        for player in drawing.sit_outs:
            assert times[player] == fewest or len(waiting) < len(drawing.sit_outs)
        times.update(drawing.sit_outs)
        if number % 2:
            entrants.append(max(entrants) + 1)
        else:
            entrants.remove(entrants[number % len(entrants)])


@pytest.mark.parametrize("entrants", [4, 7, 8, 13, 29, 200])
def test_a_35_stand_ins_fill_up_and_meet_others_each_round(entrants: int) -> None:
    drawn = play(range(1, entrants + 1), 3, "stand-ins", head_count=HeadCount.STAND_IN)
    for drawing in drawn:
        stand_ins = [p for table in drawing.tables for p in table if p < 0]
        assert sorted(stand_ins) == list(range(-(-entrants % 3), 0))
        assert not drawing.sit_outs
    if entrants > 7:
        assert measure(drawn) == (0, 0)


def test_stand_ins_come_to_every_seat_and_table() -> None:
    places = Counter(
        (number, seat)
        for name in range(400)
        for number, table in enumerate(
            draw(
                DrawRequest(entrants=tuple(range(1, 9)), head_count=HeadCount.STAND_IN),
                seed(name),
            ).tables
        )
        for seat, player in enumerate(table)
        if player < 0
    )

    assert len(places) == 9
    assert min(places.values()) > 20


def test_the_pure_draw_is_the_hat() -> None:
    drawn = play(range(1, 7), 5, "hat", policy=Policy.PURE)

    assert {remark.proof for drawing in drawn for remark in drawing.remarks} == {
        Proof.HAT
    }
    parties = Counter(
        frozenset(map(frozenset, draw(request, seed(name)).tables))
        for request in [
            DrawRequest(
                entrants=tuple(range(1, 7)),
                history=(drawn[0].seating,),
                policy=Policy.PURE,
            )
        ]
        for name in range(2000)
    )
    assert len(parties) == 10
    assert sum((times - 200) ** 2 / 200 for times in parties.values()) < 27.9


def seats_of(drawn: list[Drawing]) -> dict[int, list[int]]:
    had: dict[int, list[int]] = {}
    for drawing in drawn:
        for table in drawing.tables:
            for seat, player in enumerate(table):
                had.setdefault(player, [0, 0, 0])[seat] += 1
    return had


@pytest.mark.parametrize("entrants", [9, 12, 30, 60, 300])
def test_at_least_95_percent_sit_evenly(entrants: int) -> None:
    times = [
        had
        for name in range(20)
        for had in seats_of(play(range(1, entrants + 1), 5, name)).values()
    ]

    assert sum(sorted(had) == [1, 2, 2] for had in times) >= 0.95 * len(times)


@pytest.mark.parametrize("entrants", [30, 33, 60, 300])
def test_with_mending_everybody_sits_evenly(entrants: int) -> None:
    for name in range(5):
        drawn = play(range(1, entrants + 1), 5, name, mend_seats=True)

        assert measure(drawn) == (0, 0)
        assert all(sorted(had) == [1, 2, 2] for had in seats_of(drawn).values())


def test_fixed_tables_are_kept_and_the_rest_is_drawn() -> None:
    request = DrawRequest(
        entrants=tuple(range(1, 31)),
        history=(play(range(1, 31), 5, "fixed")[0].seating,),
        fixed=((4, (7, 3, 9)), (1, (12,))),
    )
    drawing = draw(request, seed("fixed"))

    assert drawing.tables[3] == (7, 3, 9)
    assert 12 in drawing.tables[0]
    assert [remark.table for remark in drawing.remarks if remark.why is Why.FIXED] == [
        1,
        4,
    ]


def test_a_rematch_fixed_by_hand_says_so() -> None:
    past = draw(DrawRequest(entrants=tuple(range(1, 31))), seed("past"))
    drawing = draw(
        DrawRequest(
            entrants=tuple(range(1, 31)),
            history=(past.seating,),
            fixed=((2, past.tables[5]),),
        ),
        seed("again"),
    )

    assert drawing.c2 == 3
    assert {remark.proof for remark in drawing.rematches} == {Proof.BY_HAND}


@pytest.mark.parametrize(
    ("entrants", "tables", "by_hand"),
    [
        (9, ((1, 2, 3), (4, 5, 6), (7, 8, 9)), True),
        (9, ((1, 2, 3), (4, 5, 6), (7, 8)), False),
        (10, ((1, 2, 3), (4, 5, 6), (7, 8, 9)), True),
        (8, ((1, 2, 3), (4, 5, 6), (7, 8)), True),
        (9, (), False),
    ],
)
def test_a_draw_in_which_nothing_is_left_to_the_lot_is_by_hand(
    entrants: int, tables: tuple[tuple[int, ...], ...], by_hand: bool
) -> None:
    request = DrawRequest(
        entrants=tuple(range(1, entrants + 1)),
        head_count=HeadCount.STAND_IN if entrants == 8 else HeadCount.SIT_OUT,
        fixed=tuple(enumerate(tables, start=1)),
    )
    assert request.by_hand is by_hand

    drawn = draw(request, seed("by hand")).tables
    for table, typed in zip(drawn, tables, strict=False):
        assert table == typed or (len(typed) < 3 and set(typed) < set(table))


@pytest.mark.parametrize("number", range(12))
def test_explanations_are_kept_as_json(number: int) -> None:
    drawing = draw(random_request(Random(number)), seed("json", number))
    kept = json.loads(json.dumps([remark.as_json() for remark in drawing.remarks]))

    assert tuple(map(Explanation.from_json, kept)) == drawing.remarks


@pytest.mark.parametrize(
    "fixed",
    [
        ((0, (1,)),),
        ((4, (1,)),),
        ((1, (1, 2, 3, 4)),),
        ((1, (1,)), (1, (2,))),
        ((1, (1,)), (2, (1,))),
        ((1, (99,)),),
    ],
)
def test_impossible_fixed_tables_are_refused(
    fixed: tuple[tuple[int, tuple[int, ...]], ...],
) -> None:
    with pytest.raises(RuleBroken) as refused:
        DrawRequest(entrants=tuple(range(1, 10)), fixed=fixed)

    assert refused.value.rule is Rule.FIXED_TABLES


@pytest.mark.parametrize("entrants", [(), (4,), (4, 9)])
def test_fewer_than_three_are_no_draw(entrants: tuple[int, ...]) -> None:
    with pytest.raises(RuleBroken) as refused:
        DrawRequest(entrants=entrants)

    assert refused.value.rule is Rule.TOO_FEW_ENTRANTS
    assert refused.value.facts == {"want": 3, "got": len(entrants)}


@pytest.mark.parametrize(
    "bad",
    [
        {"entrants": (1, 2, 2, 3)},
        {"entrants": (-1, 2, 3)},
        {"entrants": (1, 2, 3), "rounds": 0},
        {"entrants": (1, 2, 3), "rounds": 31},
    ],
)
def test_nonsense_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(BadNotation):
        DrawRequest(**bad)


def test_tables_of_new_faces_need_no_remark() -> None:
    drawing = draw(DrawRequest(entrants=tuple(range(1, 31))), seed("new"))

    assert drawing.remarks == ()


def test_nine_in_round_five_have_no_new_partners() -> None:
    last = play(range(1, 10), 5, "nine")[-1]

    assert {remark.proof for remark in last.rematches} <= {
        Proof.FEW_PARTNERS,
        Proof.PAIRS_USED_UP,
    }


def test_what_is_worth_knowing_of_tables_by_hand_is_named() -> None:
    past = Seating(((1, 2, 3), (4, 5, 6)), (7,))
    request = DrawRequest(
        entrants=(1, 2, 3, 4, 5, 6, 7, 8),
        history=(past,),
        apart=((5, 8),),
        fixed=((1, (1, 2, 4)), (2, (5, 8, 6))),
    )

    assert check_by_hand(request) == (
        HandFinding(Finding.SIT_OUT_AGAIN, (7,)),
        HandFinding(Finding.REMATCH, (1, 2), 1),
        HandFinding(Finding.NOT_KEPT_APART, (5, 8), 2),
        HandFinding(Finding.REMATCH, (5, 6), 2),
    )


def test_a_draw_continues_tables_typed_in_by_hand() -> None:
    by_hand = Seating(
        tuple(tuple(range(first, first + 3)) for first in range(1, 28, 3))
    )
    drawn = play(range(1, 28), 5, "after the hat", history=[by_hand])

    assert measure([by_hand, *drawn]) == (0, 0)


def test_the_large_and_the_small_search_both_avoid_rematches() -> None:
    for entrants in (150, 151, 153, 1000):
        drawn = play(range(1, entrants + 1), 5, "large")

        assert measure(drawn) == (0, 0)
        assert all(one.tables != other.tables for one, other in pairwise(drawn))
