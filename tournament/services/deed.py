"""What every service does: take the tournament's lock, and write the log.

Every write of a tournament goes through its one lock, so that a refusal is
always decided on what is true at that moment. On PostgreSQL it is the row
lock; on SQLite the transaction itself (see `transaction_mode` in settings).
"""

from django.contrib.auth.models import User
from django.db.models import F

from tournament.errors import Refusal, Refused
from tournament.models import Deed, LogEntry, Tournament


def lock(tournament: Tournament, *, closed: bool = False) -> Tournament:
    """The tournament as it is now, held until the transaction ends.

    Refused where it is closed, unless `closed` says that it must be.
    """
    now = Tournament.objects.select_for_update().get(pk=tournament.pk)
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
    """Log a change and raise the revision, in the transaction of the change."""
    Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)
    LogEntry.objects.create(
        tournament=tournament, by=by, deed=deed, reason=reason, facts=facts
    )


def need_reason(reason: str) -> str:
    reason = reason.strip()
    if not reason:
        raise Refused(Refusal.REASON_MISSING)
    return reason
