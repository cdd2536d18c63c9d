"""Tournaments that nobody sat at, played through the services of real ones.

The computer plays every game by the rules of document 001. The same generator
gives the same tournament: the demo and the simulation are repeatable, down to
the draws and the dice.
"""

import csv
from random import Random
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.games.turnierschocken import Turnierschocken
from scoring.players import LEVELS
from scoring.sitting import Sitting, placings, play_sitting
from tournament.evening import Evening, load_evening
from tournament.models import Draw, Table, Tournament
from tournament.names import DEMO_USER
from tournament.services import draws, entrants, play_offs, results, tournaments
from tournament.services.members import let_create_tournaments

DEMO_NAME = "Schockpokal Zur Linde (Demo)"
DEMO_ENTRANTS = settings.BASE_DIR / "fixtures" / "demo" / "entrants.csv"


@transaction.atomic
def demo_organiser(password: str) -> User:
    """The organiser of the demo; the passwords of earlier starts end here."""
    user, _ = User.objects.get_or_create(username=DEMO_USER)
    user.set_password(password)
    user.save()
    let_create_tournaments(user)
    return user


@transaction.atomic
def find_or_build_demo(organiser: User) -> Tournament:
    """Three rounds entered, one sheet corrected, the fourth round at the tables."""
    demo = Tournament.objects.filter(
        name=DEMO_NAME, memberships__user=organiser
    ).first()
    if demo:
        return demo
    demo = tournaments.create_tournament(
        by=organiser, name=DEMO_NAME, place="Zur Linde", date=timezone.localdate()
    )
    with DEMO_ENTRANTS.open(encoding="utf-8", newline="") as file:
        people = [
            {
                "first_name": row["Vorname"],
                "last_name": row["Nachname"],
                "club": row["Verein"],
                "category": row["Kategorie"],
                "paid": True,
            }
            for row in csv.DictReader(file, delimiter=";")
        ]
    entrants.add_entrants(tournament=demo, by=organiser, rows=people)
    entrants.set_all_present(tournament=demo, by=organiser)
    rng = Random("demo")
    for _ in range(3):
        enter_sheets(start_round(demo, organiser, rng), organiser, rng)
    corrected = Table.objects.get(draw__tournament=demo, draw__round=2, number=4)
    results.enter_games(
        table=corrected,
        games=placings(play_table(demo.games, rng).orders),
        number=2,
        by=organiser,
        reason="Spiel 7 vertauscht",
    )
    start_round(demo, organiser, rng)
    return demo


def play_tournament(
    *, entrants: int, rng: Random, level: str, **fields: Any
) -> dict[str, Any]:
    """From the list to the final places; what came out, ready for JSON.

    Writes what a real tournament writes: the caller decides whether it stays.
    """
    organiser, _ = User.objects.get_or_create(username="simulation")
    tournament = tournaments.create_tournament(
        by=organiser, name="Simulation", date=timezone.localdate(), **fields
    )
    enter_people(tournament, entrants, organiser)
    for _ in range(tournament.rounds):
        draw = start_round(tournament, organiser, rng)
        enter_sheets(draw, organiser, rng, level)
    settle_play_offs(tournament, organiser, rng, level)
    tournaments.close_tournament(tournament=tournament, by=organiser)
    return outcome(load_evening(tournament))


def enter_people(tournament: Tournament, count: int, organiser: User) -> None:
    people = [
        {"first_name": "Entrant", "last_name": str(number)}
        for number in range(1, count + 1)
    ]
    entrants.add_entrants(tournament=tournament, by=organiser, rows=people)
    entrants.set_all_present(tournament=tournament, by=organiser)


def start_round(tournament: Tournament, organiser: User, rng: Random) -> Draw:
    round = tournament.rounds_drawn() + 1
    secret = f"{rng.getrandbits(256):064x}"
    draw = draws.draw_round(
        tournament=tournament, round=round, by=organiser, secret=secret
    )
    return draws.publish_draw(draw=draw, by=organiser)


def enter_sheets(
    draw: Draw, organiser: User, rng: Random, level: str = "medium"
) -> None:
    """The computer plays at every table, and its sheet is entered."""
    for table in draw.tables.select_related("draw__tournament"):
        played = play_table(draw.tournament.games, rng, level)
        one, two, three = played.schock_outs
        results.enter_games(
            table=table,
            games=placings(played.orders),
            number=1,
            by=organiser,
            schock_outs=(one, two, three),
        )


def play_table(games: int, rng: Random, level: str = "medium") -> Sitting:
    return play_sitting(Turnierschocken(), [LEVELS[level]] * 3, games, rng)


def settle_play_offs(
    tournament: Tournament, organiser: User, rng: Random, level: str
) -> None:
    """One deciding game a group. More than eight do not fit at a table: lots."""
    rules = Turnierschocken()
    for group in load_evening(tournament).open_play_offs:
        order = rng.sample(group.members, len(group.members))
        if len(order) <= rules.most_players:
            played = play_sitting(rules, [LEVELS[level]] * len(order), 1, rng)
            order = [order[seat] for seat in played.orders[0]]
        play_offs.enter_play_off(
            tournament=tournament, order=order, behind=[], number=1, by=organiser
        )


def outcome(evening: Evening) -> dict[str, Any]:
    return {
        "standings": [
            {
                "entrant": line.entrant,
                "rank": line.rank,
                "points": line.points,
                "rounds": [
                    {"mark": one.mark, "points": one.points} for one in line.rounds
                ],
            }
            for line in evening.lines()
        ],
        "play_offs": [
            {
                "rank": group.rank,
                "points": group.points,
                "members": group.members,
                "order": played.order,
            }
            for group in evening.play_off_groups
            if (played := evening.result_of(group))
        ],
    }
