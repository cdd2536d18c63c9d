"""Tournaments in every state in which a page offers something to do."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.games.play import STAND
from tests import cast
from tournament import live
from tournament.models import DiceEvent, Draw, Entrant, Invitation, Tournament
from tournament.services.dice import end_game, give_part, take_seat
from tournament.services.draws import draw_round
from tournament.services.entrants import withdraw_entrant
from tournament.services.kept_apart import keep_apart
from tournament.services.members import invite
from tournament.services.play_offs import draw_starting_order
from tournament.services.results import enter_games
from tournament.services.tournaments import close_tournament

TYPED_LIST = "Nr;Vorname;Name;Verein\n77;Ute;Meier;KC Neun\n78;Ali;Kaya;"


@dataclass
class World:
    organiser: User
    stranger: User
    tournaments: dict[str, Tournament]
    invitation: Invitation
    dice: dict[str, str]
    """The codes of dice tables by what their page offers."""

    @property
    def running(self) -> Tournament:
        return self.tournaments["running"]

    @property
    def parts(self) -> dict[str, Any]:
        """What a part of an address is in the tournament that is running."""
        membership = self.running.memberships.exclude(user=self.organiser).get()
        return {
            "slug": self.running.slug,
            "number": 1,
            "round": 1,
            "pk": membership.pk,
            "token": self.invitation.token,
            "code": self.dice["playing"],
            "position": 0,
            "topic": live.topic_of(self.running),
        }

    def browser(self, user: User | None) -> Client:
        """In the organiser's the first seat of every dice table is taken."""
        client = in_browser(user)
        if user == self.organiser:
            session = client.session
            session["dice"] = {code: {"0": cast.KEY} for code in self.dice.values()}
            session.save()
        return client

    def address(self, name: str, parts: tuple[str, ...], state: str = "running") -> str:
        """An address that leads to something there is."""
        known = {**self.parts, "slug": self.tournaments[state].slug}
        kwargs = {part: known[part] for part in parts}
        if name == "revoke_invitation":
            kwargs["pk"] = self.invitation.pk
        if name == "let_meet":
            kwargs["pk"] = self.running.kept_apart.get().pk
        return reverse(name, kwargs=kwargs)


def in_browser(user: User | None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


def play(tournament: Tournament, by: User) -> Draw:
    """One round in which seat 1 always wins, so that the winners are equal."""
    draw = cast.start_round(tournament, by)
    for table in draw.tables.all():
        enter_games(table=table, games=["123"] * 10, number=1, by=by)
    return draw


def make_world(entrants: int = 9, suffix: str = "") -> World:
    """All of them with so many entrants; what else grows, grows along."""
    by = cast.make_organiser(f"olga{suffix}")

    def make(name: str, **fields: Any) -> Tournament:
        return cast.make_tournament(by, entrants, name=name, **fields)

    # Two rounds: looking five ahead with six people costs half a second a draw.
    waiting = make("Wartend", rounds=2)
    for one in waiting.entrants.filter(number__gt=entrants - 2):
        withdraw_entrant(entrant=one, by=by)
    waiting.entrants.filter(number=3).update(present=False)
    drawn = make("Gelost", head_count_policy="stand_in")
    Entrant.objects.create(
        tournament=drawn, number=entrants + 1, first_name="Zehn", present=True
    )
    draw_round(tournament=drawn, round=1, by=by)
    running = make("Laufend", dice_tables=True)
    cast.make_helper(running, f"hans{suffix}")
    keep_apart(tournament=running, one=1, other=2, by=by)
    draw = cast.start_round(running, by)
    table = draw.tables.get(number=1)
    enter_games(table=table, games=["123"] * 10, number=1, by=by)
    for _ in range(entrants // 9):
        invitation = invite(tournament=running, role="helper", by=by)
    tied = make("Gleichstand", rounds=1)
    play(tied, by)
    lots = make("Reihenfolge", rounds=1)
    tables = play(lots, by).tables.all()
    members = sorted(table.people()[0] for table in tables)
    draw_starting_order(tournament=lots, members=members, by=by)
    played = make("Gespielt", rounds=1, play_off_places=0)
    play(played, by)
    closed = make("Fertig", rounds=1, play_off_places=0)
    play(closed, by)
    close_tournament(tournament=closed, by=by)
    tournaments = {
        "waiting": waiting,
        "drawn": drawn,
        "running": running,
        "tied": tied,
        "lots": lots,
        "played": played,
        "closed": closed,
    }
    for one in tournaments.values():
        one.refresh_from_db()
    dice = dice_tables(running, by)
    stranger = User.objects.create_user(f"fremd{suffix}", password="schock-aus-111")
    return World(by, stranger, tournaments, invitation, dice)


def dice_tables(running: Tournament, by: User) -> dict[str, str]:
    """In all of them the organiser has the first seat; he holds its key."""
    playing = cast.dice_table(running, 3)
    cast.sit_down(playing)
    end_game(table=playing, game=1, order=[1, 2, 0], by=by)
    cast.give_parts(playing)
    others = cast.started(cast.free_table(people=2, names=["Eins", "Zwei"]))
    cast.decide(others)
    cast.decide(others, STAND)
    long_ago = timezone.now() - timedelta(hours=1)
    DiceEvent.objects.filter(game__dice_table=others).update(at=long_ago)
    free = cast.free_table(people=3)
    take_seat(table=free, position=0)
    waiting = cast.free_table(people=2)
    cast.sit_down(waiting)
    free.seats.filter(position=0).update(key=cast.KEY)
    missing = cast.free_table(people=2)
    cast.sit_down(missing)
    give_part(table=missing, game=1, position=0, key=cast.KEY, part="meins")
    missing.games.update(bound_at=long_ago)
    missing.seats.update(taken_at=long_ago)
    return {
        "playing": playing.code,
        "others": others.code,
        "free": free.code,
        "waiting": waiting.code,
        "missing": missing.code,
    }
