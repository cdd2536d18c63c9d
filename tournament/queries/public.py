"""What players see: published rounds, standings, one entrant's evening.

Everything is built from one snapshot, so that pages and JSON show the same
figures. Whatever the public may not see is left out here, not in a template.
"""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from django.db.models import Count, IntegerField, Max, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from scoring.evening import Line, PlayedRound, PlayedTable, RoundScore
from scoring.evening import Mark as Mark
from scoring.standings import PODIUM
from tournament.models import Entrant, Tournament

from .people import Person, people
from .snapshot import Snapshot

# Standings


class PlayOffState(StrEnum):
    """Whether a deciding game is behind a place."""

    NONE = ""
    TO_COME = "to_come"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One line of the standings. `change` counts places won since the last round."""

    person: Person
    rank: int
    change: int | None
    points: int
    rounds: tuple[RoundScore, ...]
    games: tuple[int, int, int] | None
    schock_outs: int | None
    play_off: PlayOffState


@dataclass(frozen=True, slots=True)
class Board:
    """The standings of one moment.

    `hidden`: the organiser keeps them secret, then there are no lines. `after`
    is the round they stand after (0 before the first), `choices` the earlier
    rounds that can be asked for, `missing` the sheets of round `after` that
    are not in yet.
    """

    tournament: Tournament
    hidden: bool
    lines: tuple[StandingLine, ...]
    after: int
    choices: tuple[int, ...]
    tables: int
    missing: int

    @property
    def is_latest(self) -> bool:
        return self.after not in self.choices

    def only(self, search: str) -> "Board":
        """The lines of those who answer to a search."""
        found = tuple(line for line in self.lines if line.person.answers_to(search))
        return replace(self, lines=found)


def standings(
    snapshot: Snapshot, *, after_round: int | None = None, organiser: bool = False
) -> Board | None:
    """The standings now or after an earlier round; None where it is not published.

    An organiser sees full names, and sees them although they are hidden.
    """
    evening = snapshot.evening
    published = len(evening.rounds)
    if after_round is not None and not 1 <= after_round <= published:
        return None
    after = after_round or published
    hidden = evening.tournament.standings_hidden and not organiser
    names = (
        people(evening.entrants.values(), full_names=True)
        if organiser
        else snapshot.people
    )
    # Before the first draw the lines would tell who has checked in.
    shown = not hidden and (organiser or published > 0)
    states = play_off_states(snapshot) if after == published else {}
    last = evening.rounds[after - 1] if after else None
    return Board(
        tournament=evening.tournament,
        hidden=hidden,
        lines=tuple(
            standing_line(line, names[line.entrant], states)
            for line in (snapshot.lines(after_round) if shown else ())
        ),
        after=after,
        choices=tuple(range(1, published)),
        tables=len(last.tables) if last else 0,
        missing=len(last.missing) if last else 0,
    )


def standing_line(
    line: Line, person: Person, states: dict[int, PlayOffState]
) -> StandingLine:
    before = line.previous_rank
    return StandingLine(
        person=person,
        rank=line.rank,
        change=None if before is None else before - line.rank,
        points=line.points,
        rounds=line.rounds,
        games=line.games,
        schock_outs=line.schock_outs,
        play_off=states.get(line.entrant, PlayOffState.NONE),
    )


def play_off_states(snapshot: Snapshot) -> dict[int, PlayOffState]:
    """Whose place a deciding game settled, or still has to settle."""
    evening = snapshot.evening
    states = {}
    for group in evening.play_off_groups:
        result = evening.result_of(group)
        if result is None:
            state = PlayOffState.TO_COME
        elif result in evening.play_offs:
            state = PlayOffState.DECIDED
        else:
            continue  # all but one withdrew: nobody played
        states.update(dict.fromkeys(group.members, state))
    return states


# Rounds


class Whereabouts(StrEnum):
    SEATED = "seated"
    SITS_OUT = "sits_out"
    NOT_DRAWN = "not_drawn"


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat; `person` is None for a stand-in, `points` while none may be seen."""

    person: Person | None
    points: int | None


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table in seat order. `done`: its sheet is in.

    `dice` is the code of its dice table, if it has one.
    """

    round: int
    number: int
    chairs: tuple[Chair, ...]
    done: bool
    ruling: bool
    dice: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody is in a round, and with whom (None is a stand-in)."""

    person: Person
    whereabouts: Whereabouts
    table: int = 0
    seat: int = 0
    mates: tuple[Person | None, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundPage:
    """One published round; `number` is 0 before the first.

    `places` lists everybody by name, `entered` who is entered before the
    first draw. `finished`: every sheet of the round is in. `is_told`: there is
    a page that says how it was drawn. `next_draw` is the fingerprint of the
    draw to come, empty where none is.
    """

    number: int
    is_current: bool
    others: tuple[int, ...]
    places: tuple[Place, ...]
    tables: tuple[TableCard, ...]
    sit_outs: tuple[Person, ...]
    entered: tuple[Person, ...]
    podium: tuple[StandingLine, ...]
    done: int
    is_told: bool
    next_draw: str

    @property
    def finished(self) -> bool:
        return self.done == len(self.tables)


def round_page(snapshot: Snapshot, number: int | None = None) -> RoundPage | None:
    """The current round, or an earlier one; None where it is not published."""
    evening = snapshot.evening
    current = len(evening.rounds)
    if number is not None and not 1 <= number <= current:
        return None
    number = number or current
    is_current = number == current
    everybody = by_name(snapshot.people.values())
    played = evening.rounds[number - 1] if number else PlayedRound(0, ())
    cards = tuple(table_card(snapshot, played, table) for table in played.tables)
    closed = evening.tournament.closed_at is not None
    return RoundPage(
        number=number,
        is_current=is_current,
        others=tuple(one for one in range(1, current + 1) if one != number),
        places=places(snapshot, played, everybody, is_current and not closed),
        tables=cards,
        sit_outs=tuple(snapshot.people[one] for one in played.sit_outs),
        entered=() if number else tuple(one for one in everybody if not one.withdrawn),
        podium=podium(snapshot) if closed and is_current else (),
        done=sum(card.done for card in cards),
        is_told=bool(number) and evening.drawn[number].remarks is not None,
        next_draw=snapshot.fingerprint
        if is_current and not closed and current < evening.tournament.rounds
        else "",
    )


def podium(snapshot: Snapshot) -> tuple[StandingLine, ...]:
    """001 end: who is on places 1 to 3, as far as the public may know."""
    board = standings(snapshot)
    lines = board.lines if board else ()
    return tuple(line for line in lines if line.rank <= PODIUM)


def by_name(everybody: Iterable[Person]) -> list[Person]:
    return sorted(everybody, key=lambda one: (one.order, one.number))


def table_card(
    snapshot: Snapshot, played: PlayedRound, table: PlayedTable
) -> TableCard:
    tournament = snapshot.tournament
    sheet = table.sheet
    points: Sequence[int | None] = (None, None, None)
    if sheet is not None and not tournament.standings_hidden:
        points = sheet.points(tournament.format)
    return TableCard(
        round=played.number,
        number=table.number,
        chairs=tuple(
            Chair(snapshot.people.get(seat), scored)
            for seat, scored in zip(table.seats, points, strict=True)
        ),
        done=sheet is not None,
        ruling=sheet is not None and sheet.ruling,
        dice=snapshot.dice_codes.get((played.number, table.number), ""),
    )


def places(
    snapshot: Snapshot,
    played: PlayedRound,
    everybody: Iterable[Person],
    with_undrawn: bool,
) -> tuple[Place, ...]:
    """Everybody's place in a round, by name.

    With those who were not drawn but may be in the next round, so that who
    comes late is not told that he is unknown.
    """
    if not played.number:
        return ()
    found = {
        number: Place(snapshot.people[number], Whereabouts.SITS_OUT)
        for number in played.sit_outs
    }
    for table in played.tables:
        persons = [snapshot.people.get(number) for number in table.seats]
        for seat, person in enumerate(persons, start=1):
            if person is not None:
                found[person.number] = Place(
                    person,
                    Whereabouts.SEATED,
                    table.number,
                    seat,
                    tuple(persons[: seat - 1] + persons[seat:]),
                )
    if with_undrawn:
        for person in everybody:
            if person.number not in found and not person.withdrawn:
                found[person.number] = Place(person, Whereabouts.NOT_DRAWN)
    return tuple(found[one.number] for one in everybody if one.number in found)


# One entrant


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """One round of one entrant; `rank` and `points` are None while none is known."""

    round: int
    mark: Mark
    place: Place | None
    card: TableCard | None
    points: int | None
    rank: int | None


@dataclass(frozen=True, slots=True)
class EntrantPage:
    """`now` is the place in the current round as long as it is played there."""

    person: Person
    hidden: bool
    now: Place | None
    current_round: int
    line: StandingLine | None
    of: int
    rounds: tuple[PlayedLine, ...]
    closed: bool


def entrant_page(snapshot: Snapshot, number: int) -> EntrantPage | None:
    """One entrant's evening; None for a number that is not entered."""
    evening = snapshot.evening
    person = snapshot.people.get(number)
    board = standings(snapshot)
    if person is None or board is None:
        return None
    closed = evening.tournament.closed_at is not None
    history = tuple(played_line(snapshot, one, person) for one in evening.rounds)
    last = history[-1] if history else None
    now = None
    if last is not None and last.place is not None and not closed:
        playing = last.card is not None and not last.card.done
        sits_out = last.mark is Mark.SIT_OUT and bool(evening.rounds[-1].missing)
        now = last.place if playing or sits_out else None
    return EntrantPage(
        person=person,
        hidden=board.hidden,
        now=now,
        current_round=len(evening.rounds),
        line=next((one for one in board.lines if one.person is person), None),
        of=len(board.lines),
        rounds=history,
        closed=closed,
    )


def played_line(snapshot: Snapshot, played: PlayedRound, person: Person) -> PlayedLine:
    """What one round gave to one entrant, and the rank after it."""
    (place,) = places(snapshot, played, [person], False) or (None,)
    card = None
    if place is not None and place.whereabouts is Whereabouts.SEATED:
        table = next(one for one in played.tables if one.number == place.table)
        card = table_card(snapshot, played, table)
    line = next(
        (one for one in snapshot.lines(played.number) if one.entrant == person.number),
        None,
    )
    score = line.rounds[played.number - 1] if line else RoundScore(Mark.ABSENT)
    hidden = snapshot.tournament.standings_hidden
    unknown = hidden or score.mark in {Mark.OPEN, Mark.ABSENT}
    return PlayedLine(
        round=played.number,
        mark=score.mark,
        place=place,
        card=card,
        points=None if unknown else score.points,
        rank=None if unknown or line is None else line.rank,
    )


# All tournaments


@dataclass(frozen=True, slots=True)
class Listed:
    """A tournament on the first page; `round` is the last published one."""

    tournament: Tournament
    entrants: int
    round: int


@dataclass(frozen=True, slots=True)
class Home:
    running: tuple[Listed, ...]
    coming: tuple[Listed, ...]
    past: tuple[Listed, ...]


def home(today: datetime.date) -> Home:
    """All tournaments: running, then coming (the next first), then past."""
    published = Q(draws__published_at__isnull=False, draws__withdrawn_at=None)
    entered = (
        Entrant.objects.filter(tournament=OuterRef("pk"))
        .order_by()
        .values("tournament")
        .annotate(count=Count("pk"))
        .values("count")
    )
    everything = [
        Listed(one, one.count_entered, one.last_round)
        for one in Tournament.objects.annotate(
            last_round=Coalesce(Max("draws__round", filter=published), 0),
            count_entered=Coalesce(Subquery(entered, output_field=IntegerField()), 0),
        ).order_by("-date", "-pk")
    ]
    running = [
        one for one in everything if one.round and one.tournament.closed_at is None
    ]
    coming = [
        one
        for one in everything
        if not one.round
        and one.tournament.closed_at is None
        and one.tournament.date >= today
    ]
    past = [one for one in everything if one not in running and one not in coming]
    return Home(tuple(running), tuple(reversed(coming)), tuple(past))


# JSON: the same figures for other people's pages


def head(tournament: Tournament) -> dict[str, Any]:
    return {
        "name": tournament.name,
        "place": tournament.place,
        "date": tournament.date.isoformat(),
        "rounds": tournament.rounds,
        "games": tournament.games,
        "closed": tournament.closed_at is not None,
        "revision": tournament.revision,
    }


def standings_data(board: Board) -> dict[str, Any]:
    return {
        "tournament": head(board.tournament),
        "after_round": board.after,
        "sheets_missing": board.missing,
        "standings": [
            {
                "rank": line.rank,
                "change": line.change,
                "number": line.person.number,
                "name": line.person.name,
                "club": line.person.club,
                "withdrawn": line.person.withdrawn,
                "points": line.points,
                "rounds": [
                    {"points": score.points, "mark": score.mark}
                    for score in line.rounds
                ],
                "games": dict(zip(("won", "second", "lost"), line.games, strict=True))
                if line.games
                else None,
                "schock_outs": line.schock_outs,
                "play_off": line.play_off or None,
            }
            for line in board.lines
        ],
    }


def rounds_data(snapshot: Snapshot, number: int | None = None) -> dict[str, Any] | None:
    """Every published round, or the one asked for."""
    published = range(1, len(snapshot.evening.rounds) + 1)
    if number is not None and number not in published:
        return None
    pages = [round_page(snapshot, one) for one in published if number in {None, one}]
    return {
        "tournament": head(snapshot.tournament),
        "rounds": [
            {
                "number": page.number,
                "finished": page.finished,
                "tables": [
                    {
                        "number": card.number,
                        "done": card.done,
                        "ruling": card.ruling,
                        "seats": [
                            {
                                "number": chair.person.number,
                                "name": chair.person.name,
                                "points": chair.points,
                            }
                            if chair.person
                            else {
                                "number": None,
                                "name": None,
                                "points": chair.points,
                            }
                            for chair in card.chairs
                        ],
                    }
                    for card in page.tables
                ],
                "sit_outs": [
                    {"number": one.number, "name": one.name} for one in page.sit_outs
                ],
            }
            for page in pages
            if page is not None
        ],
    }


def entrants_data(snapshot: Snapshot) -> dict[str, Any]:
    return {
        "tournament": head(snapshot.tournament),
        "entrants": [
            {
                "number": one.number,
                "name": one.name,
                "club": one.club,
                "category": one.category,
                "withdrawn": one.withdrawn,
            }
            for one in snapshot.people.values()
        ],
    }
