"""What the desk shows of a draw: before it, after it, by hand, on the wall."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.utils.translation import gettext as _

from scoring.draw import DrawRequest, Table, check_by_hand, effect
from scoring.draw_record import digest_of, request_as_json, request_of_json
from scoring.evening import PlayedRound
from scoring.points import SEATS
from tournament.evening import (
    Evening,
    clubs_of,
    draw_request,
    drawn_in,
    load_evening,
)
from tournament.lists.tables import Fault, read_tables
from tournament.models import (
    Deed,
    Draw,
    DrawSecret,
    Entrant,
    LogEntry,
    Seat,
    SitOut,
    Tournament,
)
from tournament.models.rounds import stand_in_name
from tournament.wording import finding, slips

from .desk import (
    HeadCounts,
    NextStep,
    Person,
    RoundView,
    Step,
    TableView,
    head_counts,
    next_step,
    people,
    round_view,
)
from .people import people as people_shown
from .told import Naming, meetings, public_naming, told_of


def naming_of(evening: Evening) -> Naming:
    """A person in a sentence of the desk: "12 Uwe Schmitz"."""

    def name(number: int) -> str:
        if number < 0:
            return stand_in_name(number)
        return str(evening.entrants[number])

    return name


def tables_of_old_friends(evening: Evening, played: PlayedRound) -> int:
    met = meetings(evening, before=played.number)
    return sum(
        any(pair in met for pair in combinations(sorted(table.seats), 2))
        for table in played.tables
    )


def is_by_hand(record: Mapping[str, Any]) -> bool:
    fixed = record.get("request", {}).get("fixed")
    return bool(fixed) and request_of_json(record["request"]).by_hand


@dataclass(frozen=True)
class OldDraw:
    """A withdrawn draw: who, when and why, and how the tables were."""

    draw: Draw
    tables: tuple[TableView, ...]
    sit_outs: tuple[Person, ...]


@dataclass(frozen=True)
class DrawPage:
    """A round before and after its draw.

    As long as no sheet is in, `gone` were drawn and are no longer here, and
    `not_drawn` are here and came too late for the draw. `met_again` counts the
    tables at which somebody has met somebody.
    """

    round: int
    step: NextStep
    heads: HeadCounts
    to_be_drawn: tuple[Person, ...]
    draw: Draw | None
    seats: RoundView | None
    gone: tuple[Person, ...]
    not_drawn: tuple[Person, ...]
    met_again: int
    by_hand: bool
    room: str
    secret: DrawSecret
    swaps: tuple[LogEntry, ...]
    withdrawn: tuple[OldDraw, ...]

    @property
    def may_be_drawn(self) -> bool:
        return self.step.step is Step.DRAW and self.step.round == self.round

    @property
    def may_be_withdrawn(self) -> bool:
        """Only as long as no sheet of the round is in."""
        return self.seats is not None and self.seats.sheets_in == 0


def draw_page(tournament: Tournament, round: int) -> DrawPage:
    evening = load_evening(tournament)
    draws = tournament.draws.filter(round=round)
    withdrawn = draws.exclude(withdrawn_at=None).defer("record", "remarks")
    live = draws.filter(withdrawn_at=None).select_related("drawn_by").first()
    played = evening.find_round(round, unpublished=True)
    fresh = played is not None and len(played.missing) == len(played.tables)
    here, seated = set(evening.to_be_drawn), drawn_in([played] if played else [])
    return DrawPage(
        round=round,
        step=next_step(evening),
        heads=head_counts(evening),
        to_be_drawn=people(evening, evening.to_be_drawn),
        draw=live,
        seats=round_view(
            evening, played, told_of(evening, live, played, naming_of(evening))
        )
        if played and live
        else None,
        gone=people(evening, sorted(one for one in seated - here if one > 0))
        if fresh
        else (),
        not_drawn=people(evening, sorted(here - seated)) if fresh else (),
        met_again=tables_of_old_friends(evening, played) if played else 0,
        by_hand=is_by_hand(live.record) if live else False,
        room=live.record.get("room", "") if live else "",
        secret=next_secret(tournament),
        swaps=tuple(swaps_of(tournament, live)) if live else (),
        withdrawn=tuple(
            old_draws(
                withdrawn.select_related("drawn_by", "withdrawn_by"), evening.entrants
            )
        ),
    )


def next_secret(tournament: Tournament) -> DrawSecret:
    """Of the next draw: a page may show its fingerprint, never more."""
    return tournament.secrets.get(draw=None)


def promise(tournament: Tournament) -> DrawSecret | None:
    """The same, as long as a draw is to come: before the last of all rounds."""
    drawn = tournament.rounds_drawn()
    to_come = tournament.closed_at is None and drawn < tournament.rounds
    return next_secret(tournament) if to_come else None


def swaps_of(tournament: Tournament, draw: Draw) -> Iterable[LogEntry]:
    """The seats of a draw that were changed by hand, as the log has them."""
    return tournament.log.filter(
        deed=Deed.SEATS_SWAPPED, facts__round=draw.round, at__gte=draw.drawn_at
    ).select_related("by")


def old_draws(draws: Iterable[Draw], entrants: dict[int, Entrant]) -> list[OldDraw]:
    """Withdrawn draws with their tables, the last one first."""
    draws = list(draws)
    by_key = {entrant.pk: entrant for entrant in entrants.values()}

    def someone(key: int | None, stand_in: int | None = None) -> Person:
        if key is None:
            return Person(-(stand_in or 1))
        entrant = by_key[key]
        return Person(entrant.number, entrant.full_name, entrant.club)

    tables: dict[int, dict[int, list[Person]]] = defaultdict(lambda: defaultdict(list))
    for draw, table, entrant, stand_in in (
        Seat.objects.filter(draw__in=draws)
        .order_by("table__number", "position")
        .values_list("draw", "table__number", "entrant", "stand_in")
    ):
        tables[draw][table].append(someone(entrant, stand_in))
    sit_outs: dict[int, list[Person]] = defaultdict(list)
    for draw, entrant in (
        SitOut.objects.filter(draw__in=draws)
        .order_by("entrant__number")
        .values_list("draw", "entrant")
    ):
        sit_outs[draw].append(someone(entrant))
    return [
        OldDraw(
            one,
            tuple(
                TableView(number, tuple(seated), missing=True, ruling=False)
                for number, seated in tables[one.pk].items()
            ),
            tuple(sit_outs[one.pk]),
        )
        for one in reversed(draws)
    ]


# Tables typed in


@dataclass(frozen=True)
class ByHand:
    """Tables as they were typed, understood, and what they would mean.

    `left` are those whom the lot would still seat or let sit out; `checked`
    stands for all that the draw would be made from, so that what is drawn is
    what was looked at.
    """

    round: int
    may_be_drawn: bool
    tables: int
    faults: tuple[str, ...]
    fixed: tuple[tuple[int, Table], ...] = ()
    shown: tuple[TableView, ...] = ()
    findings: tuple[str, ...] = ()
    left: tuple[Person, ...] = ()
    by_hand: bool = False
    checked: str = ""


def by_hand_page(tournament: Tournament, round: int, text: str | None) -> ByHand:
    """What a text would mean; None asks for the empty page."""
    evening = load_evening(tournament)
    step = next_step(evening)
    if step.step is not Step.DRAW or step.round != round or step.effect is None:
        return ByHand(round, False, 0, ())
    tables = step.effect.tables
    if text is None:
        return ByHand(round, True, tables, ())
    present = evening.to_be_drawn
    typed = read_tables(text, evening.entrants, present, tables)
    if typed.faults:
        return ByHand(round, True, tables, tuple(told_slips(typed.faults)))
    request = draw_request(evening, typed.tables)
    seated = {number for _, table in typed.tables for number in table}
    left = [number for number in present if number not in seated]
    return ByHand(
        round=round,
        may_be_drawn=True,
        tables=tables,
        faults=(),
        fixed=typed.tables,
        shown=tuple(
            TableView(number, people(evening, table), missing=True, ruling=False)
            for number, table in typed.tables
        ),
        findings=tuple(findings_of(evening, request)),
        left=people(evening, left),
        by_hand=request.by_hand,
        checked=digest_of(request_as_json(request))[:32],
    )


MOST_SLIPS = 20


def told_slips(faults: Iterable[Fault]) -> list[str]:
    said = slips(faults)
    if len(said) > MOST_SLIPS:
        more = len(said) - MOST_SLIPS
        said = [*said[:MOST_SLIPS], _("… and %(more)s more.") % {"more": more}]
    return said


def findings_of(evening: Evening, request: DrawRequest) -> Iterable[str]:
    """What is worth knowing before tables that were typed are drawn with."""
    met = meetings(evening, before=request.round)
    naming = naming_of(evening)
    for found in check_by_hand(request):
        one, other = min(found.who), max(found.who)
        yield finding(found, naming, met.get((one, other), ()))


# Who is kept apart


@dataclass(frozen=True)
class Apart:
    """Two who are kept apart; `key` is what takes them off the list again."""

    key: int
    one: Person
    other: Person


@dataclass(frozen=True)
class Club:
    name: str
    people: tuple[Person, ...]
    too_large: bool


@dataclass(frozen=True)
class KeptApartPage:
    """`tables` is how many the next draw would have, 0 where none can be made."""

    pairs: tuple[Apart, ...]
    people: tuple[Person, ...]
    clubs: tuple[Club, ...]
    tables: int


def kept_apart_page(tournament: Tournament) -> KeptApartPage:
    entrants = list(tournament.entrants.filter(withdrawn=False))
    persons = {one.pk: Person(one.number, one.full_name, one.club) for one in entrants}
    here = [one for one in entrants if one.present]
    tables = (
        effect(len(here), tournament.head_count).tables if len(here) >= SEATS else 0
    )
    pairs = tournament.kept_apart.select_related("one", "other")
    return KeptApartPage(
        pairs=tuple(
            Apart(pair.pk, *(Person(one.number, one.full_name) for one in two))
            for pair in pairs
            for two in [sorted((pair.one, pair.other), key=lambda one: one.number)]
        ),
        people=tuple(persons.values()),
        clubs=tuple(
            Club(
                name,
                tuple(persons[one.pk] for one in group),
                0 < tables < sum(one.present for one in group),
            )
            for name, group in sorted(clubs_of(entrants).items())
        ),
        tables=tables,
    )


# On the wall


def promise_page(tournament: Tournament, round: int) -> DrawSecret | None:
    """What the wall shows before a draw; None where this round is not next."""
    is_next = load_evening(tournament).next_round == round
    return promise(tournament) if is_next else None


@dataclass(frozen=True)
class ShownTable:
    number: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class Show:
    """The tables of a round for everybody in the room: names as players see them."""

    round: int
    draw: Draw
    tables: tuple[ShownTable, ...]
    sit_outs: tuple[str, ...]


def show_page(tournament: Tournament, round: int) -> Show | None:
    """None where this round is not drawn."""
    evening = load_evening(tournament)
    played = evening.find_round(round, unpublished=True)
    if played is None:
        return None
    shown = public_naming(
        people_shown(evening.entrants.values(), full_names=tournament.full_names)
    )
    return Show(
        round=round,
        draw=evening.drawn[round],
        tables=tuple(
            ShownTable(table.number, tuple(map(shown, table.seats)))
            for table in played.tables
        ),
        sit_outs=tuple(map(shown, played.sit_outs)),
    )
