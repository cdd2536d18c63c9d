"""Halves by the hundred thousand, for statistics.

The same halves that the running game plays, throw by throw on the same
numbers, but walked through one flat table: each turn is a path of table
entries, chosen by the numbers that `Throw.roll` would draw. It plays players
who look at nothing but their own turn.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random

from .dice import DRAW_BITS, DRAWS
from .games.cup import Shown, Turn, turns_of
from .games.lids import LIDS
from .games.play import ROLL, STAND, Action
from .games.thirteen import ThirteenRulebook
from .hands import Hand

Policy = Callable[[Shown], Action]
"""A player who looks at nothing but his own turn."""

ROW = 1 << DRAW_BITS


@dataclass(frozen=True, slots=True)
class End:
    """How a turn ended: the hand, the throws it took, and how many were allowed."""

    hand: Hand
    throws: int
    limit: int


@dataclass(frozen=True, slots=True)
class Paths:
    """Every turn of one policy, ready to be walked.

    `table` is rows of 2048 entries, one for each number drawn. An entry is the
    start of the next row, or below zero: `~entry` is then the index in `ends`,
    `levels`, `throws` and `lids`. A number that must be drawn again leads back
    to its own row. `starts` is the first row by the number of throws allowed.
    """

    starts: tuple[int, ...]
    table: tuple[int, ...]
    ends: tuple[End, ...]
    levels: tuple[int, ...]
    throws: tuple[int, ...]
    lids: tuple[int, ...]


@cache
def paths_of(rules: ThirteenRulebook, policy: Policy) -> Paths:
    """Walk every turn of a policy once and write down where it leads."""
    turns = turns_of(rules)
    rows: dict[tuple[Turn, Action], int] = {}
    table: list[int] = []
    ends: dict[End, int] = {}

    def entry(turn: Turn) -> int:
        action = (
            ROLL if not turn.throws else STAND if turn.spent else policy(turn.lifted)
        )
        if action == STAND:
            assert turn.hand is not None
            end = End(turn.hand, turn.throws, turn.limit)
            return ~ends.setdefault(end, len(ends))
        if (turn, action) not in rows:
            start = rows[turn, action] = len(table)
            table.extend([start] * ROW)
            for number, throw in enumerate(DRAWS[turns.thrown_by(turn, action)]):
                if throw is not None:
                    table[start + number] = entry(turns.after(turn, action, throw))
        return rows[turn, action]

    starts = (0, *(entry(turns.fresh[limit]) for limit in range(1, rules.throws + 1)))
    return Paths(
        starts,
        tuple(table),
        tuple(ends),
        tuple(rules.worth(end.hand, end.throws) for end in ends),
        tuple(end.throws for end in ends),
        tuple(end.hand.lids for end in ends),
    )


@dataclass(slots=True)
class Statistics:
    """What many halves of one table came to.

    `places[player][place]` counts from place 0, the first; `turns` counts how
    the turns of each player ended.
    """

    halves: int = 0
    cycles: int = 0
    places: list[list[int]] = field(default_factory=list)
    turns: list[Counter[End]] = field(default_factory=list)

    def points(self, player: int, points: Sequence[int] = (5, 3, 1)) -> float:
        """The mean points of a player for one half."""
        scored = zip(self.places[player], points, strict=True)
        return sum(times * worth for times, worth in scored) / self.halves


class FastTable:
    """Players at one table, who play halves by themselves."""

    def __init__(self, rules: ThirteenRulebook, policies: Sequence[Policy]) -> None:
        if (rules.after_schock_out, rules.stack_empty) != ("hands", "hands"):
            raise ValueError("only halves whose places the hands decide")
        self.throws = rules.throws
        self.paths = [paths_of(rules, policy) for policy in policies]
        self.ended = [[0] * len(paths.ends) for paths in self.paths]
        self.cycles = 0

    def half(self, starter: int, draw: Callable[[int], int]) -> list[int]:
        """One half; the players first to last. `draw` gives so many random bits."""
        paths, ended, throws = self.paths, self.ended, self.throws
        players = len(paths)
        playing = list(range(players))
        lids = [0] * players
        stack = LIDS
        placed: list[int] = []
        while True:
            self.cycles += 1
            first = playing.index(starter)
            order = playing[first:] + playing[:first] if first else playing
            limit = throws
            hands = []
            for player in order:
                path = paths[player]
                table = path.table
                end = path.starts[limit]
                while end >= 0:
                    end = table[end + draw(DRAW_BITS)]
                end = ~end
                ended[player][end] += 1
                level = path.levels[end]
                if player == starter:
                    limit = path.throws[end]
                    best_level = worst_level = level
                    best, worst, cost = player, player, path.lids[end]
                elif level > best_level:
                    best_level, best, cost = level, player, path.lids[end]
                elif level <= worst_level:
                    worst_level, worst = level, player
                hands.append((level, player))
            starter = worst
            if cost == LIDS:
                leaving = [player for player in order if player != worst]
                lids[worst] = LIDS
            elif stack:
                cost = min(stack, cost)
                stack -= cost
                lids[worst] += cost
                if stack:
                    continue
                leaving = [player for player in order if not lids[player]]
            else:
                cost = min(lids[best], cost)
                lids[best] -= cost
                lids[worst] += cost
                if lids[best]:
                    continue
                leaving = [best]
            if len(leaving) > 1:
                level_of = {player: level for level, player in hands}
                leaving.sort(key=level_of.__getitem__, reverse=True)
            placed += leaving
            if lids[worst] == LIDS:
                placed.append(worst)
                return placed
            playing = [player for player in playing if player not in leaving]

    def play(self, halves: int, rng: Random, starter: int = 0) -> Statistics:
        """So many halves, each begun by the same player."""
        draw = rng.getrandbits
        counted: Counter[tuple[int, ...]] = Counter()
        for _ in range(halves):
            counted[tuple(self.half(starter, draw))] += 1
        players = len(self.paths)
        places = [[0] * players for _ in range(players)]
        for order, times in counted.items():
            for place, player in enumerate(order):
                places[player][place] += times
        turns = [
            Counter(dict(zip(paths.ends, times, strict=True)))
            for paths, times in zip(self.paths, self.ended, strict=True)
        ]
        return Statistics(halves, self.cycles, places, turns)
