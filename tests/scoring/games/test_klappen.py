"""Document 003, rule by rule."""

from scoring.dice import Throw
from scoring.errors import Rule
from scoring.games.klappen import FLAPS, Flaps, Klappen, KlappenGame
from scoring.games.play import Reason
from tests.scoring.table import play, refused

RULES = Klappen()


def klappen(events: str = "", rules: Klappen = RULES, players: int = 2) -> KlappenGame:
    game = play(rules.start(players), events)
    assert isinstance(game, KlappenGame)
    return game


def closings(rules: Klappen, open_flaps: Flaps, dice: str) -> set[str]:
    sets = rules.closings(open_flaps, Throw.parse(dice))
    return {"".join(map(str, flaps)) for flaps in sets}


def test_003_any_decomposition_of_the_sum() -> None:
    assert closings(RULES, FLAPS, "63") == {
        *("9", "18", "27", "36", "45", "126", "135", "234")
    }
    assert closings(RULES, (1, 5, 9), "21") == set()


def test_a_31_exactly_the_sum_or_both_values() -> None:
    exact = Klappen(closing="exact")

    assert closings(exact, FLAPS, "63") == {"9", "36"}
    assert closings(exact, FLAPS, "44") == {"8", "4"}
    assert closings(exact, (1, 2, 3, 4), "63") == set()


def test_a_31_leniently_one_value_is_enough() -> None:
    lenient = Klappen(closing="lenient")

    assert closings(lenient, FLAPS, "63") == {"9", "36", "3", "6"}
    assert closings(lenient, (1, 2, 3, 4), "63") == {"3"}


def test_003_one_die_as_soon_as_six_or_less_are_open() -> None:
    assert [RULES.dice(flaps) for flaps in ((6,), (1, 2, 3), (1, 6), (7,))] == [
        *(1, 1, 2, 2)
    ]


def test_003_closing_is_forced_when_it_is_possible() -> None:
    game = klappen("0r:63")

    assert refused(lambda: play(game, "0r:11")) is Rule.CLOSE_FIRST
    assert refused(lambda: play(game, "0s")) is Rule.CLOSE_FIRST
    assert refused(lambda: play(game, "0c8")) is Rule.FLAPS_DO_NOT_FIT
    assert refused(lambda: play(game, "0c9 0c9")) is Rule.THROW_FIRST
    assert refused(lambda: play(game, "0c9 0s")) is Rule.THROW_FIRST
    assert refused(lambda: play(game, "0r1:1")) is Rule.ACTION_UNKNOWN
    assert refused(lambda: play(game, "0c9 0r:63 0c9")) is Rule.FLAP_NOT_OPEN
    assert refused(lambda: play(game, "0c9 0r:6")) is Rule.DICE_COUNT


def test_003_the_turn_ends_when_nothing_can_be_closed() -> None:
    game = klappen("0r:62 0c8 0r:52 0c7 0r:63 0c234 0r:42 0c6 0r:21")

    assert game.to_act == (1,)
    assert game.open == FLAPS
    assert game.before is not None
    assert (game.before.open, game.before.penalty) == ((1, 5, 9), 15)
    assert game.tally.scores[0].total == 15


def test_a_30_penalty_read_as_a_number() -> None:
    rules = Klappen(score="digits")

    assert rules.penalty((1, 5, 9)) == 159
    assert rules.penalty(()) == 0


def penalties(rules: Klappen, *rounds: dict[int, int], players: int = 3) -> list[int]:
    tally = rules.tally(players)
    for one in rounds:
        for player, penalty in one.items():
            assert not tally.over
            assert tally.player == player
            tally = tally.penalised(penalty, shut=penalty == 0)
    assert tally.over
    return list(tally.ranking)


def test_003_rounds_until_all_but_one_have_45() -> None:
    assert penalties(
        RULES, {0: 20, 1: 15, 2: 10}, {0: 30, 1: 15, 2: 9}, {1: 16, 2: 12}
    ) == [2, 1, 0]
    assert penalties(RULES, {0: 45, 1: 44}, players=2) == [1, 0]


def test_a_29_the_round_is_completed() -> None:
    assert penalties(RULES, {0: 50, 1: 50}, players=2) == [0, 1]


def test_a_28_lower_total_lower_last_penalty_order_of_play() -> None:
    assert penalties(RULES, {0: 44, 1: 40}, {0: 2, 1: 9}, players=2) == [0, 1]
    assert penalties(RULES, {0: 40, 1: 44}, {0: 10, 1: 6}, players=2) == [1, 0]
    assert penalties(RULES, {0: 45, 1: 45}, players=2) == [0, 1]


def test_a_28_the_order_of_play_begins_with_the_starter() -> None:
    tally = RULES.tally(3, starter=2)
    for player in (2, 0, 1):
        assert tally.player == player
        tally = tally.penalised(45, shut=False)

    assert tally.ranking == (2, 0, 1)
    assert RULES.start(3, starter=2).to_act == (2,)


def test_a_28_later_elimination_goes_before_the_total() -> None:
    assert penalties(RULES, {0: 45, 1: 44, 2: 1}, {1: 44, 2: 1}, players=3) == [2, 1, 0]


def test_a_33_shutting_the_box_wins_at_once_by_choice() -> None:
    rules = Klappen(shut_wins=True)

    assert penalties(rules, {0: 20, 1: 30, 2: 10}, {0: 5, 1: 0}) == [1, 2, 0]
    tally = RULES.tally(3).penalised(0, shut=True)
    assert not tally.over


def test_a_30_numbers_are_played_over_a_fixed_number_of_rounds() -> None:
    rules = Klappen(score="digits", rounds=2)

    assert penalties(rules, {0: 159, 1: 9, 2: 1}, {0: 0, 1: 9, 2: 45}) == [1, 2, 0]
    assert Klappen(score="digits").rounds == 5


def test_a_30_who_spelled_less_is_placed_by_his_total() -> None:
    tally = Klappen(score="digits", rounds=1).tally(2)
    outcome = tally.penalised(159, shut=False).penalised(9, shut=False).outcome

    assert outcome is not None
    assert [(place.player, place.reason) for place in outcome.places] == [
        (1, Reason.TOTAL),
        (0, Reason.TOTAL),
    ]


def test_003_a_box_shut_in_one_turn() -> None:
    events = "0r:63 0c9 0r:62 0c8 0r:61 0c7 0r:51 0c6 0r:41 0c5 0r:31 0c4 0r:3 0c3"
    game = klappen(f"{events} 0r:3 0c12", Klappen(shut_wins=True))

    assert game.outcome is not None
    assert game.outcome.order == (0, 1)
    assert game.outcome.places[0].reason is Reason.SHUT_THE_BOX
    assert game.before is not None
    assert game.before.penalty == 0
