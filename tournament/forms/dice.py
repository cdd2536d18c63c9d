"""Shape of what is sent at a dice table. What is legal the rules say."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.dice import Throw
from scoring.fair_game import LONGEST_PART
from scoring.games import GAMES, Action
from scoring.games.play import ROLL, STAND, close, roll
from scoring.games.rulebook import Option, Value
from tournament.dice_words import TITLES
from tournament.models import Tournament

MOST_SEATS = max(rules.most_players for rules in GAMES.values())
LONGEST_NAME = 40
MOST_EVENTS = 9_999

VALUES: dict[Value, Any] = {
    True: _("yes"),
    False: _("no"),
    "digits": pgettext_lazy("option", "by the digits"),
    "sum60": _("a six counts 60, the others are added"),
    "hands": _("by their hands"),
    "lids": _("fewer lids first"),
    "play_off": _("they play it out"),
    "any": _("any that add up"),
    "exact": _("the sum, or both dice"),
    "lenient": _("the sum, or one or both dice"),
    "sum": _("the sum of the flaps"),
    **dict(Tournament.NextStarter.choices),
}

LEVELS = {
    "random": _("by chance"),
    "easy": _("easy"),
    "medium": _("good"),
}


def value_label(option: Option, value: Value) -> str:
    if option.name == "lids" and value == 0:
        return gettext("two a player and one")
    if option.name == "score" and value == "digits":
        return gettext("the number that they spell")
    # True is 1 to Python, but a number of rounds is no yes.
    if type(value) is int:
        return str(value)
    return str(VALUES[value])


def option_field(option: Option) -> forms.ChoiceField:
    choices = [(str(value), value_label(option, value)) for value in option.allowed]
    return forms.ChoiceField(
        label=gettext(option.sentence),
        choices=choices,
        initial=str(option.default),
        required=False,
    )


def every_option() -> tuple[Option, ...]:
    """The options of all games, each once: of one name they are the same."""
    found = {one.name: one for game in GAMES.values() for one in game.options()}
    return tuple(found.values())


class FreeTableForm(forms.Form):
    """A table for anybody: which game, by which rules, who plays."""

    prefix = "new"
    game = forms.ChoiceField(
        label=_("Game"),
        choices=list(TITLES.items()),
        initial="turnierschocken",
        widget=forms.RadioSelect,
    )
    name = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST_NAME,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "given-name"}),
    )
    people = forms.TypedChoiceField(
        label=_("People, you included"),
        coerce=int,
        choices=[(count, str(count)) for count in range(1, MOST_SEATS + 1)],
        initial=2,
    )
    computers = forms.TypedChoiceField(
        label=_("Computer players"),
        coerce=int,
        choices=[(count, str(count)) for count in range(MOST_SEATS)],
        initial=1,
    )
    level = forms.ChoiceField(
        label=_("How the computer plays"),
        choices=list(LEVELS.items()),
        initial="medium",
    )
    chances = forms.BooleanField(label=_("Show chances"), required=False)

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        for option in every_option():
            self.fields[option.name] = option_field(option)

    def basics(self) -> list[forms.BoundField]:
        return [self[name] for name in ("name", "people", "computers", "level")]

    def rules(self) -> Iterator[dict[str, Any]]:
        """The field of each option, and the games that know it."""
        for option in every_option():
            yield {
                "field": self[option.name],
                "games": " ".join(
                    key for key, game in GAMES.items() if option in game.options()
                ),
            }

    def options(self) -> dict[str, Value]:
        """The options chosen for the game that is played."""
        key = self.cleaned_data["game"]
        chosen: dict[str, Value] = {}
        for option in GAMES[key].options():
            text = self.cleaned_data[option.name]
            for value in option.allowed:
                if str(value) == text:
                    chosen[option.name] = value
        return chosen

    def seats(self) -> list[str]:
        """By seat the level of the computer there, or "" for a person."""
        people = [""] * self.cleaned_data["people"]
        return people + [self.cleaned_data["level"]] * self.cleaned_data["computers"]


class PracticeForm(forms.Form):
    """One press: a game against two computers."""

    game = forms.ChoiceField(choices=list(TITLES.items()))


class CodeForm(forms.Form):
    """A table by the code that was read out."""

    code = forms.CharField(
        label=_("Code of the table"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters"}
        ),
    )

    def clean_code(self) -> str:
        return "".join(self.cleaned_data["code"].split()).upper()


def position_field() -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        coerce=int,
        choices=[(str(seat), "") for seat in range(MOST_SEATS)],
        widget=forms.HiddenInput,
    )


def number_field() -> forms.IntegerField:
    return forms.IntegerField(
        min_value=1, max_value=MOST_EVENTS, widget=forms.HiddenInput
    )


class SeatForm(forms.Form):
    """A button of one seat."""

    position = position_field()

    def facts(self) -> dict[str, Any]:
        """What a service is told of the press."""
        return self.cleaned_data


class SitForm(SeatForm):
    name = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST_NAME,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "given-name"}),
    )


class ClaimForm(SeatForm):
    """Back to one's own seat on another phone."""

    key = forms.CharField(
        label=_("Key of the seat"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters"}
        ),
    )


