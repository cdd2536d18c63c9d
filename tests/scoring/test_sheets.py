"""001 points 1-3: exactly the sheets that games can produce are accepted."""

from collections.abc import Iterator
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import Rule, SheetWrong
from scoring.points import Format
from scoring.sheets import (
    games_problems,
    games_totals,
    read_keys,
    refuse,
    ruling_problems,
    schock_outs_problems,
    seat_totals,
    totals_can_be,
    totals_problems,
    write_keys,
)
from tests.depth import examples, only_thorough

WHOLE = ["".join(places) for places in permutations("123")]
FORMATS = [
    Format(),
    Format(games=1),
    Format(games=2),
    Format(games=4, points=(5, 2, 0)),
    Format(games=3, points=(10, 5, 1)),
    Format(games=3, points=(5, 5, 0)),
    Format(games=5, points=(3, 0, 0)),
]


def produced(format: Format) -> set[tuple[int, ...]]:
    """Every triple of totals that games give, by playing them all."""
    found: set[tuple[int, ...]] = {(0, 0, 0)}
    for _game in range(format.games):
        found = {
            tuple(one + more for one, more in zip(totals, points, strict=True))
            for totals in found
            for points in permutations(format.points)
        }
    return found


def of_one_seat(possible: set[tuple[int, ...]]) -> set[int]:
    return {one for one, _two, _three in possible}


def expected_faults(
    totals: tuple[int, ...], possible: set[tuple[int, ...]], alone: set[int]
) -> list[tuple[Rule, int]]:
    """What is wrong with three totals, told from the triples that can be.

    `alone` are the totals that one seat can have.
    """
    faults = []
    for seat, total in enumerate(totals, start=1):
        if total < min(alone) or total > max(alone):
            faults.append((Rule.TOTAL_RANGE, seat))
        elif total not in alone:
            faults.append((Rule.TOTAL_UNREACHABLE, seat))
    if sum(totals) != sum(next(iter(possible))):
        faults.append((Rule.TOTALS_SUM, 0))
    if not faults and totals not in possible:
        faults.append((Rule.TOTALS_IMPOSSIBLE, 0))
    return faults


@only_thorough
def test_three_totals_are_accepted_exactly_if_ten_games_can_give_them() -> None:
    format, possible = Format(), produced(Format())
    alone = of_one_seat(possible)
    expected = {
        totals: expected_faults(totals, possible, alone)
        for totals in product(range(61), repeat=3)
    }
    wrong = {
        totals: got
        for totals, want in expected.items()
        if (got := [(one.rule, one.seat) for one in totals_problems(totals, format)])
        != want
    }
    assert not wrong
    assert sum(not faults for faults in expected.values()) == len(possible) == 331


@pytest.mark.parametrize("format", FORMATS[1:], ids=str)
def test_other_formats_accept_exactly_what_their_games_give(format: Format) -> None:
    possible = produced(format)
    alone = of_one_seat(possible)
    highest = format.games * format.points[0] + 3
    rules = set()
    for totals in product(range(highest + 1), repeat=3):
        want = expected_faults(totals, possible, alone)
        got = [(one.rule, one.seat) for one in totals_problems(totals, format)]
        assert got == want, totals
        rules |= {rule for rule, _seat in want}
    assert {Rule.TOTAL_RANGE, Rule.TOTALS_SUM} <= rules


def test_a_single_game_gives_no_three_threes() -> None:
    [problem] = totals_problems((3, 3, 3), Format(games=1))

    assert problem.rule is Rule.TOTALS_IMPOSSIBLE


@pytest.mark.parametrize("format", FORMATS, ids=str)
def test_each_total_knows_every_way_to_it(format: Format) -> None:
    ways = seat_totals(format)

    assert set(ways) == of_one_seat(produced(format))
    first, second, third = format.points
    count = 0
    for total, pairs in ways.items():
        for wins, seconds in pairs:
            thirds = format.games - wins - seconds
            assert wins * first + seconds * second + thirds * third == total
            count += 1
    assert count == (format.games + 1) * (format.games + 2) // 2


