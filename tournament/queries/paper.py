"""What is printed: who sits where, cards, lists and certificates."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from scoring.evening import Line
from scoring.points import SEAT_NUMBERS as SEAT_NUMBERS
from scoring.points import SEATS
from scoring.standings import PODIUM
from tournament.evening import Evening, load_evening
from tournament.models import Entrant, Table, Tournament
from tournament.names import fold

from .people import by_name, people


@dataclass(frozen=True)
class Moment:
    """What there is to print now: before the first draw, in a round or at the end."""

    phase: str
    rounds: tuple[int, ...]
    over: bool

    @property
    def current(self) -> int | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def earlier(self) -> tuple[int, ...]:
        """The rounds before, the last one first."""
        return self.rounds[-2::-1] if len(self.rounds) > 1 else ()


@dataclass(frozen=True)
class Seated:
    """One of three at a table, in drawn order; stand-ins have a negative number."""

    number: int
    name: str
    club: str

    @property
    def stand_in(self) -> int:
        return max(-self.number, 0)


@dataclass(frozen=True)
class TableSheet:
    """A table whose score sheet or card is printed."""

    number: int
    seats: tuple[Seated, ...]


@dataclass(frozen=True)
class Placed:
    """Somebody on the wall: where he sits in this round; no table: sits out."""

    name: str
    number: int
    table: int | None
    seat: int | None


@dataclass(frozen=True)
class RoundOnPaper:
    number: int
    tables: tuple[TableSheet, ...]
    placed: tuple[Placed, ...]
    sit_outs: tuple[Seated, ...]


@dataclass(frozen=True)
class Final:
    """One line of the standings with its person."""

    line: Line
    entrant: Entrant
    shared: bool

    @property
    def is_on_podium(self) -> bool:
        return self.line.rank <= PODIUM


@dataclass(frozen=True)
class FinalPlaces:
    """Everybody's place; `decided` once no play-off is open either.

    Nobody has a place before the first sheet is in, `begun`; `running` is the
    round of which sheets are missing.
    """

    places: tuple[Final, ...]
    rounds: tuple[int, ...]
    begun: bool
    running: int | None
    decided: bool


def count_tables(tournament: Tournament) -> int:
    """How many score sheets there are: what a workbook takes its time for."""
    return Table.objects.filter(
        draw__tournament=tournament, draw__withdrawn_at=None
    ).count()


def moment(tournament: Tournament, *, organiser: bool) -> Moment:
    evening = load_evening(tournament)
    rounds = evening.drawn_rounds(unpublished=organiser)
    over = evening.is_played_out
    return Moment(
        phase="end" if over else "rounds" if rounds else "before",
        rounds=tuple(one.number for one in rounds),
        over=over,
    )


def most_tables(tournament: Tournament) -> int:
    """How many tables the room has: drawn ones, else as many as people fill."""
    evening = load_evening(tournament)
    drawn = [len(one.tables) for one in evening.drawn_rounds(unpublished=True)]
    playing = sum(not one.withdrawn for one in evening.entrants.values())
    return max([*drawn, -(-playing // SEATS)])


def seated(evening: Evening, person: int) -> Seated:
    entrant = evening.entrants.get(person)
    if entrant is None:
        return Seated(person, "", "")
    return Seated(person, entrant.full_name, entrant.club)


def round_on_paper(
    tournament: Tournament, number: int, *, organiser: bool
) -> RoundOnPaper | None:
    """A round for the room. On the wall names are as public as elsewhere.

    What is not published yet only organisers may print.
    """
    evening = load_evening(tournament)
    played = evening.find_round(number, unpublished=organiser)
    if played is None:
        return None
    shown = people(evening.entrants.values(), full_names=evening.tournament.full_names)
    seats = {
        person: (table.number, seat)
        for table in played.tables
        for seat, person in enumerate(table.seats, start=1)
        if person > 0
    }
    everybody = [*seats, *played.sit_outs]
    placed = [
        Placed(
            last_name_first(evening.entrants[one])
            if evening.tournament.full_names
            else shown[one].name,
            one,
            *seats.get(one, (None, None)),
        )
        for one in as_read(evening, everybody)
    ]
    return RoundOnPaper(
        number=played.number,
        tables=tuple(
            TableSheet(table.number, tuple(seated(evening, one) for one in table.seats))
            for table in played.tables
        ),
        placed=tuple(placed),
        sit_outs=tuple(seated(evening, one) for one in played.sit_outs),
    )


def last_name_first(entrant: Entrant) -> str:
    """A name as a list that is ordered by last names shows it."""
    parts = [entrant.last_name, entrant.first_name]
    return ", ".join(part for part in parts if part)


def as_read(evening: Evening, numbers: Iterable[int]) -> list[int]:
    """As a list on a wall is read: by last name, or first names if they are shown."""
    full = evening.tournament.full_names

    def order(number: int) -> tuple[str, str, int]:
        one = evening.entrants[number]
        return by_name(one) if full else (fold(one.short_name), "", number)

    return sorted(numbers, key=order)


def start_numbers(tournament: Tournament) -> list[Entrant]:
    """Everybody who plays, by start number."""
    return list(tournament.entrants.filter(withdrawn=False).order_by("number"))


def alphabetical(tournament: Tournament) -> list[Entrant]:
    """Everybody who is entered, by last name."""
    return sorted(tournament.entrants.all(), key=by_name)


def final_places(tournament: Tournament) -> FinalPlaces:
    """The standings, best first."""
    evening = load_evening(tournament)
    lines = evening.lines()
    of_rank = Counter(line.rank for line in lines)
    return FinalPlaces(
        places=tuple(
            Final(line, evening.entrants[line.entrant], of_rank[line.rank] > 1)
            for line in lines
        ),
        rounds=tuple(played.number for played in evening.rounds),
        begun=any(table.sheet for played in evening.rounds for table in played.tables),
        running=next(
            (played.number for played in evening.rounds if played.missing), None
        ),
        decided=evening.is_played_out and not evening.open_play_offs,
    )
