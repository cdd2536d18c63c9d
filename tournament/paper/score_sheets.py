"""Score sheets as a workbook that looks and prints like the page of the browser."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from scoring.evening import PlayedRound, PlayedTable
from tournament.evening import Evening, load_evening
from tournament.models import Tournament

from .blocks import SIZES, Blocks
from .cells import Book


def score_sheets(
    tournament: Tournament,
    round: int,
    size: str,
    address_of: Callable[[int], str],
    *,
    unpublished: bool,
) -> bytes | None:
    """One sheet for every table of a round, without results; None without the round.

    `address_of` a table's number is where its QR code leads.
    """
    evening = load_evening(tournament)
    played = evening.find_round(round, unpublished=unpublished)
    return write(evening, played, size, address_of) if played else None


def blank_sheets(tournament: Tournament, size: str) -> bytes:
    """A page of sheets to write on by hand."""
    return write(load_evening(tournament), None, size, lambda _table: "")


def write(
    evening: Evening,
    played: PlayedRound | None,
    size: str,
    address_of: Callable[[int], str],
) -> bytes:
    book, look = Book(), SIZES[size]
    number = played.number if played else None
    page = book.page(
        _("Round %(number)s") % {"number": number} if played else _("Score sheets")
    )
    blocks = Blocks(page, evening.tournament, number, size=look, first_row=1)
    tables: Sequence[PlayedTable] = played.tables if played else ()
    for table in tables:
        empty = PlayedTable(table.number, table.seats)
        blocks.add(evening, empty, address=address_of(table.number))
    if not played:
        for _blank in range(look.a_page):
            blocks.add()
    blocks.finish()
    page.paper(
        columns=5,
        size=look.paper,
        scale=look.scale,
        margins_mm=8 if size == "a5" else 10,
    )
    return book.save()
