"""The shape of what is typed about entrants, and of a list on its way in."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db.models import CharField
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.lists.grid import (
    MAX_BYTES,
    MAX_TEXT,
    Sheet,
    Trouble,
    Unreadable,
    read_file,
    read_text,
)
from tournament.lists.roster import (
    MAX_NUMBER,
    Meaning,
    Understood,
    best_first,
    understand,
)
from tournament.models import Entrant, Tournament
from tournament.names import tidy
from tournament.numbers import small_number

from .seen import SeenForm


class TidyField(forms.CharField):
    """One line of text as `Entrant` stores it, without stray spaces."""

    def __init__(self, name: str, **kwargs: Any) -> None:
        field = cast("CharField[str, str]", Entrant._meta.get_field(name))
        kwargs.setdefault("label", field.verbose_name)
        kwargs.setdefault("required", False)
        super().__init__(max_length=field.max_length, **kwargs)

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        # A NUL byte is left in for the validator that refuses it.
        return text if "\0" in text else tidy(text)


class NamedForm(forms.Form):
    """Somebody's name and where they belong. One of the two names is enough."""

    first_name = TidyField("first_name")
    last_name = TidyField("last_name")
    club = TidyField("club")
    category = TidyField("category")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        # A name that was refused for its length has been given, too.
        if not (cleaned.get("first_name", "x") or cleaned.get("last_name", "x")):
            self.add_error("first_name", _("Please give a name."))
        return cleaned


class PersonForm(NamedForm):
    """Who somebody is, with what only the desk sees."""

    phone = TidyField("phone")
    note = TidyField("note")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("first_name", "last_name"):
            self.fields[name].widget.attrs["autocomplete"] = "off"
        self.fields["phone"].widget.attrs["inputmode"] = "tel"
        for name, list_id in (("club", "clubs"), ("category", "categories")):
            self.fields[name].widget.attrs["list"] = list_id


def number_field(**kwargs: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=_("Start number"),
        min_value=1,
        max_value=MAX_NUMBER,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        **kwargs,
    )


class NumbersField(forms.Field):
    """Start numbers that a page carries. What is none, nobody typed: left out."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> list[int]:
        words = str(value or "").split()
        numbers = (small_number(word, len(str(MAX_NUMBER))) for word in words)
        return [number for number in numbers if number is not None]


class AddForm(PersonForm):
    """The quick form. `namesakes` are those of the same name already shown."""

    prefix = "new"
    number = number_field(required=False)
    paid = forms.BooleanField(label=_("Paid"), required=False)
    present = forms.BooleanField(label=_("Present"), required=False)
    namesakes = NumbersField(required=False)


class ChangeForm(SeenForm, PersonForm):
    """What is known of an entrant; the number only while it can change."""

    number = number_field()
    field_order = ("number", "first_name", "last_name")

    def __init__(
        self, entrant: Entrant, data: QueryDict | None, *, number_fixed: bool
    ) -> None:
        super().__init__(
            data,
            initial={name: getattr(entrant, name) for name in type(self).base_fields},
        )
        if number_fixed:
            del self.fields["number"]
        self.carry_what_is_seen()

    def typed(self) -> dict[str, Any]:
        """Where two people took away half a name each, the last one's page counts."""
        typed, halves = super().typed(), ("first_name", "last_name")
        if not any(typed.get(half, self.initial[half]) for half in halves):
            typed.update({half: self.cleaned_data[half] for half in halves})
        return typed


def reason_field(**kwargs: Any) -> forms.CharField:
    return forms.CharField(label=_("Reason"), max_length=200, **kwargs)


class OptionalReasonForm(forms.Form):
    """For the log; a withdrawal needs no explanation."""

    prefix = "because"
    reason = reason_field(required=False)


class ReplaceForm(PersonForm):
    """Who takes over, and why."""

    prefix = "next"
    reason = reason_field()


