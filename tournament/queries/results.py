"""What the desk reads to enter sheets and play-offs, and to see their versions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef

from scoring.points import Format
from scoring.sheets import games_totals, read_keys, seat_totals, write_keys
from scoring.standings import Group
from tournament.evening import Evening, load_evening
from tournament.models import (
    Entrant,
    PlayOffEntry,
    PlayOffGame,
    SheetEntry,
    Table,
    Tournament,
)
from tournament.models.results import group_key
from tournament.models.rounds import stand_in_name

from .dice import DiceGames, dice_games, play_off_codes


@dataclass(frozen=True)
class Person:
    """Who sits at a seat; a stand-in has no start number.

    `key` is the start number, or minus the number of the stand-in.
    """

    position: int
    key: int
    number: int | None
    name: str
    club: str
    withdrawn: bool

    def __str__(self) -> str:
        return self.name if self.number is None else f"{self.number} {self.name}"


@dataclass(frozen=True)
class Change:
    """One thing in which a version differs from the one before.

    `what` is "game", "total", "schock_outs" or "ruling"; `at` the game or seat.
    """

    what: str
    at: int
    person: Person | None
    old: Any
    new: Any


@dataclass(frozen=True)
class Version:
    """One version of a sheet: `rows` holds the points of each game by seat."""

    number: int
    kind: str
    label: str
    games: tuple[str, ...]
    totals: tuple[int, int, int]
    typed: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    schock_outs: tuple[int, ...] | None
    reason: str
    at: datetime
    by: str
    played: tuple[int, ...]
    changes: tuple[Change, ...]

    @property
    def is_ruling(self) -> bool:
        return self.kind == SheetEntry.Kind.RULING

    def says(
        self,
        kind: str,
        games: Sequence[str],
        totals: Sequence[int],
        schock_outs: Sequence[int] | None,
        reason: str,
    ) -> bool:
        """Whether this is what somebody typed; a ruling is its reason, too."""
        return (
            (self.kind, list(self.games)) == (kind, list(games))
            and (bool(games) or list(self.totals) == list(totals))
            and list(self.schock_outs or ()) == list(schock_outs or ())
            and (not self.is_ruling or self.reason == reason)
        )


@dataclass(frozen=True)
class SheetPage:
    """A table, its people and every version of its sheet, the last one first."""

    tournament: Tournament
    table: Table
    round: int
    people: tuple[Person, ...]
    versions: tuple[Version, ...]
    tables: tuple[int, ...]
    missing: tuple[int, ...]
    dice: DiceGames

    @property
    def current(self) -> Version | None:
        return self.versions[0] if self.versions else None

    @property
    def next_number(self) -> int:
        return len(self.versions) + 1

    @property
    def format(self) -> Format:
        return self.tournament.format

    @property
    def check(self) -> int:
        return self.format.check

    @property
    def types_points(self) -> bool:
        """Whether points are typed, as on the paper, or place numbers."""
        return self.format.keys != "123"

    @property
    def reachable(self) -> list[int]:
        """Every total that one person can have."""
        return sorted(seat_totals(self.format))

    @property
    def seats(self) -> str:
        """Who sits here, in seat order, as the form sends it back."""
        return " ".join(str(one.key) for one in self.people)

    def typed_dice(self) -> dict[int, str]:
        """The games of the dice table as somebody would type them."""
        return {
            number: write_keys(game, self.format)
            for number, game in self.dice.games.items()
        }

    def played(self, games: Sequence[str]) -> list[int]:
        """Which of these games are as the dice table saw them."""
        return [
            number
            for number, game in enumerate(games, start=1)
            if number in self.dice.played and self.dice.games[number] == game
        ]


def find_table(tournament: Tournament, round: int, number: int) -> Table | None:
    """A table of the draw that counts."""
    table = (
        Table.objects.filter(
            draw__tournament=tournament,
            draw__round=round,
            draw__withdrawn_at=None,
            number=number,
        )
        .select_related("draw")
        .first()
    )
    if table:
        table.draw.tournament = tournament
    return table


def was_withdrawn(tournament: Tournament, round: int) -> bool:
    """Whether this round had a draw and has none now."""
    draws = tournament.draws.filter(round=round)
    return draws.exists() and not draws.filter(withdrawn_at=None).exists()


def all_and_missing(table: Table) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tables of this round, and those whose sheets are not in."""
    entries = SheetEntry.objects.filter(table=OuterRef("pk"))
    tables = list(
        Table.objects.filter(draw=table.draw_id)
        .order_by("number")
        .values_list("number", Exists(entries))
    )
    return (
        tuple(number for number, _is_in in tables),
        tuple(number for number, is_in in tables if not is_in),
    )


