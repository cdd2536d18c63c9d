"""What the dice gave in one evening: Schock outs, the best hands, the longest game.

Schock outs are those of the sheets, however they were entered; everything else is
read off the games that were played at dice tables and count.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournament import dice_words as words
from tournament.models import DiceTable, PlayOffEntry, SheetEntry
from tournament.models.results import group_key
from tournament.models.rounds import stand_in_name
from tournament.playing import Ended, Replayable, ended_games, rules_of

from .people import Person
from .snapshot import Snapshot

BEST = 5


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a dice table that counts; `round` and `table` are 0 for a play-off."""

    code: str
    round: int
    table: int
    number: int
    names: tuple[str, ...]
    ended: Ended

    @property
    def cycles(self) -> int:
        return self.ended.course.cycles

    @property
    def throws(self) -> int:
        return self.ended.course.throws

    @property
    def winner(self) -> str:
        return self.names[self.ended.order[0]]


@dataclass(frozen=True, slots=True)
class BestHand:
    name: str
    hand: str
    throws: int
    game: PlayedGame


@dataclass(frozen=True, slots=True)
class Highlights:
    """`hidden` as the standings are. `shares` counts the hands, the best kind first."""

    hidden: bool
    schock_outs: int = 0
    most: tuple[tuple[Person, int], ...] = ()
    games: int = 0
    throws: int = 0
    best: tuple[BestHand, ...] = ()
    shares: tuple[tuple[str, int, str], ...] = ()
    longest: PlayedGame | None = None
    shortest: PlayedGame | None = None

    @property
    def is_empty(self) -> bool:
        return not (self.games or self.schock_outs)


def may_have_some(snapshot: Snapshot) -> bool:
    """Told from the snapshot alone, for pages that only lead to them."""
    return bool(snapshot.dice_codes or snapshot.evening.play_offs) or any(
        line.schock_outs for line in snapshot.lines()
    )


def highlights(snapshot: Snapshot) -> Highlights:
    if snapshot.tournament.standings_hidden:
        return Highlights(hidden=True)
    outs = [
        (snapshot.people[line.entrant], line.schock_outs)
        for line in snapshot.lines()
        if line.schock_outs
    ]
    most = max((count for _person, count in outs), default=0)
    games = [
        played_game(snapshot, ended)
        for ended in ended_games(list(games_that_count(snapshot)))
    ]
    hands = Counter(
        laid.hand.category for game in games for laid in game.ended.course.hands
    )
    return Highlights(
        hidden=False,
        schock_outs=sum(count for _person, count in outs),
        most=tuple((person, count) for person, count in outs if count == most),
        games=len(games),
        throws=sum(game.throws for game in games),
        best=best_hands(games),
        shares=tuple(
            (
                words.kind_words(kind),
                hands[kind],
                words.percent(hands[kind] / hands.total()),
            )
            for kind in sorted(hands, reverse=True)
        ),
        longest=max(games, key=length, default=None),
        shortest=min(games, key=length) if len(games) > 1 else None,
    )


def length(game: PlayedGame) -> tuple[int, int]:
    return game.cycles, game.throws


def best_hands(games: Sequence[PlayedGame]) -> tuple[BestHand, ...]:
    """The best of all; of equal ones whoever needed fewer throws, then the first."""
    found = sorted(
        ((laid, game) for game in games for laid in game.ended.course.hands),
        key=lambda one: (-one[0].hand.strength, one[0].throws),
    )
    return tuple(
        BestHand(
            name=game.names[laid.player],
            hand=words.hand_words(laid.hand),
            throws=laid.throws,
            game=game,
        )
        for laid, game in found[:BEST]
    )


def games_that_count(snapshot: Snapshot) -> Iterator[Replayable]:
    """Every game of sheets and play-offs that the dice decided, in its order."""
    tournament = snapshot.tournament
    versions = SheetEntry.objects.filter(
        table__draw__tournament=tournament, table__draw__withdrawn_at=None
    ).order_by("number")
    played = dict(versions.values_list("table", "played"))
    tables = DiceTable.objects.filter(table__in=[pk for pk in played if played[pk]])
    for one in readable(tables).order_by("table__draw__round", "table__number"):
        assert one.table
        yield from games_of(one, played[one.table.pk])
    groups = [group_key(group.members) for group in snapshot.evening.play_off_groups]
    results = PlayOffEntry.objects.filter(
        play_off__tournament=tournament, play_off__members__in=groups
    )
    by_hand = dict(results.order_by("number").values_list("play_off", "by"))
    decided = [pk for pk, by in by_hand.items() if by is None]
    for one in readable(DiceTable.objects.filter(play_off__in=decided)).order_by("pk"):
        yield from games_of(one, [1])


def readable(tables: QuerySet[DiceTable]) -> QuerySet[DiceTable]:
    return tables.select_related("table__draw").prefetch_related("seats", "games")


def games_of(dice_table: DiceTable, numbers: Sequence[int]) -> Iterator[Replayable]:
    rules, players = rules_of(dice_table), len(dice_table.seats.all())
    for row in dice_table.games.all():
        if row.number in numbers and row.ended_order is None:
            yield Replayable(row, rules, players)


def played_game(snapshot: Snapshot, ended: Ended) -> PlayedGame:
    dice_table, table = ended.row.dice_table, ended.row.dice_table.table
    return PlayedGame(
        code=dice_table.code,
        round=table.draw.round if table else 0,
        table=table.number if table else 0,
        number=ended.row.number,
        names=tuple(
            name_of(snapshot, seat.person or 0) for seat in dice_table.seats.all()
        ),
        ended=ended,
    )


def name_of(snapshot: Snapshot, person: int) -> str:
    return snapshot.people[person].name if person > 0 else stand_in_name(person)
