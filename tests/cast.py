"""The small cast that the tests share: who is there, and how an evening goes."""

import datetime
from random import Random
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.core.cache import cache, caches

from tournament.evening import load_evening
from tournament.models import Draw, Entrant, Membership, Table, Tournament
from tournament.queries import snapshot
from tournament.services.draws import draw_round, publish_draw
from tournament.services.members import let_create_tournaments
from tournament.services.results import enter_games
from tournament.services.tournaments import create_tournament

EVENING = datetime.date(2026, 11, 6)


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


def own_cache() -> None:
    """An empty cache of this test's own, though all workers share one Redis.

    Never `cache.clear()`: it empties the cache under every other worker's test.
    Threads that a test starts read the prefix from the settings.
    """
    prefix = uuid4().hex
    caches.settings["default"]["KEY_PREFIX"] = prefix
    cache.key_prefix = prefix
    snapshot.forget()
