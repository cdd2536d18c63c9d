"""Tournaments in every state in which a page offers something to do."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import cast
from tournament.models import Draw, Entrant, Invitation, Tournament
from tournament.services.draws import draw_round
from tournament.services.entrants import withdraw_entrant
from tournament.services.members import invite
from tournament.services.results import enter_games
from tournament.services.tournaments import close_tournament

TYPED_LIST = "Nr;Vorname;Name;Verein\n77;Ute;Meier;KC Neun\n78;Ali;Kaya;"


@dataclass
class World:
    organiser: User
    stranger: User
    tournaments: dict[str, Tournament]
    invitation: Invitation

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
        }

    def address(self, name: str, parts: tuple[str, ...], state: str = "running") -> str:
        """An address that leads to something there is."""
        known = {**self.parts, "slug": self.tournaments[state].slug}
        kwargs = {part: known[part] for part in parts}
        if name == "revoke_invitation":
            kwargs["pk"] = self.invitation.pk
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

    waiting = make("Wartend")
    for one in waiting.entrants.filter(number__gt=entrants - 2):
        withdraw_entrant(entrant=one, by=by)
    waiting.entrants.filter(number=3).update(present=False)
    drawn = make("Gelost", head_count_policy="stand_in")
    Entrant.objects.create(
        tournament=drawn, number=entrants + 1, first_name="Zehn", present=True
    )
    draw_round(tournament=drawn, round=1, by=by)
    running = make("Laufend")
    cast.make_helper(running, f"hans{suffix}")
    draw = cast.start_round(running, by)
    table = draw.tables.get(number=1)
    enter_games(table=table, games=["123"] * 10, number=1, by=by)
    for _ in range(entrants // 9):
        invitation = invite(tournament=running, role="helper", by=by)
    tied = make("Gleichstand", rounds=1)
    play(tied, by)
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
        "played": played,
        "closed": closed,
    }
    for one in tournaments.values():
        one.refresh_from_db()
    stranger = User.objects.create_user(f"fremd{suffix}", password="schock-aus-111")
    return World(by, stranger, tournaments, invitation)