class UploadForm(forms.Form):
    """A list as a file, or pasted."""

    text = forms.CharField(
        label=_("Paste the list"),
        required=False,
        max_length=MAX_TEXT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 9, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("Or choose a file"),
        required=False,
        allow_empty_file=True,
        max_length=255,
        widget=forms.FileInput(
            attrs={"accept": ".xlsx,.csv,.txt,.tsv", "data-most-bytes": MAX_BYTES}
        ),
        help_text=_("Excel (.xlsx), .csv or .txt, up to 2 MB."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not (cleaned.get("file") or cleaned.get("text", "").strip() or self.errors):
            raise ValidationError(_("Please paste a list or choose a file."))
        return cleaned

    @property
    def where(self) -> str:
        """The field that a list came from, where its trouble is told."""
        return "file" if self.cleaned_data.get("file") else "text"

    def sheets(self) -> tuple[Sheet, ...]:
        file = cast("UploadedFile[Any] | None", self.cleaned_data.get("file"))
        if file is None:
            return read_text(self.cleaned_data["text"])
        # Looked at before it is read: a large upload lies on disk, not in memory.
        if file.size is None or file.size > MAX_BYTES:
            raise Unreadable(Trouble.TOO_LARGE, megabytes=MAX_BYTES // 1024**2)
        return read_file(file.name or "", file.read())


@dataclass(frozen=True)
class Reading:
    """A list between upload and storing: nothing of it is in the database.

    It travels in a signed field of the preview page: the cells, which sheets
    are taken, how their columns were read, and how many entrants there were.
    """

    sheets: tuple[Sheet, ...]
    order: tuple[int, ...]
    chosen: tuple[int, ...]
    meanings: tuple[tuple[Meaning, ...], ...]
    seen: int

    @classmethod
    def of(cls, sheets: Sequence[Sheet], seen: int) -> "Reading":
        """The first reading: the best sheet, its columns as they look."""
        order = tuple(best_first(sheets))
        meanings = tuple(understand(sheet).meanings for sheet in sheets)
        return cls(tuple(sheets), order, order[:1], meanings, seen)

    def understood(self) -> dict[int, Understood]:
        return {
            place: understand(self.sheets[place], self.meanings[place])
            for place in self.chosen
        }

    def sign(self, tournament: Tournament) -> str:
        cells = [[sheet.title, sheet.rows, sheet.hidden] for sheet in self.sheets]
        state = [cells, self.order, self.chosen, self.meanings, self.seen]
        return signing.dumps(state, salt=salt(tournament), compress=True)

    @classmethod
    def unsign(cls, text: str, tournament: Tournament) -> "Reading | None":
        """None where it was not made here, for this tournament."""
        try:
            state = signing.loads(text, salt=salt(tournament))
        except signing.BadSignature:
            return None
        cells, order, chosen, meanings, seen = state
        return cls(
            tuple(
                Sheet(title, tuple(map(tuple, rows)), hidden)
                for title, rows, hidden in cells
            ),
            tuple(order),
            tuple(chosen),
            tuple(tuple(map(Meaning, row)) for row in meanings),
            seen,
        )

    def seen_anew(self, seen: int) -> "Reading":
        return replace(self, seen=seen)

    def corrected(self, data: QueryDict) -> "Reading":
        """The same list with the sheets and meanings that were chosen."""
        places = {str(place): place for place in self.order}
        chosen = tuple(
            place for key, place in places.items() if key in data.getlist("sheet")
        )
        known = {meaning.value for meaning in Meaning}

        def meaning(place: int, index: int, old: Meaning) -> Meaning:
            said = data.get(f"meaning-{place}-{index}")
            return Meaning(said) if said in known else old

        meanings = tuple(
            tuple(meaning(place, index, old) for index, old in enumerate(row))
            for place, row in enumerate(self.meanings)
        )
        return replace(self, chosen=chosen or self.chosen, meanings=meanings)


def salt(tournament: Tournament) -> str:
    return f"tournament.import.{tournament.pk}"


class RowForm(NamedForm):
    """One ticked line of the preview."""

    number = number_field(required=False)
    paid = forms.BooleanField(label=_("Paid"), required=False)

    def sentences(self) -> list[str]:
        """Every error with the name of its field."""
        return [
            f"{self.fields[name].label}: {error}"
            for name, errors in self.errors.items()
            for error in errors
        ]


def typed_rows(data: QueryDict, keys: Iterable[str]) -> dict[str, dict[str, str]]:
    """What came back in the rows of the preview, right or wrong."""
    names = ("take", *RowForm.base_fields)
    return {
        key: {name: data.get(f"{key}-{name}", "") for name in names} for key in keys
    }


class TapForm(forms.Form):
    """One tap at check-in. It says what shall be so, not "the other way round":
    a tap that is sent twice changes nothing."""

    CHOICES = (("yes", "yes"), ("no", "no"))
    present = forms.ChoiceField(choices=CHOICES, required=False)
    paid = forms.ChoiceField(choices=CHOICES, required=False)
