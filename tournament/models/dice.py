"""The dice table: who sits there, its games, and every event of them."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.fair import commitment
from scoring.fair_game import LONGEST_PART

from .results import PlayOffGame
from .rounds import Table
from .tournaments import Tournament

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""What nobody mistakes when a code is read out: without I, O, 0 and 1."""


def new_code() -> str:
    """The part of a dice table's address that nobody guesses; 40 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(8))


def new_key() -> str:
    """With it a seat is claimed back on another phone; 30 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(6))


class DiceTable(models.Model):
    """Where games are played in the browser.

    It belongs to a table of a round, to a play-off, or to nobody: a free table.
    `most_games` is how many are played there; a free table plays on without end.
    """

    code = models.CharField(max_length=12, unique=True, default=new_code)
    game = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    table = models.OneToOneField(
        Table, models.CASCADE, null=True, related_name="dice_table"
    )
    play_off = models.OneToOneField(
        PlayOffGame, models.CASCADE, null=True, related_name="dice_table"
    )
    most_games = models.PositiveSmallIntegerField(null=True)
    clock = models.PositiveSmallIntegerField(_("Seconds for a move"), null=True)
    chances = models.BooleanField(_("Show chances"), default=False)
    opened_at = models.DateTimeField(auto_now_add=True)
    # Raised with every change, so that a page knows whether it is current.
    revision = models.PositiveIntegerField(default=1)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(table=None) | models.Q(play_off=None),
                name="a_dice_table_belongs_to_one",
            )
        ]

    def __str__(self) -> str:
        return f"dice table {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("dice_table", args=[self.code])

    @property
    def tournament(self) -> Tournament | None:
        """Whose table it is; a free table is nobody's."""
        if self.table:
            return self.table.draw.tournament
        return self.play_off.tournament if self.play_off else None


class DiceSeat(models.Model):
    """A place at a dice table, clockwise from 0. Whoever has the key sits there.

    `person` is a start number or a stand-in's -1 or -2; at a free table there is
    none, but the `name` that whoever sits there has typed.
    Where `computer` names a level, the computer decides.
    """

    dice_table = models.ForeignKey(DiceTable, models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(_("Name"), max_length=40, blank=True)
    person = models.IntegerField(null=True)
    key = models.CharField(max_length=12, default=new_key)
    taken_at = models.DateTimeField(null=True)
    computer = models.CharField(max_length=10, blank=True)

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["dice_table", "position"], name="one_dice_seat_a_place"
            )
        ]

    def __str__(self) -> str:
        return f"{self.dice_table}, seat {self.position + 1}"


class DiceGame(models.Model):
    """One game. Its secret is bound by the commitment before the first throw.

    Without `starter` throws decide who begins, as the first events of the game.
    With `started_at` the players' parts are complete. `ended_order` is a result
    entered by hand instead of played, players by position, first to last.
    """

    dice_table = models.ForeignKey(DiceTable, models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    starter = models.PositiveSmallIntegerField(null=True)
    secret = models.CharField(max_length=64)
    bound_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    ended_order = models.JSONField(null=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["dice_table", "number"], name="dice_games_are_numbered"
            )
        ]

    def __str__(self) -> str:
        return f"{self.dice_table}, game {self.number}"

    @property
    def commitment(self) -> str:
        """What everybody may see of the secret while the game is played."""
        return commitment(self.secret)


class DicePart(models.Model):
    """What a player's phone adds to the secret of one game."""

    game = models.ForeignKey(DiceGame, models.CASCADE, related_name="parts")
    position = models.PositiveSmallIntegerField()
    part = models.CharField(max_length=LONGEST_PART)

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "position"], name="one_part_a_seat")
        ]

    def __str__(self) -> str:
        return f"{self.game}, part of seat {self.position + 1}"


class DiceEvent(models.Model):
    """What happened, as `scoring` writes it: "0r4t1:3". Appended, never changed."""

    game = models.ForeignKey(DiceGame, models.CASCADE, related_name="events")
    number = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=20)
    by_computer = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "number"], name="dice_events_are_numbered"
            )
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.text}"
