"""How people are shown and found: the only place that decides on a name."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tournament.models import Entrant
from tournament.names import fold, search_text
from tournament.numbers import small_number


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
            self.number == number
            if (number := small_number(word, digits=5)) is not None
            else word in self.find
            for word in fold(search).split()
        )


def people(entrants: Iterable[Entrant], *, full_names: bool) -> dict[int, Person]:
    """Everybody by start number, under full name or first name and initial."""
    entrants = list(entrants)
    names = {
        one.number: one.full_name if full_names else one.short_name for one in entrants
    }
    orders = {number: fold(name) for number, name in names.items()}
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
            find=search_text(names[one.number], one.club),
        )
        for one in entrants
    }


def by_name(entrant: Entrant) -> tuple[str, str, int]:
    """The order of a list by last names, as desk and paper show it."""
    last = entrant.last_name or entrant.first_name
    return fold(last), fold(entrant.first_name), entrant.number
