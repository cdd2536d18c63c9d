"""Shape of what an organiser does with a draw, and of the jump to a table."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

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


class WithdrawForm(SeenDrawForm, ReasonForm):
    prefix = "withdraw"


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
        who = _("Stand-in %(number)s") % {"number": -person.number}
    if person.table is None:
        return _("%(who)s · sits out") % {"who": who}
    facts = {"who": who, "table": person.table, "seat": person.seat}
    return _("%(who)s · table %(table)s, seat %(seat)s") % facts


class JumpForm(forms.Form):
    """A table's number, typed to reach its sheet."""

    table = forms.IntegerField(
        label=gettext_lazy("Table number"),
        min_value=1,
        max_value=9999,
        widget=forms.NumberInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "enterkeyhint": "go"}
        ),
    )
