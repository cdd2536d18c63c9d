"""What a form showed when it was opened, so that only what was typed is stored."""

from typing import Any

from django import forms


class SeenForm(forms.Form):
    """Carries along what each field held when the page was opened.

    Two organisers who have the same page open do not undo each other's changes:
    of what one has left alone, the other's word stands.
    """

    def carry_what_is_seen(self) -> None:
        for field in self.fields.values():
            field.show_hidden_initial = True

    def typed(self) -> dict[str, Any]:
        """What differs from what was seen, or everything where that is not known."""
        return {
            field.name: self.cleaned_data[field.name]
            for field in self
            if field.name in self.changed_data
            or field.html_initial_name not in self.data
        }
