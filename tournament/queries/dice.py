"""A dice table as one browser may see it; its games so far; the record of one.

What lies there and what may be done is `dice_board.py`.
"""

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from scoring.sitting import placings
from tournament import dice_words as words
from tournament.models import DiceSeat, DiceTable, PlayOffGame, Table, Tournament
from tournament.models.rounds import stand_in_name
from tournament.playing import (
    Play,
    Sitting,
    load_game,
    load_sitting,
)

from .dice_board import (
    Board,
    Control,
    Line,
    Lying,
    Seat,
    board_of,
    control_of,
    lying,
    peeked,
    told,
)

LINES_SHOWN = 12


@dataclass(frozen=True)
class EndedGame:
    """A game that is over: by position what each got, and its record."""

    number: int
    places: tuple[int, ...]
    is_played: bool
    told: str


@dataclass(frozen=True)
class TablePage:
    """All of a dice table that one browser is shown."""

    table: DiceTable
    title: str
    number: int
    board: Board
    control: Control | None
    waiting: tuple[str, ...]
    has_begun: bool
    lines: tuple[Line, ...]
    say: str
    ended: tuple[EndedGame, ...]
    sums: tuple[int, ...]
    commitment: str
    missing_parts: tuple[Seat, ...]
    may_start: bool
    next_number: int
    seconds_left: int | None
    is_clocked: bool
    is_over: bool
    news: str
    tournament: Tournament | None
    round: int
    table_number: int

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.board.seats

    @property
    def mine(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat.is_mine)

    @property
    def free(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat.is_free)

    @property
    def taken_by_others(self) -> tuple[Seat, ...]:
        return tuple(one for one in self.seats if one.is_taken and not one.is_mine)

    @property
    def my_parts(self) -> tuple[Seat, ...]:
        """Seats of this browser that have not added to the dice yet."""
        return tuple(seat for seat in self.missing_parts if seat.is_mine)

    @property
    def adds_by_itself(self) -> bool:
        """The phone adds its part at once, except to another game of a free table."""
        return self.number == 1 or self.table.most_games is not None

    @property
    def last_game(self) -> EndedGame | None:
        return self.ended[-1] if self.ended else None

    @property
    def counts_points(self) -> bool:
        return self.table.table is not None


# Finding


def find_table(code: str) -> DiceTable | None:
    return (
        DiceTable.objects.filter(code=code.upper())
        .select_related("table__draw__tournament", "play_off__tournament")
        .first()
    )


def dice_table_of(table: Table) -> DiceTable | None:
    return DiceTable.objects.filter(table=table).first()


def has_its_people(dice_table: DiceTable) -> bool:
    """Whether those for whom it was opened still sit at the table of the round."""
    if dice_table.table is None:
        return True
    return dice_table.table.people() == [seat.person for seat in dice_table.seats.all()]


def has_sheet(table: Table) -> bool:
    return table.entries.exists()


def dice_codes(tournament: Tournament) -> dict[tuple[int, int], str]:
    """The dice tables of all rounds, by round and number of the table."""
    found = DiceTable.objects.filter(
        table__draw__tournament=tournament, table__draw__withdrawn_at=None
    )
    return {
        (round, number): code
        for round, number, code in found.values_list(
            "table__draw__round", "table__number", "code"
        )
    }


def play_off_codes(tournament: Tournament) -> dict[str, str]:
    """The dice tables of play-offs by their members, as the game is stored."""
    found = DiceTable.objects.filter(play_off__tournament=tournament)
    return dict(found.values_list("play_off__members", "code"))


def find_play_off(tournament: Tournament, members: str) -> PlayOffGame | None:
    return tournament.play_offs.filter(members=members).first()


def games() -> list[tuple[str, str, str]]:
    """Every game: its key, its title, and what it is in a sentence."""
    return [(key, words.title(key), str(about)) for key, about in words.ABOUT.items()]


# The desk


@dataclass(frozen=True)
class DeskPage:
    """What the organiser needs of a dice table; dice are none of his business."""

    seats: tuple[Seat, ...]
    names: list[str]
    number: int
    games: int | None
    has_begun: bool
    is_over: bool
    news: str
    waiting: tuple[str, ...]
    ended: tuple[EndedGame, ...]


def desk_page(table: DiceTable) -> DeskPage:
    sitting = load_sitting(table)
    play = sitting.now
    names = names_of(sitting)
    has_begun = play.row.started_at is not None
    return DeskPage(
        seats=seats_of(sitting, set(), names),
        names=names,
        number=play.row.number,
        games=table.most_games,
        has_begun=has_begun,
        is_over=sitting.is_over,
        news=news_of(table, sitting.is_over),
        waiting=tuple(names[player] for player in play.state.to_act)
        if has_begun and not play.is_over
        else (),
        ended=ended_games(sitting, names),
    )


# The table


def my_seats(sitting: Sitting, keys: Mapping[int, str]) -> set[int]:
    """The positions whose keys this browser holds."""
    return {
        seat.position
        for seat in sitting.seats
        if seat.taken_at and keys.get(seat.position) == seat.key
    }


