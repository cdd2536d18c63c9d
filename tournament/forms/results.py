"""What is typed for a sheet, a ruling and a play-off. Shape only."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.points import SEAT_NUMBERS, SEATS
from tournament.models import SheetEntry

HIGHEST = 99_999

Three = tuple[int, int, int]


def number_field(label: Any, *, required: bool) -> forms.IntegerField:
    """A small whole number that is typed, with the digits' keyboard of a phone."""
    # A text field that a phone gives digits for: no wheel, no arrows, no "e".
    widget = forms.TextInput(
        attrs={
            "inputmode": "numeric",
            "autocomplete": "off",
            "maxlength": len(str(HIGHEST)),
        }
    )
    return forms.IntegerField(
        label=label,
        required=required,
        min_value=0,
        max_value=HIGHEST,
        widget=widget,
        error_messages={
            "required": _("Please enter a number."),
            "invalid": _("Please enter a whole number."),
        },
    )


def reason_field(*, required: bool) -> forms.CharField:
    return forms.CharField(
        label=_("Reason"),
        required=required,
        max_length=200,
        error_messages={"required": _("Please give a reason.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def number_seen() -> forms.IntegerField:
    """The number of the version that this page would write."""
    return forms.IntegerField(
        min_value=1,
        max_value=10_000,
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"),
            _("This page was out of date. Please load it again."),
        ),
    )


def is_first(data: Mapping[str, Any], name: str) -> bool:
    """Whether this was typed as a first version, whatever came in meanwhile."""
    return data.get(name) == "1"


class JumpForm(forms.Form):
    """A table's number, typed to reach its sheet."""

    table = number_field(_("Table"), required=True)
    table.widget.attrs["enterkeyhint"] = "go"


class VersionForm(forms.Form):
    """What every version carries: which one it is, and for whom it was typed."""

    number = number_seen()
    seats = forms.RegexField(
        r"^-?\d{1,9} -?\d{1,9} -?\d{1,9}$", widget=forms.HiddenInput
    )

    def people(self) -> list[int]:
        return [int(key) for key in self.cleaned_data["seats"].split()]

    def is_forged(self) -> bool:
        """Whether what no person types does not fit: a page kept for too long."""
        return any(field.errors for field in self.hidden_fields())

    def three(self, name: str) -> Three:
        one, two, three = (
            self.cleaned_data.get(f"{name}_{seat}") or 0 for seat in SEAT_NUMBERS
        )
        return one, two, three

    def seat_fields(self, name: str) -> list[forms.BoundField]:
        return [self[f"{name}_{seat}"] for seat in SEAT_NUMBERS]


class SheetForm(VersionForm):
    """A sheet in two ways, side by side; `way` says which of them is meant.

    What stands in the other way is kept as it is and never judged.
    """

    way = forms.ChoiceField(
        choices=[
            (SheetEntry.Kind.GAMES, _("Game by game")),
            (SheetEntry.Kind.TOTALS, _("Three totals")),
        ],
        initial=SheetEntry.Kind.GAMES,
        widget=forms.RadioSelect,
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        games: int,
        names: Sequence[str],
        correction: bool,
        initial: Mapping[str, Any],
        stored: Sequence[str] = (),
    ) -> None:
        super().__init__(data, initial=dict(initial))
        self.games = games
        self.stored = stored
        for game in range(1, games + 1):
            self.fields[f"game_{game}"] = forms.CharField(
                label=_("Game %(game)s") % {"game": game},
                required=False,
                max_length=3,
                widget=forms.TextInput(
                    attrs={
                        "inputmode": "numeric",
                        "autocomplete": "off",
                        "class": "keys",
                        "data-game": game,
                    }
                ),
            )
        for seat, name in zip(SEAT_NUMBERS, names, strict=True):
            self.fields[f"total_{seat}"] = number_field(
                _("Total of %(name)s") % {"name": name}, required=self.typed_totals
            )
            self.fields[f"schock_out_{seat}"] = number_field(
                _("Schock outs of %(name)s") % {"name": name}, required=False
            )
        self.is_correction = correction
        self.fields["reason"] = reason_field(
            required=correction and not is_first(self.data, "number")
        )

    @property
    def typed_totals(self) -> bool:
        return self.is_bound and self.data.get("way") == SheetEntry.Kind.TOTALS

    def clean(self) -> None:
        for name in [*self.errors]:
            other = "game_" if self.typed_totals else "total_"
            if name.startswith(other):
                del self.errors[name]

    def typed_games(self) -> list[str]:
        return [
            self.cleaned_data.get(f"game_{game}", "")
            for game in range(1, self.games + 1)
        ]

    def totals(self) -> Three:
        return self.three("total")

    def schock_outs(self) -> Three | None:
        """None where nothing was written down."""
        known = [self.cleaned_data.get(f"schock_out_{seat}") for seat in SEAT_NUMBERS]
        return None if known == [None] * SEATS else self.three("schock_out")

    def has_schock_outs(self) -> bool:
        return any(
            field.value() not in (None, "") or field.errors
            for field in self.schock_out_fields()
        )

    def game_rows(self) -> Iterator[dict[str, Any]]:
        """Each game's field beside what is stored for it."""
        for game in range(1, self.games + 1):
            yield {
                "number": game,
                "field": self[f"game_{game}"],
                "stored": self.stored[game - 1] if self.stored else "",
            }

    def total_fields(self) -> list[forms.BoundField]:
        return self.seat_fields("total")

    def schock_out_fields(self) -> list[forms.BoundField]:
        return self.seat_fields("schock_out")


class RulingForm(VersionForm):
    """Totals that the organiser sets, and why."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        names: Sequence[str],
        initial: Mapping[str, Any],
    ) -> None:
        super().__init__(data, prefix="ruling", initial=dict(initial))
        for seat, name in zip(SEAT_NUMBERS, names, strict=True):
            self.fields[f"total_{seat}"] = number_field(
                _("Total of %(name)s") % {"name": name}, required=True
            )
        self.fields["reason"] = reason_field(required=True)

    def totals(self) -> Three:
        return self.three("total")

    def total_fields(self) -> list[forms.BoundField]:
        return self.seat_fields("total")


DECLINED = "declined"


class PlayOffForm(forms.Form):
    """A place for each who plays; who declines stands behind them.

    What is sent are places within the group, from 1: should a sheet be corrected
    while the form is filled in, the finishing order still says what was meant.
    """

    number = number_seen()

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        prefix: str,
        players: Sequence[tuple[int, str]],
        first_place: int,
        order: Sequence[int],
        declined: Sequence[int],
        number: int,
    ) -> None:
        """`order` and `declined` are the last result, which is then corrected."""
        stored = {
            **{f"place_{one}": at for at, one in enumerate(order, start=1)},
            **{f"place_{one}": DECLINED for one in declined},
        }
        super().__init__(data, prefix=prefix, initial={"number": number, **stored})
        self.players = players
        self.before = first_place - 1
        choices = [
            ("", "–"),
            *(
                (at, _("Place %(place)s") % {"place": self.before + at})
                for at in range(1, len(players) + 1)
            ),
            (DECLINED, _("Declined to play")),
        ]
        for start_number, name in players:
            self.fields[f"place_{start_number}"] = forms.ChoiceField(
                label=name,
                choices=choices,
                error_messages={
                    "required": _("Please choose a place, or “Declined to play”.")
                },
            )
        self.is_correction = number > 1
        self.fields["reason"] = reason_field(
            required=self.is_correction and not is_first(self.data, f"{prefix}-number")
        )

    def place_fields(self) -> list[forms.BoundField]:
        return [self[f"place_{number}"] for number, _name in self.players]

    def chosen(self) -> dict[int, str]:
        return {
            number: choice
            for number, _name in self.players
            if (choice := self.cleaned_data.get(f"place_{number}"))
        }

    def clean(self) -> None:
        """Each place once, and none left out: a list, best first."""
        places = {
            number: int(choice)
            for number, choice in self.chosen().items()
            if choice != DECLINED
        }
        taken = list(places.values())
        for number, at in places.items():
            if taken.count(at) > 1:
                self.add_error(
                    f"place_{number}",
                    _("Place %(place)s is given more than once.")
                    % {"place": self.before + at},
                )
            elif len(self.chosen()) == len(self.players) and at > len(taken):
                self.add_error(
                    f"place_{number}",
                    _("Places %(first)s to %(last)s are given, none left out.")
                    % {"first": self.before + 1, "last": self.before + len(taken)},
                )

    def order(self) -> list[int]:
        """Who played, the winner first."""
        played = {one: at for one, at in self.chosen().items() if at != DECLINED}
        return sorted(played, key=lambda number: int(played[number]))

    def declined(self) -> list[int]:
        return [one for one, choice in self.chosen().items() if choice == DECLINED]
