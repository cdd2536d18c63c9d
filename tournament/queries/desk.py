"""What the organiser's desk shows, and what is to be done next."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.draw import Effect, effect
from scoring.evening import PlayedRound, PlayedTable
from scoring.points import SEATS
from scoring.standings import PODIUM
from tournament.evening import Evening, load_evening
from tournament.models import Invitation, LogEntry, Membership, Tournament
from tournament.wording import setting

from .told import Told


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
    """A table; `told` says of a draw why it is so."""

    number: int
    people: tuple[Person, ...]
    missing: bool
    ruling: bool
    told: tuple[str, ...] = ()


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
        podium=podium(evening) if over else (),
    )


def podium(evening: Evening) -> tuple[Place, ...]:
    return tuple(
        Place(line.rank, person(evening, line.entrant), line.points)
        for line in evening.lines()
        if line.rank <= PODIUM
    )


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


def round_view(
    evening: Evening, played: PlayedRound, told: Told | None = None
) -> RoundView:
    return RoundView(
        played.number,
        tuple(table_view(evening, table, told or {}) for table in played.tables),
        people(evening, played.sit_outs),
    )


def table_view(evening: Evening, table: PlayedTable, told: Told) -> TableView:
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
        told=told.get(table.number, ()),
    )


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
    "dice_tables",
    "dice_clock",
    "draw_policy",
    "apart_by_club",
    "mend_seats",
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
        "draw_policy": tournament.get_draw_policy_display(),
        "apart_by_club": _("yes") if tournament.apart_by_club else _("no"),
        "mend_seats": _("yes") if tournament.mend_seats else _("no"),
        "place": tournament.place or "–",
        "dice_tables": setting("dice_tables", str(tournament.dice_tables)),
        "dice_clock": tournament.dice_clock or "–",
    }
    return SettingsPage(
        tournament.rounds_drawn(),
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
