"""What the organiser's desk shows, and what is to be done next."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, Q
from django.utils.formats import date_format

from scoring.draw import Effect, effect
from scoring.evening import PlayedRound, PlayedTable
from scoring.points import SEATS
from tournament.evening import Evening, drawn_in, load_evening
from tournament.models import (
    Deed,
    Draw,
    Entrant,
    Invitation,
    LogEntry,
    Membership,
    Seat,
    SitOut,
    Tournament,
)


class Step(StrEnum):
    """The one next thing to do, in the order of an evening."""

    ADD_ENTRANTS = "add_entrants"
    CHECK_IN = "check_in"
    DRAW = "draw"
    PUBLISH = "publish"
    COLLECT = "collect"
    PLAY_OFFS = "play_offs"
    CLOSE = "close"
    CLOSED = "closed"


@dataclass(frozen=True)
class Person:
    """Somebody in a draw: a start number and a name, or a stand-in (-1, -2)."""

    number: int
    name: str = ""
    club: str = ""
    table: int | None = None
    seat: int | None = None
    points: int | None = None

    @property
    def stand_in(self) -> int:
        return max(-self.number, 0)


@dataclass(frozen=True)
class Equals:
    """A play-off that has no result: who shares which place."""

    rank: int
    people: tuple[Person, ...]


@dataclass(frozen=True)
class NextStep:
    """The step, and what its sentence needs."""

    step: Step
    round: int | None = None
    effect: Effect | None = None
    missing: tuple[int, ...] = ()
    play_offs: tuple[Equals, ...] = ()


@dataclass(frozen=True)
class HeadCounts:
    """How many people there are, by what they are doing."""

    entered: int
    present: int
    withdrawn: int

    @property
    def absent(self) -> int:
        return self.entered - self.present


@dataclass(frozen=True)
class TableView:
    number: int
    people: tuple[Person, ...]
    missing: bool
    ruling: bool


@dataclass(frozen=True)
class RoundView:
    number: int
    tables: tuple[TableView, ...]
    sit_outs: tuple[Person, ...]

    @property
    def sheets_in(self) -> int:
        return sum(not table.missing for table in self.tables)

    @property
    def people(self) -> list[Person]:
        """Everybody in this round, by start number, the stand-ins last."""
        seated = [person for table in self.tables for person in table.people]
        everybody = [*seated, *self.sit_outs]
        return sorted(everybody, key=lambda one: (one.number < 0, abs(one.number)))


@dataclass(frozen=True)
class Place:
    rank: int
    person: Person
    points: int


@dataclass(frozen=True)
class Overview:
    step: NextStep
    heads: HeadCounts
    round: RoundView | None
    rounds: tuple[int, ...]
    podium: tuple[Place, ...]

    @property
    def is_last_published(self) -> bool:
        return self.round is not None and self.round.number == self.rounds[-1]


def next_step(evening: Evening) -> NextStep:
    """What to do now. Everything it hangs on is a fact of the evening."""
    if evening.tournament.closed_at:
        return NextStep(Step.CLOSED)
    if evening.unpublished:
        return NextStep(Step.PUBLISH, evening.unpublished.number)
    if evening.rounds and (missing := evening.rounds[-1].missing):
        tables = tuple(table.number for table in missing)
        return NextStep(Step.COLLECT, evening.rounds[-1].number, missing=tables)
    if evening.is_played_out:
        groups = tuple(
            Equals(group.rank, people(evening, group.members))
            for group in evening.open_play_offs
        )
        return NextStep(Step.PLAY_OFFS if groups else Step.CLOSE, play_offs=groups)
    heads = head_counts(evening)
    if heads.entered < SEATS:
        return NextStep(Step.ADD_ENTRANTS, evening.next_round)
    if heads.present < SEATS:
        return NextStep(Step.CHECK_IN, evening.next_round)
    sizes = effect(heads.present, evening.tournament.head_count)
    return NextStep(Step.DRAW, evening.next_round, sizes)


def head_counts(evening: Evening) -> HeadCounts:
    playing = [one for one in evening.entrants.values() if not one.withdrawn]
    return HeadCounts(
        entered=len(playing),
        present=len(evening.to_be_drawn),
        withdrawn=len(evening.entrants) - len(playing),
    )


def overview(tournament: Tournament, round: int | None = None) -> Overview:
    """The desk of one tournament, with the tables of the last or a chosen round."""
    evening = load_evening(tournament)
    published = {played.number: played for played in evening.rounds}
    shown = published.get(round or 0, evening.rounds[-1] if evening.rounds else None)
    step = next_step(evening)
    over = step.step in {Step.CLOSE, Step.CLOSED}
    return Overview(
        step=step,
        heads=head_counts(evening),
        round=round_view(evening, shown) if shown else None,
        rounds=tuple(published),
        podium=tuple(places(evening, upto=SEATS)) if over else (),
    )


def places(evening: Evening, upto: int) -> list[Place]:
    """The first places as a plain list."""
    return [
        Place(line.rank, person(evening, line.entrant), line.points)
        for line in evening.lines()
        if line.rank <= upto
    ]


def sheet_exists(tournament: Tournament, round: int, table: int) -> bool:
    """Whether this table plays in this published round."""
    return tournament.draws.filter(
        round=round,
        withdrawn_at=None,
        published_at__isnull=False,
        tables__number=table,
    ).exists()


def last_published_round(tournament: Tournament) -> int | None:
    live = tournament.draws.filter(withdrawn_at=None, published_at__isnull=False)
    return live.order_by("-round").values_list("round", flat=True).first()


def person(
    evening: Evening,
    number: int,
    table: int | None = None,
    seat: int | None = None,
    points: int | None = None,
) -> Person:
    entrant = evening.entrants.get(number)
    name, club = (entrant.full_name, entrant.club) if entrant else ("", "")
    return Person(number, name, club, table, seat, points)


def people(evening: Evening, numbers: Iterable[int]) -> tuple[Person, ...]:
    return tuple(person(evening, number) for number in numbers)


def round_view(evening: Evening, played: PlayedRound) -> RoundView:
    return RoundView(
        played.number,
        tuple(table_view(evening, table) for table in played.tables),
        people(evening, played.sit_outs),
    )


def table_view(evening: Evening, table: PlayedTable) -> TableView:
    sheet = table.sheet
    points: Sequence[int | None] = (
        sheet.points(evening.tournament.format) if sheet else (None,) * SEATS
    )
    seats = enumerate(zip(table.seats, points, strict=True), start=1)
    return TableView(
        number=table.number,
        people=tuple(
            person(evening, number, table.number, seat, scored)
            for seat, (number, scored) in seats
        ),
        missing=sheet is None,
        ruling=sheet is not None and sheet.ruling,
    )


@dataclass(frozen=True)
class Rematch:
    """Two people at one table who have met before, and when."""

    table: int
    one: Person
    other: Person
    rounds: tuple[int, ...]


def rematches(evening: Evening, played: PlayedRound) -> list[Rematch]:
    """Who meets again in this round. For information: the draw is random."""
    met: dict[tuple[int, int], list[int]] = defaultdict(list)
    for earlier in evening.rounds:
        if earlier.number < played.number:
            for table in earlier.tables:
                for pair in combinations(sorted(table.seats), 2):
                    met[pair].append(earlier.number)
    return [
        Rematch(
            table.number,
            person(evening, one),
            person(evening, other),
            tuple(met[one, other]),
        )
        for table in played.tables
        for one, other in combinations(sorted(table.seats), 2)
        if one > 0 and (one, other) in met
    ]


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
    `not_drawn` are here and came too late for the draw.
    """

    round: int
    step: NextStep
    heads: HeadCounts
    to_be_drawn: tuple[Person, ...]
    draw: Draw | None
    seats: RoundView | None
    gone: tuple[Person, ...]
    not_drawn: tuple[Person, ...]
    rematches: tuple[Rematch, ...]
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
    withdrawn = draws.exclude(withdrawn_at=None)
    live = draws.filter(withdrawn_at=None).select_related("drawn_by").first()
    drawn = [*evening.rounds, evening.unpublished]
    played = next((one for one in drawn if one and one.number == round), None)
    fresh = played is not None and len(played.missing) == len(played.tables)
    here, seated = set(evening.to_be_drawn), drawn_in([played] if played else [])
    return DrawPage(
        round=round,
        step=next_step(evening),
        heads=head_counts(evening),
        to_be_drawn=people(evening, evening.to_be_drawn),
        draw=live,
        seats=round_view(evening, played) if played else None,
        gone=people(evening, sorted(one for one in seated - here if one > 0))
        if fresh
        else (),
        not_drawn=people(evening, sorted(here - seated)) if fresh else (),
        rematches=tuple(rematches(evening, played)) if played else (),
        swaps=tuple(swaps_of(tournament, live)) if live else (),
        withdrawn=tuple(
            old_draws(
                withdrawn.select_related("drawn_by", "withdrawn_by"), evening.entrants
            )
        ),
    )


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


