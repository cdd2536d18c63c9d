"""The list of entrants: who is entered, present, paid, withdrawn, replaced."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F

from tournament.errors import Refusal, Refused, Stale
from tournament.models import Deed, Entrant, Tournament
from tournament.names import name_key
from tournament.numbers import free_numbers

from .deed import lock, record


def hold(entrant: Entrant) -> tuple[Tournament, Entrant]:
    """Both as they are now, under the lock."""
    tournament = lock(entrant.tournament)
    return tournament, tournament.entrants.get(pk=entrant.pk)


def next_number(tournament: Tournament) -> int:
    last = tournament.entrants.order_by("-number").first()
    return last.number + 1 if last else 1


@transaction.atomic
def add_entrant(
    *,
    tournament: Tournament,
    by: User,
    number: int | None = None,
    namesakes: Collection[int] | None = None,
    **fields: Any,
) -> Entrant:
    """One more entrant, at any time: drawn from the next undrawn round on.

    `namesakes` are the start numbers of those of the same name that the person
    at the desk has seen; refused where there are others. None asks nothing.
    """
    tournament = lock(tournament)
    number = number or next_number(tournament)
    if tournament.entrants.filter(number=number).exists():
        raise Refused(Refusal.NUMBER_TAKEN, number=number)
    entrant = Entrant(tournament=tournament, number=number, **fields)
    if namesakes is not None:
        refuse_namesakes(entrant, namesakes)
    entrant.save()
    record(
        tournament,
        Deed.ENTRANT_ADDED,
        by=by,
        number=entrant.number,
        name=entrant.full_name,
    )
    return entrant


def refuse_namesakes(entrant: Entrant, seen: Collection[int]) -> None:
    key = name_key(entrant.full_name)
    others = [
        other
        for other in entrant.tournament.entrants.all()
        if name_key(other.full_name) == key
    ]
    if {other.number for other in others} - set(seen):
        raise Refused(
            Refusal.SAME_NAME,
            name=entrant.full_name,
            others=", ".join(map(with_club, others)),
            numbers=[other.number for other in others],
        )


def with_club(entrant: Entrant) -> str:
    return f"{entrant} ({entrant.club})" if entrant.club else str(entrant)


@transaction.atomic
def add_entrants(
    *,
    tournament: Tournament,
    by: User,
    rows: Sequence[Mapping[str, Any]],
    seen: int | None = None,
) -> list[Entrant]:
    """A whole list at once, or nothing of it.

    A row may carry a `number`; it is kept where it is free, else the row gets
    the next free one, as do rows without. `seen` is how many entrants there
    were when the list was looked at; it stops the double click and the page
    that was left open.
    """
    tournament = lock(tournament)
    taken = set(tournament.entrants.values_list("number", flat=True))
    if seen is not None and seen != len(taken):
        raise Stale(Refusal.LIST_CHANGED, count=len(taken))
    numbers = free_numbers(taken, [row.get("number") for row in rows])
    entrants = Entrant.objects.bulk_create(
        Entrant(**{**row, "tournament": tournament, "number": number})
        for row, number in zip(rows, numbers, strict=True)
    )
    record(tournament, Deed.ENTRANTS_IMPORTED, by=by, count=len(entrants))
    return entrants


@transaction.atomic
def change_entrant(*, entrant: Entrant, by: User, **fields: Any) -> Entrant:
    """Correct what is known of a person; the number only before the first draw."""
    tournament, entrant = hold(entrant)
    before = {name: getattr(entrant, name) for name in fields}
    changed = {name: new for name, new in fields.items() if new != before[name]}
    if not changed:
        return entrant
    if "number" in changed:
        if tournament.numbers_are_fixed():
            raise Refused(Refusal.NUMBERS_FIXED)
        if tournament.entrants.filter(number=changed["number"]).exists():
            raise Refused(Refusal.NUMBER_TAKEN, number=changed["number"])
    name = entrant.full_name
    for field, new in changed.items():
        setattr(entrant, field, new)
    entrant.save(update_fields=list(changed))
    # Of what is private the log says that it changed, not to what.
    shown = {
        field: None if field in Entrant.PRIVATE else [str(before[field]), str(new)]
        for field, new in changed.items()
    }
    record(
        tournament,
        Deed.ENTRANT_CHANGED,
        by=by,
        number=entrant.number,
        name=name,
        changes=shown,
    )
    return entrant


@transaction.atomic
def renumber_entrants(
    *, tournament: Tournament, numbers: Mapping[int, int], by: User
) -> None:
    """New start numbers for several at once, old to new; they may change places."""
    tournament = lock(tournament)
    if not numbers:
        return
    if tournament.numbers_are_fixed():
        raise Refused(Refusal.NUMBERS_FIXED)
    entrants = {one.number: one for one in tournament.entrants.all()}
    wanted: set[int] = set()
    for number in numbers.values():
        if number in wanted or number in entrants.keys() - numbers.keys():
            raise Refused(Refusal.NUMBER_TAKEN, number=number)
        wanted.add(number)
    # No number may stand twice, not even for a moment.
    beyond = max([*entrants, *wanted])
    moving = tournament.entrants.filter(number__in=numbers)
    moving.update(number=F("number") + beyond)
    for old, new in numbers.items():
        entrant = entrants[old]
        entrant.number = new
        entrant.save(update_fields=["number"])
        record(
            tournament,
            Deed.ENTRANT_CHANGED,
            by=by,
            number=new,
            name=entrant.full_name,
            changes={"number": [str(old), str(new)]},
        )


@transaction.atomic
def set_present(*, entrant: Entrant, present: bool, by: User) -> Entrant:
    """Check in, or undo it. Setting what is set already changes nothing."""
    tournament, entrant = hold(entrant)
    if entrant.present != present:
        entrant.present = present
        entrant.save(update_fields=["present"])
        deed = Deed.ENTRANT_PRESENT if present else Deed.ENTRANT_ABSENT
        record(tournament, deed, by=by, number=entrant.number, name=entrant.full_name)
    return entrant


@transaction.atomic
def set_paid(*, entrant: Entrant, paid: bool, by: User) -> Entrant:
    tournament, entrant = hold(entrant)
    if entrant.paid != paid:
        entrant.paid = paid
        entrant.save(update_fields=["paid"])
        deed = Deed.ENTRANT_PAID if paid else Deed.ENTRANT_UNPAID
        record(tournament, deed, by=by, number=entrant.number, name=entrant.full_name)
    return entrant


@transaction.atomic
def set_all_present(*, tournament: Tournament, by: User) -> int:
    """Everybody who is entered is here; the number of those newly checked in."""
    tournament = lock(tournament)
    newly = tournament.entrants.filter(present=False, withdrawn=False).update(
        present=True
    )
    if newly:
        record(tournament, Deed.ALL_PRESENT, by=by, count=newly)
    return newly


@transaction.atomic
def withdraw_entrant(*, entrant: Entrant, by: User, reason: str = "") -> Entrant:
    """Drawn no more; keeps seat, points and place in the standings, marked."""
    tournament, entrant = hold(entrant)
    if entrant.withdrawn:
        raise Refused(Refusal.IS_WITHDRAWN, name=entrant.full_name)
    entrant.withdrawn = True
    entrant.save(update_fields=["withdrawn"])
    record(
        tournament,
        Deed.ENTRANT_WITHDRAWN,
        by=by,
        reason=reason,
        number=entrant.number,
        name=entrant.full_name,
    )
    return entrant


@transaction.atomic
def reinstate_entrant(*, entrant: Entrant, by: User, reason: str = "") -> Entrant:
    """A withdrawal taken back: drawn again from the next undrawn round."""
    tournament, entrant = hold(entrant)
    if not entrant.withdrawn:
        raise Refused(Refusal.IS_NOT_WITHDRAWN, name=entrant.full_name)
    entrant.withdrawn = False
    entrant.save(update_fields=["withdrawn"])
    record(
        tournament,
        Deed.ENTRANT_REINSTATED,
        by=by,
        reason=reason,
        number=entrant.number,
        name=entrant.full_name,
    )
    return entrant


@transaction.atomic
def replace_entrant(
    *, entrant: Entrant, by: User, reason: str = "", **fields: Any
) -> Entrant:
    """Somebody else takes over start number and points; the log keeps both names.

    `fields` describe the new person. A withdrawn entrant can be replaced too,
    and the number is drawn again from then on.
    """
    tournament, entrant = hold(entrant)
    before = entrant.full_name
    for field in ("first_name", "last_name", "club", "category", "phone", "note"):
        setattr(entrant, field, fields.get(field, ""))
    entrant.withdrawn = False
    entrant.present = True
    entrant.save()
    record(
        tournament,
        Deed.ENTRANT_REPLACED,
        by=by,
        reason=reason,
        number=entrant.number,
        name=entrant.full_name,
        before=before,
    )
    return entrant


@transaction.atomic
def delete_entrant(*, entrant: Entrant, by: User) -> None:
    """Only who was never drawn; everybody else withdraws."""
    tournament, entrant = hold(entrant)
    if entrant.was_drawn():
        raise Refused(Refusal.WAS_DRAWN, name=entrant.full_name)
    number, name = entrant.number, entrant.full_name
    entrant.delete()
    record(tournament, Deed.ENTRANT_DELETED, by=by, number=number, name=name)
