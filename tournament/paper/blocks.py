"""A score sheet as a block of cells: the same on paper, in a workbook and read back.

Columns A to E are what people see: labels, seats 1 to 3 in drawn order, and who
threw a Schock out. Column F is hidden and names each row ("3 game 7"), so that
the way back knows a row wherever it was moved to, and which one was deleted.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Font, PatternFill
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from scoring.evening import PlayedTable, Sheet
from scoring.points import SEATS, Format
from tournament.evening import Evening
from tournament.models import Tournament
from tournament.models.rounds import stand_in_name
from tournament.names import tidy

from .cells import A4, A5, Page, qr_png

SEAT_LETTERS = "BCD"
NOTES, KEYS = 5, 6
WIDTHS = (15, 18, 18, 18, 13, 4)
GOOD = DifferentialStyle(fill=PatternFill("solid", bgColor="CFEAD8"))
BAD = DifferentialStyle(
    fill=PatternFill("solid", bgColor="F8C9C0"), font=Font(bold=True, color="8C1D0C")
)


@dataclass(frozen=True)
class Size:
    """How score sheets lie on paper: sheets a page, heights in points.

    `height` is what one sheet may take; with many games its rows become lower.
    """

    paper: int
    scale: int
    a_page: int
    height: float
    row: float
    names: float
    sign: float

    def row_for(self, games: int) -> float:
        """The height of every other row: numbers, games and four results."""
        room = self.height - HEAD - HEADINGS - self.names - self.sign
        return min(self.row, round(room / (games + 5), 1))


HEAD = 27
"""The head holds two small lines, for a tournament with a long name."""

SHORT_EVENT, SHORT_NAME, SHORT_REASON = 30, 36, 100
"""So many letters fit in the usual size; longer texts are printed smaller."""
HEADINGS = 26
"""The row of the headings holds two lines, whatever the size."""

SIZES = {
    "a4": Size(A4, 100, 1, 740, 37, 46, 60),
    "a4x2": Size(A4, 100, 2, 372, 19, 30, 28),
    "a5": Size(A5, 72, 1, 725, 36, 46, 60),
}
"""One or two a page of A4, or one a page of A5."""


@dataclass(frozen=True)
class Rows:
    """Where the parts of a block stand that begins in row `top`."""

    top: int
    games: int

    @property
    def seats(self) -> int:
        return self.top + 1

    @property
    def numbers(self) -> int:
        return self.top + 2

    @property
    def names(self) -> int:
        return self.top + 3

    @property
    def first_game(self) -> int:
        return self.top + 4

    @property
    def last_game(self) -> int:
        return self.top + 3 + self.games

    @property
    def sum(self) -> int:
        return self.last_game + 1

    @property
    def outs(self) -> int:
        return self.last_game + 2

    @property
    def check(self) -> int:
        return self.last_game + 3

    @property
    def why(self) -> int:
        return self.last_game + 4

    @property
    def sign(self) -> int:
        return self.last_game + 5

    @property
    def below(self) -> int:
        """Where the next block begins; one empty row keeps them apart."""
        return self.last_game + 7


def number_of(person: int) -> int | str:
    """What stands for a start number: stand-ins have none."""
    return person if person > 0 else _("H%(number)s") % {"number": -person}


def name_of(evening: Evening, person: int) -> str:
    if person > 0:
        return evening.entrants[person].full_name
    return stand_in_name(person)


def look_of_name(name: str) -> str:
    """The box of a name is as large on every sheet; a long name is printed small."""
    if len(name) <= SHORT_NAME:
        return "box_name"
    return "box_name_long" if len(name) <= 2 * SHORT_NAME else "box_name_longest"


def place_points(sheet: Sheet, format: Format) -> Sequence[Sequence[int]]:
    """The points of every game, seat by seat."""
    return [
        [format.points[int(place) - 1] for place in game] for game in sheet.games or ()
    ]


def digest(values: Sequence[object]) -> str:
    """Tells whether cells are still as they were when the workbook was written."""
    return hashlib.sha256(repr(list(values)).encode()).hexdigest()[:12]


class Blocks:
    """Score sheets one below the other on one page of a workbook."""

    def __init__(
        self,
        page: Page,
        tournament: Tournament,
        round: int | None,
        *,
        size: Size,
        first_row: int,
    ) -> None:
        self.page, self.tournament, self.round = page, tournament, round
        self.size, self.row = size, first_row
        self.format = tournament.format
        self.blocks: list[Rows] = []
        page.widths(WIDTHS)
        page.hide_column(KEYS)

    def add(
        self,
        evening: Evening | None = None,
        table: PlayedTable | None = None,
        *,
        version: int = 0,
        reason: str = "",
        address: str = "",
    ) -> Rows:
        """One score sheet; without a table a blank one to fill in by hand."""
        rows = Rows(self.row, self.format.games)
        self.blocks.append(rows)
        self._head(rows, table)
        self._seats(rows, evening, table)
        self._games(rows, table.sheet if table else None)
        self._results(rows, table.sheet if table else None, reason)
        if table and evening:
            self._keys(rows, evening, table, version)
        if address:
            # Right of the results, as on the page that a browser prints.
            self.page.picture(rows.sum, NOTES, qr_png(address), 22)
        self._heights(rows)
        if len(self.blocks) % self.size.a_page == 0:
            self.page.break_after(rows.below - 1)
        self.row = rows.below
        return rows

    def _head(self, rows: Rows, table: PlayedTable | None) -> None:
        page, one = self.page, self.tournament
        number = table.number if table else "___"
        page.text(rows.top, 1, _("Table %(number)s") % {"number": number}, "big")
        long = len(str(one)) > SHORT_EVENT
        page.text(rows.top, 2, str(one), "event_long" if long else "event")
        page.sheet.merged_cells.add(f"B{rows.top}:C{rows.top}")
        if self.round:
            facts = {"number": self.round, "rounds": one.rounds}
            said = _("Round %(number)s of %(rounds)s") % facts
        else:
            said = _("Round %(number)s") % {"number": "___"}
        page.text(rows.top, 4, said, "event_round")
        page.moment(rows.top, NOTES, one.date, "event_date")

    def _seats(
        self, rows: Rows, evening: Evening | None, table: PlayedTable | None
    ) -> None:
        page = self.page
        for row, label in (
            (rows.seats, _("Game")),
            (rows.numbers, _("Start number")),
            (rows.names, _("Name")),
        ):
            page.text(row, 1, label, "box_heading")
        page.text(rows.seats, NOTES, _("Schock out: who?"), "box_heading")
        page.blank(rows.numbers, NOTES, "box_label")
        page.blank(rows.names, NOTES, "box_label")
        for seat in range(1, SEATS + 1):
            column = seat + 1
            label = _("Seat %(number)s (starts)") if seat == 1 else _("Seat %(number)s")
            page.text(rows.seats, column, label % {"number": seat}, "box_heading")
            if table is None or evening is None:
                page.blank(rows.numbers, column, "box_big")
                page.blank(rows.names, column, "box_name")
                continue
            person = table.seats[seat - 1]
            number = number_of(person)
            if isinstance(number, int):
                page.number(rows.numbers, column, number, "box_big")
            else:
                page.text(rows.numbers, column, number, "box_big")
            name = name_of(evening, person)
            page.text(rows.names, column, name, look_of_name(name))

    def _games(self, rows: Rows, sheet: Sheet | None) -> None:
        page = self.page
        points = place_points(sheet, self.format) if sheet else ()
        for game in range(1, self.format.games + 1):
            row = rows.first_game + game - 1
            page.number(row, 1, game, "box_number")
            for seat, letter in enumerate(SEAT_LETTERS):
                column = ord(letter) - ord("A") + 1
                if points:
                    page.number(row, column, points[game - 1][seat], "box_number")
                else:
                    page.blank(row, column, "box_number")
            page.blank(row, NOTES, "box_label")

    def _results(self, rows: Rows, sheet: Sheet | None, reason: str) -> None:
        page, format = self.page, self.format
        page.text(rows.sum, 1, _("Sum"), "box_heading")
        page.text(rows.outs, 1, _("Schock outs"), "box_heading")
        check = _("Check = %(check)s") % {"check": format.check}
        page.text(rows.check, 1, check, "box_heading")
        page.text(rows.why, 1, _("Ruling: reason"), "box_heading")
        page.text(rows.sign, 1, _("Signatures"), "box_heading")
        totals = sheet.points(format) if sheet else (0, 0, 0)
        typed = sheet is not None and sheet.games is None
        # On an empty sheet a 0 would look like a result.
        sum_look = "box_sum_zero" if sheet else "box_sum"
        for seat, letter in enumerate(SEAT_LETTERS):
            column = seat + 2
            if typed:
                page.number(rows.sum, column, totals[seat], sum_look)
            else:
                games = f"{letter}{rows.first_game}:{letter}{rows.last_game}"
                page.formula(rows.sum, column, f"SUM({games})", totals[seat], sum_look)
            if sheet and sheet.schock_outs is not None:
                page.number(rows.outs, column, sheet.schock_outs[seat], "box_number")
            else:
                page.blank(rows.outs, column, "box_number")
            page.blank(rows.sign, column, "sign")
        page.formula(
            rows.check,
            2,
            f"SUM(B{rows.sum}:D{rows.sum})",
            sum(totals),
            "box_check",
        )
        for column in (3, 4):
            page.blank(rows.check, column, "box_off")
        for row in range(rows.sum, rows.sign + 1):
            page.blank(row, NOTES, "box_label")
        page.sheet.merged_cells.add(f"E{rows.sum}:E{rows.sign}")
        why = reason if sheet and sheet.ruling else ""
        look = "box_text" if len(why) <= SHORT_REASON else "box_text_long"
        page.text(rows.why, 2, why, look)
        for column in (3, 4):
            page.blank(rows.why, column, "box_text")
        page.sheet.merged_cells.add(f"B{rows.why}:D{rows.why}")

    def _keys(
        self, rows: Rows, evening: Evening, table: PlayedTable, version: int
    ) -> None:
        seats = ",".join(map(str, table.seats))
        names = digest([tidy(name_of(evening, person)) for person in table.seats])
        keys = {
            rows.top: "head",
            rows.seats: "seats",
            rows.numbers: f"numbers {version} {seats}",
            rows.names: f"names {names}",
            rows.sum: "sum",
            rows.outs: "outs",
            rows.check: "check",
            rows.why: "why",
            rows.sign: "sign",
        }
        for game in range(1, self.format.games + 1):
            keys[rows.first_game + game - 1] = f"game {game}"
        for row, key in keys.items():
            self.page.text(row, KEYS, f"{table.number} {key}", "small")

    def _heights(self, rows: Rows) -> None:
        height = self.size.row_for(self.format.games)
        for row in range(rows.top, rows.sign):
            self.page.height(row, height)
        self.page.height(rows.top, HEAD)
        self.page.height(rows.seats, HEADINGS)
        self.page.height(rows.names, self.size.names)
        self.page.height(rows.sign, self.size.sign)

    def ranges(self, first: Callable[[Rows], int], last: Callable[[Rows], int]) -> str:
        """The same cells of all blocks, as validation and formats take them."""
        return " ".join(f"B{first(rows)}:D{last(rows)}" for rows in self.blocks)

    def finish(self) -> None:
        """What is typed is checked at once: choice of points, colours, the 90."""
        if not self.blocks:
            return
        sheet, format, one = self.page.sheet, self.format, self.blocks[0]
        games = self.ranges(lambda rows: rows.first_game, lambda rows: rows.last_game)
        points = sorted(set(format.points), reverse=True)
        choice = ",".join(map(str, points))
        only = DataValidation(
            type="list",
            formula1=f'"{choice}"',
            allow_blank=True,
            showErrorMessage=True,
            errorTitle=_("Points"),
            error=_("Only %(points)s are given.")
            % {"points": ", ".join(map(str, points))},
        )
        only.sqref = only.sqref.__class__(games)
        sheet.add_data_validation(only)
        outs = DataValidation(
            type="whole",
            operator="between",
            formula1="0",
            formula2=str(format.games),
            allow_blank=True,
            showErrorMessage=True,
            errorTitle=_("Schock outs"),
            error=_("A whole number from 0 to %(most)s.") % {"most": format.games},
        )
        outs.sqref = outs.sqref.__class__(
            self.ranges(lambda rows: rows.outs, lambda rows: rows.outs)
        )
        sheet.add_data_validation(outs)
        row = f"$B{one.first_game}:$D{one.first_game}"
        if len(points) == SEATS:
            once = ",".join(f"COUNTIF({row},{point})=1" for point in points)
            wrong = f"AND(COUNTA({row})=3,NOT(AND({once})))"
        else:
            wrong = f"AND(COUNTA({row})=3,SUM({row})<>{sum(format.points)})"
        colour(sheet, games, wrong, BAD)
        checks = " ".join(f"B{rows.check}" for rows in self.blocks)
        at = f"B{one.check}"
        right, off = f"{at}={format.check}", f"AND({at}<>0,{at}<>{format.check})"
        colour(sheet, checks, right, GOOD)
        colour(sheet, checks, off, BAD)


def colour(sheet: Worksheet, cells: str, formula: str, look: DifferentialStyle) -> None:
    """These cells look like this as long as the formula of the first one is true."""
    sheet.conditional_formatting.add(
        cells, Rule(type="expression", formula=[formula], dxf=look)
    )
