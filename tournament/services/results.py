"""Writing down what a table played. A correction is simply the next entry."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction

from scoring.errors import Rule, RuleBroken
from scoring.sheets import Totals, check_games, check_totals
from tournament.errors import Refusal, Refused, Stale
from tournament.models import Deed, SheetEntry, Table, Tournament

from .deed import lock, need_reason, record

SchockOuts = tuple[int, int, int]


@transaction.atomic
def enter_games(
    *,
    table: Table,
    games: Sequence[str],
    number: int,
    by: User | None,
    schock_outs: SchockOuts | None = None,
    reason: str = "",
) -> SheetEntry:
    """A sheet game by game: the places of seats 1, 2 and 3 ("213").

    `number` is the entry the scorer saw as next; it stops the double click
    and the second scorer alike. From the second entry on a reason is needed.
    """
    tournament = hold(table, number)
    check_games(games, tournament.format)
    check_schock_outs(schock_outs, tournament)
    entry = SheetEntry(kind=SheetEntry.Kind.GAMES, games=list(games))
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
) -> SheetEntry:
    """A sheet of which only the three sums are known; its games must exist."""
    tournament = hold(table, number)
    check_totals(totals, tournament.format)
    check_schock_outs(schock_outs, tournament)
    entry = SheetEntry(kind=SheetEntry.Kind.TOTALS, totals=list(totals))
    return write(tournament, table, entry, number, by, schock_outs, reason)


@transaction.atomic
def enter_ruling(
    *, table: Table, totals: Totals, number: int, by: User, reason: str
) -> SheetEntry:
    """Totals set by the organiser for a sheet that cannot be finished.

    They may miss the check; the reason may not be missing.
    """
    tournament = hold(table, number)
    need_reason(reason)
    most = tournament.games * tournament.points_first
    for seat, total in enumerate(totals, start=1):
        if not 0 <= total <= most:
            raise RuleBroken(
                Rule.TOTAL_RANGE, seat=seat, game=0, total=total, least=0, most=most
            )
    entry = SheetEntry(kind=SheetEntry.Kind.RULING, totals=list(totals))
    return write(tournament, table, entry, number, by, None, reason)


def hold(table: Table, number: int) -> Tournament:
    """Lock, and refuse what comes too early or too late."""
    tournament = lock(table.draw.tournament)
    draw = tournament.draws.get(pk=table.draw_id)
    if draw.withdrawn_at:
        raise Stale(Refusal.DRAW_GONE, round=draw.round)
    if not draw.published_at:
        raise Refused(Refusal.NOT_PUBLISHED, round=draw.round)
    if number != table.entries.count() + 1:
        raise Stale(Refusal.ALREADY_ENTERED, table=table.number)
    return tournament


def check_schock_outs(schock_outs: SchockOuts | None, tournament: Tournament) -> None:
    """001 rule 6: a Schock out ends the game, so there is one a game at most.

    Several players may throw it in the cycle that is finished first (A-37).
    """
    for seat, count in enumerate(schock_outs or (), start=1):
        if not 0 <= count <= tournament.games:
            raise RuleBroken(Rule.SCHOCK_OUTS, seat=seat, most=tournament.games)


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
    return entry
