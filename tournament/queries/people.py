"""How people are shown and found: the only place that decides on a name."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import combining, normalize

from tournament.models import Entrant

SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def plain(text: str) -> str:
    """Without case and accents, as it is searched: "Müßig" is "mussig"."""
    decomposed = normalize("NFKD", text.casefold())
    return "".join(char for char in decomposed if not combining(char))


@dataclass(frozen=True, slots=True)
class Person:
    """An entrant with no more than what the reader may see.

    `twin`: somebody else shows the same name, so number and club must tell
    them apart. `order` sorts, `find` is searched.
    """

    number: int
    name: str
    club: str
    category: str
    withdrawn: bool
    twin: bool
    order: str
    find: str

    def answers_to(self, search: str) -> bool:
        """Whether every word is part of name or club, or is the start number."""
        return all(
            int(word) == self.number
            if word.isascii() and word.isdigit()
            else word in self.find
            for word in plain(search).split()
        )


def people(entrants: Iterable[Entrant], *, full_names: bool) -> dict[int, Person]:
    """Everybody by start number, under full name or first name and initial."""
    entrants = list(entrants)
    names = {
        one.number: one.full_name if full_names else one.short_name for one in entrants
    }
    orders = {number: plain(name) for number, name in names.items()}
    shown = Counter(orders.values())
    return {
        one.number: Person(
            number=one.number,
            name=names[one.number],
            club=one.club,
            category=one.category,
            withdrawn=one.withdrawn,
            twin=shown[orders[one.number]] > 1,
            order=orders[one.number],
            find=_findable(f"{names[one.number]} {one.club}"),
        )
        for one in entrants
    }


def _findable(text: str) -> str:
    """ "Müller" is found as "müller", "muller" and "mueller"."""
    found, spelled_out = plain(text), plain(text.casefold().translate(SPELLED_OUT))
    return found if found == spelled_out else f"{found} {spelled_out}"
