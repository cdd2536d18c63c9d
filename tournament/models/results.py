"""What was played: versions of score sheets and of play-off results."""

from collections.abc import Iterable
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.points import Format
from scoring.sheets import Totals, games_totals

from .rounds import Table
from .tournaments import Tournament


class SheetEntry(models.Model):
    """One version of a table's score sheet; the last one counts.

    `games` holds the places of seats 1, 2 and 3 game by game ("213": seat 2
    won, seat 1 came second); `totals` the three sums where nothing else is
    known, or where a ruling sets them.
    """

    class Kind(models.TextChoices):
        GAMES = "games", _("game by game")
        TOTALS = "totals", _("totals")
        RULING = "ruling", _("ruling")

    table = models.ForeignKey(Table, models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    games = models.JSONField(null=True)
    totals = models.JSONField(null=True)
    schock_outs = models.JSONField(null=True)
    # The numbers of the games that were played at the dice table.
    played = models.JSONField(default=list)
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        ordering: ClassVar = ["table", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "number"], name="sheet_entries_are_numbered"
            ),
            models.CheckConstraint(
                condition=models.Q(games__isnull=True) ^ models.Q(totals__isnull=True),
                name="a_sheet_is_games_or_totals",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}, entry {self.number}"

    def points(self, format: Format) -> Totals:
        """The points of seats 1, 2 and 3."""
        if self.totals is not None:
            one, two, three = self.totals
            return one, two, three
        return games_totals(self.games or (), format)

    @property
    def is_ruling(self) -> bool:
        return self.kind == self.Kind.RULING


def group_key(members: Iterable[int]) -> str:
    """A group by its start numbers, as its play-off is stored."""
    return " ".join(map(str, sorted(members)))


class PlayOffGame(models.Model):
    """A deciding game of equals, with the lots drawn for its order of play.

    `starting_order` lists start numbers, the one who starts first.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="play_offs")
    members = models.CharField(max_length=4000)
    starting_order = models.JSONField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "members"], name="one_play_off_a_group"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, play-off of {self.members}"


class PlayOffEntry(models.Model):
    """One version of a play-off's result; the last one counts.

    `order` lists start numbers, the winner first; `behind` those who declined.
    """

    play_off = models.ForeignKey(PlayOffGame, models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    order = models.JSONField()
    behind = models.JSONField(default=list)
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        ordering: ClassVar = ["play_off", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["play_off", "number"], name="play_off_entries_are_numbered"
            )
        ]

    def __str__(self) -> str:
        return f"{self.play_off}, entry {self.number}"