def next_missing(table: Table) -> int | None:
    """The next table on the pile: after this one, else from the front."""
    _tables, missing = all_and_missing(table)
    later = [number for number in missing if number > table.number]
    return next(iter(later or missing), None)


def read_games(tournament: Tournament, typed: Sequence[str]) -> list[str]:
    """What was typed game by game, as places of the seats."""
    return [read_keys(text, tournament.format) for text in typed]


def sheet_page(table: Table) -> SheetPage:
    tournament = table.draw.tournament
    people = tuple(
        person(seat.position, seat.entrant, seat.stand_in)
        for seat in table.seats.order_by("position").select_related("entrant")
    )
    tables, missing = all_and_missing(table)
    return SheetPage(
        tournament=tournament,
        table=table,
        round=table.draw.round,
        people=people,
        versions=versions(table, people),
        tables=tables,
        missing=missing,
        dice=dice_games(table, [one.key for one in people]),
    )


def person(position: int, entrant: Entrant | None, stand_in: int | None) -> Person:
    if entrant is None:
        assert stand_in, "a seat is taken by an entrant or a stand-in"
        name = stand_in_name(-stand_in)
        return Person(position, -stand_in, None, name, "", False)
    return Person(
        position,
        entrant.number,
        entrant.number,
        entrant.full_name,
        entrant.club,
        entrant.withdrawn,
    )


def versions(table: Table, people: Sequence[Person]) -> tuple[Version, ...]:
    """Every version, the last one first, each with what it changed."""
    format = table.draw.tournament.format
    found: list[Version] = []
    for entry in table.entries.select_related("by").order_by("number"):
        before = found[-1] if found else None
        found.append(version(entry, format, before, people))
    return tuple(reversed(found))


def version(
    entry: SheetEntry, format: Format, before: Version | None, people: Sequence[Person]
) -> Version:
    games = entry.games or ()
    now = Version(
        number=entry.number,
        kind=entry.kind,
        label=entry.get_kind_display(),
        games=tuple(games),
        totals=entry.points(format),
        typed=tuple(write_keys(game, format) for game in games),
        rows=tuple(games_totals([game], format) for game in games),
        schock_outs=tuple(entry.schock_outs) if entry.schock_outs else None,
        reason=entry.reason,
        at=entry.at,
        by=entry.by.get_username() if entry.by else "",
        played=tuple(entry.played),
        changes=(),
    )
    return now if before is None else with_changes(now, before, people)


def with_changes(now: Version, before: Version, people: Sequence[Person]) -> Version:
    changes = []
    if now.is_ruling != before.is_ruling:
        changes.append(Change("ruling", 0, None, before.is_ruling, now.is_ruling))
    if now.typed and before.typed:
        changes += [
            Change("game", game, None, old, new)
            for game, (old, new) in enumerate(
                zip(before.typed, now.typed, strict=True), start=1
            )
            if old != new
        ]
    nobody = (0, 0, 0)
    for what, olds, news in (
        ("total", before.totals, now.totals),
        ("schock_outs", before.schock_outs or nobody, now.schock_outs or nobody),
    ):
        changes += [
            Change(what, one.position, one, old, new)
            for one, old, new in zip(people, olds, news, strict=True)
            if old != new
        ]
    return Version(**{**vars(now), "changes": tuple(changes)})


@dataclass(frozen=True)
class Member:
    """One of those who share a place. `place` is the final one, once settled."""

    number: int
    name: str
    club: str
    withdrawn: bool
    place: int | None


@dataclass(frozen=True)
class Result:
    """One version of a play-off's result."""

    number: int
    order: tuple[Entrant, ...]
    behind: tuple[Entrant, ...]
    reason: str
    at: datetime
    by: str


