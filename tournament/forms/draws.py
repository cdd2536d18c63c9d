"""Shape of what an organiser does with a draw."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models.rounds import stand_in_name

from .tournaments import ReasonForm


class Placed(Protocol):
    """Somebody in a draw: a start number, or -1 and -2 for the stand-ins."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def table(self) -> int | None: ...
    @property
    def seat(self) -> int | None: ...


class SeenDrawForm(forms.Form):
    """Carries which draw was on the screen when the button was pressed."""

    attempt = forms.IntegerField(
        min_value=1, max_value=1_000_000, widget=forms.HiddenInput
    )


class RoomForm(forms.Form):
    """What the room adds to the secret, if it wants to."""

    room = forms.CharField(
        label=gettext_lazy("Words or numbers that the room calls out"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy(
            "May stay empty. With them nobody can have known the draw beforehand, "
            "not even this server."
        ),
    )


class ByHandForm(forms.Form):
    """Tables as they were drawn in the room: text, kept as it was typed."""

    tables = forms.CharField(
        label=gettext_lazy("Tables"),
        strip=False,
        max_length=20_000,
        widget=forms.Textarea(
            attrs={"rows": 10, "autocomplete": "off", "spellcheck": "false"}
        ),
        help_text=gettext_lazy(
            "One table a line: start numbers in the order of the seats, separated by "
            "blanks or commas. “12: 4 7 9” is table 12; without a number the next free "
            "table is meant."
        ),
    )


class CheckedByHandForm(RoomForm):
    """The same text once it was looked at, and the state it was looked at in."""

    tables = forms.CharField(strip=False, max_length=20_000, widget=forms.HiddenInput)
    checked = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # It stands on one page with the text as it can be changed.
        kwargs.setdefault("auto_id", "checked_%s")
        super().__init__(*args, **kwargs)


class KeptApartForm(forms.Form):
    """Two people, chosen from lists of everybody."""

    one = forms.TypedChoiceField(label=gettext_lazy("This person"), coerce=int)
    other = forms.TypedChoiceField(
        label=gettext_lazy("should not sit with"), coerce=int
    )

    def __init__(
        self, people: Iterable[Placed], data: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data)
        choices = [("", _("Please choose"))]
        choices += [(str(one.number), f"{one.number} {one.name}") for one in people]
        for name in ("one", "other"):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)
            field.choices = choices


class WithdrawForm(SeenDrawForm, ReasonForm):
    prefix = "withdraw"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = _(
            "It is written into the log, and the players can read it."
        )


class SwapForm(SeenDrawForm, ReasonForm):
    """Two people of this draw, chosen from lists of everybody in it."""

    prefix = "swap"
    one = forms.TypedChoiceField(label=gettext_lazy("This person"), coerce=int)
    other = forms.TypedChoiceField(
        label=gettext_lazy("changes places with"), coerce=int
    )
    field_order = ("one", "other", "reason", "attempt")

    def __init__(
        self,
        people: Iterable[Placed],
        data: Mapping[str, Any] | None = None,
        *,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        choices = [("", _("Please choose"))]
        choices += [(str(person.number), place_of(person)) for person in people]
        for name in ("one", "other"):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)
            field.choices = choices


def place_of(person: Placed) -> str:
    """ "12 Uwe Schmitz · table 3, seat 2" """
    if person.number > 0:
        who = f"{person.number} {person.name}"
    else:
        who = stand_in_name(person.number)
    if person.table is None:
        return _("%(who)s · sits out") % {"who": who}
    facts = {"who": who, "table": person.table, "seat": person.seat}
    return _("%(who)s · table %(table)s, seat %(seat)s") % facts
