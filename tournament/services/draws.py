"""Drawing a round, publishing it, withdrawing it, swapping two seats."""

import secrets
from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring import fair
from scoring.draw import Drawing, DrawRequest
from scoring.draw import draw as draw_lots
from scoring.draw_record import make_record
from tournament.errors import Refusal, Refused, Stale
from tournament.evening import draw_request, load_evening
from tournament.models import (
    Deed,
    Draw,
    DrawSecret,
    Entrant,
    Seat,
    SheetEntry,
    SitOut,
    Table,
    Tournament,
)

from .deed import lock, need_reason, record


def commit_secret(tournament: Tournament) -> DrawSecret:
    """Choose the secret of the next draw. Its fingerprint binds from now on."""
    entropy = secrets.token_bytes(fair.SECRET_BYTES)
    return DrawSecret.objects.create(
        tournament=tournament, secret=fair.secret_text(entropy)
    )


@transaction.atomic
def draw_round(
    *,
    tournament: Tournament,
    round: int,
    by: User | None,
    room: str = "",
    fixed: Iterable[tuple[int, tuple[int, ...]]] = (),
    secret: str | None = None,
) -> Draw:
    """001 rule 5: draw everyone anew. Exactly one draw, however often pressed.

    `round` is the one the organiser saw as next, `room` what was called out,
    `fixed` who was put where by hand. `secret` makes a draw repeatable, for a
    simulation; a real draw uses the one whose fingerprint was shown, once.
    """
    tournament = lock(tournament)
    evening = load_evening(tournament)
    if round in evening.drawn:
        raise Stale(Refusal.ALREADY_DRAWN, round=round)
    if evening.rounds and evening.rounds[-1].missing:
        tables = [table.number for table in evening.rounds[-1].missing]
        raise Refused(Refusal.SHEETS_MISSING, tables=tables)
    if round != evening.next_round:
        raise Refused(Refusal.ALL_ROUNDS_DRAWN, rounds=tournament.rounds)
    request = draw_request(evening, fixed)
    waiting = None if secret else tournament.secrets.get(draw=None)
    secret = waiting.secret if waiting else secret
    assert secret
    room = fair.room_part(room)
    drawing = draw_lots(request, fair.seed(secret, room))
    draw = Draw.objects.create(
        tournament=tournament,
        round=round,
        attempt=tournament.draws.filter(round=round).count() + 1,
        drawn_by=by,
        record=make_record(
            request,
            drawing,
            secret=secret,
            room=room,
            # Everybody may read a record: never more than the short names.
            names={
                number: evening.entrants[number].short_name
                for number in request.entrants
            },
        ),
        remarks=[remark.as_json() for remark in drawing.remarks],
    )
    if waiting:
        waiting.draw = draw
        waiting.save(update_fields=["draw"])
        commit_secret(tournament)
    seat_everyone(draw, drawing, evening.entrants)
    record(
        tournament,
        how_drawn(request),
        by=by,
        round=round,
        attempt=draw.attempt,
        tables=len(drawing.tables),
        fixed=len(request.fixed),
    )
    return draw


def how_drawn(request: DrawRequest) -> Deed:
    """By lot, by lot around what was fixed, or wholly by hand."""
    if not request.fixed:
        return Deed.ROUND_DRAWN
    return Deed.ROUND_DRAWN_BY_HAND if request.by_hand else Deed.ROUND_DRAWN_AROUND


def seat_everyone(draw: Draw, drawing: Drawing, entrants: dict[int, Entrant]) -> None:
    tables = Table.objects.bulk_create(
        Table(draw=draw, number=number) for number in range(1, len(drawing.tables) + 1)
    )
    Seat.objects.bulk_create(
        Seat(
            draw=draw,
            table=table,
            position=position,
            entrant=entrants.get(person),
            stand_in=None if person > 0 else -person,
        )
        for table, people in zip(tables, drawing.tables, strict=True)
        for position, person in enumerate(people, start=1)
    )
    SitOut.objects.bulk_create(
        SitOut(draw=draw, entrant=entrants[number]) for number in drawing.sit_outs
    )


