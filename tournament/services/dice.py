"""Playing at a dice table: seats, parts, throws, and what becomes of a result.

Every deed takes the dice table's own lock, so that throws do not wait for the
desk; only the end of the last game takes the tournament's, always after it.
A throw names the number of the event it wants to be: a repeated request finds
its event there and changes nothing.
"""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from random import SystemRandom

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from scoring import fair
from scoring.errors import RuleBroken
from scoring.fair_game import LONGEST_PART, throw
from scoring.games import GAMES, Action, Event
from scoring.games.rulebook import Value
from scoring.games.turnierschocken import Turnierschocken
from scoring.players import LEVELS
from scoring.sitting import placings
from tournament.errors import Refusal, Refused, Stale
from tournament.evening import load_evening
from tournament.models import (
    Deed,
    DiceEvent,
    DiceGame,
    DicePart,
    DiceSeat,
    DiceTable,
    PlayOffGame,
    Table,
    Tournament,
)
from tournament.models.dice import new_key
from tournament.playing import (
    Play,
    Sitting,
    Written,
    has_been_played,
    load_game,
    load_sitting,
    rules_of,
)

from .deed import hold_dice_tables, lock, record, touch
from .play_offs import enter_play_off, find_group
from .results import enter_games, lock_at_table

COMPUTER = "medium"
"""The level that plays for whoever is absent."""

SECONDS_FOR_PARTS = 20
"""What a phone has to add its part, which it does at once, before others begin."""

KEPT_DAYS = 30
MOST_AN_HOUR = 300


def hold(table: DiceTable) -> DiceTable:
    """The dice table as it is now, held until the transaction ends."""
    return DiceTable.objects.select_for_update().get(pk=table.pk)


# Opening a table


@transaction.atomic
def open_free_table(
    *,
    game: str,
    options: Mapping[str, Value],
    computers: Sequence[str],
    names: Sequence[str] = (),
    chances: bool = False,
) -> DiceTable:
    """A table for anybody, 2 to 8 seats.

    `computers` names for each seat the level that plays there, or "" for a person.
    """
    rules = GAMES[game].with_options(options)
    rules.start(len(computers))
    if "" not in computers:
        raise Refused(Refusal.ONLY_COMPUTERS)
    free = DiceTable.objects.filter(table=None, play_off=None)
    now = timezone.now()
    old = free.filter(opened_at__lt=now - timedelta(days=KEPT_DAYS))
    hold_dice_tables(old)
    old.delete()
    if free.filter(opened_at__gt=now - timedelta(hours=1)).count() >= MOST_AN_HOUR:
        raise Refused(Refusal.TOO_MANY_TABLES)
    table = DiceTable.objects.create(game=game, options=rules.chosen(), chances=chances)
    DiceSeat.objects.bulk_create(
        DiceSeat(dice_table=table, position=position, computer=level, name=name)
        for position, (level, name) in enumerate(
            zip(computers, [*names, *[""] * len(computers)], strict=False)
        )
    )
    next_game(table, (), len(computers))
    return table


@transaction.atomic
def open_dice_table(*, table: Table, by: User | None) -> DiceTable:
    """A table of a round plays here. Opening it twice opens it once.

    Players may open their own where the tournament allows it (`by` is None).
    """
    opened = DiceTable.objects.filter(table=table)
    hold_dice_tables(opened)
    tournament = lock_at_table(table)
    if by is None and not tournament.dice_tables:
        raise Refused(Refusal.NO_DICE_TABLES)
    people = table.people()
    known = opened.first()
    if known:
        if [seat.person for seat in known.seats.all()] == people:
            return known
        if has_been_played(known):
            raise Refused(Refusal.OTHERS_PLAYED)
        known.delete()
    elif table.entries.exists():
        raise Stale(Refusal.ALREADY_ENTERED, table=table.number)
    return open_for(tournament, people, by, table=table, most_games=tournament.games)


@transaction.atomic
def open_play_off(*, play_off: PlayOffGame, by: User) -> DiceTable:
    """001 end 2: the deciding game of a group is played here.

    Whoever has withdrawn does not play; the lots say who begins.
    """
    opened = DiceTable.objects.filter(play_off=play_off)
    hold_dice_tables(opened)
    tournament = lock(play_off.tournament)
    withdrawn = withdrawn_from(play_off)
    people = [one for one in play_off.starting_order or () if one not in withdrawn]
    known = opened.first()
    if known:
        has_changed = [seat.person for seat in known.seats.all()] != people
        if not has_changed or has_been_played(known):
            return known
        known.delete()
    elif play_off.entries.exists():
        raise Stale(Refusal.ALREADY_ENTERED, table=0)
    rules = Turnierschocken()
    if not rules.least_players <= len(people) <= rules.most_players:
        raise Refused(
            Refusal.PLAY_OFF_BY_HAND, least=rules.least_players, most=rules.most_players
        )
    return open_for(tournament, people, by, play_off=play_off, most_games=1)


