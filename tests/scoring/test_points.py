"""The numbers of a tournament: 001 points 3, rules 4 and 5."""

import pytest

from scoring.errors import Rule, RuleBroken
from scoring.points import Format


def test_points_3_a_finished_sheet_sums_to_ninety() -> None:
    format = Format()

    assert (format.rounds, format.games, format.check) == (5, 10, 90)


@pytest.mark.parametrize(
    ("games", "points", "average"),
    [(10, (5, 3, 1), 30), (1, (5, 3, 0), 3), (1, (4, 3, 0), 2), (7, (5, 2, 0), 16)],
)
def test_a_35_a_sit_out_receives_the_average_rounded(
    games: int, points: tuple[int, int, int], average: int
) -> None:
    assert Format(games=games, points=points).average == average


@pytest.mark.parametrize(
    "numbers",
    [
        {"rounds": 0},
        {"rounds": 31},
        {"games": 0},
        {"games": 51},
        {"points": (101, 3, 1)},
        {"points": (3, 5, 1)},
        {"points": (5, 1, 3)},
        {"points": (5, 3, -1)},
        {"points": (0, 0, 0)},
    ],
    ids=str,
)
def test_a_format_that_makes_no_sense_is_refused(numbers: dict[str, int]) -> None:
    with pytest.raises(RuleBroken) as refused:
        Format(**numbers)

    assert refused.value.rule is Rule.FORMAT_NUMBERS


@pytest.mark.parametrize(
    "numbers",
    [
        {"rounds": 1, "games": 1},
        {"rounds": 30, "games": 50, "points": (100, 1, 0)},
        {"points": (5, 5, 0)},
        {"points": (1, 0, 0)},
    ],
    ids=str,
)
def test_a_format_at_its_limits_is_taken(numbers: dict[str, int]) -> None:
    assert Format(**numbers).check > 0
