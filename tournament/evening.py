"""An evening as the rules see it: all facts of a tournament in six reads.

Below services and queries, because both decide on it: a service whether the
next round may be drawn and from what, a page what it shows.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scoring.draw import DrawRequest, Policy, Seating
from scoring.evening import (
    Awards,
    Line,
    PlayedRound,
    PlayedTable,
    Sheet,
    is_played_out,
    standings,
)
from scoring.standings import (
    Group,
    PlayOff,
    Ranked,
    foregone,
    play_off_groups,
)
from tournament.models import (
    Draw,
    Entrant,
    PlayOffEntry,
    Seat,
    SheetEntry,
    SitOut,
    Tournament,
)


@dataclass(frozen=True)
class Evening:
    """Everything the standings and the next step hang on.

    `entrants` is by start number; `drawn` holds every live draw by round,
    `rounds` what of them is published; `play_offs` the results entered.
    """

    tournament: Tournament
    entrants: dict[int, Entrant]
    drawn: dict[int, Draw]
    rounds: tuple[PlayedRound, ...]
    unpublished: PlayedRound | None
    play_offs: tuple[PlayOff, ...]

    @property
    def awards(self) -> Awards:
        one = self.tournament
        return Awards(sit_out=one.points_for_sit_out, missed=one.missed_points)

    @cached_property
    def in_standings(self) -> list[int]:
        """Who was ever drawn, and who is here to be as long as rounds are to come."""
        drawn = drawn_in(self.rounds)
        if len(self.rounds) < self.tournament.rounds:
            drawn.update(self.to_be_drawn)
        return [number for number in self.entrants if number in drawn]

    @property
    def to_be_drawn(self) -> list[int]:
        """Who the next draw seats: present and not withdrawn."""
        return [
            number
            for number, entrant in self.entrants.items()
            if entrant.present and not entrant.withdrawn
        ]

    def lines(self, after_round: int | None = None) -> list[Line]:
        """The standings now, or as they stood after an earlier round."""
        if after_round is None or after_round >= len(self.rounds):
            return self._lines_now
        return standings(
            self.tournament.format,
            self.awards,
            self.in_standings,
            self.rounds[:after_round],
            late=drawn_in(self.rounds[after_round:]),
        )

    @cached_property
    def _lines_now(self) -> list[Line]:
        play_offs = self.settled if self.is_played_out else ()
        return standings(
            self.tournament.format,
            self.awards,
            self.in_standings,
            self.rounds,
            play_offs,
        )

    @property
    def is_played_out(self) -> bool:
        return is_played_out(self.tournament.format, self.rounds)

    @cached_property
    def play_off_groups(self) -> list[Group]:
        """001 end 2: found by themselves as soon as the last sheet is in."""
        if not self.is_played_out:
            return []
        plain = standings(
            self.tournament.format, self.awards, self.in_standings, self.rounds
        )
        ranked = [Ranked(line.entrant, line.points, line.rank) for line in plain]
        return play_off_groups(ranked, self.tournament.play_off_places)

    def withdrawn_of(self, group: Group) -> list[int]:
        """Who left before the play-off; who left after it has played it."""
        entered = self.entered_for(group)
        played = entered.order if entered else ()
        return [
            number
            for number in group.members
            if self.entrants[number].withdrawn and number not in played
        ]

    def entered_for(self, group: Group) -> PlayOff | None:
        """The result that was entered for just these members."""
        members = frozenset(group.members)
        for play_off in self.play_offs:
            if play_off.members == members:
                return play_off
        return None

    def result_of(self, group: Group) -> PlayOff | None:
        """What was entered for this very group, or needs no game."""
        entered = self.entered_for(group)
        return entered or foregone(group.members, self.withdrawn_of(group))

    @property
    def settled(self) -> list[PlayOff]:
        results = (self.result_of(group) for group in self.play_off_groups)
        return [result for result in results if result is not None]

    @property
    def open_play_offs(self) -> list[Group]:
        return [group for group in self.play_off_groups if not self.result_of(group)]

    def drawn_rounds(self, *, unpublished: bool) -> list[PlayedRound]:
        """All rounds, with one that is only drawn for those who may see it."""
        hidden = [self.unpublished] if unpublished and self.unpublished else []
        return [*self.rounds, *hidden]

    def find_round(self, number: int, *, unpublished: bool) -> PlayedRound | None:
        rounds = self.drawn_rounds(unpublished=unpublished)
        return next((one for one in rounds if one.number == number), None)

    @property
    def next_round(self) -> int | None:
        """The round to be drawn next; None while one runs or all are drawn."""
        count = len(self.drawn)
        if self.unpublished or (self.rounds and self.rounds[-1].missing):
            return None
        return count + 1 if count < self.tournament.rounds else None


def drawn_in(rounds: Iterable[PlayedRound]) -> set[int]:
    """Everybody who has a seat or sits out in one of these rounds."""
    return {
        number
        for played in rounds
        for numbers in (played.sit_outs, *(table.seats for table in played.tables))
        for number in numbers
    }


def load_evening(tournament: Tournament) -> Evening:
    """Read all facts of one tournament; as many statements for 9 as for 999."""
    entrants = {entrant.number: entrant for entrant in tournament.entrants.all()}
    numbers = {entrant.pk: number for number, entrant in entrants.items()}
    # The records are long, and hardly anybody asks for them.
    live = tournament.draws.filter(withdrawn_at=None).defer("record")
    draws = list(live.order_by("round"))
    in_live = {"draw__tournament": tournament, "draw__withdrawn_at": None}

    seats: dict[int, dict[tuple[int, int], list[int]]] = defaultdict(dict)
    for draw, table, number, entrant, stand_in in (
        Seat.objects.filter(**in_live)
        .order_by("table__number", "position")
        .values_list("draw", "table", "table__number", "entrant", "stand_in")
    ):
        person = numbers[entrant] if entrant is not None else -stand_in
        seats[draw].setdefault((table, number), []).append(person)

    sit_outs: dict[int, list[int]] = defaultdict(list)
    for draw, entrant in SitOut.objects.filter(**in_live).values_list(
        "draw", "entrant"
    ):
        sit_outs[draw].append(numbers[entrant])

    sheets = last_sheets(tournament)
    played = {
        draw.pk: PlayedRound(
            draw.round,
            tuple(
                PlayedTable(number, (one, two, three), sheets.get(table))
                for (table, number), (one, two, three) in seats[draw.pk].items()
            ),
            tuple(sorted(sit_outs[draw.pk])),
        )
        for draw in draws
    }
    return Evening(
        tournament=tournament,
        entrants=entrants,
        drawn={draw.round: draw for draw in draws},
        rounds=tuple(played[draw.pk] for draw in draws if draw.published_at),
        unpublished=next(
            (played[draw.pk] for draw in draws if not draw.published_at), None
        ),
        play_offs=last_play_offs(tournament),
    )


def clubs_of(entrants: Iterable[Entrant]) -> dict[str, list[Entrant]]:
    """Who belongs together, by the club as it is spelled first.

    Capitals and blanks make no other club, and no club is none.
    """
    groups: dict[str, list[Entrant]] = {}
    for entrant in entrants:
        if key := " ".join(entrant.club.split()).casefold():
            groups.setdefault(key, []).append(entrant)
    return {group[0].club: group for group in groups.values() if len(group) > 1}


def draw_request(
    evening: Evening, fixed: Iterable[tuple[int, tuple[int, ...]]] = ()
) -> DrawRequest:
    """What the next draw is made from; of absent people it says nothing."""
    tournament = evening.tournament
    present = evening.to_be_drawn
    pairs = tournament.kept_apart.values_list("one__number", "other__number")
    apart: list[tuple[int, ...]] = [pair for pair in pairs if set(pair) <= set(present)]
    if tournament.apart_by_club:
        here = [evening.entrants[number] for number in present]
        apart += [
            tuple(one.number for one in group) for group in clubs_of(here).values()
        ]
    return DrawRequest(
        entrants=tuple(present),
        history=tuple(
            Seating(tuple(table.seats for table in one.tables), one.sit_outs)
            for one in evening.rounds
        ),
        rounds=tournament.rounds,
        policy=Policy(tournament.draw_policy),
        head_count=tournament.head_count,
        apart=tuple(apart),
        fixed=tuple(fixed),
        mend_seats=tournament.mend_seats,
    )


def last_sheets(tournament: Tournament) -> dict[int, Sheet]:
    """The version that counts of every sheet, by table."""
    entries = (
        SheetEntry.objects.filter(
            table__draw__tournament=tournament, table__draw__withdrawn_at=None
        )
        .order_by("table", "number")
        .values_list("table", "kind", "games", "totals", "schock_outs")
    )
    return {table: sheet_of(*stored) for table, *stored in entries}


def sheet_of(kind: Any, games: Any, totals: Any, schock_outs: Any) -> Sheet:
    """A version of a sheet from its stored columns."""
    return Sheet(
        games=_tuple(games),
        totals=_tuple(totals),
        ruling=kind == SheetEntry.Kind.RULING,
        schock_outs=_tuple(schock_outs),
    )


def _tuple(stored: Sequence[object] | None) -> Any:
    return None if stored is None else tuple(stored)


def last_play_offs(tournament: Tournament) -> tuple[PlayOff, ...]:
    """The version that counts of every play-off."""
    entries = (
        PlayOffEntry.objects.filter(play_off__tournament=tournament)
        .order_by("play_off", "number")
        .values_list("play_off", "order", "behind")
    )
    last = {
        play_off: PlayOff(tuple(order), frozenset(behind))
        for play_off, order, behind in entries
    }
    return tuple(last.values())
