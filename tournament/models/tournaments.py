"""One event, the people entered in it, and the people who run it."""

import secrets
from enum import StrEnum
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.draw import HeadCount, Policy
from scoring.points import Format


class Tournament(models.Model):
    """One event. Its format is fixed by the first draw."""

    class HeadCountPolicy(models.TextChoices):
        SIT_OUT = HeadCount.SIT_OUT, _("Sit out: whoever is left over pauses")
        STAND_IN = HeadCount.STAND_IN, _("Stand-in: house players fill the last table")

    class DrawPolicy(models.TextChoices):
        NO_REMATCH = (
            Policy.NO_REMATCH,
            _("nobody meets twice, if possible"),
        )
        PURE = Policy.PURE, _("pure chance, as from a hat")

    class NextStarter(models.TextChoices):
        LOSER = "loser", _("the loser of the game before")
        SEAT_1 = "seat_1", _("always seat 1")
        ROTATING = "rotating", _("seats 1, 2 and 3 in turn")

    name = models.CharField(_("Name"), max_length=100)
    slug = models.SlugField(_("Address"), max_length=120, unique=True)
    place = models.CharField(
        pgettext_lazy("venue", "Place"), max_length=100, blank=True
    )
    date = models.DateField(_("Date"))

    rounds = models.PositiveSmallIntegerField(_("Rounds"), default=5)
    games = models.PositiveSmallIntegerField(_("Games per table"), default=10)
    points_first = models.PositiveSmallIntegerField(_("Points for a win"), default=5)
    points_second = models.PositiveSmallIntegerField(
        _("Points for second place"), default=3
    )
    points_third = models.PositiveSmallIntegerField(
        _("Points for third place"), default=1
    )
    next_starter = models.CharField(
        _("Who starts games 2 and later"),
        max_length=10,
        choices=NextStarter.choices,
        default=NextStarter.LOSER,
    )
    head_count_policy = models.CharField(
        _("If the entrants are not divisible by three"),
        max_length=10,
        choices=HeadCountPolicy.choices,
        default=HeadCountPolicy.SIT_OUT,
    )
    sit_out_points = models.PositiveSmallIntegerField(
        _("Points for a sit-out"), null=True, blank=True
    )
    missed_points = models.PositiveSmallIntegerField(
        _("Points for a round missed by late entry"), default=0
    )
    play_off_places = models.PositiveSmallIntegerField(
        _("Places settled by a play-off"), default=3
    )

    draw_policy = models.CharField(
        _("How tables are drawn"),
        max_length=10,
        choices=DrawPolicy.choices,
        default=DrawPolicy.NO_REMATCH,
    )
    apart_by_club = models.BooleanField(
        _("Keep people of one club or team apart"), default=False
    )
    mend_seats = models.BooleanField(_("Even out the seats by swaps"), default=False)

    full_names = models.BooleanField(_("Show full names to everybody"), default=True)
    standings_hidden = models.BooleanField(
        _("Hide the standings from the players"), default=False
    )
    dice_tables = models.BooleanField(
        _("Every table may play here, on phones or a tablet"), default=False
    )
    dice_clock = models.PositiveSmallIntegerField(
        _("Seconds for a move at a dice table"), null=True, blank=True
    )
    # Empty: the usual text in the language of whoever prints.
    certificate_text = models.TextField(
        _("Text of the certificates"), max_length=1000, blank=True
    )
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Raised in the transaction of every fact; what is rendered hangs on it.
    revision = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        ordering: ClassVar = ["-date", "-pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("round", args=[self.slug])

    @property
    def format(self) -> Format:
        points = (self.points_first, self.points_second, self.points_third)
        return Format(rounds=self.rounds, games=self.games, points=points)

    @property
    def points_for_sit_out(self) -> int:
        """A-35: the average, unless the organiser fixed a number."""
        fixed = self.sit_out_points
        return self.format.average if fixed is None else fixed

    @property
    def head_count(self) -> HeadCount:
        return HeadCount(self.head_count_policy)

    def rounds_drawn(self) -> int:
        return self.draws.filter(withdrawn_at=None).count()

    def numbers_are_fixed(self) -> bool:
        """Start numbers stand from the first draw on, even if it is withdrawn."""
        return self.draws.exists()


class Membership(models.Model):
    """A person who runs a tournament, or helps to."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("Organiser")
        HELPER = "helper", _("Helper")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="memberships"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=10, choices=Role.choices)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "user"], name="one_role_a_person"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


def new_token() -> str:
    return secrets.token_urlsafe(18)


class Invitation(models.Model):
    """A link that makes one person a member, once."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="invitations"
    )
    role = models.CharField(max_length=10, choices=Membership.Role.choices)
    token = models.CharField(max_length=40, unique=True, default=new_token)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+"
    )

    def __str__(self) -> str:
        return f"{self.role} of {self.tournament}"

    def get_absolute_url(self) -> str:
        return reverse("invitation", args=[self.token])


