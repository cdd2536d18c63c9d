"""Standings and entrants as CSV, for a German Excel or for everything else.

Source: RFC 4180. A German Excel expects semicolons and knows UTF-8 only by the
byte order mark.
"""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import StringIO

from django.utils.translation import gettext as _

from scoring.evening import Mark
from tournament.evening import load_evening
from tournament.models import Entrant, Tournament

from .cells import FORMULA_STARTS
from .workbook import MARK, TICKED, fields_of, standings_remarks


@dataclass(frozen=True)
class Dialect:
    delimiter: str
    encoding: str


DIALECTS = {"standard": Dialect(",", "utf-8"), "excel": Dialect(";", "utf-8-sig")}


def safe(value: object) -> object:
    """Text that stays text: an apostrophe before what would become a formula.

    >>> safe("=1+1"), safe("Anna"), safe(-3)
    ("'=1+1", 'Anna', -3)
    """
    if isinstance(value, str) and value.startswith(FORMULA_STARTS):
        return f"'{value}"
    return value


def write(rows: Iterable[Sequence[object]], dialect: Dialect) -> bytes:
    file = StringIO()
    writer = csv.writer(file, delimiter=dialect.delimiter, lineterminator="\r\n")
    writer.writerows([safe(value) for value in row] for row in rows)
    return file.getvalue().encode(dialect.encoding)


def entrants_csv(tournament: Tournament, dialect: Dialect, *, private: bool) -> bytes:
    """Everybody who is entered; `private` with phone and note, for organisers."""
    fields = fields_of(private=private)
    labels = {one.name: str(one.verbose_name) for one in Entrant._meta.fields}
    rows: list[list[object]] = [[labels[name] for name in fields]]
    for entrant in tournament.entrants.all():
        values = [getattr(entrant, name) for name in fields]
        rows.append(
            [
                (MARK if value else "") if name in TICKED else value
                for name, value in zip(fields, values, strict=True)
            ]
        )
    return write(rows, dialect)


def standings_csv(tournament: Tournament, dialect: Dialect) -> bytes:
    """One line an entrant, best first; empty where there is no figure."""
    evening = load_evening(tournament)
    headings: list[object] = [
        _("Rank"),
        _("Start number"),
        _("Name"),
        _("Club or team"),
        _("Category"),
        *(_("Round %(number)s") % {"number": one.number} for one in evening.rounds),
        _("Total"),
        _("Games won"),
        _("Games second"),
        _("Games lost"),
        _("Schock outs"),
        _("Remarks"),
    ]
    rows: list[list[object]] = [headings]
    for line in evening.lines():
        entrant = evening.entrants[line.entrant]
        rows.append(
            [
                line.rank,
                line.entrant,
                entrant.full_name,
                entrant.club,
                entrant.category,
                *(
                    "" if one.mark in {Mark.OPEN, Mark.ABSENT} else one.points
                    for one in line.rounds
                ),
                line.points,
                *(line.games or ("", "", "")),
                "" if line.schock_outs is None else line.schock_outs,
                standings_remarks(line, withdrawn=entrant.withdrawn),
            ]
        )
    return write(rows, dialect)
