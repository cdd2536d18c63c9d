"""Small helpers to play a game in a test."""

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from scoring.dice import NOTHING, Throw
from scoring.errors import Rule, RuleBroken
from scoring.games import GAMES, Event, Game, Rulebook
from scoring.games.cup import CupRulebook, Laid, Turn, turns_of
from scoring.games.thirteen import LidGame, ThirteenRulebook


def play(game: Game, events: str) -> Game:
    """Play the events of a text like "0r:641 0s"."""
    for event in events.split():
        game = game.after(Event.parse(event))
    return game


def refused(deed: Callable[[], object]) -> Rule:
    """The rule that refuses a deed."""
    with pytest.raises(RuleBroken) as refusal:
        deed()
    return refusal.value.rule


def turn_at(
    rules: CupRulebook, loose: str, aside: str = "", throws: int = 1, limit: int = 3
) -> Turn:
    return turns_of(rules).at(limit, throws, Throw.parse(aside), Throw.parse(loose))


def keeps(rules: CupRulebook, loose: str, **where: int | str) -> set[str]:
    """All that may be done with these dice, as texts."""
    return {str(action) for action in turn_at(rules, loose, **where).legal}  # type: ignore[arg-type]


def lie(
    rules: CupRulebook,
    dice: Throw,
    *,
    one_throw: bool = True,
    throws: int = 1,
    player: int = 0,
    place: int = 0,
) -> Laid:
    """A turn that ends with these dice, laid down; assembled, the highest lay aside."""
    aside = NOTHING if one_throw else Throw(dice[:1])
    turn = turns_of(rules).at(rules.throws, throws, aside, dice.take(aside))
    return turn.lie(player, place)


def lay(rules: CupRulebook, hands: str) -> list[Laid]:
    """Hands in the order of play by players 0, 1, ...: "641 311a"; "a" assembled."""
    return [
        lie(
            rules,
            Throw.parse(text.rstrip("a")),
            one_throw=not text.endswith("a"),
            player=player,
            place=player,
        )
        for player, text in enumerate(hands.split())
    ]


def settled(
    rules: ThirteenRulebook, hands: str, lids: tuple[int, ...], stack: int
) -> tuple[tuple[int, ...], int, list[int]]:
    """Lids, stack and who is out after a cycle of these hands."""
    end = rules.settle(lay(rules, hands), lids, stack)
    return end.lids, end.stack, [placed.player for placed in end.out]


def option_sets(rules: Rulebook) -> list[Rulebook]:
    """The rulebook with every combination of its options, numbers only small."""
    names, values = [], []
    for option in rules.options():
        if option.name != "next_starter":
            names.append(option.name)
            values.append(option.allowed[:3])
    return [
        rules.with_options(dict(zip(names, chosen, strict=True)))
        for chosen in product(*values)
    ]


def half_way(game: Game, events: int, seed: int) -> Game:
    """A game after so many random events."""
    rng = Random(seed)
    for _ in range(events):
        if game.over:
            break
        player = rng.choice(game.to_act)
        game = game.after(game.roll(player, rng.choice(game.legal(player)), rng))
    return game


def lid_game(key: str, players: int = 3, starter: int = 0) -> LidGame:
    game = GAMES[key].start(players, starter)
    assert isinstance(game, LidGame)
    return game
