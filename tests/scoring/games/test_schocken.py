"""What document 004 has for itself."""

from scoring.games.schocken import Schocken
from tests.scoring.table import lay, settled

RULES = Schocken()


def test_004_a_general_is_better_than_schock_2() -> None:
    two, general, three = lay(RULES, "211 222 311")

    assert three > general > two > lay(RULES, "654")[0]


def test_a_22_or_not_by_choice() -> None:
    rules = Schocken(general_over_s2=False)
    two, general = lay(rules, "211 666")

    assert two > general


def test_004_schock_2_still_moves_two_lids() -> None:
    assert settled(RULES, "211 654 221", (0, 0, 0), 13)[0] == (0, 0, 2)


def test_004_how_three_ones_were_made_does_not_matter() -> None:
    early, late = lay(RULES, "111a 111")

    assert early > late
    assert early.hand.strength == late.hand.strength


def test_a_8_assembled_hands_count_unless_chosen_otherwise() -> None:
    assert lay(RULES, "654a")[0].hand.lids == 2
    assert lay(Schocken(one_throw=True), "654a")[0].hand.lids == 1
