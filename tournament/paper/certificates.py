"""The text of the certificates and what its placeholders stand for."""

import re
from collections.abc import Mapping, Sequence

from django.utils.formats import date_format
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.evening import Line
from tournament.models import Entrant, Tournament

# In both languages, so that a text works whoever wrote it.
PLACEHOLDERS = {
    "name": ("name",),
    "rank": ("rank", "rang"),
    "points": ("points", "punkte"),
    "tournament": ("tournament", "turnier"),
    "place": ("place", "ort"),
    "date": ("date", "datum"),
    "club": ("club", "verein"),
    "number": ("number", "startnummer"),
}
MEANINGS = {
    "name": gettext_lazy("first and last name"),
    "rank": gettext_lazy("the final place"),
    "points": gettext_lazy("the points of all rounds"),
    "tournament": gettext_lazy("the name of the tournament"),
    "place": gettext_lazy("where it was played"),
    "date": gettext_lazy("when it was played"),
    "club": gettext_lazy("club or team"),
    "number": gettext_lazy("the start number"),
}
MOST_LINES = 16
MANY_LINES, MANY_LETTERS = 8, 320
"""With more of them a certificate is printed smaller."""

_PLACEHOLDER = re.compile(r"\[([^\[\]\n]*)\]")


def default_text() -> str:
    return _(
        "Certificate\n[name]\ntook place [rank]\nwith [points] points\nin the "
        "tournament [tournament].\n[place], [date]"
    )


def text_of(tournament: Tournament) -> str:
    return tournament.certificate_text or default_text()


def unknown_placeholders(text: str) -> list[str]:
    """Words in brackets that stand for nothing.

    >>> unknown_placeholders("[name] wins [cup]")
    ['cup']
    """
    known = {word for words in PLACEHOLDERS.values() for word in words}
    return [
        word
        for word in _PLACEHOLDER.findall(text)
        if word.strip().casefold() not in known
    ]


def offered() -> list[tuple[str, str]]:
    """The placeholders to choose from and what they mean, in one's own language."""
    german = (get_language() or "").startswith("de")
    return [
        (f"[{words[-1 if german else 0]}]", str(MEANINGS[key]))
        for key, words in PLACEHOLDERS.items()
    ]


def fill_in(text: str, values: Mapping[str, str]) -> str:
    """The text with its placeholders replaced; what is unknown stays as it is."""
    by_word = {
        word: values[key] for key, words in PLACEHOLDERS.items() for word in words
    }

    def put(found: re.Match[str]) -> str:
        return by_word.get(found[1].strip().casefold(), found[0])

    return _PLACEHOLDER.sub(put, text)


def values_for(tournament: Tournament, entrant: Entrant, line: Line) -> dict[str, str]:
    return {
        "name": entrant.full_name,
        "rank": str(line.rank),
        "points": str(line.points),
        "tournament": tournament.name,
        "place": tournament.place,
        "date": date_format(tournament.date),
        "club": entrant.club,
        "number": str(entrant.number),
    }


def lines_of(text: str) -> list[str]:
    """The lines that are printed: empty ones only part them while typing."""
    return [one.strip() for one in text.splitlines() if one.strip()]


def is_dense(lines: Sequence[tuple[str, str]]) -> bool:
    """Whether they only fit on the page if they are printed smaller."""
    letters = sum(len(line) for _look, line in lines)
    return len(lines) > MANY_LINES or letters > MANY_LETTERS


def lines_for(
    tournament: Tournament, entrant: Entrant, line: Line
) -> list[tuple[str, str]]:
    """A certificate line by line, each with its look: the first line is the heading,
    the line with the name stands out, the last line is where and when.
    """
    said = lines_of(text_of(tournament))
    values = values_for(tournament, entrant, line)
    lines = []
    for at, one in enumerate(said):
        words = {word.strip().casefold() for word in _PLACEHOLDER.findall(one)}
        look = "text"
        if "name" in words:
            look = "name"
        elif at == 0:
            look = "heading"
        elif at == len(said) - 1:
            look = "end"
        # A place that nobody has typed leaves its comma behind.
        lines.append((look, fill_in(one, values).strip(" ,")))
    return [line for line in lines if line[1]]
