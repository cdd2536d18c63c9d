"""How lids move and who is placed (A-1 to A-7, A-37, A-38)."""

from scoring.games.lids import Source
from scoring.games.play import Reason
from scoring.games.turnierschocken import Turnierschocken
from tests.scoring.table import lay, settled

RULES = Turnierschocken()


def test_001_the_best_hand_decides_how_many_lids_move() -> None:
    for best, lids in (
        *(("611", 6), ("511", 5), ("411", 4), ("311", 3), ("211", 2)),
        *(("666", 3), ("222", 3), ("654", 2), ("321", 2), ("321a", 1), ("665", 1)),
    ):
        assert settled(RULES, f"{best} 331 221", (0, 0, 0), 13)[0] == (0, 0, lids)


def test_a_4_the_stack_gives_only_what_it_has() -> None:
    assert settled(RULES, "611 554 221", (1, 4, 6), 2) == ((1, 4, 8), 0, [])


def test_a_5_the_best_gives_only_what_he_has() -> None:
    assert settled(RULES, "611 554 221", (2, 5, 6), 0) == ((0, 5, 8), 0, [0])
    assert settled(RULES, "611 554 221", (7, 1, 5), 0) == ((1, 1, 11), 0, [])


def test_a_1_a_2_who_has_no_lid_when_the_stack_is_empty_is_out_by_his_hand() -> None:
    assert settled(RULES, "431 652 221", (0, 0, 12), 1) == ((0, 0, 13), 0, [1, 0])
    assert settled(RULES, "431 652 221", (0, 3, 9), 1) == ((0, 3, 10), 0, [0])
    assert settled(RULES, "431 652 221", (0, 0, 9), 4) == ((0, 0, 10), 3, [])


def test_a_37_schock_out_leaves_the_worst_with_all_lids() -> None:
    end = RULES.settle(lay(RULES, "111 443 652"), (0, 3, 2), 8)

    assert (end.lids, end.stack, end.moved) == ((0, 13, 0), 0, 10)
    assert end.source is Source.ALL
    assert end.done
    assert [placed.player for placed in end.out] == [0, 2]
    assert {placed.reason for placed in end.out} == {Reason.OUT_SCHOCK_OUT}


def test_a_3_after_a_schock_out_hands_decide_or_by_choice_lids() -> None:
    by_lids = Turnierschocken(after_schock_out="lids")

    assert settled(RULES, "111 652 443", (4, 1, 0), 8)[2] == [0, 1]
    assert settled(by_lids, "111 652 443", (4, 1, 0), 8)[2] == [1, 0]
    assert settled(by_lids, "111 652 443", (1, 1, 0), 11)[2] == [0, 1]


def test_a_38_two_schock_outs_compare_as_any_hands() -> None:
    end = RULES.settle(lay(RULES, "111 652 111"), (0, 0, 0), 13)

    assert [laid.player for laid in end.ranked] == [0, 2, 1]


def test_a_7_best_and_worst_are_two_players_even_when_all_are_equal() -> None:
    end = RULES.settle(lay(RULES, "221 221"), (6, 7), 0)

    assert (end.best.player, end.worst.player) == (0, 1)
    assert end.lids == (5, 8)
