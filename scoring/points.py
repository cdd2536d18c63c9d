"""Places become points: the format of a tournament.

Source: 001 "Punkteverteilung" 1-3, 001 "Allgemeine Spielregeln" 4 and 5.
"""

from dataclasses import dataclass

from .errors import Rule, RuleBroken

SEATS = 3
"""001 rule 4: a table is always three persons."""
SEAT_NUMBERS = range(1, SEATS + 1)

MOST_ROUNDS = 30
"""`verify.js` knows it too: no draw has more."""

MOST_GAMES = 50
MOST_POINTS = 100


@dataclass(frozen=True, slots=True)
class Format:
    """The numbers of a tournament; the defaults are those of document 001.

    >>> Format().check
    90
    >>> Format().average
    30
    """

    rounds: int = 5
    games: int = 10
    points: tuple[int, int, int] = (5, 3, 1)

    def __post_init__(self) -> None:
        first, second, third = self.points
        if not (
            1 <= self.rounds <= MOST_ROUNDS
            and 1 <= self.games <= MOST_GAMES
            and MOST_POINTS >= first >= second >= third >= 0
            and first > third
        ):
            raise RuleBroken(
                Rule.FORMAT_NUMBERS,
                rounds=MOST_ROUNDS,
                games=MOST_GAMES,
                points=MOST_POINTS,
            )

    @property
    def check(self) -> int:
        """001 points 3: what a finished sheet sums to, 10 x (5 + 3 + 1) = 90."""
        return self.games * sum(self.points)

    @property
    def average(self) -> int:
        """A-35: what a sit-out receives, a third of the check (rounded half up)."""
        return (2 * self.check + SEATS) // (2 * SEATS)

    @property
    def keys(self) -> str:
        """How a place is typed: one key for the first, second and third.

        The points themselves where they are three different digits ("531"),
        as the paper sheet shows them; else the place ("123").
        """
        if len(set(self.points)) == SEATS and max(self.points) <= 9:
            return "".join(map(str, self.points))
        return "123"
