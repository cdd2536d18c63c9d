"""Standings: ranks, ties and the play-offs that settle them.

Entrants are start numbers. Source: 001 "Ende des Turniers" 1 and 2; RULES.md,
"The tournament"; A-34.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from .errors import Rule, RuleBroken

PLACES_AT_STAKE = 3
"""001 end 2: equal points on places 1 to 3 are played off."""
PODIUM = 3
"""Whoever is honoured at the end of a tournament is on one of these places."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """One entrant's place: `rank` is shared by equals, counted 1, 2, 2, 4."""

    entrant: int
    points: int
    rank: int


@dataclass(frozen=True, slots=True)
class PlayOff:
    """A finished deciding game: who played, best first, and who did not.

    Those who declined or withdrew stand behind all who played and share
    their place.
    """

    order: tuple[int, ...]
    behind: frozenset[int] = frozenset()

    @property
    def members(self) -> frozenset[int]:
        return self.behind.union(self.order)


@dataclass(frozen=True, slots=True)
class Group:
    """Entrants with equal points who must play one deciding game."""

    members: tuple[int, ...]
    points: int
    rank: int

    @property
    def last_rank(self) -> int:
        return self.rank + len(self.members) - 1


def rank(points: Mapping[int, int]) -> list[Ranked]:
    """001 end 1: most points first; equals share the rank and stand by number.

    >>> [one.rank for one in rank({1: 150, 2: 160, 3: 150, 4: 140})]
    [1, 2, 2, 4]
    """
    ordered = sorted(points, key=lambda entrant: (-points[entrant], entrant))
    ranked: list[Ranked] = []
    for place, entrant in enumerate(ordered, start=1):
        shares = ranked and ranked[-1].points == points[entrant]
        ranked.append(
            Ranked(entrant, points[entrant], ranked[-1].rank if shares else place)
        )
    return ranked


def play_off_groups(
    ranked: Sequence[Ranked], places_at_stake: int = PLACES_AT_STAKE
) -> list[Group]:
    """001 end 2: every group of equals whose best place is at stake.

    The whole group plays, also where it reaches beyond the last place at
    stake.
    """
    groups = []
    for place, equals in groupby(ranked, key=lambda one: one.rank):
        members = list(equals)
        if len(members) > 1 and place <= places_at_stake:
            entrants = tuple(one.entrant for one in members)
            groups.append(Group(entrants, members[0].points, place))
    return groups


def check_play_off(
    group: Collection[int], play_off: PlayOff, withdrawn: Collection[int]
) -> None:
    """A result names every member once, and nobody who withdrew as a player."""
    named = [*play_off.order, *play_off.behind]
    if sorted(named) != sorted(group) or set(play_off.order) & set(withdrawn):
        raise RuleBroken(Rule.PLAY_OFF_MEMBERS, want=len(group), got=len(set(named)))


def foregone(group: Collection[int], withdrawn: Collection[int]) -> PlayOff | None:
    """The result of a group in which at most one is left to play, without a game.

    >>> foregone([4, 7], withdrawn=[7])
    PlayOff(order=(4,), behind=frozenset({7}))
    """
    left = set(group) - set(withdrawn)
    if len(left) > 1:
        return None
    return PlayOff(tuple(left), frozenset(group) - left)


def settle(ranked: Sequence[Ranked], play_offs: Collection[PlayOff]) -> list[Ranked]:
    """The final places: each play-off orders its own group and nobody else.

    A result whose members are no longer one group of equals (a sheet was
    corrected since) settles nothing. A-34: play-offs give no points.
    """
    by_members = {play_off.members: play_off for play_off in play_offs}
    final: list[Ranked] = []
    for place, equals in groupby(ranked, key=lambda one: one.rank):
        group = list(equals)
        played = by_members.get(frozenset(one.entrant for one in group))
        if len(group) == 1 or played is None:
            final += group
            continue
        points = group[0].points
        final += [
            Ranked(entrant, points, place + ahead)
            for ahead, entrant in enumerate(played.order)
        ]
        behind = place + len(played.order)
        final += [Ranked(entrant, points, behind) for entrant in sorted(played.behind)]
    return final