def sits_there(table: DiceTable, keys: Mapping[int, str]) -> bool:
    return bool(keys) and bool(my_seats(load_sitting(table), keys))


def news_of(table: DiceTable, is_over: bool) -> str:
    """What became of the result, or why it will not become one by itself."""
    tournament = table.tournament
    if tournament is None:
        return ""
    played = table.table or table.play_off
    assert played is not None
    entry = played.entries.order_by("number").first()
    if entry is not None:
        if is_over and entry.by_id is None:
            return _("The result is handed in.")
        return _("The organisers have entered the result. Theirs counts, not this one.")
    if table.table and table.table.draw.withdrawn_at:
        return _("The draw was withdrawn. What is played here does not count.")
    if not has_its_people(table):
        return _("Others sit at this table now. Please ask the organisers.")
    if tournament.closed_at:
        return _("The tournament is closed. What is played here does not count.")
    if is_over:
        return _("The result could not be handed in. Please ask the organisers.")
    return ""


def table_page(
    table: DiceTable, keys: Mapping[int, str], now: datetime.datetime
) -> TablePage:
    sitting = load_sitting(table)
    play = sitting.now
    mine = my_seats(sitting, keys)
    names = names_of(sitting)
    has_begun = play.row.started_at is not None
    tournament = table.tournament
    hidden = tournament is not None and tournament.standings_hidden and not mine
    # The last game stays on the table when it is over; its result is hidden too.
    is_cleared = hidden and play.is_over
    state, steps = (play.beginning, ()) if is_cleared else (play.state, play.steps)
    board = board_of(play, state, seats_of(sitting, mine, names), has_begun)
    running = has_begun and not play.is_over
    lines = told(state, steps, names)
    waiting = play.state.to_act if running else ()
    missing = () if has_begun else {one.position for one in sitting.waits_for_parts}
    return TablePage(
        table=table,
        title=words.title(table.game),
        number=play.row.number,
        board=board,
        control=control_of(sitting, mine, names) if running else None,
        waiting=tuple(names[player] for player in waiting),
        has_begun=has_begun,
        lines=tuple(lines[-LINES_SHOWN:]),
        say="" if hidden and not steps else said(sitting, play, lines, names),
        ended=() if hidden else ended_games(sitting, names),
        sums=() if hidden else sums(sitting),
        commitment=play.row.commitment,
        missing_parts=tuple(seat for seat in board.seats if seat.position in missing),
        may_start=not has_begun
        and bool(mine)
        and not any(seat.is_free for seat in board.seats),
        next_number=play.next_number,
        seconds_left=play.seconds_left(now)
        if running and not mine & {*waiting[:1]}
        else None,
        is_clocked=table.clock is not None,
        is_over=sitting.is_over,
        news=news_of(table, sitting.is_over),
        tournament=tournament,
        round=table.table.draw.round if table.table else 0,
        table_number=table.table.number if table.table else 0,
    )


def names_of(sitting: Sitting) -> list[str]:
    """By position; of equal names each with its seat."""
    names = []
    computers = 0
    tournament = sitting.table.tournament
    entrants = short_names(tournament, sitting.seats) if tournament else {}
    for seat in sitting.seats:
        if seat.name:
            names.append(seat.name)
        elif seat.person:
            names.append(entrants.get(seat.person) or stand_in_name(seat.person))
        elif seat.computer and not seat.taken_at:
            computers += 1
            names.append(_("Computer %(number)s") % {"number": computers})
        else:
            names.append(_("Seat %(number)s") % {"number": seat.position + 1})
    count = Counter(names)
    return [
        f"{name} ({number})" if count[name] > 1 else name
        for number, name in enumerate(names, start=1)
    ]


def short_names(tournament: Tournament, seats: Sequence[DiceSeat]) -> Mapping[int, str]:
    """By start number: who sits there, equal names told apart by it."""
    numbers = [seat.person or 0 for seat in seats]
    names = {
        one.number: one.short_name
        for one in tournament.entrants.filter(number__in=numbers)
    }
    count = Counter(names.values())
    return {
        number: f"{name} ({number})" if count[name] > 1 else name
        for number, name in names.items()
    }


def seats_of(
    sitting: Sitting, mine: AbstractSet[int], names: Sequence[str]
) -> tuple[Seat, ...]:
    return tuple(
        Seat(
            position=seat.position,
            name=names[seat.position],
            is_taken=seat.taken_at is not None,
            is_mine=seat.position in mine,
            computer=seat.computer,
        )
        for seat in sitting.seats
    )


# Peeking


def peek(table: DiceTable, position: int, keys: Mapping[int, str]) -> Lying | None:
    """What lies under the cup of a seat that this browser holds."""
    sitting = load_sitting(table)
    if position not in my_seats(sitting, keys):
        return None
    shown = peeked(sitting.now.state, position)
    return lying(shown, f"p{sitting.now.next_number}") if shown else None


