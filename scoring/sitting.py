"""All games that one table plays in a round, one after the other."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from .games.cup import Laid
from .games.play import Event, Game
from .games.rulebook import Rulebook
from .games.thirteen import LidGame
from .hands import Category
from .players import Player, play_out


@dataclass(frozen=True, slots=True)
class Sitting:
    """What a table wrote down: finishing orders, first to last, by seats from 0.

    `schock_outs` counts by seat how many were thrown in all games together.
    """

    orders: tuple[tuple[int, ...], ...]
    schock_outs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """How a game went: its throws, its cycles and every hand that was compared.

    Only halves with lids have cycles and hands here: in 002 three ones are
    another thing (A-24), and 003 has none. The hands lie in the order of their
    cycles, the best of a cycle first.
    """

    throws: int
    cycles: int
    hands: tuple[Laid, ...]

    @property
    def schock_outs(self) -> list[int]:
        """Who threw a Schock out, once for each."""
        return [
            laid.player
            for laid in self.hands
            if laid.hand.category is Category.SCHOCK_OUT
        ]


def course(beginning: Game, moves: Iterable[tuple[Event, Game]]) -> Course:
    """Read a game from its events, each with the state that it led to."""
    throws = cycles = 0
    hands: list[Laid] = []
    before = beginning
    for event, after in moves:
        throws += bool(event.dice)
        if (
            isinstance(before, LidGame)
            and isinstance(after, LidGame)
            and after.cycle is not before.cycle
            and after.cycle.before is not None
        ):
            cycles += 1
            hands += after.cycle.before.ranked
        before = after
    return Course(throws, cycles, tuple(hands))


def moves(game: Game, events: Iterable[Event]) -> Iterator[tuple[Event, Game]]:
    """Replay: every event with the state that it leads to."""
    for event in events:
        game = game.after(event)
        yield event, game


def play_sitting(
    rules: Rulebook, players: Sequence[Player], games: int, rng: Random
) -> Sitting:
    """001 rules 1 and 5: let the computer play so many games at one table.

    The first drawn begins game 1, later whoever the rulebook says (A-13).
    """
    orders: list[tuple[int, ...]] = []
    thrown = [0] * len(players)
    for number in range(1, games + 1):
        previous = orders[-1] if orders else ()
        starter = rules.table_starter(number, previous, len(players))
        beginning = rules.start(len(players), starter)
        game, events = play_out(beginning, players, rng)
        assert game.outcome is not None
        orders.append(game.outcome.order)
        for player in course(beginning, moves(beginning, events)).schock_outs:
            thrown[player] += 1
    return Sitting(tuple(orders), tuple(thrown))


def placings(orders: Sequence[Sequence[int]]) -> list[str]:
    """Finishing orders as a sheet has them: the place of each seat.

    >>> placings([(1, 0, 2), (2, 1, 0)])
    ['213', '321']
    """
    return [
        "".join(str(order.index(seat) + 1) for seat in range(len(order)))
        for order in orders
    ]
