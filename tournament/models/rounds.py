"""Who sits where: draws, their tables, seats and sit-outs."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.fair import commitment

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
    # What the draw said of its tables; None of draws that said nothing yet.
    remarks = models.JSONField(null=True)
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


class DrawSecret(models.Model):
    """The secret of one draw, chosen and promised before anybody could use it.

    Its fingerprint is public from the first moment; the secret itself only with
    the published draw. The next draw's secret always exists: that of no draw yet.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="secrets")
    secret = models.CharField(max_length=64)
    committed_at = models.DateTimeField(auto_now_add=True)
    draw = models.OneToOneField(
        Draw, models.CASCADE, null=True, related_name="drawn_from"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament"],
                condition=models.Q(draw=None),
                name="one_secret_waits",
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, secret of {self.draw or 'the next draw'}"

    @property
    def fingerprint(self) -> str:
        return commitment(self.secret)


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

    def people(self) -> list[int]:
        """Start numbers in seat order, stand-ins negative."""
        seated = self.seats.order_by("position")
        return [
            -stand_in if number is None else number
            for number, stand_in in seated.values_list("entrant__number", "stand_in")
        ]


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


def stand_in_name(person: int) -> str:
    """What a house player is called, who is -1 or -2 among the start numbers."""
    return gettext("Stand-in %(number)s") % {"number": -person}


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
