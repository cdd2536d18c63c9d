"""Creating, changing, closing and deleting a tournament."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from tournament.errors import Refusal, Refused, Stale
from tournament.evening import load_evening
from tournament.models import Deed, Membership, Tournament

from .deed import dice_tables_of, hold_dice_tables, lock, need_reason, record
from .draws import commit_secret

FIXED_BY_FIRST_DRAW = (
    "games",
    "points_first",
    "points_second",
    "points_third",
    "head_count_policy",
    "sit_out_points",
    "missed_points",
    "next_starter",
)


@transaction.atomic
def create_tournament(
    *, by: User, seen: int | None = None, **fields: Any
) -> Tournament:
    """A new tournament, run by the one who creates it.

    `seen` is how many tournaments he ran when he opened the form; it stops the
    double click. None asks nothing.
    """
    # There is no tournament to lock yet; the person's row does as well.
    User.objects.select_for_update().get(pk=by.pk)
    tournament = Tournament(**fields)
    mine = Tournament.objects.filter(memberships__user=by)
    twin = mine.filter(name=tournament.name, date=tournament.date).first()
    if seen is not None and twin and mine.count() != seen:
        raise Stale(Refusal.CREATED_ALREADY, name=twin.name, slug=twin.slug)
    tournament.slug = free_slug(tournament)
    _ = tournament.format
    tournament.save()
    commit_secret(tournament)
    Membership.objects.create(
        tournament=tournament, user=by, role=Membership.Role.ORGANISER
    )
    record(tournament, Deed.TOURNAMENT_CREATED, by=by, name=tournament.name)
    return tournament


def free_slug(tournament: Tournament) -> str:
    """A readable address, numbered where the name is taken already."""
    base = slugify(f"{tournament.name} {tournament.date:%Y}")[:100]
    taken = set(
        Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True)
    )
    slug, count = base, 1
    while slug in taken:
        count += 1
        slug = f"{base}-{count}"
    return slug


@transaction.atomic
def change_tournament(*, tournament: Tournament, by: User, **fields: Any) -> Tournament:
    """Change settings; what decides points is fixed by the first draw."""
    tournament = lock(tournament)
    before = {name: getattr(tournament, name) for name in fields}
    changed = {name: new for name, new in fields.items() if new != before[name]}
    if not changed:
        return tournament
    rounds_drawn = tournament.rounds_drawn()
    # A first draw that was withdrawn fixes nothing: the next one is the first.
    if rounds_drawn and set(changed) & set(FIXED_BY_FIRST_DRAW):
        raise Refused(Refusal.FORMAT_FIXED)
    for name, new in changed.items():
        setattr(tournament, name, new)
    if tournament.rounds < rounds_drawn:
        raise Refused(Refusal.ROUNDS_DRAWN, rounds=rounds_drawn)
    _ = tournament.format  # refuses numbers that cannot be
    return save_changes(tournament, by, before, changed)


@transaction.atomic
def change_visibility(*, tournament: Tournament, by: User, **fields: bool) -> None:
    """What the players see. Also once it is closed: then the veil is lifted."""
    tournament = lock(tournament, closed=None)
    before = {name: getattr(tournament, name) for name in fields}
    changed = {name: new for name, new in fields.items() if new != before[name]}
    if changed:
        save_changes(tournament, by, before, changed)


@transaction.atomic
def change_certificate_text(*, tournament: Tournament, text: str, by: User) -> None:
    """What the certificates say. Also once it is closed: then they are printed."""
    tournament = lock(tournament, closed=None)
    if tournament.certificate_text != text:
        tournament.certificate_text = text
        tournament.save(update_fields=["certificate_text"])
        record(tournament, Deed.CERTIFICATE_CHANGED, by=by)


def save_changes(
    tournament: Tournament, by: User, before: Mapping[str, Any], new: Mapping[str, Any]
) -> Tournament:
    for name, value in new.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=list(new))
    record(
        tournament,
        Deed.TOURNAMENT_CHANGED,
        by=by,
        changes={name: [as_text(before[name]), as_text(new[name])] for name in new},
    )
    return tournament


def as_text(value: object) -> str:
    """A setting as the log keeps it; empty where nothing is set."""
    return "" if value is None else str(value)


@transaction.atomic
def close_tournament(*, tournament: Tournament, by: User) -> Tournament:
    """001 end: all sheets and play-offs are in; from now on read only."""
    tournament = lock(tournament)
    evening = load_evening(tournament)
    if not evening.is_played_out:
        raise Refused(Refusal.NOT_PLAYED_OUT)
    if evening.open_play_offs:
        raise Refused(Refusal.PLAY_OFFS_OPEN)
    tournament.closed_at = timezone.now()
    tournament.save(update_fields=["closed_at"])
    record(tournament, Deed.TOURNAMENT_CLOSED, by=by)
    return tournament


@transaction.atomic
def reopen_tournament(*, tournament: Tournament, by: User, reason: str) -> Tournament:
    tournament = lock(tournament, closed=True)
    tournament.closed_at = None
    tournament.save(update_fields=["closed_at"])
    record(tournament, Deed.TOURNAMENT_REOPENED, by=by, reason=need_reason(reason))
    return tournament


@transaction.atomic
def delete_tournament(*, tournament: Tournament, typed_name: str) -> None:
    """The one deed that loses results; the typed name stops a tap in the pocket."""
    hold_dice_tables(dice_tables_of(tournament))
    tournament = lock(tournament, closed=None)
    if " ".join(typed_name.split()) != " ".join(tournament.name.split()):
        raise Refused(Refusal.NAME_DIFFERS)
    tournament.draws.all().delete()
    tournament.delete()
