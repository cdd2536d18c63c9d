"""Reads for the pages about entrants."""

from dataclasses import dataclass
from functools import cached_property

from tournament.models import Entrant, Tournament
from tournament.names import name_key, search_text


@dataclass(frozen=True)
class EntrantList:
    """Everybody who is entered, and of them those a search has found."""

    everybody: tuple[Entrant, ...]
    shown: tuple[Entrant, ...]
    rounds_drawn: int

    @cached_property
    def expected(self) -> list[Entrant]:
        return [one for one in self.everybody if not one.withdrawn]

    @property
    def present(self) -> int:
        return sum(one.present for one in self.expected)

    @property
    def paid(self) -> int:
        return sum(one.paid for one in self.expected)

    @property
    def next_round(self) -> int:
        return self.rounds_drawn + 1


def entrant_list(tournament: Tournament, search: str = "") -> EntrantList:
    everybody = tuple(tournament.entrants.all())
    words = search_text(search).split()
    return EntrantList(
        everybody=everybody,
        shown=tuple(one for one in everybody if is_found(one, words)),
        rounds_drawn=tournament.draws.filter(withdrawn_at=None).count(),
    )


def is_found(entrant: Entrant, words: list[str]) -> bool:
    text = search_text(entrant.number, entrant.full_name, entrant.club)
    return all(word in text for word in words)


def same_name(tournament: Tournament, first_name: str, last_name: str) -> list[int]:
    """The numbers of those who have this name already, however it is spelled."""
    key = name_key(first_name, last_name)
    return [
        one.number
        for one in tournament.entrants.all()
        if name_key(one.first_name, one.last_name) == key
    ]


def was_drawn(entrant: Entrant) -> bool:
    return entrant.seats.exists() or entrant.sit_outs.exists()
