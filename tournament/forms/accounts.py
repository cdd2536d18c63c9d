"""Shape of accounts: who logs in, who is new, who is invited."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament import guessing
from tournament.models import Membership
from tournament.names import DEMO_USER

if TYPE_CHECKING:
    NewUserBase = UserCreationForm[User]
else:
    NewUserBase = UserCreationForm


class LoginForm(AuthenticationForm):
    """Django's, which here gives up after too many wrong guesses."""

    error_messages = {
        "invalid_login": _("User name and password do not fit together."),
        "inactive": _("This account is switched off."),
    }

    def clean(self) -> dict[str, Any]:
        name = self.cleaned_data.get("username", "")
        address = self.request.META.get("REMOTE_ADDR", "") if self.request else ""
        if guessing.too_often(name, address):
            raise ValidationError(
                _(
                    "Too many wrong tries. Please wait %(minutes)s minutes, then "
                    "try again."
                ),
                code="too_often",
                params={"minutes": guessing.WINDOW // 60},
            )
        try:
            cleaned = super().clean()
        except ValidationError:
            guessing.count_wrong(name, address)
            raise
        if self.user_cache is not None:
            guessing.forget(name, address)
        return cleaned


def not_the_demo(name: str) -> None:
    """The demo's name is refused: each start of the demo resets its password."""
    if name.casefold() == DEMO_USER:
        raise ValidationError(
            _("“%(name)s” belongs to the demo. Please choose another name."),
            params={"name": name},
        )


class NewUserForm(NewUserBase):
    """User name and password; the rules for passwords are Django's."""

    class Meta:
        model = User
        fields = ("username",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _(
            "Letters, digits and @ . + - _, without spaces."
        )
        self.fields["password1"].help_text = _(
            "At least 8 characters, not digits only, not a common word."
        )
        self.fields["password2"].help_text = ""
        self.fields["username"].validators.append(not_the_demo)


class InviteForm(forms.Form):
    role = forms.ChoiceField(choices=Membership.Role.choices)
