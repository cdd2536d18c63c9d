"""The evening in dice: read off sheets and dice tables, hidden with the standings."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.hands import Category
from tests import cast
from tournament.models import DiceTable, Draw, SheetEntry, Table, Tournament
from tournament.playing import load_game, load_sitting
from tournament.queries.highlights import Highlights, highlights
from tournament.queries.snapshot import take_snapshot
from tournament.services import dice
from tournament.services.results import enter_games, enter_totals
from tournament.services.tournaments import change_visibility

GAMES = 3


@pytest.fixture(scope="module")
def played_once(django_db_setup: None, django_db_blocker: Any) -> Iterator[DiceTable]:
    with django_db_blocker.unblock(), cast.undone():
        uwe = cast.make_organiser("uwe")
        tournament = cast.make_tournament(uwe, entrants=6, games=GAMES)
        cast.start_round(tournament, uwe)
        table = cast.started(cast.dice_table(tournament))
        cast.play_dice(table, Random(5), games=GAMES)
        yield table


@pytest.fixture
def played(played_once: DiceTable) -> DiceTable:
    """A table that has played all its games at the dice table."""
    return DiceTable.objects.get(pk=played_once.pk)


def of(tournament: Tournament) -> Highlights:
    return highlights(take_snapshot(tournament.pk))


def page(tournament: Tournament) -> str:
    return Client().get(f"/en/t/{tournament.slug}/highlights/").content.decode()


def test_everything_is_read_off_the_games(played: DiceTable) -> None:
    assert played.table
    tournament = played.table.draw.tournament
    games = [load_game(played, number) for number in range(1, GAMES + 1)]
    throws = [sum(bool(event.dice) for event in game.events) for game in games if game]
    hands = [
        laid.hand for ended in load_sitting(played).ended for laid in ended.course.hands
    ]

    found = of(tournament)

    assert found.games == GAMES
    assert found.throws == sum(throws)
    assert found.schock_outs == sum(
        hand.category is Category.SCHOCK_OUT for hand in hands
    )
    assert sum(count for _kind, count, _percent in found.shares) == len(hands)
    assert found.longest
    assert found.shortest
    assert found.longest.cycles >= found.shortest.cycles
    assert found.best[0].game.code == played.code


def test_the_best_hand_is_first_and_leads_to_its_game(
    played: DiceTable, client: Client
) -> None:
    assert played.table
    tournament = played.table.draw.tournament
    hands = [
        (laid.hand.strength, -laid.throws, ended.row.number)
        for ended in load_sitting(played).ended
        for laid in ended.course.hands
    ]
    best = of(tournament).best
    record = f"/en/dice/{played.code}/games/{best[0].game.number}/"

    strength, throws, number = max(hands, key=lambda one: (*one[:2], -one[2]))
    assert (best[0].throws, best[0].game.number) == (-throws, number)
    assert strength == max(hand[0] for hand in hands)
    assert record in page(tournament)
    assert client.get(record).status_code == 200


def test_schock_outs_of_typed_sheets_count_too(
    tournament: Tournament, draw: Draw, organiser: User
) -> None:
    assert "Nothing yet" in page(tournament)
    table = draw.tables.get(number=1)
    enter_totals(
        table=table, totals=(50, 26, 14), number=1, by=organiser, schock_outs=(2, 0, 1)
    )
    found = of(tournament)

    assert found.schock_outs == 3
    assert [(one.number, count) for one, count in found.most] == [
        (table.people()[0], 2)
    ]
    assert found.games == 0
    text = page(tournament)
    assert "Most Schock outs" in text
    assert "Best hands" not in text
    assert f"/en/t/{tournament.slug}/highlights/" in (
        Client().get(f"/en/t/{tournament.slug}/standings/").content.decode()
    )


def test_what_the_desk_typed_over_does_not_count(
    played: DiceTable, organiser: User
) -> None:
    assert played.table
    seen = of(played.table.draw.tournament).games
    enter_games(
        table=played.table,
        games=["123"] * GAMES,
        number=2,
        by=organiser,
        reason="So stand es auf dem Zettel",
    )
    assert (seen, of(played.table.draw.tournament).games) == (GAMES, 0)


def test_a_game_ended_by_hand_was_not_thrown(organiser: User) -> None:
    tournament = cast.make_tournament(organiser, entrants=3, games=2)
    cast.start_round(tournament, organiser)
    table = cast.started(cast.dice_table(tournament))
    cast.play_dice(table, Random(5), games=1)
    dice.end_game(table=table, game=2, order=[0, 1, 2], by=organiser)

    found = of(tournament)
    assert found.games == 1
    assert found.shortest is None


def test_a_play_off_at_the_dice_table_counts(organiser: User) -> None:
    tournament, play_off = cast.equal_heads(organiser)
    opened = cast.started(dice.open_play_off(play_off=play_off, by=organiser))
    cast.play_dice(opened, Random(2))

    found = of(tournament)
    assert found.games == 1
    assert found.longest
    assert found.longest.round == 0
    assert "Play-off" in page(tournament)
    standings = Client().get(f"/en/t/{tournament.slug}/standings/").content.decode()
    assert f"/en/t/{tournament.slug}/highlights/" in standings


def test_a_play_off_of_people_who_do_not_share_a_place_any_more_does_not_count(
    organiser: User,
) -> None:
    tournament, play_off = cast.equal_heads(organiser)
    opened = cast.started(dice.open_play_off(play_off=play_off, by=organiser))
    cast.play_dice(opened, Random(2))
    sheet = Table.objects.filter(draw__tournament=tournament).first()
    assert sheet
    enter_games(
        table=sheet, games=["321"] * 10, number=2, by=organiser, reason="upside down"
    )

    assert of(tournament).games == 0


def test_they_are_as_secret_as_the_standings(
    played: DiceTable, organiser: User
) -> None:
    assert played.table
    tournament = played.table.draw.tournament
    change_visibility(tournament=tournament, by=organiser, standings_hidden=True)
    cache.clear()
    text = page(tournament)

    assert "hidden points" in text
    assert played.code not in text


def test_a_new_process_reads_all_games_at_once(
    played: DiceTable,
    django_assert_num_queries: Any,
    django_capture_on_commit_callbacks: Any,
) -> None:
    """As many statements for three games as for one, and one less from then on."""
    assert played.table
    snapshot = take_snapshot(played.table.draw.tournament.pk)
    cast.own_cache()
    kept = django_capture_on_commit_callbacks(execute=True)
    with kept, CaptureQueriesContext(connection) as first:
        found = highlights(snapshot)
    with django_assert_num_queries(len(first) - 1):
        assert highlights(snapshot) == found
    cast.own_cache()
    SheetEntry.objects.update(played=[1])
    with django_assert_num_queries(len(first)):
        assert highlights(snapshot).games == 1
