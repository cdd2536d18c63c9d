"""What a workbook tells: an evening with every version of its results.

Read at once and before anything is written, so that the writing, which takes its
time, needs no database.
"""

from collections import defaultdict
from dataclasses import dataclass

from scoring.evening import Sheet
from scoring.standings import PlayOff
from tournament.evening import Evening, load_evening, sheet_of
from tournament.models import LogEntry, PlayOffEntry, SheetEntry, Tournament


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a score sheet, with the reason that was given for it."""

    sheet: Sheet
    reason: str = ""


@dataclass(frozen=True)
class Facts:
    """An evening, the versions of its sheets by (round, table) and of its play-offs
    by their members, oldest first, and its log, newest first. `drawn`: whether start
    numbers are fixed, because there ever was a draw.
    """

    evening: Evening
    versions: dict[tuple[int, int], tuple[Version, ...]]
    play_offs: dict[frozenset[int], tuple[PlayOff, ...]]
    log: tuple[LogEntry, ...]
    drawn: bool

    @property
    def tournament(self) -> Tournament:
        return self.evening.tournament


def collect(tournament: Tournament) -> Facts:
    tournament = Tournament.objects.get(pk=tournament.pk)
    versions: dict[tuple[int, int], list[Version]] = defaultdict(list)
    for round, table, reason, *stored in (
        SheetEntry.objects.filter(
            table__draw__tournament=tournament, table__draw__withdrawn_at=None
        )
        .order_by("table", "number")
        .values_list(
            "table__draw__round",
            "table__number",
            "reason",
            "kind",
            "games",
            "totals",
            "schock_outs",
        )
    ):
        versions[round, table].append(Version(sheet_of(*stored), reason))
    play_offs: dict[frozenset[int], list[PlayOff]] = defaultdict(list)
    for order, behind in (
        PlayOffEntry.objects.filter(play_off__tournament=tournament)
        .order_by("play_off", "number")
        .values_list("order", "behind")
    ):
        result = PlayOff(tuple(order), frozenset(behind))
        play_offs[result.members].append(result)
    return Facts(
        evening=load_evening(tournament),
        versions={key: tuple(found) for key, found in versions.items()},
        play_offs={key: tuple(found) for key, found in play_offs.items()},
        log=tuple(tournament.log.select_related("by")),
        drawn=tournament.numbers_are_fixed(),
    )