class GameForm(SeatForm):
    """A deed in one game, by one seat."""

    game = number_field()


class PartForm(GameForm):
    part = forms.CharField(
        label=_("Your word for the dice"),
        max_length=LONGEST_PART,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_(
            "Anything nobody can guess. With it and the secret of this server "
            "every throw of the game is computed."
        ),
    )


class EventForm(GameForm):
    """The event that comes next, as the page saw it."""

    number = number_field()


class ActForm(EventForm):
    """What a player decides: a button, with dice or flaps that he has marked."""

    do = forms.RegexField(r"^(r|s|t[12]|c[1-9]*)$", widget=forms.HiddenInput)
    keep = forms.MultipleChoiceField(
        choices=[(str(pip), "") for pip in range(1, 7)], required=False
    )
    flap = forms.MultipleChoiceField(
        choices=[(str(flap), "") for flap in range(1, 10)], required=False
    )

    def facts(self) -> dict[str, Any]:
        event = {name: self.cleaned_data[name] for name in EventForm.base_fields}
        return {**event, "action": self.action()}

    def action(self) -> Action:
        do: str = self.cleaned_data["do"]
        if do == "s":
            return STAND
        if do.startswith("c"):
            flaps = do[1:] or self.cleaned_data["flap"]
            # Nothing marked: the rule for a throw says what is missing.
            return close(map(int, flaps)) if flaps else ROLL
        kept = Throw(map(int, self.cleaned_data["keep"]))
        return roll(kept, int(do[1:] or 0))


class HandOverForm(SeatForm):
    to = forms.ChoiceField(choices=[("computer", ""), ("me", "")])

    def facts(self) -> dict[str, Any]:
        seat, to = self.cleaned_data["position"], self.cleaned_data["to"]
        return {"position": seat, "to_computer": to == "computer"}


class OrderForm(forms.Form):
    """The organiser's finishing order of a game that cannot be played on."""

    prefix = "end"
    game = number_field()

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, names: list[str], number: int
    ) -> None:
        super().__init__(data, initial={"game": number})
        places = range(1, len(names) + 1)
        for position, name in enumerate(names):
            self.fields[f"place_{position}"] = forms.TypedChoiceField(
                label=name,
                coerce=int,
                choices=[
                    ("", "–"),
                    *(
                        (place, gettext("Place %(place)s") % {"place": place})
                        for place in places
                    ),
                ],
            )
        self.names = names

    def place_fields(self) -> list[forms.BoundField]:
        return [self[f"place_{position}"] for position in range(len(self.names))]

    def order(self) -> list[int]:
        """Positions, first to last; incomplete where a place is given twice."""
        places = {
            self.cleaned_data[f"place_{position}"]: position
            for position in range(len(self.names))
        }
        return [places[place] for place in sorted(places)]
