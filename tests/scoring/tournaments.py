"""The small cast of the draw's tests: seeds, whole tournaments, known histories."""

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import combinations
from random import Random
from typing import Any

from scoring.draw import Drawing, DrawRequest, HeadCount, Policy, Seating, draw

Rounds = list[list[tuple[int, ...]]]


def seed(*parts: object) -> str:
    return sha256(repr(parts).encode()).hexdigest()


def play(
    entrants: Sequence[int],
    rounds: int,
    name: object,
    history: Iterable[Seating] = (),
    **settings: Any,
) -> list[Drawing]:
    """The rest of a tournament in which nobody comes or goes."""
    past, drawn = list(history), []
    while len(past) < rounds:
        request = DrawRequest(
            entrants=tuple(entrants), history=tuple(past), rounds=rounds, **settings
        )
        drawn.append(draw(request, seed(name, len(past))))
        past.append(drawn[-1].seating)
    return drawn


def measure(rounds: Iterable[Drawing | Seating]) -> tuple[int, int]:
    """C2 and excess, counted from the tables alone."""
    met = Counter(
        pair
        for drawn in rounds
        for table in drawn.tables
        for pair in combinations(sorted(table), 2)
    )
    return (
        sum(times * (times - 1) // 2 for times in met.values()),
        sum(times - 1 for times in met.values()),
    )


def together(groups: Iterable[Iterable[int]], tables: Iterable[Iterable[int]]) -> int:
    """How many pairs of the groups share a table."""
    kept = {frozenset(pair) for group in groups for pair in combinations(group, 2)}
    return sum(
        frozenset(pair) in kept for table in tables for pair in combinations(table, 2)
    )


def nine() -> Rounds:
    """Four rounds in which nine, 0 ... 8, meet each other once: the affine plane."""
    lines: Rounds = [[(0, 1, 2), (3, 4, 5), (6, 7, 8)]]
    for slope in range(3):
        lines.append(
            [
                (shift, 3 + (shift + slope) % 3, 6 + (shift + 2 * slope) % 3)
                for shift in range(3)
            ]
        )
    return lines


def fifteen() -> Rounds:
    """Kirkman's schoolgirls, 0 ... 14: seven rounds, everybody meets everybody."""
    base = ((1, 13, 14), (0, 4, 6), (7, 3, 12), (8, 5, 11), (2, 9, 10))

    def turn(point: int, by: int) -> int:
        return 14 if point == 14 else (point + by) % 7 + 7 * (point // 7)

    return [
        [tuple(turn(point, by) for point in table) for table in base] for by in range(7)
    ]


def seated(rounds: Rounds, shift: int = 1) -> list[Seating]:
    """Point p of the rounds is entrant p + shift."""
    return [
        Seating(tuple(tuple(point + shift for point in table) for table in tables))
        for tables in rounds
    ]


def side_by_side(*histories: Sequence[Seating]) -> list[Seating]:
    return [
        Seating(tuple(table for past in rounds for table in past.tables))
        for rounds in zip(*histories, strict=True)
    ]


def renamed(rounds: Rounds, rng: Random) -> Rounds:
    """The same rounds with other names and in another order."""
    points = sorted({point for table in rounds[0] for point in table})
    names = dict(zip(points, rng.sample(points, len(points)), strict=True))
    return [
        [tuple(names[point] for point in table) for table in tables]
        for tables in rng.sample(rounds, len(rounds))
    ]


def random_request(rng: Random, most: int = 40) -> DrawRequest:
    """A round somewhere in a tournament with any settings, people come and gone."""
    entrants = rng.sample(range(1, 4 * most), rng.randint(3, most))
    settings: dict[str, Any] = {
        "rounds": rng.randint(1, 7),
        "policy": rng.choice(list(Policy)),
        "head_count": rng.choice(list(HeadCount)),
        "mend_seats": rng.random() < 0.3,
    }
    if rng.random() < 0.4:
        settings["apart"] = tuple(
            tuple(rng.sample(entrants, min(len(entrants), rng.randint(2, 4))))
            for _ in range(rng.randint(1, 4))
        )
    history: list[Seating] = []
    for _ in range(rng.randint(0, settings["rounds"])):
        request = DrawRequest(
            entrants=tuple(entrants), history=tuple(history), **settings
        )
        history.append(draw(request, seed(rng.random())).seating)
        if rng.random() < 0.3 and len(entrants) > 5:
            entrants.remove(rng.choice(entrants))
        if rng.random() < 0.3:
            entrants.append(max(entrants) + rng.randint(1, 3))
    if rng.random() < 0.3:
        table = tuple(rng.sample(entrants, rng.randint(1, 3)))
        settings["fixed"] = ((1, table),)
    return DrawRequest(entrants=tuple(entrants), history=tuple(history), **settings)
