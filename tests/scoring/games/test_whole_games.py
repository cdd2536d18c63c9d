"""Whole random games of every game, option and number of players (property tests).

What is written down here again is written down independently of the engine:
which dice are hidden, how many lids there are.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.dice import NOTHING, Throw
from scoring.errors import RuleBroken
from scoring.games import GAMES, Event, Game, Record, Rulebook, record_of, replay
from scoring.games.cup import CupRulebook
from scoring.games.klappen import FLAPS, KlappenGame
from scoring.games.play import STAND, Action, close, roll
from scoring.games.thirteen import LidGame
from scoring.games.tief import TiefGame
from tests.depth import examples, some
from tests.scoring.table import half_way, option_sets

EVERYTHING = [
    pytest.param(rules, players, seed, id=f"{key}-{number}-{players}")
    for key, default in GAMES.items()
    for number, rules in enumerate(option_sets(default))
    for seed, players in enumerate((2, 3, 3 + number % 6))
]

KEEPS = [
    Throw(kept)
    for count in range(4)
    for kept in sorted({*combinations((6, 6, 6, 5, 4, 3, 2, 1, 1, 1), count)})
]
CUP_ACTIONS = [STAND, *(roll(keep, turned) for keep in KEEPS for turned in range(4))]
ROLLS = [
    sorted({Throw(dice) for dice in product(range(1, 7), repeat=count)})
    for count in range(4)
]
FLAP_ACTIONS = [
    close(flaps) for count in (1, 2, 3) for flaps in combinations(FLAPS, count)
]


def every_action(rules: Rulebook) -> list[Action]:
    cup = isinstance(rules, CupRulebook)
    return CUP_ACTIONS if cup else [*CUP_ACTIONS[:40], *FLAP_ACTIONS]


def random_game(
    rules: Rulebook, players: int, rng: Random, script: Sequence[tuple[int, int]] = ()
) -> list[tuple[Game, Event]]:
    """Each state of a game with the event that followed it.

    `script` decides the first events: which legal action, and which dice.
    """
    game, steps = rules.start(players), []
    while not game.over:
        player = rng.choice(game.to_act)
        legal = game.legal(player)
        if len(steps) < len(script):
            choice, number = script[len(steps)]
            action = legal[choice % len(legal)]
            rolls = ROLLS[game.dice_for(player, action)]
            event = Event(player, action, rolls[number % len(rolls)])
        else:
            event = game.roll(player, rng.choice(legal), rng)
        steps.append((game, event))
        game = game.after(event)
        assert len(steps) < 20_000, "the game does not end"
    return [*steps, (game, event)]


def lids_of(game: Game) -> int | None:
    """All lids there are, on the stack and before the players."""
    if isinstance(game, LidGame | TiefGame):
        return game.cycle.stack + sum(game.cycle.lids)
    return None


@pytest.mark.parametrize(("rules", "players", "seed"), some(EVERYTHING, 4))
def test_a_whole_game(rules: Rulebook, players: int, seed: int) -> None:
    check_game(rules, players, Random(f"{rules}{players}{seed}"))


@examples(400, 30)
@given(
    rules=st.sampled_from([one.values[0] for one in EVERYTHING]),
    players=st.integers(2, 8),
    script=st.lists(st.tuples(st.integers(0, 99), st.integers(0, 55)), max_size=80),
    seed=st.integers(0, 999),
)
def test_a_whole_game_of_chosen_dice(
    rules: Rulebook, players: int, script: list[tuple[int, int]], seed: int
) -> None:
    """Also the dice that chance hardly ever brings together."""
    check_game(rules, players, Random(seed), script)


def check_game(
    rules: Rulebook, players: int, rng: Random, script: Sequence[tuple[int, int]] = ()
) -> None:
    steps = random_game(rules, players, rng, script)
    (end, _), steps = steps[-1], steps[:-1]

    lids = 13 if not isinstance(end, TiefGame) else end.rules.lids_for(players)
    for game, _ in steps:
        assert game.outcome is None
        assert lids_of(game) in (None, lids)
        assert min(getattr(getattr(game, "cycle", None), "lids", (0,))) >= 0
    assert lids_of(end) in (None, lids)

    assert end.outcome is not None
    assert sorted(end.outcome.order) == list(range(players))
    assert [place.place for place in end.outcome.places] == list(range(1, players + 1))

    record = record_of(rules, players, None, [event for _, event in steps], end)
    again = Record.from_json(record.as_json())
    assert again == record
    assert replay(again) == end

    for game, event in rng.sample(steps, min(12, len(steps))):
        check_legality(rules, game, event, rng)
        check_secrecy(rules, game, players, rng)


def check_legality(rules: Rulebook, game: Game, event: Event, rng: Random) -> None:
    """Every legal action is accepted, every other is refused."""
    for player in game.to_act:
        legal = game.legal(player)
        assert len(set(legal)) == len(legal) > 0
        for action in legal:
            game.after(game.roll(player, action, rng))
        for action in rng.sample(every_action(rules), 60):
            if action not in legal:
                with pytest.raises(RuleBroken):
                    game.dice_for(player, action)
                for count in range(4):
                    with pytest.raises(RuleBroken):
                        game.after(Event(player, action, Throw((2,) * count)))
    for player in {*range(9)} - {*game.to_act}:
        assert game.legal(player) == ()
        with pytest.raises(RuleBroken):
            game.after(event._replace(player=player))


def hidden_from(game: Game, player: int | None) -> list[int]:
    """The places in the order of play whose last throw this player may not see."""
    if isinstance(game, TiefGame):
        lifted = len(game.laid) + (game.turn is not None)
        return [
            place for place in range(lifted, len(game.thrown)) if game.thrown[place]
        ]
    if isinstance(game, LidGame) and not game.rules.open_throws:
        return [
            place
            for place, turn in enumerate(game.laid)
            if game.cycle.order[place] != player and turn.throws == turn.limit
        ]
    return []


def with_other_dice(game: Game, places: list[int], rng: Random) -> Game:
    """The same game with other dice under these cups."""
    if isinstance(game, TiefGame):
        thrown = list(game.thrown)
        for place in places:
            thrown[place] = Throw.roll(3, rng)
        return replace(game, thrown=tuple(thrown))
    assert isinstance(game, LidGame)
    laid = list(game.laid)
    for place in places:
        turn = laid[place]
        dice = Throw.roll(len(turn.loose), rng)
        laid[place] = game.turns.at(turn.limit, turn.throws, turn.aside, dice)
    return game._replace(laid=tuple(laid))


def check_secrecy(rules: Rulebook, game: Game, players: int, rng: Random) -> None:
    """Two states that differ only in hidden dice look the same."""
    for player in (None, *range(players)):
        places = hidden_from(game, player)
        if places:
            other = with_other_dice(game, places, rng)
            assert other.view(player) == game.view(player)
            assert repr(other.view(player)) == repr(game.view(player))
            assert other.to_act == game.to_act


@pytest.mark.parametrize("key", ["turnierschocken", "tief"])
def test_hidden_dice_are_really_there_to_be_hidden(key: str) -> None:
    """The property above is not empty: such states occur, and differ."""
    rng = Random(3)
    hidden = 0
    for events in range(1, 60):
        game = half_way(GAMES[key].start(4), events, seed=events)
        places = hidden_from(game, None)
        if places:
            hidden += with_other_dice(game, places, rng) != game
    assert hidden > 5


@pytest.mark.parametrize("key", ["turnierschocken", "schock-ut", "schocken"])
def test_the_owner_peeks_under_his_cup(key: str) -> None:
    for events in range(1, 60):
        game = half_way(GAMES[key].start(4, 0), events, seed=events)
        assert isinstance(game, LidGame)
        for place in hidden_from(game, None):
            owner = game.cycle.order[place]
            assert game.view(owner).laid[place].loose == game.laid[place].loose
            assert game.view(None).laid[place].loose == NOTHING


def test_klappen_hides_nothing() -> None:
    game = half_way(GAMES["klappen"].start(3), 30, seed=1)
    assert isinstance(game, KlappenGame)
    assert {replace(game.view(player), player=None) for player in range(3)} == {
        game.view(None)
    }
