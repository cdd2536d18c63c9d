"""The shape of what is sent for paper: a workbook, the text of a certificate."""

import base64
import binascii

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.lists.grid import MAX_BYTES


class WorkbookForm(forms.Form):
    file = forms.FileField(
        label=_("The filled-in workbook"),
        allow_empty_file=True,
        widget=forms.ClearableFileInput(
            attrs={"accept": ".xlsx", "data-most-bytes": MAX_BYTES}
        ),
    )


class TakeInForm(forms.Form):
    """What was decided on the differences; the workbook itself comes along."""

    KEEP, TAKE = "keep", "take"

    workbook = forms.CharField(widget=forms.HiddenInput)
    revision = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    conflicts = forms.ChoiceField(
        label=_("Where both were changed"),
        choices=[
            (KEEP, _("what is stored here stays")),
            (TAKE, _("the workbook counts")),
        ],
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(
        label=_("Reason for the corrections"),
        max_length=200,
        help_text=_("Stands in the log and at every corrected sheet."),
    )

    def __init__(
        self,
        data: object = None,
        *,
        has_conflicts: bool = False,
        needs_reason: bool = False,
        **options: object,
    ) -> None:
        super().__init__(data, **options)  # type: ignore[arg-type]
        if not has_conflicts:
            del self.fields["conflicts"]
        if not needs_reason:
            del self.fields["reason"]

    def clean_reason(self) -> str:
        return " ".join(str(self.cleaned_data["reason"]).split())

    @property
    def takes_conflicts(self) -> bool:
        return bool(self.cleaned_data.get("conflicts") == self.TAKE)


def pack(content: bytes) -> str:
    """A file as a hidden field carries it."""
    return base64.b64encode(content).decode()


def unpack(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


class CertificateForm(forms.Form):
    """Only the lines matter; whether a placeholder is known is asked elsewhere."""

    text = forms.CharField(
        label=_("Text"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("Left empty: the usual text."),
    )

    def clean_text(self) -> str:
        lines = str(self.cleaned_data["text"]).splitlines()
        return "\n".join(" ".join(line.split()) for line in lines).strip()