def withdrawn_from(play_off: PlayOffGame) -> set[int]:
    """Who of the group has withdrawn; refused where the group is gone."""
    evening = load_evening(play_off.tournament)
    return set(evening.withdrawn_of(find_group(evening, members_of(play_off))))


def members_of(play_off: PlayOffGame) -> list[int]:
    return [int(one) for one in play_off.members.split()]


def open_for(
    tournament: Tournament,
    people: Sequence[int],
    by: User | None,
    *,
    most_games: int,
    table: Table | None = None,
    play_off: PlayOffGame | None = None,
) -> DiceTable:
    rules = Turnierschocken(next_starter=tournament.next_starter)
    opened = DiceTable.objects.create(
        game=rules.key,
        options=rules.chosen(),
        table=table,
        play_off=play_off,
        most_games=most_games,
        clock=tournament.dice_clock,
    )
    DiceSeat.objects.bulk_create(
        DiceSeat(dice_table=opened, position=position, person=person)
        for position, person in enumerate(people)
    )
    next_game(opened, (), len(people))
    record(tournament, Deed.DICE_TABLE_OPENED, by=by, code=opened.code)
    return opened


def next_game(table: DiceTable, orders: Sequence[Sequence[int]], players: int) -> None:
    """Bind a new secret; the rulebook says who begins (000, 001 rule 1, A-13)."""
    number = len(orders) + 1
    rules = rules_of(table)
    previous = orders[-1] if orders else ()
    DiceGame.objects.create(
        dice_table=table,
        number=number,
        starter=rules.table_starter(number, previous, players),
        secret=fair.secret_text(secrets.token_bytes(fair.SECRET_BYTES)),
    )


# Sitting down


def seat_of(sitting: Sitting, position: int) -> DiceSeat:
    if not 0 <= position < len(sitting.seats):
        raise Refused(Refusal.NOT_YOUR_SEAT)
    return sitting.seats[position]


def own_seat(sitting: Sitting, position: int, key: str) -> DiceSeat:
    """The seat, if this is its key."""
    seat = seat_of(sitting, position)
    if not constant_time_compare(seat.key, key):
        raise Refused(Refusal.NOT_YOUR_SEAT)
    return seat


@transaction.atomic
def take_seat(*, table: DiceTable, position: int, name: str = "") -> DiceSeat:
    """Sit down on a seat that nobody has taken. Its key comes with it."""
    table = hold(table)
    seat = seat_of(load_sitting(table), position)
    if seat.taken_at or (seat.computer and not seat.person):
        raise Stale(Refusal.SEAT_TAKEN)
    seat.taken_at = timezone.now()
    seat.computer = ""
    if seat.person is None and name.strip():
        seat.name = name.strip()
    seat.save()
    # After a freed seat its part may be there already, and nothing else be missing.
    go_on(table)
    return seat


def claim_seat(*, table: DiceTable, position: int, key: str) -> DiceSeat:
    """Sit down again on one's own seat, on another phone, with its key."""
    typed = "".join(key.split()).upper()
    seat = own_seat(load_sitting(table), position, typed)
    if not seat.taken_at:
        raise Refused(Refusal.NOT_YOUR_SEAT)
    return seat


@transaction.atomic
def free_seat(*, table: DiceTable, position: int, by: User) -> None:
    """The organiser opens a taken seat again; its old key is worth nothing."""
    table = hold(table)
    seat = seat_of(load_sitting(table), position)
    seat.taken_at = None
    seat.computer = ""
    seat.key = new_key()
    seat.save()
    touch(table.pk)
    if table.tournament:
        record(
            lock(table.tournament),
            Deed.DICE_SEAT_FREED,
            by=by,
            seat=position + 1,
            code=table.code,
        )


@transaction.atomic
def hand_over(*, table: DiceTable, position: int, key: str, to_computer: bool) -> None:
    """Let the computer play for oneself, or take over from it again."""
    table = hold(table)
    sitting = load_sitting(table)
    seat = own_seat(sitting, position, key)
    if bool(seat.computer) == to_computer:
        return  # the same request again
    seat.computer = COMPUTER if to_computer else ""
    seat.save(update_fields=["computer"])
    go_on(table)


