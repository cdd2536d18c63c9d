"""Writing down what a table played. A correction is simply the next entry.

Every deed here takes the `number` of the entry that the scorer saw as next,
which stops the double click and the second scorer alike, and, where he saw
them, the people of seats 1, 2 and 3 (a stand-in is -1 or -2), so that a sheet
never lands on people who were swapped in meanwhile. From the second entry on
a reason is needed.
"""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction

from scoring.sheets import (
    SchockOuts,
    Totals,
    games_problems,
    refuse,
    ruling_problems,
    schock_outs_problems,
    totals_problems,
)
from tournament.errors import Refusal, Refused, Stale
from tournament.models import Deed, DiceTable, SheetEntry, Table, Tournament

from .deed import lock, need_reason, record, touch_later


@transaction.atomic
def enter_games(
    *,
    table: Table,
    games: Sequence[str],
    number: int,
    by: User | None,
    schock_outs: SchockOuts | None = None,
    reason: str = "",
    seats: Sequence[int] | None = None,
    played: Sequence[int] = (),
) -> SheetEntry:
    """A sheet game by game: the places of seats 1, 2 and 3 ("213").

    `played` are the numbers of the games that the dice table saw.
    """
    tournament = hold(table, number, seats)
    format = tournament.format
    refuse(games_problems(games, format) + schock_outs_problems(schock_outs, format))
    entry = SheetEntry(
        kind=SheetEntry.Kind.GAMES, games=list(games), played=list(played)
    )
    return write(tournament, table, entry, number, by, schock_outs, reason)


@transaction.atomic
def enter_totals(
    *,
    table: Table,
    totals: Totals,
    number: int,
    by: User | None,
    schock_outs: SchockOuts | None = None,
    reason: str = "",
    seats: Sequence[int] | None = None,
) -> SheetEntry:
    """A sheet of which only the three sums are known; its games must exist."""
    tournament = hold(table, number, seats)
    format = tournament.format
    refuse(totals_problems(totals, format) + schock_outs_problems(schock_outs, format))
    entry = SheetEntry(kind=SheetEntry.Kind.TOTALS, totals=list(totals))
    return write(tournament, table, entry, number, by, schock_outs, reason)


@transaction.atomic
def enter_ruling(
    *,
    table: Table,
    totals: Totals,
    number: int,
    by: User,
    reason: str,
    seats: Sequence[int] | None = None,
) -> SheetEntry:
    """Totals set by the organiser for a sheet that cannot be finished.

    They may miss the check; the reason may not be missing.
    """
    tournament = hold(table, number, seats)
    need_reason(reason)
    refuse(ruling_problems(totals, tournament.format))
    entry = SheetEntry(kind=SheetEntry.Kind.RULING, totals=list(totals))
    return write(tournament, table, entry, number, by, None, reason)


def hold(table: Table, number: int, seats: Sequence[int] | None) -> Tournament:
    """Lock, and refuse what comes too early, too late or for other people."""
    tournament = lock_at_table(table)
    if number != table.entries.count() + 1:
        raise Stale(Refusal.ALREADY_ENTERED, table=table.number)
    if seats is not None and list(seats) != table.people():
        raise Stale(Refusal.SEATS_CHANGED, table=table.number)
    return tournament


def lock_at_table(table: Table) -> Tournament:
    """Lock, and refuse where nobody sits yet or any more."""
    tournament = lock(table.draw.tournament)
    draw = tournament.draws.get(pk=table.draw_id)
    if draw.withdrawn_at:
        raise Stale(Refusal.DRAW_GONE, round=draw.round)
    if not draw.published_at:
        raise Refused(Refusal.NOT_PUBLISHED, round=draw.round)
    return tournament


def write(
    tournament: Tournament,
    table: Table,
    entry: SheetEntry,
    number: int,
    by: User | None,
    schock_outs: SchockOuts | None,
    reason: str,
) -> SheetEntry:
    entry.table, entry.number, entry.by = table, number, by
    entry.schock_outs = list(schock_outs) if schock_outs else None
    entry.reason = need_reason(reason) if number > 1 else reason.strip()
    entry.save()
    if entry.is_ruling:
        deed = Deed.RULING_ENTERED
    else:
        deed = Deed.SHEET_CORRECTED if number > 1 else Deed.SHEET_ENTERED
    record(
        tournament,
        deed,
        by=by,
        reason=entry.reason,
        round=table.draw.round,
        table=table.number,
        number=number,
        totals=entry.points(tournament.format),
    )
    touch_later(DiceTable.objects.filter(table=table))
    return entry