class Entrant(models.Model):
    """A person entered in one tournament, known by a start number."""

    PRIVATE: ClassVar = ("phone", "note")
    """What is for organisers only: in no log, and in no list that others may see."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    number = models.PositiveIntegerField(_("Start number"))
    first_name = models.CharField(_("First name"), max_length=60, blank=True)
    last_name = models.CharField(_("Last name"), max_length=60, blank=True)
    club = models.CharField(_("Club or team"), max_length=80, blank=True)
    category = models.CharField(_("Category"), max_length=40, blank=True)
    phone = models.CharField(_("Phone"), max_length=40, blank=True)
    note = models.CharField(_("Note"), max_length=200, blank=True)
    paid = models.BooleanField(_("Paid"), default=False)
    present = models.BooleanField(_("Present"), default=False)
    withdrawn = models.BooleanField(_("Withdrawn"), default=False, editable=False)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="one_entrant_a_number"
            ),
            models.CheckConstraint(
                condition=~models.Q(first_name="", last_name=""),
                name="an_entrant_has_a_name",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.full_name}"

    @property
    def full_name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    def was_drawn(self) -> bool:
        """Whether the entrant is part of any draw, also of a withdrawn one."""
        return self.seats.exists() or self.sit_outs.exists()

    @property
    def short_name(self) -> str:
        """First name and initial: "Uwe S." for "Uwe Schmitz"."""
        if not (self.first_name and self.last_name):
            # Only one name is known: keep its first word, hide the others.
            first, *rest = self.full_name.split()
            return " ".join([first, *(f"{word[0]}." for word in rest)])
        return f"{self.first_name} {self.last_name[0]}."


class KeptApart(models.Model):
    """Two people who should not be drawn to the same table."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="kept_apart"
    )
    one = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entrant, models.CASCADE, related_name="+")

    class Meta:
        ordering: ClassVar = ["one__number", "other__number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["one", "other"], name="two_are_kept_apart_once"
            ),
            models.CheckConstraint(
                condition=models.Q(one__lt=models.F("other")),
                name="kept_apart_in_one_order",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} and {self.other}"


class Deed(StrEnum):
    """Everything that is logged. The words live in tournament/wording.py."""

    TOURNAMENT_CREATED = "tournament_created"
    TOURNAMENT_CHANGED = "tournament_changed"
    TOURNAMENT_CLOSED = "tournament_closed"
    TOURNAMENT_REOPENED = "tournament_reopened"
    MEMBER_INVITED = "member_invited"
    INVITATION_REVOKED = "invitation_revoked"
    MEMBER_JOINED = "member_joined"
    MEMBER_REMOVED = "member_removed"
    ENTRANT_ADDED = "entrant_added"
    ENTRANTS_IMPORTED = "entrants_imported"
    ENTRANT_CHANGED = "entrant_changed"
    ENTRANT_DELETED = "entrant_deleted"
    ENTRANT_PRESENT = "entrant_present"
    ENTRANT_ABSENT = "entrant_absent"
    ENTRANT_PAID = "entrant_paid"
    ENTRANT_UNPAID = "entrant_unpaid"
    ALL_PRESENT = "all_present"
    ENTRANT_WITHDRAWN = "entrant_withdrawn"
    ENTRANT_REINSTATED = "entrant_reinstated"
    ENTRANT_REPLACED = "entrant_replaced"
    KEPT_APART = "kept_apart"
    NOT_KEPT_APART = "not_kept_apart"
    ROUND_DRAWN = "round_drawn"
    ROUND_DRAWN_AROUND = "round_drawn_around"
    ROUND_DRAWN_BY_HAND = "round_drawn_by_hand"
    DRAW_PUBLISHED = "draw_published"
    DRAW_WITHDRAWN = "draw_withdrawn"
    SEATS_SWAPPED = "seats_swapped"
    SHEET_ENTERED = "sheet_entered"
    SHEET_CORRECTED = "sheet_corrected"
    RULING_ENTERED = "ruling_entered"
    LOTS_DRAWN = "lots_drawn"
    PLAY_OFF_ENTERED = "play_off_entered"
    PLAY_OFF_CORRECTED = "play_off_corrected"
    DICE_TABLE_OPENED = "dice_table_opened"
    DICE_SEAT_FREED = "dice_seat_freed"
    DICE_GAME_ENDED = "dice_game_ended"
    WORKBOOK_TAKEN_IN = "workbook_taken_in"
    CERTIFICATE_CHANGED = "certificate_changed"


class LogEntry(models.Model):
    """One change, for the organiser to read. Appended, never edited."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="log")
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    deed = models.CharField(max_length=40)
    facts = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.at:%H:%M} {self.deed}"
