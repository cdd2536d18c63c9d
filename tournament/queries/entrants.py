"""What the desk's pages about entrants show."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournament.lists.roster import Column, Doubt, Person, Remark, Understood
from tournament.models import Deed, Entrant, Tournament
from tournament.names import fold, name_key, search_text

from .people import by_name


@dataclass(frozen=True)
class Row:
    """An entrant, with the text in which a search finds them."""

    entrant: Entrant
    search: str

    @classmethod
    def of(cls, entrant: Entrant) -> "Row":
        words = (entrant.number, entrant.full_name, entrant.club, entrant.category)
        return cls(entrant, search_text(*words))

    def matches(self, query: str) -> bool:
        return all(word in self.search for word in fold(query).split())


@dataclass(frozen=True)
class LateEntry:
    """What entering now means: which round comes next, what the missed ones give."""

    drawn: int
    next_round: int | None
    points: int


def late_entry(tournament: Tournament) -> LateEntry:
    drawn = tournament.rounds_drawn()
    next_round = drawn + 1 if drawn < tournament.rounds else None
    return LateEntry(drawn, next_round, tournament.missed_points)


SORTS: dict[str, Callable[[Entrant], Any]] = {
    "number": lambda entrant: entrant.number,
    "name": by_name,
    "club": lambda entrant: (not entrant.club, fold(entrant.club), by_name(entrant)),
}


@dataclass(frozen=True)
class EntrantList:
    rows: list[Row]
    total: int
    present: int
    paid: int
    withdrawn: int
    clubs: list[str]
    categories: list[str]


def entrant_list(tournament: Tournament, query: str, sort: str) -> EntrantList:
    entrants = sorted(tournament.entrants.all(), key=SORTS[sort])
    playing = [one for one in entrants if not one.withdrawn]
    return EntrantList(
        rows=[row for row in map(Row.of, entrants) if row.matches(query)],
        total=len(entrants),
        present=sum(one.present for one in playing),
        paid=sum(one.paid for one in entrants),
        withdrawn=len(entrants) - len(playing),
        clubs=sorted({one.club for one in entrants if one.club}),
        categories=sorted({one.category for one in entrants if one.category}),
    )


# Check-in


@dataclass(frozen=True)
class CheckIn:
    rows: list[Row]
    total: int
    present: int
    paid: int

    @property
    def missing(self) -> int:
        return self.total - self.present


SHOWN: dict[str, Callable[[Entrant], bool]] = {
    "all": lambda entrant: True,
    "missing": lambda entrant: not entrant.present,
    "unpaid": lambda entrant: not entrant.paid,
}


def check_in(
    tournament: Tournament,
    show: str = "all",
    query: str = "",
    tapped: int | None = None,
) -> CheckIn:
    """Who is not there yet first, by name. The number tapped just now stays where
    it was, so that a mis-tap is undone by the same tap."""
    entrants = sorted(tournament.entrants.filter(withdrawn=False), key=by_name)

    def comes_late(entrant: Entrant) -> bool:
        return entrant.present and entrant.number != tapped

    shown = [
        Row.of(entrant)
        for entrant in sorted(entrants, key=comes_late)
        if SHOWN[show](entrant) or entrant.number == tapped
    ]
    return CheckIn(
        rows=[row for row in shown if row.matches(query)],
        total=len(entrants),
        present=sum(one.present for one in entrants),
        paid=sum(one.paid for one in entrants),
    )


TAPS = {
    Deed.ENTRANT_PRESENT,
    Deed.ENTRANT_ABSENT,
    Deed.ENTRANT_PAID,
    Deed.ENTRANT_UNPAID,
}
# More than this since the last look: the whole list is shorter.
MANY = 100


def tapped_since(tournament: Tournament, revision: int) -> set[int] | None:
    """Whose mark changed after a revision; None where the list itself may have.

    Every fact raises the revision by one and writes one line of the log, so the
    newest lines say what happened since. Read in this order nothing is missed:
    what is written in between shows up twice.
    """
    log = tournament.log.values_list("deed", "facts")[: MANY * 2]
    deeds = list(log)
    latest = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    passed = latest - revision
    if not 0 <= passed <= min(MANY, len(deeds)):
        return None
    since = deeds[:passed]
    others = {deed for deed, _ in since} - TAPS
    if any(deed.startswith(("entrant", "all_present")) for deed in others):
        return None
    return {facts["number"] for deed, facts in since if deed in TAPS}


# A list on its way in


@dataclass(frozen=True)
class ListRow:
    """A line of the preview: what was read, or what was typed over it."""

    key: str
    line: int
    take: bool
    number: str
    first_name: str
    last_name: str
    club: str
    category: str
    paid: bool
    phone: str
    note: str
    remarks: tuple[Remark, ...] = ()
    errors: tuple[str, ...] = ()


@dataclass(frozen=True)
class ListSheet:
    place: int
    title: str
    columns: list[Column]
    rows: list[ListRow]


@dataclass(frozen=True)
class Preview:
    sheets: list[ListSheet]

    @property
    def rows(self) -> list[ListRow]:
        return [row for sheet in self.sheets for row in sheet.rows]

    @property
    def taken(self) -> int:
        return sum(row.take for row in self.rows)

    @property
    def doubtful(self) -> list[ListRow]:
        """Ticked, but worth a look."""
        return [row for row in self.rows if row.take and (row.remarks or row.errors)]

    @property
    def wrong(self) -> list[ListRow]:
        return [row for row in self.rows if row.errors]


def key_of(place: int, person: Person) -> str:
    return f"row-{place}-{person.line}"


def preview(
    tournament: Tournament,
    understood: Mapping[int, Understood],
    titles: Mapping[int, str],
    *,
    typed: Mapping[str, Mapping[str, str]] | None = None,
    errors: Mapping[str, Iterable[str]] | None = None,
    untick_entered: bool = True,
) -> Preview:
    """The lines of the chosen sheets beside who is entered already.

    Read for the first time, a number that is not free is replaced and whoever
    is on the list or entered already is unticked; what was typed stays as it
    is, but for those entered meanwhile (`untick_entered`).
    """
    entered = list(tournament.entrants.all())
    rows = [
        to_row(key_of(place, person), person, typed)
        for place, one in understood.items()
        for person in one.people
    ]
    if typed is None:
        rows = with_free_numbers(rows, {one.number for one in entered})
    rows = with_duplicates(rows, entered, typed is None, untick_entered)
    rows = [replace(row, errors=tuple((errors or {}).get(row.key, ()))) for row in rows]
    by_key = {row.key: row for row in rows}
    return Preview(
        [
            ListSheet(
                place,
                titles[place],
                [one for one in part.columns if one.heading or one.examples],
                [by_key[key_of(place, person)] for person in part.people],
            )
            for place, part in understood.items()
        ]
    )


def to_row(
    key: str, person: Person, typed: Mapping[str, Mapping[str, str]] | None
) -> ListRow:
    row = ListRow(
        key=key,
        line=person.line,
        take=person.is_person,
        number=str(person.number or ""),
        first_name=person.first_name,
        last_name=person.last_name,
        club=person.club,
        category=person.category,
        paid=person.paid,
        phone=person.phone,
        note=person.note,
        remarks=person.remarks,
    )
    if typed is None:
        return row
    said = typed[key]
    return replace(
        row,
        take=bool(said["take"]),
        number=said["number"],
        first_name=said["first_name"],
        last_name=said["last_name"],
        club=said["club"],
        category=said["category"],
        paid=bool(said["paid"]),
    )


def with_free_numbers(rows: list[ListRow], taken: set[int]) -> list[ListRow]:
    wanted = [int(row.number) for row in rows if row.number and row.take]
    last = max([*taken, *wanted], default=0)
    used: set[int] = set()
    result = []
    for row in rows:
        number = int(row.number) if row.number and row.take else None
        if number in taken or number in used:
            last += 1
            doubt = Doubt.NUMBER_TAKEN if number in taken else Doubt.NUMBER_TWICE
            remark = Remark(doubt, {"number": number, "free": last})
            row = replace(row, number=str(last), remarks=(*row.remarks, remark))
        elif number is not None:
            used.add(number)
        result.append(row)
    return result


def with_duplicates(
    rows: list[ListRow], entered: list[Entrant], fresh: bool, untick_entered: bool
) -> list[ListRow]:
    known: dict[str, list[Entrant]] = defaultdict(list)
    for entrant in entered:
        known[name_key(entrant.full_name)].append(entrant)
    listed: dict[str, list[ListRow]] = defaultdict(list)
    result = []
    for row in rows:
        key = name_key(row.first_name, row.last_name)
        if row.take and key:
            entered_remark = against_entered(row, known[key])
            listed_remark = against_listed(row, listed[key])
            remarks = tuple(one for one in (entered_remark, listed_remark) if one)
            listed[key].append(row)
            found = {remark.doubt for remark in remarks}
            unticked = (untick_entered and Doubt.SAME_PERSON_ENTERED in found) or (
                fresh and Doubt.SAME_PERSON_LISTED in found
            )
            row = replace(
                row, remarks=(*row.remarks, *remarks), take=row.take and not unticked
            )
        result.append(row)
    return result


def against_entered(row: ListRow, namesakes: list[Entrant]) -> Remark | None:
    """One of the same name and club is the same person, else a namesake."""
    for one in namesakes:
        if fold(one.club) == fold(row.club):
            return Remark(Doubt.SAME_PERSON_ENTERED, {"number": one.number})
    if namesakes:
        return Remark(Doubt.SAME_NAME_ENTERED, {"number": namesakes[0].number})
    return None


def against_listed(row: ListRow, namesakes: list[ListRow]) -> Remark | None:
    """As above; two numbers in one list are two people."""
    for one in namesakes:
        if fold(one.club) == fold(row.club) and not (one.number and row.number):
            return Remark(Doubt.SAME_PERSON_LISTED, {"line": one.line})
    if namesakes:
        return Remark(Doubt.SAME_NAME_LISTED, {"line": namesakes[0].line})
    return None


@dataclass(frozen=True)
class Clash:
    """A start number that cannot be had, and the next one that can."""

    number: int
    free: int


def number_clashes(
    tournament: Tournament, numbers: Mapping[str, int | None]
) -> dict[str, Clash]:
    """Which of the numbers typed are taken, or typed twice."""
    taken = set(tournament.entrants.values_list("number", flat=True))
    given = [number for number in numbers.values() if number]
    last = max([*taken, *given], default=0)
    clashes = {}
    for key, number in numbers.items():
        if number is not None and number in taken:
            last += 1
            clashes[key] = Clash(number, last)
        elif number is not None:
            taken.add(number)
    return clashes


def count_entrants(tournament: Tournament) -> int:
    return tournament.entrants.count()