@examples(200, 70)
@given(st.lists(st.sampled_from(WHOLE), min_size=10, max_size=10))
def test_the_totals_of_any_ten_games_are_accepted(games: list[str]) -> None:
    totals = games_totals(games, Format())

    assert sum(totals) == 90
    assert totals_can_be(totals, Format())
    assert not games_problems(games, Format())
    assert totals == tuple(
        sum({"1": 5, "2": 3, "3": 1}[game[seat]] for game in games) for seat in range(3)
    )


def test_points_1_the_winner_gets_five_the_second_three_the_loser_one() -> None:
    assert games_totals(["213"], Format()) == (3, 5, 1)
    assert games_totals(["312"], Format(points=(10, 5, 1))) == (1, 10, 5)


def test_points_1_a_game_gives_each_place_once() -> None:
    for places in product("123?", repeat=3):
        game = "".join(places)
        faults = games_problems([game], Format(games=1))
        assert bool(faults) == (game not in WHOLE), game


def test_every_wrong_game_is_named() -> None:
    games = ["123", "113", "", "12?", *["321"] * 6]

    assert [(one.rule, one.game) for one in games_problems(games, Format())] == [
        (Rule.GAME_PLACES, 2),
        (Rule.GAME_MISSING, 3),
        (Rule.GAME_PLACES, 4),
    ]


@pytest.mark.parametrize("count", [0, 9, 11])
def test_a_sheet_has_as_many_games_as_the_format(count: int) -> None:
    [problem] = games_problems(["123"] * count, Format())

    assert problem.rule is Rule.GAME_COUNT
    assert dict(problem.facts) == {"want": 10, "got": count}


def test_a_refusal_carries_every_fault_the_first_in_front() -> None:
    problems = totals_problems((9, 31, 30), Format())
    with pytest.raises(SheetWrong) as refused:
        refuse(problems)

    assert refused.value.rule is Rule.TOTAL_RANGE
    assert refused.value.facts["seat"] == 1
    assert [fault.rule for fault in refused.value.faults] == [
        Rule.TOTAL_RANGE,
        Rule.TOTAL_UNREACHABLE,
        Rule.TOTALS_SUM,
    ]
    refuse([])


def test_a_ruling_is_bound_by_all_games_won_and_by_nothing_else() -> None:
    assert not ruling_problems((0, 50, 7), Format())
    faults = ruling_problems((-1, 51, 0), Format())
    assert [(one.rule, one.seat) for one in faults] == [
        (Rule.TOTAL_RANGE, 1),
        (Rule.TOTAL_RANGE, 2),
    ]


def test_rule_6_nobody_has_more_schock_outs_than_games() -> None:
    assert not schock_outs_problems(None, Format())
    assert not schock_outs_problems((10, 10, 0), Format())
    faults = schock_outs_problems((11, 0, -1), Format())
    assert [(one.rule, one.seat) for one in faults] == [
        (Rule.SCHOCK_OUTS, 1),
        (Rule.SCHOCK_OUTS, 3),
    ]


def texts(letters: str) -> Iterator[str]:
    for length in range(4):
        yield from map("".join, product(letters, repeat=length))


@pytest.mark.parametrize("format", [Format(), Format(points=(10, 5, 1))], ids=str)
def test_two_keys_are_a_game_and_nothing_else_becomes_one(format: Format) -> None:
    whole = {write_keys(game, format): game for game in WHOLE}
    assert len(whole) == 6
    for text in texts("01235x"):
        fits = [keys for keys in whole if len(text) > 1 and keys.startswith(text)]
        read = read_keys(text, format)
        if fits:
            assert read == whole[fits[0]]
        elif text:
            assert games_problems([read], Format(games=1))
        else:
            assert read == ""


@pytest.mark.parametrize(
    ("points", "keys"),
    [((5, 3, 1), "531"), ((5, 2, 0), "520"), ((10, 5, 1), "123"), ((5, 5, 0), "123")],
)
def test_keys_are_the_points_where_these_are_three_digits(
    points: tuple[int, int, int], keys: str
) -> None:
    assert Format(points=points).keys == keys
