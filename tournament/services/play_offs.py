"""Deciding games: the lots for who starts, the finishing order, its correction."""

import secrets
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction

from scoring.standings import Group, PlayOff, check_play_off
from tournament.errors import Refusal, Refused, Stale
from tournament.evening import Evening, load_evening
from tournament.models import (
    Deed,
    DiceTable,
    PlayOffEntry,
    PlayOffGame,
    Tournament,
)
from tournament.models.results import group_key

from .deed import lock, need_reason, record, touch_later


def find_group(evening: Evening, members: Sequence[int]) -> Group:
    """The group of just these start numbers; gone after a correction."""
    for group in evening.play_off_groups:
        if set(group.members) == set(members):
            return group
    raise Refused(Refusal.NO_PLAY_OFF)


def find_game(tournament: Tournament, members: Sequence[int]) -> PlayOffGame:
    game, _ = PlayOffGame.objects.get_or_create(
        tournament=tournament, members=group_key(members)
    )
    return game


@transaction.atomic
def draw_starting_order(
    *, tournament: Tournament, members: Sequence[int], by: User
) -> PlayOffGame:
    """Lots decide who starts a play-off. They are drawn once.

    Only where somebody plays after all who had withdrawn, they are drawn again.
    """
    tournament = lock(tournament)
    evening = load_evening(tournament)
    group = find_group(evening, members)
    game = find_game(tournament, members)
    order = sorted(set(group.members) - set(evening.withdrawn_of(group)))
    if set(order) <= set(game.starting_order or ()):
        raise Stale(Refusal.LOTS_DRAWN)
    secrets.SystemRandom().shuffle(order)
    game.starting_order = order
    game.save(update_fields=["starting_order"])
    record(tournament, Deed.LOTS_DRAWN, by=by, order=names(evening, order))
    return game


@transaction.atomic
def enter_play_off(
    *,
    tournament: Tournament,
    order: Sequence[int],
    behind: Sequence[int],
    number: int,
    by: User | None,
    reason: str = "",
) -> PlayOffEntry:
    """001 end 2: the finishing order of a group, the winner first.

    `behind` are those who declined; together with `order` they are the group.
    `number` and `reason` as for a sheet.
    """
    tournament = lock(tournament)
    evening = load_evening(tournament)
    group = find_group(evening, [*order, *behind])
    play_off = PlayOff(tuple(order), frozenset(behind))
    check_play_off(group.members, play_off, evening.withdrawn_of(group))
    game = find_game(tournament, group.members)
    if number != game.entries.count() + 1:
        raise Stale(Refusal.ALREADY_ENTERED, table=0)
    entry = PlayOffEntry.objects.create(
        play_off=game,
        number=number,
        order=list(order),
        behind=sorted(behind),
        by=by,
        reason=need_reason(reason) if number > 1 else reason.strip(),
    )
    record(
        tournament,
        Deed.PLAY_OFF_CORRECTED if number > 1 else Deed.PLAY_OFF_ENTERED,
        by=by,
        reason=entry.reason,
        order=names(evening, order),
        behind=names(evening, sorted(behind)),
    )
    touch_later(DiceTable.objects.filter(play_off=game))
    return entry


def names(evening: Evening, numbers: Sequence[int]) -> list[str]:
    return [str(evening.entrants[number]) for number in numbers]