@dataclass(frozen=True)
class MyTournament:
    tournament: Tournament
    role: str
    entrants: int
    round: int


def my_tournaments(user: User) -> list[MyTournament]:
    """Where somebody helps, the latest evening first."""
    published = Q(
        tournament__draws__withdrawn_at=None,
        tournament__draws__published_at__isnull=False,
    )
    memberships = (
        Membership.objects.filter(user=user)
        .select_related("tournament")
        .annotate(
            entrant_count=Count("tournament__entrants", distinct=True),
            round_count=Count("tournament__draws", filter=published, distinct=True),
        )
        .order_by("-tournament__date", "-tournament__pk")
    )
    return [
        MyTournament(
            one.tournament,
            one.get_role_display(),
            one.entrant_count,
            one.round_count,
        )
        for one in memberships
    ]


def count_tournaments(user: User) -> int:
    """How many tournaments somebody runs or helps to run."""
    return Membership.objects.filter(user=user).count()


@dataclass(frozen=True)
class WhatIsLost:
    """What a tournament holds, told before it is deleted."""

    entrants: int
    rounds: int
    sheets: int


def what_is_lost(tournament: Tournament) -> WhatIsLost:
    evening = load_evening(tournament)
    tables = [table for played in evening.rounds for table in played.tables]
    return WhatIsLost(
        entrants=len(evening.entrants),
        rounds=len(evening.rounds),
        sheets=sum(table.sheet is not None for table in tables),
    )


