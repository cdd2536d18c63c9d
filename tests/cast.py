"""The small cast that the tests share: who is there, and how an evening goes."""

import datetime
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache, caches
from django.db import transaction
from django.test import Client
from django.utils import timezone

from scoring.games import Action
from tournament import playing
from tournament.evening import load_evening
from tournament.models import (
    DiceTable,
    Draw,
    Entrant,
    Membership,
    PlayOffGame,
    Table,
    Tournament,
)
from tournament.playing import Play, load_sitting
from tournament.queries import snapshot
from tournament.services import dice
from tournament.services.draws import draw_round, publish_draw
from tournament.services.members import let_create_tournaments
from tournament.services.play_offs import draw_starting_order
from tournament.services.results import enter_games
from tournament.services.tournaments import create_tournament

EVENING = datetime.date(2026, 11, 6)


@contextmanager
def undone() -> Iterator[None]:
    """What is stored within is taken back, for what many tests begin with."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def make_organiser(name: str = "olga") -> User:
    user = User.objects.create_user(name, password="schock-aus-111")
    let_create_tournaments(user)
    return user


def make_tournament(by: User, entrants: int = 0, **fields: Any) -> Tournament:
    """A tournament with so many entrants, all present."""
    settings = {"name": "Kneipenpokal", "date": EVENING, **fields}
    tournament = create_tournament(by=by, **settings)
    Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament,
            number=number,
            first_name=f"Vorname{number}",
            last_name=f"Nachname{number}",
            club="TuS Höhe" if number % 2 else "",
            present=True,
        )
        for number in range(1, entrants + 1)
    )
    return tournament


def make_helper(tournament: Tournament, name: str = "hans") -> User:
    user = User.objects.create_user(name, password="schock-aus-111")
    Membership.objects.create(
        tournament=tournament, user=user, role=Membership.Role.HELPER
    )
    return user


def random_games(rng: Random, games: int = 10) -> list[str]:
    return ["".join(rng.sample("123", 3)) for _ in range(games)]


def start_round(tournament: Tournament, by: User) -> Draw:
    """Draw and publish the next round."""
    round = load_evening(tournament).next_round
    assert round is not None
    draw = draw_round(tournament=tournament, round=round, by=by)
    return publish_draw(draw=draw, by=by)


def make_tournament_with_a_round(organiser: User) -> Tournament:
    tournament = make_tournament(organiser, entrants=9, name="Noch eines")
    start_round(tournament, organiser)
    return tournament


def enter_all(draw: Draw, by: User, rng: Random) -> None:
    """A sheet for every table of a round that has none."""
    for table in Table.objects.filter(draw=draw, entries=None).select_related(
        "draw__tournament"
    ):
        games = random_games(rng, draw.tournament.games)
        enter_games(table=table, games=games, number=1, by=by)


def play_rounds(tournament: Tournament, by: User, rounds: int, seed: int = 1) -> None:
    """Play so many further rounds to the end."""
    rng = Random(seed)
    for _ in range(rounds):
        enter_all(start_round(tournament, by), by, rng)


def equal_heads(organiser: User) -> tuple[Tournament, PlayOffGame]:
    """Four share the lead, and their lots are drawn."""
    tournament = make_tournament(organiser, 12, rounds=1)
    draw = start_round(tournament, organiser)
    for table in draw.tables.all():
        enter_games(table=table, games=["123"] * 10, number=1, by=organiser)
    members = sorted(table.people()[0] for table in draw.tables.all())
    return tournament, draw_starting_order(
        tournament=tournament, members=members, by=organiser
    )


def own_cache() -> None:
    """An empty cache of this test's own, though all workers share one Redis.

    Never `cache.clear()`: it empties the cache under every other worker's test.
    Threads that a test starts read the prefix from the settings.
    """
    prefix = uuid4().hex
    caches.settings["default"]["KEY_PREFIX"] = prefix
    cache.key_prefix = prefix
    snapshot.forget()
    playing.forget()


@contextmanager
def own_secrets(name: str) -> Iterator[None]:
    """Draws and dice follow from a test's name: what passed once passes again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", Random(name).randbytes)
        yield


# At the dice table

KEY = "ABCDEF"
"""The key of every seat that a test takes."""


def dice_table(tournament: Tournament, number: int = 1) -> DiceTable:
    """The dice table of a table of round 1."""
    table = Table.objects.select_related("draw__tournament").get(
        draw__tournament=tournament, draw__round=1, number=number
    )
    by = tournament.memberships.filter(role=Membership.Role.ORGANISER).first()
    assert by is not None
    return dice.open_dice_table(table=table, by=by.user)


def table_with_a_game(tournament: Tournament) -> DiceTable:
    """The dice table of table 1; its first game is over."""
    table = dice_table(tournament)
    by = tournament.memberships.get(role=Membership.Role.ORGANISER).user
    if table.games.count() == 1:
        dice.end_game(table=table, game=1, order=[0, 1, 2], by=by)
    return table


def free_table(
    game: str = "turnierschocken", people: int = 3, **more: Any
) -> DiceTable:
    """A free table for so many people, nobody there yet."""
    more = {"options": {}, "computers": [""] * people, **more}
    return dice.open_free_table(game=game, **more)


def grown_old(table: DiceTable) -> None:
    """So old a free table that the next one to be opened clears it away."""
    long_ago = timezone.now() - datetime.timedelta(days=dice.KEPT_DAYS + 1)
    DiceTable.objects.filter(pk=table.pk).update(opened_at=long_ago)


def sit_down(table: DiceTable, *positions: int) -> None:
    """Take these seats, or all that are free."""
    for position in positions or range(table.seats.count()):
        if table.seats.get(position=position).computer == "":
            dice.take_seat(table=table, position=position)
    table.seats.exclude(taken_at=None).update(key=KEY)


def seated(table: DiceTable, *positions: int) -> Client:
    """A browser that holds the keys of these seats."""
    client = Client()
    session = client.session
    session["dice"] = {table.code: {str(at): KEY for at in positions}}
    session.save()
    return client


def give_parts(table: DiceTable) -> None:
    """Everybody who sits there adds to the dice of the game that is to begin."""
    number = load_sitting(table).now.row.number
    for seat in table.seats.exclude(taken_at=None):
        dice.give_part(
            table=table,
            game=number,
            position=seat.position,
            key=KEY,
            part=f"part {seat.position}",
        )


def started(table: DiceTable) -> DiceTable:
    """All sit and all have added their part."""
    sit_down(table)
    give_parts(table)
    table.refresh_from_db()
    return table


def decide(
    table: DiceTable, action: Action | None = None, rng: Random | None = None
) -> None:
    """Let whoever is to act do something legal; the first of it without `rng`."""
    decide_in(load_sitting(table).now, table, action, rng)


def decide_in(
    play: Play, table: DiceTable, action: Action | None, rng: Random | None
) -> None:
    player = play.state.to_act[0]
    legal = play.state.legal(player)
    dice.act(
        table=table,
        game=play.row.number,
        number=play.next_number,
        position=player,
        key=KEY,
        action=action or (rng.choice(legal) if rng else legal[0]),
    )


def play_dice(table: DiceTable, rng: Random, games: int = 1) -> None:
    """Play until so many games of a started table are over."""
    while len((sitting := load_sitting(table)).ended) < games:
        if sitting.now.row.started_at is None:
            give_parts(table)
        else:
            decide_in(sitting.now, table, None, rng)
