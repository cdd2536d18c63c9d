"""Document 001, rule by rule."""

from scoring.dice import Throw
from scoring.games.lids import Edge
from scoring.games.play import Reason
from scoring.games.thirteen import LidGame
from scoring.games.turnierschocken import Turnierschocken
from tests.scoring.table import lay, lid_game, lie, play

RULES = Turnierschocken()


def order_of(hands: str) -> list[str]:
    return [str(laid.hand) for laid in sorted(lay(RULES, hands), reverse=True)]


def test_001_order_of_worth() -> None:
    best_first = "111 611 211 666 222 654 321 665 221"

    assert order_of(" ".join(reversed(best_first.split()))) == best_first.split()


def test_001_example_112_is_better_than_333() -> None:
    assert order_of("333 211") == ["211", "333"]


def test_001_rules_3_and_4_assembled_straights_are_plain() -> None:
    assert order_of("321a 322 321") == ["321", "322", "321a"]


def test_a_9_schock_counts_however_it_was_made() -> None:
    assert order_of("666 211a 111a 611") == ["111a", "611", "211a", "666"]


def test_001_rule_7_fewer_throws_before_rule_6_earlier() -> None:
    dice = Throw.parse("311")
    late = lie(RULES, dice, player=2, place=2)
    early = lie(RULES, dice, throws=2)
    same = lie(RULES, dice, throws=2, player=1, place=1)

    assert late > early > same
    assert RULES.edge(late, early) is Edge.FEWER_THROWS
    assert RULES.edge(early, same) is Edge.EARLIER
    assert RULES.edge(lay(RULES, "411")[0], late) is Edge.HAND


def test_a_11_a_hand_goes_before_the_number_of_throws() -> None:
    assert lie(RULES, Throw.parse("411"), throws=3) > lay(RULES, "221 311")[1]


def test_the_starter_limits_the_others() -> None:
    game = play(lid_game("turnierschocken"), "0r:641 0r:652 0s 1r:654")

    assert isinstance(game, LidGame)
    assert game.turn.limit == 2
    assert game.view(1).limit == 2
    assert play(game, "1r:652").to_act == (2,)


def test_the_loser_of_a_cycle_begins_the_next_clockwise() -> None:
    game = play(lid_game("turnierschocken"), "0r:641 0s 1r:221 2r:652")

    assert isinstance(game, LidGame)
    assert game.cycle.order == (1, 2, 0)
    assert (game.cycle.lids, game.cycle.stack) == ((0, 1, 0), 12)


def test_the_last_allowed_throw_is_hidden_until_all_have_thrown() -> None:
    game = play(lid_game("turnierschocken"), "0r:641 0s 1r:652")
    seen = game.view(2).laid

    assert [shown.hidden for shown in seen] == [0, 3]
    assert str(seen[0].loose) == "641"
    assert str(game.view(1).laid[1].loose) == "652"
    assert game.view(None).laid == seen


def test_the_starters_third_throw_is_hidden_and_his_ones_are_seen() -> None:
    game = play(lid_game("turnierschocken"), "0r:641 0r1:52 0r:42")
    (shown,) = game.view(1).laid

    assert (str(shown.aside), str(shown.loose), shown.hidden) == ("1", "", 2)
    assert shown.hand is None


def test_opt_open_throws_shows_everything() -> None:
    rules = Turnierschocken(open_throws=True)
    game = play(rules.start(3), "0r:641 0s 1r:652")

    assert [shown.hidden for shown in game.view(2).laid] == [0, 0]


def test_001_rule_2_a_game_is_one_half() -> None:
    game = play(lid_game("turnierschocken"), "0r:652 0s 1r:111 2r:443")

    assert game.over
    assert game.outcome is not None
    assert game.outcome.order == (1, 0, 2)
    assert [place.reason for place in game.outcome.places] == [
        Reason.OUT_SCHOCK_OUT,
        Reason.OUT_SCHOCK_OUT,
        Reason.WORST_AT_SCHOCK_OUT,
    ]


STACK_RUNS_OUT = (
    "0r:611 0s 1r:652 2r:221 "  # 6 to player 2
    "2r:221 2s 0r:611 1r:652 "  # 6 more
    "2r:221 2s 0r:431 1r:652"  # the last one: 0 and 1 have none
)


def test_a_1_players_out_together_are_placed_by_their_hands() -> None:
    game = play(lid_game("turnierschocken"), STACK_RUNS_OUT)

    assert game.outcome is not None
    assert game.outcome.order == (1, 0, 2)
    assert game.outcome.places[2].reason is Reason.ALL_LIDS


def test_opt_who_is_out_together_plays_it_out() -> None:
    rules = Turnierschocken(stack_empty="play_off")
    game = play(rules.start(3), STACK_RUNS_OUT)
    assert isinstance(game, LidGame)
    assert game.cycle.order == (0, 1)
    assert game.cycle.stack == 13

    game = play(game, "0r:111 0s 1r:652")
    assert game.outcome is not None
    assert game.outcome.order == (0, 1, 2)
    assert [place.reason for place in game.outcome.places] == [
        Reason.PLAY_OFF,
        Reason.PLAY_OFF,
        Reason.ALL_LIDS,
    ]


def test_opt_a_play_off_goes_clockwise_from_the_last_by_hands() -> None:
    rules = Turnierschocken(stack_empty="play_off")
    schock = "0r:221 0s 1r:611 2r:654 3r:653"
    game = play(rules.start(4, 0), f"{schock} {schock} {schock}")
    assert isinstance(game, LidGame)
    assert [one.player for one in game.match.played[0].placed] == [1, 2, 3, 0]

    assert game.cycle.order == (3, 1, 2)
