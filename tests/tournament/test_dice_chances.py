"""The chances that a dice table shows of the throw that comes next."""

from itertools import product

import pytest

from scoring.dice import Throw
from scoring.games import GAMES
from scoring.games.play import Event
from scoring.games.tief import Tief
from tournament.dice_words import percent
from tournament.queries.dice_board import chances_of

pytestmark = pytest.mark.usefixtures("english")


def chances(game: str, events: str) -> dict[str, str]:
    """What a page says of the turn that these events lead to."""
    state = GAMES[game].start(3, 0)
    for event in events.split():
        state = state.after(Event.parse(event))
    found = chances_of(state)
    return {one.label: one.percent for one in found}


@pytest.mark.parametrize(
    ("game", "schock", "general"), [("schocken", 21, 18), ("turnierschocken", 16, 21)]
)
def test_a_chance_of_something_or_better_is_that_of_nothing_worse(
    game: str, schock: int, general: int
) -> None:
    """One throw of 216. 004: five generals are better than the three Schock 2."""
    found = chances(game, "0r:642 0s")
    assert found["a Schock or better"] == percent(schock / 216)
    assert found["a general or better"] == percent(general / 216)


def test_the_chance_at_tief_is_that_of_not_being_low() -> None:
    """A-25: the later of equals is lower. The best is to keep the six: two dice."""
    thrown = "0r:622 1r:622 2r:543"
    label = "higher than the low so far"
    best = sum(
        Tief().points(Throw((6, *dice))) > 64 for dice in product(range(1, 7), repeat=2)
    )
    assert chances("tief", f"{thrown} 0r6:22 0s")[label] == percent(best / 36)
    gone = thrown.replace("0r:622", "0r:111")
    assert chances("tief", gone) == {}, "three ones are not compared (A-24)"