# Playing


@transaction.atomic
def give_part(
    *, table: DiceTable, game: int, position: int, key: str, part: str
) -> None:
    """Add to the dice of a game. The first part counts; the last one starts it."""
    table = hold(table)
    sitting = load_sitting(table)
    seat = own_seat(sitting, position, key)
    play = game_now(sitting, game)
    part = fair.room_part(part)[:LONGEST_PART]
    if play.row.started_at or not part:
        return
    DicePart.objects.get_or_create(
        game=play.row, position=seat.position, defaults={"part": part}
    )
    go_on(table)


@transaction.atomic
def start_game(*, table: DiceTable, game: int, position: int, key: str) -> None:
    """Start without the parts that are missing; every seat must be somebody's.

    Nobody can shut out the parts of others by being quick: their phones get time.
    """
    table = hold(table)
    sitting = load_sitting(table)
    own_seat(sitting, position, key)
    play = game_now(sitting, game)
    if play.row.started_at:
        return
    if any(not seat.taken_at for seat in sitting.people):
        raise Refused(Refusal.SEATS_FREE)
    seconds = seconds_for_parts(sitting, timezone.now())
    if seconds > 0:
        raise Refused(Refusal.PARTS_MAY_COME, seconds=seconds)
    start(play)
    settle(sitting)


def seconds_for_parts(sitting: Sitting, now: datetime) -> int:
    """How long the parts that are missing may still come; 0 where none is."""
    missing = sitting.waits_for_parts
    if not missing:
        return 0
    sat_down = (seat.taken_at for seat in missing if seat.taken_at)
    since = max(sitting.now.row.bound_at, *sat_down)
    return max(0, SECONDS_FOR_PARTS - int((now - since).total_seconds()))


def go_on(table: DiceTable) -> None:
    """After a change of seats or parts: begin if all is there, let computers play."""
    sitting = load_sitting(table)
    start_if_ready(sitting)
    settle(sitting)


def start_if_ready(sitting: Sitting) -> None:
    play = sitting.now
    if (
        play.row.started_at is None
        and not play.is_over
        and all(seat.taken_at for seat in sitting.people)
        and not sitting.waits_for_parts
    ):
        start(play)


def start(play: Play) -> None:
    play.row.started_at = timezone.now()
    play.row.save(update_fields=["started_at"])


@transaction.atomic
def act(
    *,
    table: DiceTable,
    game: int,
    number: int,
    position: int,
    key: str,
    action: Action,
) -> None:
    """Throw, stand or close flaps, as event `number` of a game.

    The same request again finds its event there and changes nothing; another
    one for the same number came too late.
    """
    table = hold(table)
    sitting = load_sitting(table)
    seat = own_seat(sitting, position, key)
    is_now = sitting.now.row.number == game
    play = sitting.now if is_now else load_game(table, game)
    if play is None or not is_now or number != play.next_number or play.is_over:
        done = play.event(number) if play else None
        if done and (done.player, done.action) == (seat.position, action):
            return
        raise Stale(Refusal.DICE_MOVED_ON)
    if play.row.started_at is None:
        raise Refused(Refusal.NOT_STARTED)
    if seat.computer:
        raise Refused(Refusal.COMPUTER_PLAYS)
    settle(sitting.followed_by(append(play, thrown(play, seat.position, action))))


def game_now(sitting: Sitting, number: int) -> Play:
    if sitting.now.row.number != number:
        raise Stale(Refusal.DICE_MOVED_ON)
    return sitting.now


def thrown(
    play: Play, player: int, action: Action, *, by_computer: bool = False
) -> Play:
    """The game after an action, with the dice that follow; not written down yet."""
    number, count = play.next_number, play.state.dice_for(player, action)
    event = Event(player, action, throw(play.row.secret, play.parts, number, count))
    return play.followed_by([Written(str(event), by_computer, timezone.now())])


def append(before: Play, after: Play) -> Play:
    """Write down what happened between two moments of a game."""
    new = after.steps[len(before.steps) :]
    DiceEvent.objects.bulk_create(
        DiceEvent(game=after.row, number=number, **step.written._asdict())
        for number, step in enumerate(new, start=before.next_number)
    )
    return after


