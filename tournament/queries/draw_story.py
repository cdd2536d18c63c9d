"""How a published round was drawn, told to anybody: what it was made from, and why.

A secret is told here and nowhere else, and only with its published draw.
"""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.draw import Policy
from scoring.draw_record import request_of_json, spell
from scoring.evening import PlayedTable
from tournament.models import Draw, DrawSecret

from .snapshot import Snapshot
from .told import public_naming, told_of


@dataclass(frozen=True, slots=True)
class ToldTable:
    """A table as it was drawn; `now` is who sits there since it was changed by hand."""

    number: int
    people: tuple[str, ...]
    now: tuple[str, ...]
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """What a draw was made from. `committed_at` is None where nothing was promised."""

    attempt: int
    drawn_at: datetime.datetime
    fingerprint: str
    committed_at: datetime.datetime | None
    room: str
    secret: str
    withdrawn_at: datetime.datetime | None
    withdrawn_because: str


@dataclass(frozen=True, slots=True)
class DrawStory:
    """`settings` are sentences; `fixed` counts the tables that were set by hand."""

    round: int
    proof: Proof
    by_hand: bool
    fixed: int
    settings: tuple[str, ...]
    tables: tuple[ToldTable, ...]
    sit_outs: tuple[str, ...]
    sit_outs_now: tuple[str, ...]
    withdrawn: tuple[Proof, ...]


def draw_story(snapshot: Snapshot, round: int) -> DrawStory | None:
    """None where the round is not published, or its draw was made before there was
    a record.
    """
    evening = snapshot.evening
    if not 1 <= round <= len(evening.rounds):
        return None
    draw, played = evening.drawn[round], evening.rounds[round - 1]
    if draw.remarks is None:
        return None
    request = request_of_json(draw.record["request"])
    naming = public_naming(snapshot.people)
    told = told_of(evening, draw, played, naming)
    drawn = [tuple(table) for table in draw.record["tables"]]
    sit_outs = tuple(draw.record["sit_outs"])

    def table(now: PlayedTable) -> ToldTable:
        people = drawn[now.number - 1]
        return ToldTable(
            number=now.number,
            people=tuple(map(naming, people)),
            now=tuple(map(naming, now.seats)) if now.seats != people else (),
            told=told[now.number],
        )

    return DrawStory(
        round=round,
        proof=proof_of(draw),
        by_hand=request.by_hand,
        fixed=len(request.fixed),
        settings=tuple(settings_in_words(draw)),
        tables=tuple(map(table, played.tables)),
        sit_outs=tuple(map(naming, sit_outs)),
        sit_outs_now=tuple(map(naming, played.sit_outs))
        if played.sit_outs != sit_outs
        else (),
        withdrawn=tuple(map(proof_of, withdrawn_before(draw))),
    )


def settings_in_words(draw: Draw) -> Iterator[str]:
    """The settings of a draw, as they were when it was made."""
    made_from = draw.record["request"]
    if made_from["policy"] == Policy.PURE:
        yield _("By lot alone, as from a hat: whoever met before may meet again.")
    else:
        yield _(
            "By lot among all draws in which nobody meets twice, or as few as "
            "possible do."
        )
    if groups := len(made_from["apart"]):
        yield ngettext(
            "%(count)s pair or group was kept apart as far as possible.",
            "%(count)s pairs or groups were kept apart as far as possible.",
            groups,
        ) % {"count": groups}
    if made_from["mend_seats"]:
        yield _("Seats 1, 2 and 3 were evened out by swaps.")


def proof_of(draw: Draw) -> Proof:
    promise: DrawSecret | None = getattr(draw, "drawn_from", None)
    return Proof(
        attempt=draw.attempt,
        drawn_at=draw.drawn_at,
        fingerprint=draw.record["commitment"],
        committed_at=promise.committed_at if promise else None,
        room=draw.record["room"],
        secret=draw.record["secret"],
        withdrawn_at=draw.withdrawn_at,
        withdrawn_because=draw.withdrawn_because,
    )


def withdrawn_before(draw: Draw) -> QuerySet[Draw]:
    """The draws of this round that were taken back before this one was made."""
    return Draw.objects.filter(
        tournament=draw.tournament_id,
        round=draw.round,
        attempt__lt=draw.attempt,
        remarks__isnull=False,
    ).select_related("drawn_from")


def record_text(snapshot: Snapshot, round: int, attempt: int | None) -> str | None:
    """The record of a published draw, or of one that was withdrawn before it, as it
    is to be spelled; None where it is not to be had.
    """
    if not 1 <= round <= len(snapshot.evening.rounds):
        return None
    draw = snapshot.evening.drawn[round]
    if draw.remarks is None:
        return None
    if attempt not in {None, draw.attempt}:
        old = withdrawn_before(draw).filter(attempt=attempt).first()
        return spell(old.record) if old else None
    return spell(draw.record)
