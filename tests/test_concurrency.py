"""Eight people press at once: one deed counts, everybody else gets an answer.

Real threads, each with its own connection, on the database of the settings:
a file of SQLite, or PostgreSQL where DATABASE_URL names one.
"""

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connections, transaction
from django.test import Client
from django.urls import reverse

from scoring.fair_game import verify_game
from scoring.games.play import ROLL, STAND
from tests import cast
from tournament.errors import Refusal, Refused, Stale
from tournament.models import (
    DiceEvent,
    DiceTable,
    Draw,
    LogEntry,
    PlayOffEntry,
    PlayOffGame,
    SheetEntry,
    Table,
    Tournament,
)
from tournament.playing import load_game, load_sitting
from tournament.services import dice
from tournament.services.deed import lock
from tournament.services.draws import draw_round, swap_seats
from tournament.services.play_offs import draw_starting_order, enter_play_off
from tournament.services.results import enter_games
from tournament.services.tournaments import delete_tournament

AT_ONCE = 8

pytestmark = pytest.mark.django_db(transaction=True)


def all_at_once(deed: Callable[[int], Any]) -> list[Any]:
    """What each of eight threads gets that start in the same moment."""
    start = Barrier(AT_ONCE, timeout=60)

    def press(who: int) -> Any:
        try:
            start.wait()
            return deed(who)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(press, range(AT_ONCE)))


def side_by_side(*deeds: Callable[[], str]) -> list[str]:
    """What each of these gets, in a thread of its own."""

    def alone(deed: Callable[[], str]) -> str:
        try:
            return deed()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(alone, deeds))


def outcome(deed: Callable[[], Any]) -> str:
    """ "done", or why not; anything but a refusal breaks the test."""
    try:
        deed()
    except Stale as error:
        return error.refusal.value
    return "done"


@pytest.fixture
def twelve_tables(organiser: User) -> Tournament:
    return cast.make_tournament(organiser, 36, name="Zwölf Tische")


@pytest.fixture
def scorers(twelve_tables: Tournament) -> list[Client]:
    """Eight helpers, each in a browser of their own."""
    clients = []
    for number in range(AT_ONCE):
        client = Client(raise_request_exception=False)
        client.force_login(cast.make_helper(twelve_tables, f"helfer{number}"))
        clients.append(client)
    return clients


def logged(tournament: Tournament, deed: str) -> int:
    return LogEntry.objects.filter(tournament=tournament, deed=deed).count()


def test_one_draw_however_often_the_button_is_pressed(
    twelve_tables: Tournament, organiser: User
) -> None:
    browsers = []
    for _ in range(AT_ONCE):
        browser = Client(raise_request_exception=False)
        browser.force_login(organiser)
        browsers.append(browser)
    address = reverse("draw_round", args=[twelve_tables.slug, 1])

    answers = all_at_once(lambda who: browsers[who].post(address))

    assert {answer.status_code for answer in answers} <= {302, 409}
    draw = Draw.objects.get()
    assert draw.tables.count() == 12
    assert draw.seats.count() == 36
    assert logged(twelve_tables, "round_drawn") == 1


def test_one_draw_of_eight_through_the_service(
    twelve_tables: Tournament, organiser: User
) -> None:
    outcomes = all_at_once(
        lambda _who: outcome(
            lambda: draw_round(tournament=twelve_tables, round=1, by=organiser)
        )
    )

    assert Counter(outcomes) == {"done": 1, Refusal.ALREADY_DRAWN: AT_ONCE - 1}
    assert Draw.objects.get().seats.count() == 36


