"""A whole evening: from the sheets of all rounds to everyone's line.

People are start numbers; stand-ins are negative and never ranked. Source: 001
"Ende des Turniers"; RULES.md, "The tournament"; A-34, A-35.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .points import Format
from .sheets import Totals, games_totals
from .standings import PlayOff, rank, settle


@dataclass(frozen=True, slots=True)
class Sheet:
    """The version of a sheet that counts: games (places by seat) or totals."""

    games: tuple[str, ...] | None = None
    totals: Totals | None = None
    ruling: bool = False
    schock_outs: tuple[int, int, int] | None = None

    def points(self, format: Format) -> Totals:
        """The points of seats 1, 2 and 3."""
        if self.totals is not None:
            return self.totals
        return games_totals(self.games or (), format)


@dataclass(frozen=True, slots=True)
class PlayedTable:
    number: int
    seats: tuple[int, int, int]
    sheet: Sheet | None = None


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One drawn round; `number` counts from 1."""

    number: int
    tables: tuple[PlayedTable, ...]
    sit_outs: tuple[int, ...] = ()

    @property
    def missing(self) -> list[PlayedTable]:
        """The tables whose sheets are not in; a round without any is closed."""
        return [table for table in self.tables if table.sheet is None]


@dataclass(frozen=True, slots=True)
class Awards:
    """A-35 and late entry: points that no game gave."""

    sit_out: int = 30
    missed: int = 0


class Mark(StrEnum):
    """What stands behind the points of one round."""

    PLAYED = "played"
    RULING = "ruling"
    SIT_OUT = "sit_out"
    MISSED = "missed"
    OPEN = "open"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class RoundScore:
    """One entrant's round; `points` is 0 while the sheet is open."""

    mark: Mark
    points: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """One entrant's line of the standings.

    `previous_rank` is the rank before the last round that has a result, None
    without one. Games won, second and lost, and Schock outs, count what was
    written down; None where nothing was.
    """

    entrant: int
    rank: int
    previous_rank: int | None
    points: int
    rounds: tuple[RoundScore, ...]
    games: tuple[int, int, int] | None
    schock_outs: int | None


_ABSENT = RoundScore(Mark.ABSENT)
_OPEN = RoundScore(Mark.OPEN)


def standings(
    format: Format,
    awards: Awards,
    entrants: Iterable[int],
    rounds: Sequence[PlayedRound],
    play_offs: Collection[PlayOff] = (),
    late: Collection[int] = (),
) -> list[Line]:
    """Everyone's line, best first; equals share a rank and stand by number.

    Late entry: rounds before the first one an entrant was drawn in give
    `awards.missed`, those after a withdrawal nothing. `late` were first drawn
    after these rounds: standings of an earlier round give them what the
    standings of now give them for it.
    """
    scores: dict[int, list[RoundScore]] = {entrant: [] for entrant in entrants}
    games: dict[int, list[int]] = {}
    schock_outs: dict[int, int] = {}
    missed = RoundScore(Mark.MISSED, awards.missed)
    sat_out = RoundScore(Mark.SIT_OUT, awards.sit_out)
    for played in rounds:
        this_round = dict.fromkeys(played.sit_outs, sat_out)
        for table in played.tables:
            sheet = table.sheet
            if sheet is None:
                this_round.update(dict.fromkeys(table.seats, _OPEN))
                continue
            mark = Mark.RULING if sheet.ruling else Mark.PLAYED
            for seat, points in zip(table.seats, sheet.points(format), strict=True):
                this_round[seat] = RoundScore(mark, points)
            if sheet.games is not None:
                for position, seat in enumerate(table.seats):
                    count = games.setdefault(seat, [0, 0, 0])
                    for game in sheet.games:
                        count[int(game[position]) - 1] += 1
            if sheet.schock_outs is not None:
                for seat, number in zip(table.seats, sheet.schock_outs, strict=True):
                    schock_outs[seat] = schock_outs.get(seat, 0) + number
        for entrant, row in scores.items():
            row.append(this_round.get(entrant, _ABSENT))

    for entrant, row in scores.items():
        # Only who was drawn at last has entered late; who never was has not.
        never = len(row) if entrant in late else 0
        first = next((at for at, one in enumerate(row) if one is not _ABSENT), never)
        row[:first] = [missed] * first

    last = last_round_with_result(rounds)
    totals = {who: sum(one.points for one in row) for who, row in scores.items()}
    before = {
        who: sum(one.points for one in row[: last - 1]) for who, row in scores.items()
    }
    previous = {one.entrant: one.rank for one in rank(before)} if last > 1 else {}
    return [
        Line(
            entrant=one.entrant,
            rank=one.rank,
            previous_rank=previous.get(one.entrant),
            points=one.points,
            rounds=tuple(scores[one.entrant]),
            games=(known[0], known[1], known[2])
            if (known := games.get(one.entrant))
            else None,
            schock_outs=schock_outs.get(one.entrant),
        )
        for one in settle(rank(totals), play_offs)
    ]


def last_round_with_result(rounds: Sequence[PlayedRound]) -> int:
    """The number of the last round in which a sheet is in; 0 before the first."""
    return max(
        (one.number for one in rounds if len(one.missing) < len(one.tables)), default=0
    )


def is_played_out(format: Format, rounds: Sequence[PlayedRound]) -> bool:
    """001 rule 5: all rounds are drawn and all their sheets are in."""
    return len(rounds) == format.rounds and not any(one.missing for one in rounds)
