"""A person's name as a link to his page, wherever players read it."""

from django.urls import reverse
from django.utils.html import escape

from tournament.queries.people import Person


def entrants_at(slug: str) -> str:
    """The address below which every entrant's page stands under his number."""
    return reverse("entrant", args=[slug, 1]).removesuffix("1/")


def link(person: Person, pages: str) -> str:
    """The name, apart from the figures beside it in whatever direction it is read.

    `pages` is `entrants_at`, asked once for a page of hundreds.
    """
    name = f"<bdi>{escape(person.name)}</bdi>"
    return f'<a class="who" href="{pages}{person.number}/">{name}</a>'


def told_apart(person: Person) -> str:
    """The club, where somebody else has the same name."""
    if not (person.twin and person.club):
        return ""
    return f' <small class="quiet twin"><bdi>{escape(person.club)}</bdi></small>'