@dataclass(frozen=True)
class GroupView:
    """A group that must play, who in it, why, and what was entered so far."""

    rank: int
    last_rank: int
    points: int
    members: tuple[Member, ...]
    lots: tuple[Entrant, ...]
    results: tuple[Result, ...]
    needs_no_game: bool
    dice: str

    @property
    def key(self) -> str:
        """How the forms of the page name the group."""
        return group_key(member.number for member in self.members)

    @property
    def players(self) -> tuple[Member, ...]:
        return tuple(member for member in self.members if not member.withdrawn)

    @property
    def withdrawn(self) -> tuple[Member, ...]:
        return tuple(member for member in self.members if member.withdrawn)

    @property
    def next_number(self) -> int:
        return len(self.results) + 1

    @property
    def current(self) -> Result | None:
        """The result that counts."""
        return self.results[0] if self.results else None

    def says(self, order: Sequence[int], behind: Sequence[int]) -> bool:
        """Whether this is what is entered."""
        return self.current is not None and (
            [one.number for one in self.current.order] == list(order)
            and sorted(one.number for one in self.current.behind) == sorted(behind)
        )

    @property
    def is_open(self) -> bool:
        return not self.results and not self.needs_no_game

    @property
    def final(self) -> tuple[Member, ...]:
        """The members as they stand in the end."""
        return tuple(sorted(self.members, key=lambda one: (one.place or 0, one.number)))


@dataclass(frozen=True)
class FormerGroup:
    """A result that counts no more: its members share no place at stake now."""

    members: tuple[Entrant, ...]
    results: tuple[Result, ...]


@dataclass(frozen=True)
class PlayOffPage:
    tournament: Tournament
    is_played_out: bool
    groups: tuple[GroupView, ...]
    former: tuple[FormerGroup, ...]

    @property
    def all_settled(self) -> bool:
        return not any(group.is_open for group in self.groups)

    def group(self, key: str) -> GroupView | None:
        return next((group for group in self.groups if group.key == key), None)


def play_off_page(tournament: Tournament) -> PlayOffPage:
    evening = load_evening(tournament)
    games = {game.members: game for game in tournament.play_offs.all()}
    results: dict[int, list[Result]] = {}
    for entry in (
        PlayOffEntry.objects.filter(play_off__tournament=tournament)
        .select_related("by")
        .order_by("play_off", "-number")
    ):
        results.setdefault(entry.play_off_id, []).append(result(entry, evening))

    codes = play_off_codes(tournament)
    groups = tuple(
        group_view(group, evening, games.get(group_key(group.members)), results, codes)
        for group in evening.play_off_groups
    )
    current = {group.key for group in groups}
    former = tuple(
        FormerGroup(
            tuple(people(map(int, game.members.split()), evening)),
            tuple(results[game.pk]),
        )
        for game in games.values()
        if game.members not in current and game.pk in results
    )
    return PlayOffPage(tournament, evening.is_played_out, groups, former)


def people(numbers: Any, evening: Evening) -> list[Entrant]:
    return [evening.entrants[number] for number in numbers]


def result(entry: PlayOffEntry, evening: Evening) -> Result:
    return Result(
        number=entry.number,
        order=tuple(people(entry.order, evening)),
        behind=tuple(people(entry.behind, evening)),
        reason=entry.reason,
        at=entry.at,
        by=entry.by.get_username() if entry.by else "",
    )


def group_view(
    group: Group,
    evening: Evening,
    game: PlayOffGame | None,
    results: dict[int, list[Result]],
    codes: Mapping[str, str],
) -> GroupView:
    withdrawn = evening.withdrawn_of(group)
    settled = evening.result_of(group) is not None
    places = {line.entrant: line.rank for line in evening.lines()} if settled else {}
    entered = results.get(game.pk, []) if game else []
    lots = (game.starting_order or []) if game else []
    playing = set(group.members) - set(withdrawn)
    return GroupView(
        rank=group.rank,
        last_rank=group.last_rank,
        points=group.points,
        members=tuple(
            Member(
                one.number,
                one.full_name,
                one.club,
                one.number in withdrawn,
                places.get(one.number),
            )
            for one in people(group.members, evening)
        ),
        # Lots drawn without somebody who plays after all are drawn anew.
        lots=tuple(people([one for one in lots if one in playing], evening))
        if playing <= set(lots)
        else (),
        results=tuple(entered),
        needs_no_game=settled and not entered,
        dice=codes.get(game.members, "") if game else "",
    )
