import pytest

from scoring.errors import Rule
from scoring.games import GAMES, Rulebook
from tests.scoring.table import refused

ALL = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)


def test_there_are_five_games() -> None:
    documents = {key: rules.document for key, rules in GAMES.items()}

    assert documents == {
        "turnierschocken": "001",
        "schock-ut": "000",
        "schocken": "004",
        "tief": "002",
        "klappen": "003",
    }


@ALL
def test_every_option_has_a_default_among_its_values_and_a_sentence(
    rules: Rulebook,
) -> None:
    assert rules.options()
    for option in rules.options():
        assert option.default in option.allowed
        assert option.sentence[0].isupper()
        assert option.sentence[-1] in ".?"
        assert getattr(rules, option.name) == option.default
    assert rules.chosen() == {}


@ALL
def test_every_option_can_be_chosen_and_nothing_else(rules: Rulebook) -> None:
    for option in rules.options():
        for value in option.allowed:
            chosen = rules.with_options({option.name: value}).chosen()
            assert chosen == ({} if value == option.default else {option.name: value})
        wrong = {option.name: "nonsense"}
        assert refused(lambda wrong=wrong: rules.with_options(wrong)) is (
            Rule.OPTION_VALUE
        )
    assert refused(lambda: rules.with_options({"colour": 1})) is Rule.OPTION_UNKNOWN
    assert refused(lambda: rules.with_options({"throws": 9})) is Rule.OPTION_UNKNOWN


@ALL
def test_two_to_eight_play(rules: Rulebook) -> None:
    for players in range(2, 9):
        assert not rules.start(players).over
    assert refused(lambda: rules.start(1)) is Rule.PLAYER_COUNT
    assert refused(lambda: rules.start(9)) is Rule.PLAYER_COUNT
    assert refused(lambda: rules.start(3, 3)) is Rule.STARTER_SEAT
    assert refused(lambda: rules.start(3, -1)) is Rule.STARTER_SEAT


def test_001_rule_1_the_first_drawn_begins_later_the_loser() -> None:
    rules = GAMES["turnierschocken"]

    assert rules.table_starter(1) == 0
    assert rules.table_starter(2, (0, 2, 1)) == 1
    assert rules.table_starter(10, (1, 0, 2)) == 2


def test_a_13_the_organiser_may_have_others_begin() -> None:
    first = GAMES["turnierschocken"].with_options({"next_starter": "seat_1"})
    rotating = GAMES["turnierschocken"].with_options({"next_starter": "rotating"})

    assert first.table_starter(5, (0, 2, 1)) == 0
    assert [rotating.table_starter(game, (0, 2, 1)) for game in range(1, 6)] == [
        0,
        1,
        2,
        0,
        1,
    ]