def sheet(seats: str, variant: int) -> dict[str, Any]:
    """The sheets of scorers 0, 2, 4 … are the same; all others differ."""
    read = "531" if variant % 2 == 0 else ["135", "153", "315", "351"][variant // 2]
    games = {f"game_{game}": "513" for game in range(2, 11)}
    return {"way": "games", "number": 1, "seats": seats, "game_1": read, **games}


def test_one_version_of_each_sheet_and_a_clean_answer_for_everybody(
    twelve_tables: Tournament, scorers: list[Client], organiser: User
) -> None:
    draw = cast.start_round(twelve_tables, organiser)
    tables = list(draw.tables.order_by("number"))
    seats = {table.pk: " ".join(map(str, table.people())) for table in tables}
    # All eight go through the pile, and meet again at every sheet of it.
    at_the_same_sheet = Barrier(AT_ONCE, timeout=60)

    def type_the_pile(who: int) -> list[int]:
        statuses = []
        for table in tables:
            at_the_same_sheet.wait()
            answer = scorers[who].post(
                table.get_absolute_url(), sheet(seats[table.pk], who)
            )
            statuses.append(answer.status_code)
        return statuses

    statuses = all_at_once(type_the_pile)

    assert {one for row in statuses for one in row} <= {302, 409}
    for at, table in enumerate(tables):
        entry = SheetEntry.objects.get(table=table)
        winner = int(entry.by.username.removeprefix("helfer"))
        # Who typed just what is stored goes on; everybody else is shown both.
        same = {0, 2, 4, 6} if winner % 2 == 0 else {winner}
        went_on = {who for who in range(AT_ONCE) if statuses[who][at] == 302}
        assert went_on == same
    assert logged(twelve_tables, "sheet_entered") == 12
    twelve_tables.refresh_from_db()
    assert twelve_tables.revision == 1 + LogEntry.objects.count()


def test_one_correction_of_eight_through_the_service(
    twelve_tables: Tournament, organiser: User
) -> None:
    draw = cast.start_round(twelve_tables, organiser)
    table = Table.objects.select_related("draw__tournament").get(draw=draw, number=7)
    enter_games(table=table, games=["123"] * 10, number=1, by=organiser)

    def correct(who: int) -> str:
        games = ["321"] * who + ["123"] * (10 - who)
        return outcome(
            lambda: enter_games(
                table=table, games=games, number=2, by=organiser, reason=f"von {who}"
            )
        )

    outcomes = all_at_once(correct)

    assert Counter(outcomes) == {"done": 1, Refusal.ALREADY_ENTERED: AT_ONCE - 1}
    assert list(table.entries.values_list("number", flat=True)) == [1, 2]


def test_lots_and_the_result_of_a_play_off_count_once(organiser: User) -> None:
    tournament = cast.make_tournament(organiser, 3, rounds=1)
    table = cast.start_round(tournament, organiser).tables.get()
    enter_games(table=table, games=["123", "213"] * 5, number=1, by=organiser)
    equal = sorted(table.people()[:2])

    lots = all_at_once(
        lambda _who: outcome(
            lambda: draw_starting_order(
                tournament=tournament, members=equal, by=organiser
            )
        )
    )
    results = all_at_once(
        lambda who: outcome(
            lambda: enter_play_off(
                tournament=tournament,
                order=equal if who % 2 else equal[::-1],
                behind=[],
                number=1,
                by=organiser,
            )
        )
    )

    assert Counter(lots) == {"done": 1, Refusal.LOTS_DRAWN: AT_ONCE - 1}
    assert Counter(results) == {"done": 1, Refusal.ALREADY_ENTERED: AT_ONCE - 1}
    assert PlayOffGame.objects.count() == PlayOffEntry.objects.count() == 1


def throw(table: DiceTable, number: int, position: int) -> None:
    deed = ROLL if number % 2 else STAND
    dice.act(
        table=table,
        game=1,
        number=number,
        position=position,
        key=cast.KEY,
        action=deed,
    )


def test_a_throw_that_eight_threads_ask_for_is_thrown_once() -> None:
    table = cast.started(cast.free_table())

    outcomes = all_at_once(lambda _who: outcome(lambda: throw(table, 1, 0)))

    assert outcomes == ["done"] * AT_ONCE, "each finds the same event"
    assert DiceEvent.objects.count() == 1


def test_of_a_throw_and_a_stand_at_once_one_happens() -> None:
    table = cast.started(cast.free_table())
    throw(table, 1, 0)

    def press(who: int) -> None:
        dice.act(
            table=table,
            game=1,
            number=2,
            position=0,
            key=cast.KEY,
            action=ROLL if who % 2 else STAND,
        )

    outcomes = all_at_once(lambda who: outcome(lambda: press(who)))

    assert Counter(outcomes) == {"done": AT_ONCE // 2, Refusal.DICE_MOVED_ON: 4}
    play = load_game(table, 1)
    assert play is not None
    assert len(play.steps) == 2
    assert not verify_game(play.fair_record)


def test_one_seat_of_eight_and_one_next_game(draw: Draw) -> None:
    """Eight sit down on one seat; then the last throw of a game makes one next."""
    table = cast.dice_table(draw.tournament)

    def sit(_who: int) -> str:
        return outcome(lambda: dice.take_seat(table=table, position=0))

    assert Counter(all_at_once(sit)) == {"done": 1, Refusal.SEAT_TAKEN: AT_ONCE - 1}
    cast.sit_down(table, 1, 2)
    cast.give_parts(table)
    by = draw.drawn_by
    assert by is not None

    def end(_who: int) -> str:
        return outcome(
            lambda: dice.end_game(table=table, game=1, order=[2, 0, 1], by=by)
        )

    assert Counter(all_at_once(end)) == {"done": 1, Refusal.DICE_MOVED_ON: 7}
    assert [row.number for row in table.games.all()] == [1, 2]
    assert load_sitting(table).now.row.starter == 1


def test_the_desk_and_the_table_write_one_sheet(
    organiser: User,
) -> None:
    tournament = cast.make_tournament(organiser, 3, games=1)
    draw = cast.start_round(tournament, organiser)
    table = cast.started(cast.dice_table(tournament))
    sheet_of = draw.tables.get()

    def press(who: int) -> str:
        try:
            if who % 2:
                dice.end_game(table=table, game=1, order=[1, 0, 2], by=organiser)
            else:
                enter_games(table=sheet_of, games=["123"], number=1, by=organiser)
        except Refused as error:
            return error.refusal.value
        return "done"

    outcomes = Counter(all_at_once(press))

    assert outcomes["done"] in {1, 2}
    assert SheetEntry.objects.count() == 1
    assert load_sitting(table).orders == [(1, 0, 2)]


@pytest.mark.parametrize("rival", ["opened again", "typed", "deleted"])
def test_the_last_throw_and_the_desk_do_not_wait_for_each_other(
    twelve_tables: Tournament, organiser: User, rival: str
) -> None:
    """Who plays holds the dice table, then the tournament; the desk the other way."""
    draw = cast.start_round(twelve_tables, organiser)
    table = draw.tables.get(number=1)
    opened = cast.dice_table(twelve_tables)
    one, other = (draw.tables.get(number=at).people()[0] for at in (1, 2))
    if rival == "opened again":
        swap_seats(draw=draw, one=one, other=other, by=organiser, reason="Knie")
    held = Event()

    def last_throw() -> str:
        with transaction.atomic():
            dice.hold(opened)
            held.set()
            time.sleep(0.5)
            lock(twelve_tables)
        return "thrown"

    def at_the_desk() -> str:
        held.wait(60)
        if rival == "typed":
            enter_games(table=table, games=["123"] * 10, number=1, by=organiser)
        elif rival == "deleted":
            delete_tournament(tournament=twelve_tables, typed_name=twelve_tables.name)
        else:
            cast.dice_table(twelve_tables)
        return "done"

    assert side_by_side(last_throw, at_the_desk) == ["thrown", "done"]
    assert DiceTable.objects.filter(pk=opened.pk).exists() == (rival == "typed")


def test_an_old_table_is_not_cleared_away_under_who_plays_there() -> None:
    table = cast.free_table()
    dice.take_seat(table=table, position=0)
    cast.grown_old(table)
    held = Event()

    def add_part() -> str:
        with transaction.atomic():
            dice.hold(table)
            held.set()
            time.sleep(0.5)
            table.seats.update(name="Lena")
        return "added"

    def open_another() -> str:
        held.wait(60)
        return cast.free_table().code

    added, code = side_by_side(add_part, open_another)
    assert added == "added"
    assert [one.code for one in DiceTable.objects.all()] == [code]
