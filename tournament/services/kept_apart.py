"""Who should not be drawn to the same table. It counts from the next draw on."""

from django.contrib.auth.models import User
from django.db import transaction

from tournament.errors import Refusal, Refused, Stale
from tournament.models import Deed, Entrant, KeptApart, Tournament

from .deed import lock, record


@transaction.atomic
def keep_apart(*, tournament: Tournament, one: int, other: int, by: User) -> KeptApart:
    """Two people, by their start numbers, in whichever order."""
    tournament = lock(tournament)
    people = {
        person.number: person
        for person in tournament.entrants.filter(number__in=(one, other))
    }
    # One of them may have been deleted since the list was shown.
    if len(people) < 2:
        raise Refused(Refusal.SAME_PERSON)
    pair = sorted((people[one], people[other]), key=lambda person: person.pk)
    kept, is_new = KeptApart.objects.get_or_create(
        tournament=tournament, one=pair[0], other=pair[1]
    )
    if not is_new:
        raise Stale(Refusal.APART_ALREADY, **names(kept))
    record(tournament, Deed.KEPT_APART, by=by, **names(kept))
    return kept


@transaction.atomic
def let_meet(*, tournament: Tournament, pair: int, by: User) -> None:
    """They may meet again. `pair` is the key of what was on the page."""
    tournament = lock(tournament)
    kept = tournament.kept_apart.filter(pk=pair).select_related("one", "other").first()
    if kept is None:
        raise Stale(Refusal.APART_NO_LONGER)
    said = names(kept)
    kept.delete()
    record(tournament, Deed.NOT_KEPT_APART, by=by, **said)


def names(pair: KeptApart) -> dict[str, str]:
    """Both as the log names them, the lower start number first."""
    people: list[Entrant] = sorted((pair.one, pair.other), key=lambda one: one.number)
    return {"one": str(people[0]), "other": str(people[1])}
