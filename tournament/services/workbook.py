"""Taking back a workbook that was filled in offline: all of it, or nothing."""

from collections.abc import Mapping, Sequence
from itertools import count as count_from
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournament.errors import Refusal, Stale
from tournament.models import Deed, Entrant, Table, Tournament

from .deed import lock, record
from .entrants import (
    add_entrant,
    change_entrant,
    next_number,
    reinstate_entrant,
    renumber_entrants,
    withdraw_entrant,
)
from .play_offs import enter_play_off
from .results import enter_games, enter_ruling, enter_totals

Facts = Mapping[str, Any]


@transaction.atomic
def take_in(
    *,
    tournament: Tournament,
    by: User,
    revision: int,
    reason: str,
    added: Sequence[Facts] = (),
    changed: Sequence[Facts] = (),
    sheets: Sequence[Facts] = (),
    play_offs: Sequence[Facts] = (),
) -> int:
    """Everything that a workbook changes, by the deeds of the desk and their checks.

    `revision` is what the person saw when he looked at the differences; since
    then nothing may have changed. `reason` stands at every correction. Returns
    how many deeds it was.
    """
    tournament = lock(tournament)
    if tournament.revision != revision:
        raise Stale(Refusal.WORKBOOK_STALE)
    count = len(added) + len(changed) + len(sheets) + len(play_offs)
    if not count:
        return 0
    record(tournament, Deed.WORKBOOK_TAKEN_IN, by=by, reason=reason, count=count)
    numbers: dict[int, int] = {}
    leaving: list[Entrant] = []
    for one in changed:
        entrant = tournament.entrants.get(number=one["entrant"])
        fields = dict(one["fields"])
        if "number" in fields:
            numbers[entrant.number] = fields.pop("number")
        entrant = change_entrant(entrant=entrant, by=by, **fields)
        if one["withdrawn"]:
            leaving.append(entrant)
        elif one["withdrawn"] is not None:
            reinstate_entrant(entrant=entrant, by=by, reason=reason)
    renumber_entrants(tournament=tournament, numbers=numbers, by=by)
    # Who is new may have got a number that just became free; who has none typed
    # gets the next one that no other line has.
    typed = {one["number"] for one in added}
    for one in added:
        number = one["number"] or next(
            free for free in count_from(next_number(tournament)) if free not in typed
        )
        add_entrant(tournament=tournament, by=by, **{**one, "number": number})
    tables = {
        (table.draw.round, table.number): table
        for table in Table.objects.filter(
            draw__tournament=tournament, draw__withdrawn_at=None
        ).select_related("draw__tournament")
    }
    for sheet in sheets:
        write_sheet(tables[sheet["round"], sheet["table"]], sheet, reason, by)
    for play_off in play_offs:
        number = play_off["number"]
        enter_play_off(
            tournament=tournament,
            order=play_off["order"],
            behind=play_off["behind"],
            number=number,
            by=by,
            reason=reason if number > 1 else "",
        )
    # Last, because who left in the end may have played off before.
    for entrant in leaving:
        withdraw_entrant(entrant=entrant, by=by, reason=reason)
    return count


def write_sheet(table: Table, sheet: Facts, reason: str, by: User) -> None:
    version = {
        "table": table,
        "number": sheet["number"],
        "seats": sheet["seats"],
        "by": by,
    }
    correction = reason if sheet["number"] > 1 else ""
    if sheet["ruling"]:
        enter_ruling(totals=sheet["totals"], reason=sheet["reason"], **version)
    elif sheet["games"] is not None:
        enter_games(
            games=sheet["games"],
            schock_outs=sheet["schock_outs"],
            reason=correction,
            played=played_before(table, sheet["games"]),
            **version,
        )
    else:
        enter_totals(
            totals=sheet["totals"],
            schock_outs=sheet["schock_outs"],
            reason=correction,
            **version,
        )


def played_before(table: Table, games: Sequence[str]) -> list[int]:
    """Which of these games an earlier version has from the dice table just so."""
    return sorted(
        {
            number
            for entry in table.entries.all()
            for number in entry.played
            if entry.games and entry.games[number - 1] == games[number - 1]
        }
    )
