"""Shape of what an organiser types about a tournament as a whole."""

from collections.abc import Collection, Mapping
from typing import Any

from django import forms
from django.forms import ChoiceField, IntegerField
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.points import MOST_GAMES, MOST_POINTS, MOST_ROUNDS
from tournament.models import Tournament

from .seen import SeenForm

MOST_PLAY_OFF_PLACES = 20
LEAST_CLOCK, MOST_CLOCK = 10, 600


FIELDS: dict[str, Any] = {field.name: field for field in Tournament._meta.fields}


def whole_number(name: str, least: int, most: int, **options: Any) -> IntegerField:
    return IntegerField(
        label=FIELDS[name].verbose_name,
        min_value=least,
        max_value=most,
        initial=FIELDS[name].get_default(),
        **options,
    )


def choice(name: str, **options: Any) -> ChoiceField:
    return ChoiceField(
        label=FIELDS[name].verbose_name,
        choices=FIELDS[name].choices,
        initial=FIELDS[name].get_default(),
        **options,
    )


def switch(name: str, **options: Any) -> forms.BooleanField:
    return forms.BooleanField(
        label=FIELDS[name].verbose_name, required=False, **options
    )


class TournamentForm(forms.Form):
    """Everything an organiser sets. A newcomer fills in the first three only."""

    name = forms.CharField(
        label=FIELDS["name"].verbose_name,
        max_length=100,
        help_text=_("Players find the tournament by this name."),
    )
    place = forms.CharField(
        label=FIELDS["place"].verbose_name,
        max_length=100,
        required=False,
        help_text=_("Pub, club house or town. May stay empty."),
    )
    date = forms.DateField(
        label=FIELDS["date"].verbose_name,
        initial=timezone.localdate,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        help_text=_("The day on which you play."),
    )
    rounds = whole_number(
        "rounds",
        1,
        MOST_ROUNDS,
        help_text=_("Everybody is drawn to a new table in every round."),
    )
    games = whole_number(
        "games",
        1,
        MOST_GAMES,
        help_text=_("Every table plays so many games in a round."),
    )
    points_first = whole_number(
        "points_first",
        1,
        MOST_POINTS,
        help_text=_("What the winner of a game receives."),
    )
    points_second = whole_number(
        "points_second",
        0,
        MOST_POINTS,
        help_text=_("Not more than a win, not less than third place."),
    )
    points_third = whole_number(
        "points_third",
        0,
        MOST_POINTS,
        help_text=_("What the loser of a game receives."),
    )
    next_starter = choice(
        "next_starter",
        help_text=_(
            "Game 1 is started by whoever was drawn first at the table, seat 1."
        ),
    )
    head_count_policy = choice(
        "head_count_policy",
        help_text=_(
            "A table always has three players. Whoever sits out receives points all "
            "the same, and nobody sits out twice before everybody has once. "
            "Stand-ins play along and are never ranked."
        ),
    )
    sit_out_points = whole_number(
        "sit_out_points",
        0,
        MOST_GAMES * MOST_POINTS,
        help_text=_(
            "Empty means the average of a table: 30 points with 10 games of 5, 3 "
            "and 1 points."
        ),
        required=False,
    )
    missed_points = whole_number(
        "missed_points",
        0,
        MOST_GAMES * MOST_POINTS,
        help_text=_(
            "Whoever arrives late receives so many points for each round missed."
        ),
    )
    play_off_places = whole_number(
        "play_off_places",
        0,
        MOST_PLAY_OFF_PLACES,
        help_text=_(
            "Players with equal points play one deciding game if it is about "
            "places 1 to this one. 0 means that places stay shared."
        ),
    )

    draw_policy = choice(
        "draw_policy",
        help_text=_(
            "By lot it is either way. As from a hat, every draw is equally likely, "
            "and some pairs meet again. The other way, only draws count in which "
            "nobody meets twice, or as few as possible do."
        ),
    )
    apart_by_club = switch(
        "apart_by_club",
        help_text=_(
            "Who has the same club or team on the list does not share a table, as far "
            "as that is possible. Single pairs can be kept apart at any time, too."
        ),
    )
    mend_seats = switch(
        "mend_seats",
        help_text=_(
            "Seat 1 starts. The draw gives everybody each seat as often as it can; "
            "with this it also swaps people between tables for it. The price: not all "
            "pairs are equally likely to meet any more."
        ),
    )
    dice_tables = switch(
        "dice_tables",
        help_text=_(
            "The players of a table open its dice table themselves. Without it you "
            "can open one for a single table, from its sheet."
        ),
    )
    dice_clock = whole_number(
        "dice_clock",
        LEAST_CLOCK,
        MOST_CLOCK,
        help_text=_(
            "After so many seconds the table may let the computer make the move of "
            "somebody who is away. Empty means two minutes, without a clock."
        ),
        required=False,
    )

    basics = ("name", "place", "date")
    sheet_sum = _(
        "A finished sheet sums to %(games)s × (%(first)s + %(second)s + %(third)s) "
        "= %(sum)s."
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        initial: Mapping[str, Any] | None = None,
        without: Collection[str] = (),
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        for name in without:
            del self.fields[name]

    def basic_fields(self) -> list[forms.BoundField]:
        return [field for field in self if field.name in self.basics]

    def advanced_fields(self) -> list[forms.BoundField]:
        return [
            field for field in self.visible_fields() if field.name not in self.basics
        ]

    def sheet_sum_now(self) -> str:
        """The sheet's check with the numbers typed; a script keeps it up to date."""
        names = ("games", "points_first", "points_second", "points_third")
        try:
            games, first, second, third = (int(self[name].value()) for name in names)
        except (TypeError, ValueError):
            return ""
        return str(self.sheet_sum) % {
            "games": games,
            "first": first,
            "second": second,
            "third": third,
            "sum": games * (first + second + third),
        }

    def advanced_is_wrong(self) -> bool:
        """Whether a mistake hides in the part that is folded away."""
        return any(field.errors for field in self.advanced_fields())


class SettingsForm(SeenForm, TournamentForm):
    """What is set, to be changed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.carry_what_is_seen()


class NewTournamentForm(TournamentForm):
    """With how many tournaments there were when the form was opened."""

    seen = forms.IntegerField(
        min_value=0, max_value=10_000, required=False, widget=forms.HiddenInput
    )


class VisibilityForm(forms.Form):
    """One switch, with the state it is to have: two presses are as one."""

    on_off = (("1", ""), ("0", ""))
    standings_hidden = forms.ChoiceField(choices=on_off, required=False)
    full_names = forms.ChoiceField(choices=on_off, required=False)

    def switched(self) -> dict[str, bool]:
        return {
            name: value == "1"
            for name, value in self.cleaned_data.items()
            if value in {"0", "1"}
        }


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        help_text=_("It is written into the log."),
        error_messages={"required": _("Please give a reason.")},
    )


class DeleteForm(forms.Form):
    name = forms.CharField(
        label=_("Name of the tournament"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Type it just as it stands above."),
    )