def said(
    sitting: Sitting, play: Play, lines: Sequence[Line], names: Sequence[str]
) -> str:
    """One line for a screen reader: what happened since a person last decided."""
    if play.steps:
        since: list[str] = []
        for line in reversed(lines):
            since.insert(0, line.text)
            if not (line.by_computer or line.is_end) or len(since) > LINES_SHOWN:
                break
        told = ". ".join(since)
    elif sitting.ended:
        order = sitting.ended[-1].order
        told = words.win_words(order, names)
    else:
        return ""
    if play.order:
        return f"{told}. {words.win_words(play.order, names)}."
    waiting = play.state.to_act if play.row.started_at else ()
    if not waiting:
        return f"{told}."
    turn = _("It is the turn of %(name)s.") % {
        "name": words.listed([names[player] for player in waiting])
    }
    return f"{told}. {turn}"


# Games that are over


def ended_games(sitting: Sitting, names: Sequence[str]) -> tuple[EndedGame, ...]:
    """What each game gave: points where a sheet is filled, else places."""
    points = points_by_place(sitting)
    return tuple(
        EndedGame(
            one.row.number,
            tuple(
                points[one.order.index(position)]
                for position in range(len(sitting.seats))
            ),
            one.is_played,
            words.win_words(one.order, names),
        )
        for one in sitting.ended
    )


def points_by_place(sitting: Sitting) -> Sequence[int]:
    if sitting.table.table:
        return sitting.table.table.draw.tournament.format.points
    return range(1, len(sitting.seats) + 1)


def sums(sitting: Sitting) -> tuple[int, ...]:
    """The totals of a sheet as far as it is played; nothing at other tables."""
    if not sitting.table.table:
        return ()
    points = points_by_place(sitting)
    return tuple(
        sum(points[order.index(position)] for order in sitting.orders)
        for position in range(len(sitting.seats))
    )


@dataclass(frozen=True)
class DiceGames:
    """What the dice table of a table saw: by number the places by seat ("213").

    `played` are those that the dice decided, and nobody by hand. `schock_outs`
    are by seat.
    """

    code: str = ""
    games: Mapping[int, str] = field(default_factory=dict)
    played: AbstractSet[int] = frozenset()
    schock_outs: tuple[int, ...] = ()


def dice_games(table: Table, people: Sequence[int]) -> DiceGames:
    """The finished games of a table, unless other people sit there now."""
    found = DiceTable.objects.filter(table=table).first()
    if found is None:
        return DiceGames()
    sitting = load_sitting(found)
    if [seat.person for seat in sitting.seats] != list(people):
        return DiceGames()
    games = placings(sitting.orders)
    numbers = [ended.row.number for ended in sitting.ended]
    return DiceGames(
        code=found.code,
        games=dict(zip(numbers, games, strict=True)),
        played={ended.row.number for ended in sitting.ended if ended.is_played},
        schock_outs=sitting.schock_outs,
    )


# The record of one game


@dataclass(frozen=True)
class RecordPage:
    """A finished game, one step of it shown."""

    table: DiceTable
    title: str
    number: int
    board: Board
    step: int
    steps: int
    lines: tuple[Line, ...]
    result: tuple[tuple[int, str, str], ...]
    told: str
    is_played: bool
    secret: str
    commitment: str
    parts: tuple[tuple[str, str], ...]

    @property
    def previous(self) -> int | None:
        return self.step - 1 if self.step > 0 else None

    @property
    def following(self) -> int | None:
        return self.step + 1 if self.step < self.steps else None


def finished_game(table: DiceTable, number: int) -> Play | None:
    """A game whose secret may be shown: it is over."""
    play = load_game(table, number)
    return play if play is not None and play.is_over else None


def record_page(table: DiceTable, play: Play, step: int | None) -> RecordPage:
    """The game after `step` events; at its end without one."""
    sitting = load_sitting(table)
    names = names_of(sitting)
    at = len(play.steps) if step is None else min(step, len(play.steps))
    state = play.steps[at - 1].after if at else play.beginning
    seats = seats_of(sitting, set(), names)
    outcome = play.state.outcome
    order = play.order or ()
    reasons = (
        {one.player: words.place_words(one) for one in outcome.places}
        if outcome
        else {}
    )
    board = board_of(play, state, seats, is_running=True)
    if at < len(play.steps):
        turn = state.to_act
        marked = tuple(
            replace(seat, is_turn=seat.position in turn) for seat in board.seats
        )
        board = replace(board, seats=marked)
    return RecordPage(
        table=table,
        title=words.title(table.game),
        number=play.row.number,
        board=board,
        step=at,
        steps=len(play.steps),
        lines=tuple(told(state, play.steps[:at], names)),
        result=tuple(
            (place, names[player], reasons.get(player, ""))
            for place, player in enumerate(order, start=1)
        ),
        told=words.win_words(order, names),
        is_played=play.row.ended_order is None,
        secret=play.row.secret,
        commitment=play.row.commitment,
        parts=tuple(zip(names, play.parts, strict=True)),
    )