def live_draw(tournament: Tournament, draw: Draw) -> Draw:
    """This draw as it is now; stale where somebody withdrew it meanwhile."""
    now = tournament.draws.get(pk=draw.pk)
    if now.withdrawn_at:
        raise Stale(Refusal.DRAW_GONE, round=now.round)
    return now


@transaction.atomic
def publish_draw(*, draw: Draw, by: User | None) -> Draw:
    """Show the tables to the players. Publishing twice publishes once."""
    tournament = lock(draw.tournament)
    draw = live_draw(tournament, draw)
    if draw.published_at is None:
        draw.published_at = timezone.now()
        draw.save(update_fields=["published_at"])
        record(
            tournament,
            Deed.DRAW_PUBLISHED,
            by=by,
            round=draw.round,
            attempt=draw.attempt,
        )
    return draw


@transaction.atomic
def withdraw_draw(*, draw: Draw, by: User, reason: str) -> Draw:
    """Take a draw back, with a reason, as long as no result is in."""
    tournament = lock(draw.tournament)
    draw = live_draw(tournament, draw)
    if SheetEntry.objects.filter(table__draw=draw).exists():
        raise Refused(Refusal.HAS_RESULTS, round=draw.round)
    draw.withdrawn_at = timezone.now()
    draw.withdrawn_by = by
    draw.withdrawn_because = need_reason(reason)
    draw.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_because"])
    record(
        tournament,
        Deed.DRAW_WITHDRAWN,
        by=by,
        reason=draw.withdrawn_because,
        round=draw.round,
        attempt=draw.attempt,
    )
    return draw


@transaction.atomic
def swap_seats(*, draw: Draw, one: int, other: int, by: User, reason: str) -> None:
    """Two people change places by hand, with a reason.

    `one` and `other` are start numbers (a stand-in is -1 or -2) of this draw;
    either may sit out. Refused at a table whose sheet is in.
    """
    tournament = lock(draw.tournament)
    draw = live_draw(tournament, draw)
    reason = need_reason(reason)
    first, second = find_place(draw, one), find_place(draw, other)
    tables = [place.table for place in (first, second) if isinstance(place, Seat)]
    if one == other or not tables or (len(tables) == 1 and min(one, other) < 0):
        raise Refused(Refusal.SAME_SEAT)
    if SheetEntry.objects.filter(table__in=tables).exists():
        raise Refused(Refusal.HAS_RESULTS, round=draw.round)
    # Unique seats cannot be exchanged in place: both leave, both sit down.
    first.delete()
    second.delete()
    take_place(second, first)
    take_place(first, second)
    record(
        tournament,
        Deed.SEATS_SWAPPED,
        by=by,
        reason=reason,
        round=draw.round,
        one=describe(first),
        other=describe(second),
    )


def find_place(draw: Draw, person: int) -> Seat | SitOut:
    """Where a person sits, or that he sits out."""
    if person < 0:
        who = {"stand_in": -person}
    else:
        who = {"entrant__number": person}
        sit_out = draw.sit_outs.filter(**who).select_related("entrant").first()
        if sit_out:
            return sit_out
    seat = draw.seats.filter(**who).select_related("entrant", "table").first()
    if seat is None:
        raise Refused(Refusal.SAME_SEAT)
    return seat


def take_place(place: Seat | SitOut, person: Seat | SitOut) -> None:
    """Put the person of one place on another."""
    if isinstance(place, SitOut):
        assert person.entrant, "a stand-in never sits out"
        SitOut.objects.create(draw=place.draw, entrant=person.entrant)
    else:
        Seat.objects.create(
            draw=place.draw,
            table=place.table,
            position=place.position,
            entrant=person.entrant,
            stand_in=person.stand_in if isinstance(person, Seat) else None,
        )


def describe(place: Seat | SitOut) -> dict[str, object]:
    """Where this person came from, for the log."""
    name = place.entrant.full_name if place.entrant else ""
    if isinstance(place, SitOut):
        return {"name": name, "table": None, "seat": None}
    return {"name": name, "table": place.table.number, "seat": place.position}
