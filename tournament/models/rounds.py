"""Who sits where: draws, their tables, seats and sit-outs."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .tournaments import Entrant, Tournament


class Draw(models.Model):
    """One draw of one round. Withdrawn draws are kept; one at most is live."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="draws")
    round = models.PositiveSmallIntegerField(_("Round"))
    attempt = models.PositiveSmallIntegerField()
    drawn_at = models.DateTimeField(auto_now_add=True)
    drawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    # What the draw was made from, so that anyone can make it again.
    record = models.JSONField(default=dict)
    published_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    withdrawn_because = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering: ClassVar = ["round", "attempt"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "round", "attempt"], name="attempts_are_numbered"
            ),
            models.UniqueConstraint(
                fields=["tournament", "round"],
                condition=models.Q(withdrawn_at=None),
                name="one_live_draw_a_round",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, round {self.round}, draw {self.attempt}"


class Table(models.Model):
    draw = models.ForeignKey(Draw, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("Table"))

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["draw", "number"], name="tables_are_numbered"
            )
        ]

    def __str__(self) -> str:
        return f"{self.draw}, table {self.number}"

    def get_absolute_url(self) -> str:
        """The desk's page of this table's sheet."""
        tournament, round = self.draw.tournament.slug, self.draw.round
        return reverse("sheet", args=[tournament, round, self.number])


class Seat(models.Model):
    """One of three places at a table: an entrant's, or a stand-in's (1 or 2)."""

    draw = models.ForeignKey(Draw, models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField(_("Seat"))
    entrant = models.ForeignKey(
        Entrant, models.PROTECT, null=True, related_name="seats"
    )
    stand_in = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering: ClassVar = ["table", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "position"], name="one_person_a_seat"
            ),
            models.UniqueConstraint(
                fields=["draw", "entrant"], name="one_seat_an_entrant"
            ),
            models.CheckConstraint(
                condition=models.Q(entrant=None) ^ models.Q(stand_in=None),
                name="a_seat_is_taken_by_one",
            ),
            models.CheckConstraint(
                condition=models.Q(position__in=(1, 2, 3)), name="a_table_has_three"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.position}: {self.entrant or 'stand-in'}"


class SitOut(models.Model):
    """An entrant without a seat in a round."""

    draw = models.ForeignKey(Draw, models.CASCADE, related_name="sit_outs")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="sit_outs")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["draw", "entrant"], name="one_sit_out_an_entrant"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entrant} sits out"