def let_computers(sitting: Sitting) -> Play:
    """Everything that computers do before a person has to decide again."""
    before = play = sitting.now
    levels = {seat.position: seat.computer for seat in sitting.seats if seat.computer}
    if play.row.started_at is None:
        return play
    while not play.is_over:
        player = next((one for one in play.state.to_act if one in levels), None)
        if player is None:
            break
        action = decide(play, player, levels[player])
        play = thrown(play, player, action, by_computer=True)
    return append(before, play)


def decide(play: Play, player: int, level: str) -> Action:
    """What a computer player does; he sees no more than a person in his seat."""
    state = play.state
    legal = state.legal(player)
    return LEVELS[level](state.view(player), legal, SystemRandom())


@transaction.atomic
def play_for_absent(
    *, table: DiceTable, game: int, number: int, position: int, key: str
) -> None:
    """Let the computer make the move of whoever keeps the table waiting."""
    table = hold(table)
    sitting = load_sitting(table)
    own_seat(sitting, position, key)
    play = game_now(sitting, game)
    if number != play.next_number or play.is_over:
        raise Stale(Refusal.DICE_MOVED_ON)
    if play.row.started_at is None:
        raise Refused(Refusal.NOT_STARTED)
    if play.seconds_left(timezone.now()) > 0:
        raise Refused(Refusal.CLOCK_RUNS)
    player = play.state.to_act[0]
    action = decide(play, player, COMPUTER)
    after = thrown(play, player, action, by_computer=True)
    settle(sitting.followed_by(append(play, after)))


# The end of a game


def settle(sitting: Sitting) -> None:
    """After any change: let computers go on, begin the next game, hand in the result.

    Where nobody's phone is there to begin, the table is played to its end.
    """
    table = sitting.table
    while True:
        if not sitting.now.is_over:
            sitting = sitting.followed_by(let_computers(sitting))
        if not sitting.now.is_over:
            break
        if sitting.is_over:
            hand_in(sitting)
            break
        next_game(table, sitting.orders, len(sitting.seats))
        sitting = load_sitting(table)
        if table.most_games is None or sitting.people:
            break
        start_if_ready(sitting)
    touch(table.pk)


def hand_in(sitting: Sitting) -> None:
    """The result goes the way of a typed one, unless the desk was faster."""
    try:
        with transaction.atomic():
            if sitting.table.table:
                hand_in_sheet(sitting, sitting.table.table)
            elif sitting.table.play_off:
                hand_in_play_off(sitting, sitting.table.play_off)
    except (Refused, RuleBroken):
        # The games stay here to be read; the desk decides what counts.
        return


def hand_in_sheet(sitting: Sitting, table: Table) -> None:
    if table.entries.exists():
        raise Stale(Refusal.ALREADY_ENTERED, table=table.number)
    one, two, three = sitting.schock_outs
    enter_games(
        table=table,
        games=placings(sitting.orders),
        number=1,
        by=None,
        schock_outs=(one, two, three),
        seats=[seat.person or 0 for seat in sitting.seats],
        played=[ended.row.number for ended in sitting.ended if ended.is_played],
    )


def hand_in_play_off(sitting: Sitting, play_off: PlayOffGame) -> None:
    if play_off.entries.exists():
        raise Stale(Refusal.ALREADY_ENTERED, table=0)
    # Who withdrew while it was played is placed behind those who stayed.
    withdrawn = withdrawn_from(play_off)
    played = [sitting.seats[player].person or 0 for player in sitting.orders[0]]
    order = [one for one in played if one not in withdrawn]
    enter_play_off(
        tournament=play_off.tournament,
        order=order,
        behind=sorted(set(members_of(play_off)) - set(order)),
        number=1,
        by=None,
    )


@transaction.atomic
def end_game(*, table: DiceTable, game: int, order: Sequence[int], by: User) -> None:
    """The organiser ends a game by entering its finishing order (positions)."""
    table = hold(table)
    sitting = load_sitting(table)
    play = game_now(sitting, game)
    if play.is_over:
        raise Stale(Refusal.DICE_MOVED_ON)
    if sorted(order) != list(range(len(sitting.seats))):
        raise Refused(Refusal.ORDER_INCOMPLETE)
    play.row.ended_order = list(order)
    play.row.ended_by = by
    play.row.save(update_fields=["ended_order", "ended_by"])
    sitting = sitting.followed_by(play)
    if table.tournament:
        record(
            lock(table.tournament),
            Deed.DICE_GAME_ENDED,
            by=by,
            game=game,
            code=table.code,
        )
    settle(sitting)
