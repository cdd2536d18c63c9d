"""An evening at one revision, read once and shared until the next fact.

An evening is read in several statements, and a fact may be committed between
two of them. Facts and revision are committed together, so what was read is
whole if the revision is the same before and after. What is made from one
snapshot can therefore never mix two revisions.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock

from django.db import connection
from django.db.models import F, Q

from scoring.evening import Line
from tournament.evening import Evening, load_evening
from tournament.models import Tournament

from .dice import dice_codes
from .people import Person, people


@dataclass(frozen=True)
class Snapshot:
    """An evening and what is computed from it more than once."""

    evening: Evening
    fingerprint: str = ""
    """Of the secret behind the next draw that the players will see."""
    dice_codes: dict[tuple[int, int], str] = field(default_factory=dict)
    """The code of each dice table by round and table."""
    _lines: dict[int, list[Line]] = field(default_factory=dict, repr=False)

    @property
    def tournament(self) -> Tournament:
        return self.evening.tournament

    @property
    def revision(self) -> int:
        return self.tournament.revision

    def lines(self, after_round: int | None = None) -> list[Line]:
        """The standings now, or as they stood after an earlier round."""
        after = after_round or len(self.evening.rounds)
        if after not in self._lines:
            self._lines[after] = self.evening.lines(after)
        return self._lines[after]

    @cached_property
    def people(self) -> dict[int, Person]:
        """Everybody as the public may see them."""
        return people(
            self.evening.entrants.values(), full_names=self.tournament.full_names
        )


KEPT = 16
"""One server rarely runs more tournaments at a time; others are read again."""

_latest: OrderedDict[int, Snapshot] = OrderedDict()
_reading: dict[int, Lock] = {}
_guard = Lock()


REVISION_OF = f"SELECT id, revision FROM {Tournament._meta.db_table} WHERE slug = %s"


def current_revision(slug: str) -> tuple[int, int] | None:
    """The key and revision of a tournament; None where there is none.

    Every phone asks this every five seconds. Plain SQL, because building the
    same query by the ORM takes ten times as long as answering it.
    """
    with connection.cursor() as cursor:
        cursor.execute(REVISION_OF, [slug])
        found: tuple[int, int] | None = cursor.fetchone()
    return found


def take_snapshot(pk: int) -> Snapshot:
    """The evening as it is now. One thread reads, the others wait for it."""
    with _guard:
        reading = _reading.setdefault(pk, Lock())
    with reading:
        tournament = Tournament.objects.get(pk=pk)
        kept = _latest.get(pk)
        if kept is None or kept.revision != tournament.revision:
            kept = _read_whole(tournament)
            _keep(kept)
        return kept


def _read_whole(tournament: Tournament) -> Snapshot:
    while True:
        evening = load_evening(tournament)
        fingerprint = _next_fingerprint(tournament)
        codes = dice_codes(tournament)
        now = Tournament.objects.get(pk=tournament.pk)
        if now.revision == tournament.revision:
            return Snapshot(evening, fingerprint, codes)
        tournament = now


def _next_fingerprint(tournament: Tournament) -> str:
    """Of the draw that waits to be published, or else of the one to come.

    So nobody outside learns from it whether a round is drawn already.
    """
    unseen = Q(draw__published_at=None, draw__withdrawn_at=None)
    secret = (
        tournament.secrets.filter(unseen)
        .order_by(F("draw").asc(nulls_last=True))
        .first()
    )
    assert secret, "the next draw's secret always exists"
    return secret.fingerprint


def _keep(snapshot: Snapshot) -> None:
    with _guard:
        pk = snapshot.tournament.pk
        _latest[pk] = snapshot
        _latest.move_to_end(pk)
        while len(_latest) > KEPT:
            gone, _ = _latest.popitem(last=False)
            _reading.pop(gone, None)


def forget() -> None:
    """Drop all that is kept, for a database that was put back (as tests do)."""
    with _guard:
        _latest.clear()
