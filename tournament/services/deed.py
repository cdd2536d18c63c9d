"""What every service does: take the tournament's lock, and write the log.

Every write of a tournament goes through its one lock, so that a refusal is
always decided on what is true at that moment. On PostgreSQL it is the row
lock; on SQLite the transaction itself (see `transaction_mode` in settings).
"""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q, QuerySet

from tournament import live
from tournament.errors import Refusal, Refused
from tournament.models import Deed, DiceTable, LogEntry, Tournament

SEEN_AT_DICE_TABLES = {
    Deed.DRAW_WITHDRAWN,
    Deed.SEATS_SWAPPED,
    Deed.ENTRANT_CHANGED,
    Deed.ENTRANT_REPLACED,
    Deed.TOURNAMENT_CHANGED,
    Deed.TOURNAMENT_CLOSED,
    Deed.TOURNAMENT_REOPENED,
}
"""What may change names, rights or the worth of a result at any dice table."""


def lock(tournament: Tournament, *, closed: bool | None = False) -> Tournament:
    """The tournament as it is now, held until the transaction ends.

    Refused where it is closed, unless `closed` says that it must be, or by None
    that it may be.
    """
    now = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if closed is None:
        return now
    if now.closed_at and not closed:
        raise Refused(Refusal.CLOSED)
    if closed and not now.closed_at:
        raise Refused(Refusal.NOT_CLOSED)
    return now


def record(
    tournament: Tournament,
    deed: Deed,
    *,
    by: User | None,
    reason: str = "",
    **facts: object,
) -> None:
    """Log a change and raise the revision, in the transaction of the change.

    Every open page of the tournament hears of it once it is committed.
    """
    Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)
    LogEntry.objects.create(
        tournament=tournament, by=by, deed=deed, reason=reason, facts=facts
    )
    live.nudge(live.topic_of(tournament))
    if deed in SEEN_AT_DICE_TABLES:
        touch_later(dice_tables_of(tournament))


def dice_tables_of(tournament: Tournament) -> QuerySet[DiceTable]:
    return DiceTable.objects.filter(
        Q(table__draw__tournament=tournament) | Q(play_off__tournament=tournament)
    )


def hold_dice_tables(dice_tables: QuerySet[DiceTable]) -> None:
    """Hold them until the transaction ends, for who may delete them.

    Before the tournament's lock: who plays asks for that while he holds his table.
    Always in the same order, so that two who hold several never wait in a ring.
    """
    list(dice_tables.order_by("pk").select_for_update(of=("self",)))


def touch(*dice_tables: int) -> None:
    """Everybody who looks at these dice tables is to look again."""
    DiceTable.objects.filter(pk__in=dice_tables).update(revision=F("revision") + 1)
    for pk in dice_tables:
        live.nudge(live.topic("dice", pk))


def touch_later(dice_tables: QuerySet[DiceTable]) -> None:
    """The same once it is committed, for who holds the tournament's lock."""
    transaction.on_commit(
        lambda: touch(*dice_tables.values_list("pk", flat=True)), robust=True
    )


def need_reason(reason: str) -> str:
    reason = reason.strip()
    if not reason:
        raise Refused(Refusal.REASON_MISSING)
    return reason
