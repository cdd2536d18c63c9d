"""Finding the rounds that were played again inside a whole-tournament plan.

Nothing of an earlier draw has to be kept, or kept secret, for a plan to go on: who
is which point of the plan is found again, at random, from the tables that were
seated. Each round is therefore drawn from its own seed like any other.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations, permutations, product

from .generator import Generator

Tables = Sequence[Sequence[int]]
Profile = tuple[tuple[int, ...], ...]
CANDIDATES_TRIED = 50_000
ROUNDS_WITH_CORNERS = 3


class Meetings:
    """Some rounds of the players 0 ... n - 1, and how they lie to each other."""

    def __init__(self, players: int, rounds: Sequence[Tables]) -> None:
        self.players = players
        self.rounds = rounds
        self._corners: dict[tuple[int, int, int], list[int]] = {}
        self.met: dict[tuple[int, int], int] = {}
        """For every two who met, both ways round: the rounds they did, as bits."""
        for number, tables in enumerate(rounds):
            for table in tables:
                for pair in permutations(table, 2):
                    self.met[pair] = self.met.get(pair, 0) | 1 << number

    @cached_property
    def profiles(self) -> dict[tuple[int, int], list[Profile]]:
        """For two rounds, of every player: how his table of the one lies to the
        other; nothing if he sat out. Renaming the players changes nothing."""
        return {
            (one, other): self.profiles_of(self.rounds[one], self.rounds[other])
            for one, other in product(range(len(self.rounds)), repeat=2)
        }

    @cached_property
    def mates(self) -> list[dict[int, list[int]]]:
        """For every round, of everybody who did not sit out: the others there."""
        return [
            {
                player: [other for other in table if other != player]
                for table in tables
                for player in table
            }
            for tables in self.rounds
        ]

    def corners(self, first: int, second: int, third: int) -> list[int]:
        """Of every player: how often a mate of the first of these rounds and a mate
        of the second met in the third."""
        if (first, second, third) not in self._corners:
            ones, others = self.mates[first], self.mates[second]
            self._corners[first, second, third] = [
                sum(
                    self.met.get(pair, 0) >> third & 1
                    for pair in product(ones.get(player, ()), others.get(player, ()))
                )
                for player in range(self.players)
            ]
        return self._corners[first, second, third]

    def looks(self, rounds: Sequence[int]) -> list[tuple[object, ...]]:
        """Of every player: all that is known of him but his name."""
        known: list[Sequence[object]] = [
            self.profiles[one, other] for one, other in product(rounds, repeat=2)
        ]
        for one, other in combinations(rounds[:ROUNDS_WITH_CORNERS], 2):
            known += [self.corners(one, other, third) for third in rounds]
        return list(zip(*known, strict=True)) or [()] * self.players

    def profiles_of(self, tables: Tables, others: Tables) -> list[Profile]:
        table_at = [0] * self.players
        for number, table in enumerate(others, start=1):
            for player in table:
                table_at[player] = 1 << number
        spread = [sum({table_at[player] for player in table}) for table in tables]
        shared = [[(one & other).bit_count() for other in spread] for one in spread]
        rows = [tuple(sorted(row)) for row in shared]
        found: list[Profile] = [()] * self.players
        for number, table in enumerate(tables):
            neighbours = sorted(
                (
                    row
                    for row, common in zip(rows, shared[number], strict=True)
                    if common > 1
                )
            )
            for player in table:
                found[player] = (rows[number], *neighbours)
        return found


class Embedding:
    """A search for names: which round is which, then which player is which point.

    Names stand only if two have met in the rounds played exactly when their points
    meet in the plan.
    """

    def __init__(self, history: Meetings, plan: Meetings, rng: Generator) -> None:
        self.history, self.plan = history, plan
        self.players = rng.shuffle(list(range(history.players)))
        self.points = rng.shuffle(list(range(plan.players)))
        self.plan_order = rng.shuffle(list(range(len(plan.rounds))))
        self.round_of: list[int] = []
        self.point_of: dict[int, int] = {}
        self.left = CANDIDATES_TRIED

    def find(self) -> bool:
        """Fill `round_of` and `point_of`; whether the history is part of the plan."""
        played = len(self.round_of)
        if played == len(self.history.rounds):
            return self.name_players()
        for planned in self.plan_order:
            if planned not in self.round_of and self.alike(played, planned):
                self.round_of.append(planned)
                if self.find():
                    return True
                self.round_of.pop()
        return False

    def alike(self, played: int, planned: int) -> bool:
        """Whether this round lies to those already named as in the plan."""
        history, plan = self.history.profiles, self.plan.profiles
        return all(
            sorted(zip(history[played, before], history[before, played], strict=True))
            == sorted(zip(plan[planned, name], plan[name, planned], strict=True))
            for before, name in enumerate(self.round_of)
        )

    def name_players(self) -> bool:
        point_looks = self.plan.looks(self.round_of)
        candidates = [
            [point for point in self.points if point_looks[point] == look]
            for look in self.history.looks(range(len(self.round_of)))
        ]
        self.point_of = {}
        return all(candidates) and self.name_from(
            self.order_of_naming(candidates), candidates
        )

    def order_of_naming(self, candidates: Sequence[Sequence[int]]) -> list[int]:
        """Whoever has the fewest candidates, then always the one best known."""
        order: list[int] = []
        left = sorted(self.players, key=lambda player: len(candidates[player]))
        while left:
            known = {
                player: sum((player, other) in self.history.met for other in order)
                for player in left
            }
            order.append(max(left, key=known.__getitem__))
            left.remove(order[-1])
        return order

    def name_from(
        self, order: Sequence[int], candidates: Sequence[Sequence[int]]
    ) -> bool:
        if len(self.point_of) == len(order):
            return True
        player = order[len(self.point_of)]
        known = sum(1 << planned for planned in self.round_of)
        wanted = {
            self.point_of[other]: self.rounds_together(player, other)
            for other in order[: len(self.point_of)]
        }
        for point in candidates[player]:
            if point in wanted:
                continue
            if not self.left:
                return False
            self.left -= 1
            if all(
                self.plan.met.get((point, other), 0) & known == rounds
                for other, rounds in wanted.items()
            ):
                self.point_of[player] = point
                if self.name_from(order, candidates):
                    return True
                del self.point_of[player]
        return False

    def rounds_together(self, one: int, other: int) -> int:
        """The rounds of the plan in which these two should meet, as bits."""
        met = self.history.met.get((one, other), 0)
        return sum(
            1 << planned
            for played, planned in enumerate(self.round_of)
            if met >> played & 1
        )
