"""Shape of what is typed about an entrant."""

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Entrant

from .tournaments import ReasonForm

HIGHEST_NUMBER = 99_999


if TYPE_CHECKING:
    EntrantModelForm = forms.ModelForm[Entrant]
else:
    EntrantModelForm = forms.ModelForm


class PersonForm(EntrantModelForm):
    """Who somebody is; one of the two names is enough."""

    class Meta:
        model = Entrant
        fields: ClassVar[tuple[str, ...]] = (
            "first_name",
            "last_name",
            "club",
            "category",
            "phone",
            "note",
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        names = cleaned.get("first_name"), cleaned.get("last_name")
        if not self.errors and not any(names):
            self.add_error("last_name", _("A first name or a last name is needed."))
        return cleaned

    def validate_constraints(self) -> None:
        """The service keeps them, in the transaction that writes."""


class EntrantForm(PersonForm):
    """An entrant on the list; without a number the next free one is taken."""

    number = forms.IntegerField(
        label=_("Start number"), min_value=1, max_value=HIGHEST_NUMBER, required=False
    )
    same_name = forms.BooleanField(
        label=_("It is another person with the same name"),
        required=False,
        widget=forms.HiddenInput,
    )

    class Meta(PersonForm.Meta):
        fields: ClassVar[tuple[str, ...]] = (
            "number",
            *PersonForm.Meta.fields,
            "paid",
            "present",
        )

    def ask_about_same_name(self, numbers: str) -> None:
        """Equal names are allowed, but not by accident."""
        self.fields["same_name"].widget = forms.CheckboxInput()
        self.add_error(
            "same_name",
            _("No. %(numbers)s has the same name. Tick this to enter both.")
            % {"numbers": numbers},
        )


class ReplacementForm(ReasonForm, PersonForm):
    """The person who takes over a start number, and why."""

    prefix = "replace"
    field_order = (*PersonForm.Meta.fields, "reason")
