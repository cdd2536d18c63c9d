"""The whole tournament as one Excel workbook: the standings and every sheet."""

from collections.abc import Sequence
from io import BytesIO

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from scoring.evening import Line, Mark, PlayedRound, PlayedTable
from tournament.evening import Evening, load_evening
from tournament.models import Tournament

from .cells import sheet_title, write_formula, write_number, write_text

BOLD = Font(bold=True)
HEADING = PatternFill("solid", fgColor="E7EDE9")
LINE = Border(bottom=Side(style="thin"))
WRAP = Alignment(wrap_text=True, vertical="top")
SEAT_COLUMNS = "BCD"


def workbook(tournament: Tournament) -> bytes:
    """An .xlsx file. Sums are formulas, so that a corrected cell sums anew."""
    evening = load_evening(tournament)
    book = Workbook()
    page = book.active
    assert isinstance(page, Worksheet), "a new workbook has one sheet"
    page.title = sheet_title(_("Standings"))
    write_standings(page, evening)
    for played in evening.rounds:
        name = _("Round %(number)s") % {"number": played.number}
        write_round(
            book.create_sheet(sheet_title(name, book.sheetnames)), evening, played
        )
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def write_standings(page: Worksheet, evening: Evening) -> None:
    """One line an entrant, best first, a column for each round."""
    rounds = len(evening.rounds)
    first, total = 6, 6 + rounds
    headings = [
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
    write_head(page, str(evening.tournament), headings)
    for row, line in enumerate(evening.lines(), start=3):
        entrant = evening.entrants[line.entrant]
        write_number(page, row, 1, line.rank)
        write_number(page, row, 2, line.entrant)
        write_text(page, row, 3, entrant.full_name)
        write_text(page, row, 4, entrant.club)
        write_text(page, row, 5, entrant.category)
        for column, score in enumerate(line.rounds, start=first):
            if score.mark not in (Mark.OPEN, Mark.ABSENT):
                write_number(page, row, column, score.points)
        if rounds:
            from_, to = get_column_letter(first), get_column_letter(total - 1)
            write_formula(page, row, total, f"=SUM({from_}{row}:{to}{row})")
        else:
            write_number(page, row, total, 0)
        page.cell(row, total).font = BOLD
        for column, count in enumerate(line.games or (), start=total + 1):
            write_number(page, row, column, count)
        if line.schock_outs is not None:
            write_number(page, row, total + 4, line.schock_outs)
        remarks = standings_remarks(line, withdrawn=entrant.withdrawn)
        write_text(page, row, total + 5, remarks)
    set_widths(page, [8, 10, 28, 24, 14, *[11] * rounds, 9, 11, 11, 11, 11, 40])
    page.freeze_panes = "D3"


def standings_remarks(line: Line, *, withdrawn: bool) -> str:
    """What stands behind points that no game gave, round by round."""
    words = {
        Mark.RULING: _("ruling"),
        Mark.SIT_OUT: _("sit-out"),
        Mark.MISSED: _("not entered yet"),
        Mark.OPEN: _("sheet missing"),
    }
    remarks = [
        _("Round %(number)s: %(remark)s")
        % {"number": number, "remark": words[one.mark]}
        for number, one in enumerate(line.rounds, start=1)
        if one.mark in words
    ]
    return "; ".join([*([_("withdrawn")] if withdrawn else []), *remarks])


def write_round(page: Worksheet, evening: Evening, played: PlayedRound) -> None:
    """The round's score sheets one below the other, as they lie on the tables."""
    title = f"{evening.tournament}, " + _("Round %(number)s") % {
        "number": played.number
    }
    seats = [_("Seat %(number)s") % {"number": number} for number in (1, 2, 3)]
    write_head(page, title, [_("Game"), *seats, _("Check"), _("Remarks")])
    row = 3
    for table in played.tables:
        row = write_sheet(page, row, evening, table) + 1
    for number in played.sit_outs:
        write_text(page, row, 1, _("Sit-out"))
        write_text(page, row, 2, name_of(evening, number))
        points = _("%(points)s points") % {"points": evening.awards.sit_out}
        write_text(page, row, 6, points)
        row += 1
    set_widths(page, [14, 28, 28, 28, 10, 40])
    page.freeze_panes = "A3"


def write_sheet(page: Worksheet, top: int, evening: Evening, table: PlayedTable) -> int:
    """One score sheet from row `top` on; the first row below it.

    Games where they are known, and always a row of three sums with the check.
    """
    write_text(page, top, 1, _("Table %(number)s") % {"number": table.number})
    for column, person in enumerate(table.seats, start=2):
        write_text(page, top, column, name_of(evening, person))
    for cell in page[f"A{top}:F{top}"][0]:
        cell.font, cell.border, cell.alignment = BOLD, LINE, WRAP
    sheet = table.sheet
    if sheet is None:
        write_text(page, top, 6, _("sheet missing"))
        return top + 1
    format = evening.tournament.format
    row = top + 1
    for game, places in enumerate(sheet.games or (), start=1):
        write_number(page, row, 1, game)
        for column, place in enumerate(places, start=2):
            write_number(page, row, column, format.points[int(place) - 1])
        row += 1
    write_text(page, row, 1, _("Sum"))
    for letter, total in zip(SEAT_COLUMNS, sheet.points(format), strict=True):
        column = page[f"{letter}{row}"].column
        if sheet.games:
            sum_of_games = f"=SUM({letter}{top + 1}:{letter}{row - 1})"
            write_formula(page, row, column, sum_of_games)
        else:
            write_number(page, row, column, total)
    write_formula(page, row, 5, f"=SUM(B{row}:D{row})")
    for cell in page[f"A{row}:E{row}"][0]:
        cell.font = BOLD
    if sheet.ruling:
        write_text(page, row, 6, _("ruling"))
    elif not sheet.games:
        write_text(page, row, 6, _("totals only"))
    if sheet.schock_outs:
        row += 1
        write_text(page, row, 1, _("Schock outs"))
        for column, count in enumerate(sheet.schock_outs, start=2):
            write_number(page, row, column, count)
    return row + 1


def name_of(evening: Evening, person: int) -> str:
    """A start number with its name; stand-ins are negative and have none."""
    return str(evening.entrants[person]) if person > 0 else _("Stand-in")


def write_head(page: Worksheet, title: str, headings: Sequence[str]) -> None:
    """Title and headings in rows 1 and 2, which stay in sight and on each print."""
    write_text(page, 1, 1, title).font = Font(bold=True, size=14)
    for column, heading in enumerate(headings, start=1):
        cell = write_text(page, 2, column, heading)
        cell.font, cell.fill, cell.border, cell.alignment = BOLD, HEADING, LINE, WRAP
    page.print_title_rows = "1:2"
    page.page_setup.orientation = "landscape"
    page.page_setup.paperSize = page.PAPERSIZE_A4
    page.page_setup.fitToHeight = 0
    page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)


def set_widths(page: Worksheet, widths: Sequence[int]) -> None:
    for column, width in enumerate(widths, start=1):
        page.column_dimensions[get_column_letter(column)].width = width
