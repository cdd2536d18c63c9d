"""The exact points of a half of three easy players, worked out without dice.

A half is a Markov chain: from the exact spread of each turn follows how likely
every cycle ends in which way, and from that the expected points in every
situation of lids, stack and order of play.
"""

from collections import defaultdict
from itertools import product

from scoring.games.lids import LIDS
from scoring.games.thirteen import ThirteenRulebook
from scoring.odds import spread
from scoring.simulate import Policy

Situation = tuple[tuple[int, ...], tuple[int, ...], int, int]
"""The order of play, the lids by player, the stack, how many are placed."""
Ending = tuple[Situation | None, tuple[int, ...]]
"""The next situation, none at the end of the half; who was placed."""


def cycle_ends(
    rules: ThirteenRulebook, policy: Policy, players: int
) -> dict[tuple[tuple[int, ...], int], float]:
    """How likely the places in the order of play rank so, and the lids it costs."""
    turns = {
        limit: [
            (rules.worth(hand, throws), hand.lids, throws, float(likely))
            for (hand, throws), likely in spread(rules, policy, limit).items()
        ]
        for limit in (1, 2, 3)
    }
    ends: dict[tuple[tuple[int, ...], int], float] = defaultdict(float)
    for first in turns[3]:
        for others in product(turns[first[2]], repeat=players - 1):
            likely, hands = 1.0, []
            for place, (worth, lids, _, chance) in enumerate((first, *others)):
                likely *= chance
                hands.append((worth, -place, lids))
            hands.sort(reverse=True)
            ends[tuple(-place for _, place, _ in hands), hands[0][2]] += likely
    return ends


def ending(now: Situation, ranked: list[int], cost: int) -> Ending:
    """What a cycle with these players ranked so does (A-1 to A-6, A-37)."""
    order, before, stack, placed = now
    best, worst, lids = ranked[0], ranked[-1], list(before)
    if cost == LIDS:
        return None, tuple(ranked)
    if stack:
        moved = min(cost, stack)
        stack -= moved
        lids[worst] += moved
        out = [] if stack else [one for one in ranked if not lids[one]]
    else:
        moved = min(cost, lids[best])
        lids[best] -= moved
        lids[worst] += moved
        out = [] if lids[best] else [best]
    if lids[worst] == LIDS:
        return None, (*out, worst)
    playing = [one for one in order if one not in out]
    start = playing.index(worst)
    following = (*playing[start:], *playing[:start])
    return (following, tuple(lids), stack, placed + len(out)), tuple(out)


def exact_points(rules: ThirteenRulebook, policy: Policy) -> list[float]:
    """Expected points by place in the order of play of the first cycle."""
    points = (5, 3, 1)
    cycles = {players: cycle_ends(rules, policy, players) for players in (2, 3)}
    start: Situation = ((0, 1, 2), (0, 0, 0), LIDS, 0)
    gains: dict[Situation, list[float]] = {}
    moves: dict[Situation, dict[Situation, float]] = {}
    ahead = [start]
    while ahead:
        now = ahead.pop()
        if now in gains:
            continue
        gain, move = [0.0, 0.0, 0.0], defaultdict[Situation, float](float)
        for (ranking, cost), likely in cycles[len(now[0])].items():
            after, out = ending(now, [now[0][place] for place in ranking], cost)
            for place, player in enumerate(out, start=now[3]):
                gain[player] += likely * points[place]
            if after is not None:
                move[after] += likely
        gains[now], moves[now] = gain, move
        ahead += move
    expected = {now: [3.0, 3.0, 3.0] for now in gains}
    for _ in range(60):
        for now in sorted(gains, key=lambda now: (now[2], -now[3])):
            worth = gains[now][:]
            for after, likely in moves[now].items():
                for player in range(3):
                    worth[player] += likely * expected[after][player]
            expected[now] = [
                0.0 if player not in now[0] else worth[player] for player in range(3)
            ]
    return expected[start]
