"""Is chance blind? Seeded, so these either hold or do not.

Pairs of one draw depend on each other, so a statistic is not compared with degrees
of freedom but with the same tournaments after everybody has got another's name.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations
from random import Random
from statistics import mean, stdev

import pytest

from scoring.draw import Drawing, DrawRequest, draw
from tests.depth import some
from tests.scoring.tournaments import play, seed

MANY = {9: 60, 12: 60, 13: 60, 15: 60, 27: 40, 99: 20}
TOURNAMENTS = dict(some(MANY.items(), 6, 2))
RENAMINGS = 60
ONE_IN_A_THOUSAND = 3.29  # standard deviations, either side

Happening = tuple[tuple[int, ...], tuple[int, ...]]
"""People it happens to, and what it is."""


def pairs(drawing: Drawing) -> Iterable[Happening]:
    for table in drawing.tables:
        for pair in combinations(table, 2):
            yield pair, ()


def seats(drawing: Drawing) -> Iterable[Happening]:
    for table in drawing.tables:
        for seat, player in enumerate(table):
            yield (player,), (seat,)


def tables(drawing: Drawing) -> Iterable[Happening]:
    for number, table in enumerate(drawing.tables):
        for player in table:
            yield (player,), (number,)


def sit_outs(drawing: Drawing) -> Iterable[Happening]:
    for player in drawing.sit_outs:
        yield (player,), ()


@cache
def tournaments(entrants: int) -> list[list[Drawing]]:
    return [
        play(range(entrants), 5, ("fair", name))
        for name in range(TOURNAMENTS[entrants])
    ]


@pytest.mark.parametrize(
    ("entrants", "happens"),
    [(n, what) for n in TOURNAMENTS for what in (pairs, seats, tables)]
    + [(13, sit_outs)],
)
def test_nobody_is_preferred(
    entrants: int, happens: Callable[[Drawing], Iterable[Happening]]
) -> None:
    happenings = [
        [happening for drawing in drawn for happening in happens(drawing)]
        for drawn in tournaments(entrants)
    ]

    def unevenness(names: list[list[int]]) -> int:
        counts = Counter(
            (frozenset([name[who] for who in people]), what)
            for name, happened in zip(names, happenings, strict=True)
            for people, what in happened
        )
        return sum(times * times for times in counts.values())

    rng = Random(1)
    everybody = list(range(entrants))
    null = [
        unevenness([rng.sample(everybody, entrants) for _ in happenings])
        for _ in range(RENAMINGS)
    ]
    found = unevenness([everybody for _ in happenings])

    assert abs(found - mean(null)) < ONE_IN_A_THOUSAND * max(stdev(null), 1e-9)


def reference(request: DrawRequest, rng: Random, wanted: int) -> list[list[list[int]]]:
    """Draws without a rematch from a long random walk: the uniform law itself."""
    met = {
        frozenset(pair)
        for past in request.history
        for table in past.tables
        for pair in combinations(table, 2)
    }

    def fits(table: list[int]) -> bool:
        return not any(frozenset(pair) in met for pair in combinations(table, 2))

    state = [list(table) for table in draw(request, seed("start")).tables]
    found = []
    for step in range(400 * (wanted + 10)):
        one, other = rng.sample(range(len(state)), 2)
        i, j = rng.randrange(3), rng.randrange(3)
        state[one][i], state[other][j] = state[other][j], state[one][i]
        if not (fits(state[one]) and fits(state[other])):
            state[one][i], state[other][j] = state[other][j], state[one][i]
        if step % 400 == 399 and step > 4000:
            found.append([list(table) for table in state])
    return found[:wanted]


@pytest.mark.parametrize("entrants", some([30, 153], 2))
def test_a_mended_draw_is_any_draw_without_rematch(entrants: int) -> None:
    """Given the history, compared with a Markov chain; 30 is the small search,
    153 the large one."""
    history = tuple(
        drawing.seating for drawing in play(range(entrants), 5, "reference")[:4]
    )
    request = DrawRequest(entrants=tuple(range(entrants)), history=history)
    wanted = 300
    drawn = [draw(request, seed("mended", name)).tables for name in range(wanted)]
    both = [
        [frozenset(pair) for table in tables for pair in combinations(table, 2)]
        for tables in [*drawn, *reference(request, Random(2), wanted)]
    ]

    def difference(chosen: set[int]) -> int:
        counts: Counter[frozenset[int]] = Counter()
        for at, meetings in enumerate(both):
            for pair in meetings:
                counts[pair] += 1 if at in chosen else -1
        return sum(times * times for times in counts.values())

    rng = Random(3)
    null = [
        difference(set(rng.sample(range(2 * wanted), wanted))) for _ in range(RENAMINGS)
    ]

    assert difference(set(range(wanted))) - mean(null) < ONE_IN_A_THOUSAND * stdev(null)
