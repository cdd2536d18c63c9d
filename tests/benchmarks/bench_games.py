"""How fast games are played. CPU time; the ratios of one run are what counts.

    python tests/benchmarks/bench_games.py [halves]

The yardstick is a half of 001 written down plainly: lists, sorting and
`random.choices`, without states, legal actions, views or records. `bare dice`
is what the same throws cost alone, one number each.
"""

import sys
from collections.abc import Callable
from json import dumps
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

from scoring.dice import DRAW_BITS
from scoring.games import GAMES, record_of
from scoring.games.turnierschocken import Turnierschocken
from scoring.players import easy, easy_turn, play_out
from scoring.simulate import FastTable

RULES = Turnierschocken()


def plain_rank(dice: list[int], throws: int, last: int) -> tuple[int, int, int]:
    high = sorted(dice, reverse=True)
    if high == [1, 1, 1]:
        return (5, 0, -throws)
    if high[1:] == [1, 1]:
        return (4, high[0], -throws)
    if last == 3 and high[0] == high[2]:
        return (3, high[0], -throws)
    if last == 3 and high[0] - 1 == high[1] == high[2] + 1:
        return (2, high[0], -throws)
    return (1, high[0] * 100 + high[1] * 10 + high[2], -throws)


def plain_turn(limit: int, rng: Random) -> tuple[tuple[int, int, int], int]:
    aside: list[int] = []
    throws = 0
    while True:
        loose = rng.choices(range(1, 7), k=3 - len(aside))
        throws += 1
        rank = plain_rank(aside + loose, throws, len(loose))
        if throws == limit or rank[0] > 1:
            return rank, throws
        aside += [1] * (loose.count(1) + max(0, loose.count(6) - 1))


def plain_half(rng: Random) -> list[int]:
    lids, stack, order, placed = [0, 0, 0], 13, [0, 1, 2], []
    while True:
        hands, limit = [], 3
        for place, player in enumerate(order):
            rank, throws = plain_turn(limit, rng)
            if not place:
                limit = throws
            hands.append((rank, -place, player))
        hands.sort(reverse=True)
        (kind, value, _), _, best = hands[0]
        worst = hands[-1][2]
        if kind == 5:
            return placed + [player for *_, player in hands]
        cost = value if kind == 4 else kind
        giver = stack or lids[best]
        cost = min(cost, giver)
        lids[worst] += cost
        if stack:
            stack -= cost
        else:
            lids[best] -= cost
        if not stack:
            out = [player for *_, player in hands if not lids[player]]
            placed += out
            order = [player for player in order if player not in out]
        if lids[worst] == 13:
            return [*placed, worst]
        start = order.index(worst)
        order = order[start:] + order[:start]


def per_second(name: str, halves: int, deed: Callable[[int], object]) -> float:
    deed(max(halves // 10, 1))
    start = process_time()
    deed(halves)
    rate = halves / (process_time() - start)
    print(f"{name:<34}{rate:>12,.0f} halves per CPU second")
    return rate


def with_records(halves: int) -> int:
    rng, beginning, size = Random(1), RULES.start(3), 0
    for _ in range(halves):
        game, events = play_out(beginning, [easy] * 3, rng)
        size += len(dumps(record_of(RULES, 3, 0, events, game).as_json()))
    return size


def states_only(halves: int) -> None:
    rng, beginning = Random(1), RULES.start(3)
    for _ in range(halves):
        play_out(beginning, [easy] * 3, rng)


def bare_dice(halves: int) -> None:
    draw = Random(1).getrandbits
    for _ in range(halves * 36):
        draw(DRAW_BITS)


def main(halves: int) -> None:
    rng = Random(1)
    yardstick = per_second(
        "written down plainly",
        halves,
        lambda many: [plain_half(rng) for _ in range(many)],
    )
    states = per_second("engine: states, events, legal", halves, states_only)
    recorded = per_second("engine: and JSON records", halves, with_records)
    table = FastTable(RULES, [easy_turn] * 3)
    fast = per_second(
        "simulator", halves * 10, lambda many: table.play(many, Random(1))
    )
    bare = per_second("bare dice, 36 throws", halves * 10, bare_dice)
    print(
        f"engine / plain {states / yardstick:.2f}, with records "
        f"{recorded / yardstick:.2f}; simulator / plain {fast / yardstick:.1f}, "
        f"simulator / bare dice {fast / bare:.2f}"
    )
    for key, rules in GAMES.items():
        start, rng = process_time(), Random(1)
        played = [play_out(rules.start(3), [easy] * 3, rng) for _ in range(200)]
        spent = process_time() - start
        events = sum(len(done) for _, done in played)
        print(
            f"{key:<18}{200 / spent:>9,.0f} games, {events / spent:>9,.0f} events/s, "
            f"{events / 200:.0f} events a game"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4000)