def log_of(tournament: Tournament) -> Iterable[LogEntry]:
    return tournament.log.select_related("by")


def members_of(tournament: Tournament) -> Iterable[Membership]:
    """Organisers first, then helpers, each by name."""
    return tournament.memberships.select_related("user").order_by(
        "-role", "user__username"
    )


def invitations_of(tournament: Tournament) -> Iterable[Invitation]:
    return tournament.invitations.select_related("created_by").order_by("-pk")


@dataclass(frozen=True)
class Setting:
    name: str
    label: str
    value: str


@dataclass(frozen=True)
class SettingsPage:
    rounds_drawn: int
    values: dict[str, Any]
    lines: tuple[Setting, ...]


SETTINGS = (
    "name",
    "place",
    "date",
    "rounds",
    "games",
    "points_first",
    "points_second",
    "points_third",
    "next_starter",
    "head_count_policy",
    "sit_out_points",
    "missed_points",
    "play_off_places",
)


def settings_page(tournament: Tournament) -> SettingsPage:
    """The settings as values for a form and as lines to read."""
    values = {name: getattr(tournament, name) for name in SETTINGS}
    labels = {field.name: field.verbose_name for field in Tournament._meta.fields}
    shown = {
        **values,
        "date": date_format(tournament.date),
        "next_starter": tournament.get_next_starter_display(),
        "head_count_policy": tournament.get_head_count_policy_display(),
        "sit_out_points": tournament.points_for_sit_out,
        "place": tournament.place or "–",
    }
    return SettingsPage(
        tournament.draws.filter(withdrawn_at=None).count(),
        values,
        tuple(
            Setting(
                name,
                str(labels[name]),
                str(shown[name]),
            )
            for name in SETTINGS
        ),
    )
