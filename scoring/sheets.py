"""What a score sheet may say, and what is wrong with one.

A sheet is either ten games or three totals. A game is written as the places
of the three seats, in the order of the seats: "213" = seat 2 won, seat 1 came
second, seat 3 lost. Source: 001 points 1-3, RULES "What a valid sheet is".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .errors import Rule, RuleBroken, SheetWrong
from .points import SEATS, Format

PLACES = "123"

Totals = tuple[int, int, int]
SchockOuts = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a sheet: the rule, where, and the facts.

    `game` counts from 1; `seat` counts from 1; 0 means the sheet as a whole.
    """

    rule: Rule
    game: int = 0
    seat: int = 0
    facts: tuple[tuple[str, int], ...] = ()

    def refusal(self) -> RuleBroken:
        return RuleBroken(self.rule, game=self.game, seat=self.seat, **dict(self.facts))


def game_is_whole(game: str) -> bool:
    """001 points 1: first, second and third are given once each."""
    return sorted(game) == list(PLACES)


def games_problems(games: Sequence[str], format: Format) -> list[Problem]:
    """Everything wrong with a sheet entered game by game; empty when right.

    A game of which nothing is written down ("") is missing, not wrong.
    """
    problems = [
        Problem(Rule.GAME_PLACES if game else Rule.GAME_MISSING, game=number)
        for number, game in enumerate(games, start=1)
        if not game_is_whole(game)
    ]
    if len(games) != format.games:
        facts = (("want", format.games), ("got", len(games)))
        problems.append(Problem(Rule.GAME_COUNT, facts=facts))
    return problems


def games_totals(games: Sequence[str], format: Format) -> Totals:
    """The points of seats 1, 2 and 3 over all games.

    >>> games_totals(["123"] * 9 + ["321"], Format())
    (46, 30, 14)
    """
    one, two, three = (
        sum(format.points[int(game[seat]) - 1] for game in games)
        for seat in range(SEATS)
    )
    return one, two, three


def totals_problems(totals: Totals, format: Format) -> list[Problem]:
    """Everything wrong with a sheet entered as three totals; empty when right.

    Named from the plainest fault to the subtlest: a total out of range, a
    total no single player can reach, a wrong sum, and at last totals that
    could each be but not together.
    """
    least, most = format.games * format.points[2], format.games * format.points[0]
    problems = []
    for seat, total in enumerate(totals, start=1):
        if not least <= total <= most:
            reach = (("total", total), ("least", least), ("most", most))
            problems.append(Problem(Rule.TOTAL_RANGE, seat=seat, facts=reach))
        elif total not in seat_totals(format):
            odd = (("total", total),)
            problems.append(Problem(Rule.TOTAL_UNREACHABLE, seat=seat, facts=odd))
    if sum(totals) != format.check:
        sums = (("want", format.check), ("got", sum(totals)))
        problems.append(Problem(Rule.TOTALS_SUM, facts=sums))
    if not problems and not totals_can_be(totals, format):
        problems.append(
            Problem(Rule.TOTALS_IMPOSSIBLE, facts=(("games", format.games),))
        )
    return problems


@lru_cache(maxsize=64)
def seat_totals(format: Format) -> dict[int, tuple[tuple[int, int], ...]]:
    """Each total one seat can reach, with the (wins, seconds) that make it."""
    first, second, third = format.points
    ways: dict[int, list[tuple[int, int]]] = {}
    for wins in range(format.games + 1):
        for seconds in range(format.games - wins + 1):
            thirds = format.games - wins - seconds
            total = wins * first + seconds * second + thirds * third
            ways.setdefault(total, []).append((wins, seconds))
    return {total: tuple(pairs) for total, pairs in ways.items()}


def totals_can_be(totals: Totals, format: Format) -> bool:
    """Whether there are games that add up to these totals.

    Every table of how often each seat took each place, whose rows and columns
    all sum to the number of games, is a sum of that many whole games
    (Birkhoff 1946), so it is enough to find such a table.
    """
    ways = [seat_totals(format).get(total, ()) for total in totals]
    third_ways = set(ways[2])
    return any(
        (format.games - wins_1 - wins_2, format.games - seconds_1 - seconds_2)
        in third_ways
        for wins_1, seconds_1 in ways[0]
        for wins_2, seconds_2 in ways[1]
    )


def schock_outs_problems(
    schock_outs: SchockOuts | None, format: Format
) -> list[Problem]:
    """001 rule 6: a Schock out ends the game, so nobody has more than games.

    Several players may throw one in the cycle that is finished first (A-37),
    so the three numbers are bound one by one, not together.
    """
    return [
        Problem(Rule.SCHOCK_OUTS, seat=seat, facts=(("most", format.games),))
        for seat, count in enumerate(schock_outs or (), start=1)
        if not 0 <= count <= format.games
    ]


def ruling_problems(totals: Totals, format: Format) -> list[Problem]:
    """A ruling may miss the check, but nobody gets more than all games won."""
    most = format.games * format.points[0]
    return [
        Problem(
            Rule.TOTAL_RANGE,
            seat=seat,
            facts=(("total", total), ("least", 0), ("most", most)),
        )
        for seat, total in enumerate(totals, start=1)
        if not 0 <= total <= most
    ]


def refuse(problems: Sequence[Problem]) -> None:
    """Refuse a sheet with whatever is wrong with it; nothing is: let it pass."""
    if problems:
        raise SheetWrong(*(problem.refusal() for problem in problems))


def read_keys(text: str, format: Format) -> str:
    """One typed game to places: two keys are enough, the third place is implied.

    Unknown keys and a third key that does not fit stay visible as "?", so that
    the sheet can say which game is wrong.

    >>> read_keys("35", Format()), read_keys("351", Format()), read_keys("55", Format())
    ('213', '213', '11?')
    >>> read_keys("", Format())
    ''
    """
    if not text:
        return ""
    places = "".join(
        PLACES[format.keys.index(key)] if key in format.keys else "?" for key in text
    )
    missing = set(PLACES) - set(places)
    if len(places) == SEATS - 1 and len(missing) == 1 and "?" not in places:
        return places + missing.pop()
    return places.ljust(SEATS, "?")


def write_keys(game: str, format: Format) -> str:
    """The other way: places as they are typed and printed.

    >>> write_keys("213", Format())
    '351'
    """
    return "".join(format.keys[int(place) - 1] for place in game)
