"""Computer players: one function from a view and the legal actions to an action.

They see what a person in their seat sees. A stronger one is another function.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random

from .dice import Throw
from .games.cup import Shown
from .games.klappen import KlappenView
from .games.play import STAND, Action, Event, Game, View, close, roll
from .games.thirteen import LidView
from .games.tief import TiefView
from .hands import Category
from .odds import box_turn

Player = Callable[[View, Sequence[Action], Random], Action]


STRAIGHT, SCHOCK = Category.STRAIGHT, Category.SCHOCK


@cache
def gather(loose: Throw) -> Action:
    """Put all ones aside, turn what sixes can be turned, throw the rest."""
    ones, sixes = loose.count(1), loose.count(6)
    if ones == len(loose):
        return STAND
    return roll(Throw((1,) * ones), max(sixes - 1, 0))


def easy_turn(turn: Shown) -> Action:
    """Gather ones until a straight or better lies there."""
    assert turn.hand is not None
    if turn.hand.category >= STRAIGHT:
        return STAND
    return gather(turn.loose)


def medium_turn(turn: Shown) -> Action:
    """Stand like the easy one, but never on a Schock: the others may better it.

    Two ones lie safely aside, and the last die may still make a Schock out.
    """
    assert turn.hand is not None
    if turn.hand.category is SCHOCK:
        return gather(turn.loose)
    return easy_turn(turn)


def with_turn(
    policy: Callable[[Shown], Action],
) -> Callable[[LidView, Sequence[Action], Random], Action]:
    """A player of Schocken who looks at nothing but his own turn."""

    def decide(view: LidView, legal: Sequence[Action], rng: Random) -> Action:
        assert view.turn is not None
        return policy(view.turn)

    return decide


def keep_high(turn: Shown) -> Action:
    """Tief: keep ones and sixes and throw the rest, at least one die."""
    kept = [pip for pip in turn.loose if pip in (1, 6)]
    if len(kept) == len(turn.loose):
        kept.remove(max(kept))
    return roll(Throw(kept))


TIEF_ENOUGH = (0, 120, 110)
"""After how many throws the starter of a cycle is content with which points."""


def easy_tief(view: TiefView, legal: Sequence[Action], rng: Random) -> Action:
    """Stand on a one or a six."""
    assert view.turn is not None
    assert view.turn.hand is not None
    return STAND if view.turn.hand.value else keep_high(view.turn)


def medium_tief(view: TiefView, legal: Sequence[Action], rng: Random) -> Action:
    """Stand as soon as somebody else is low; who begins wants good points."""
    assert view.turn is not None
    assert view.turn.hand is not None
    points = view.turn.hand.value
    laid = [shown.hand.value for shown in view.laid if shown.hand is not None]
    enough = min(laid) + 1 if laid else TIEF_ENOUGH[view.turn.throws]
    return STAND if points >= enough else keep_high(view.turn)


def easy_klappen(view: KlappenView, legal: Sequence[Action], rng: Random) -> Action:
    """Close as many flaps as possible, as beginners do."""
    return max(legal, key=lambda action: len(action.flaps))


def medium_klappen(view: KlappenView, legal: Sequence[Action], rng: Random) -> Action:
    """The optimal turn: the least penalty is to be expected."""
    return close(box_turn(view.tally.rules).best(view.open, view.dice))


def anything(view: View, legal: Sequence[Action], rng: Random) -> Action:
    """Any legal action: plays every game there is or will be."""
    return legal[rng.randrange(len(legal))]


def by_view(players: Mapping[type[View], Callable[..., Action]]) -> Player:
    """One player for all games, who knows a game by its view.

    He is not asked where there is nothing to decide.
    """

    def decide(view: View, legal: Sequence[Action], rng: Random) -> Action:
        if len(legal) == 1:
            return legal[0]
        return players.get(type(view), anything)(view, legal, rng)

    return decide


easy = by_view(
    {LidView: with_turn(easy_turn), TiefView: easy_tief, KlappenView: easy_klappen}
)
medium = by_view(
    {
        LidView: with_turn(medium_turn),
        TiefView: medium_tief,
        KlappenView: medium_klappen,
    }
)

LEVELS: dict[str, Player] = {"random": anything, "easy": easy, "medium": medium}


def play_out(
    game: Game, players: Sequence[Player], rng: Random
) -> tuple[Game, list[Event]]:
    """Let the computer play a game to its end: the last state and all events.

    Where there is no choice nobody is asked.
    """
    events = []
    while waiting := game.to_act:
        player = waiting[0]
        legal = game.legal(player)
        action = legal[0]
        if len(legal) > 1:
            action = players[player](game.view(player), legal, rng)
        event = game.roll(player, action, rng)
        game = game.after(event)
        events.append(event)
    return game, events
