"""Workbooks: openpyxl makes them, except for what stands in the cells.

openpyxl cannot store the value of a formula beside it, so a viewer that does not
calculate (a phone, a preview, many a script) would show nothing where the sums
are. So looks, widths, validation and print set-up are openpyxl's, and the cells
are written here, as the XML that is put into its empty sheets. It is also a third
of the time and memory: see tests/benchmarks/bench_workbook.py.
"""

import datetime
import math
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

import segno
from django.utils.translation import get_language
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.drawing.image import Image
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, OneCellAnchor
from openpyxl.drawing.xdr import XDRPositiveSize2D
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import to_excel
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

LONGEST_TITLE = 31
SHORT_TITLE = 50
"""So many letters of a heading fit over the narrowest list in one line."""

A4, A5 = 9, 11
MOST_COLUMNS = 64
# What a spreadsheet program would compute instead of showing it.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
LETTERS = [get_column_letter(column) for column in range(1, MOST_COLUMNS)]
MILLIMETRES = 25.4
PIXELS = 96
EMU = 36_000
"""Per inch: millimetres and pixels; per millimetre: the units of drawings."""

FACE = "Arial"
"""Known to Windows and Mac, and of the same widths as Liberation Sans elsewhere."""


def font(size: float = 10, **more: Any) -> Font:
    return Font(name=FACE, size=size, **more)


FINE, THICK = Side(style="thin", color="808080"), Side(style="medium")
BOX = Border(left=FINE, right=FINE, top=FINE, bottom=FINE)
HEADING = PatternFill("solid", fgColor="E7EDE9")
MIDDLE = Alignment(horizontal="center", vertical="center")
WRAPPED = Alignment(horizontal="center", vertical="center", wrap_text=True)
TOP = Alignment(wrap_text=True, vertical="top")
AT_TOP = Alignment(vertical="top")
LINE = Border(bottom=FINE)

TEXT = "@"
DATE = "dd/mm/yyyy"
GERMAN_DATE = "dd\\.mm\\.yyyy"

# Every look that a cell can have. Zeros stand for "nothing yet" in `unless_zero`.
LOOKS: dict[str, dict[str, Any]] = {
    "plain": {"alignment": TOP},
    # As text, so that a phone keeps its 0 and "5.3." does not become a date.
    "field": {"alignment": TOP, "number_format": TEXT},
    "number": {"number_format": "0", "alignment": AT_TOP},
    "start_number": {
        "number_format": "0",
        "alignment": Alignment(horizontal="center", vertical="top"),
    },
    "unless_zero": {"number_format": "0;-0;", "alignment": AT_TOP},
    "bold": {"font": font(bold=True), "alignment": AT_TOP},
    "total": {
        "font": font(bold=True),
        "number_format": "0",
        "alignment": AT_TOP,
    },
    "moment": {
        "number_format": f"{DATE} hh:mm",
        "alignment": Alignment(horizontal="left", vertical="top"),
    },
    "title": {"font": font(14, bold=True)},
    "title_long": {"font": font(10, bold=True), "alignment": TOP},
    "heading": {
        "font": font(bold=True),
        "fill": HEADING,
        "border": LINE,
        "alignment": Alignment(wrap_text=True, vertical="center"),
    },
    "big": {"font": font(16, bold=True), "alignment": Alignment(vertical="center")},
    "event": {"font": font(12), "alignment": Alignment(vertical="center")},
    "event_long": {
        "font": font(7),
        "alignment": Alignment(vertical="center", wrap_text=True),
    },
    "event_round": {
        "font": font(12),
        "alignment": Alignment(
            horizontal="right", vertical="center", shrink_to_fit=True
        ),
    },
    "event_date": {
        "number_format": DATE,
        "alignment": Alignment(horizontal="right", vertical="center"),
    },
    "box_label": {"border": BOX, "alignment": WRAPPED},
    "box_heading": {
        "border": BOX,
        "alignment": WRAPPED,
        "fill": HEADING,
        "font": font(9, bold=True),
    },
    "box_big": {"border": BOX, "alignment": MIDDLE, "font": font(14, bold=True)},
    "box_name": {"border": BOX, "alignment": WRAPPED, "font": font(bold=True)},
    "box_name_long": {
        "border": BOX,
        "alignment": WRAPPED,
        "font": font(7, bold=True),
    },
    "box_name_longest": {
        "border": BOX,
        "alignment": WRAPPED,
        "font": font(6, bold=True),
    },
    "box_number": {"border": BOX, "alignment": MIDDLE, "number_format": "0"},
    "box_sum": {
        "border": Border(left=FINE, right=FINE, top=THICK, bottom=FINE),
        "alignment": MIDDLE,
        "font": font(14, bold=True),
        "number_format": "0;-0;",
    },
    "box_sum_zero": {
        "border": Border(left=FINE, right=FINE, top=THICK, bottom=FINE),
        "alignment": MIDDLE,
        "font": font(14, bold=True),
        "number_format": "0",
    },
    "box_check": {
        "border": BOX,
        "alignment": MIDDLE,
        "font": font(14, bold=True),
        "number_format": "0;-0;",
    },
    "box_off": {"border": BOX, "fill": PatternFill("lightUp", fgColor="C0C0C0")},
    "box_text": {
        "border": BOX,
        "alignment": Alignment(vertical="center", wrap_text=True),
    },
    "box_text_long": {
        "border": BOX,
        "alignment": Alignment(vertical="center", wrap_text=True),
        "font": font(7),
    },
    "sign": {
        "border": BOX,
        "alignment": Alignment(vertical="top"),
        "font": font(8, color="606060"),
    },
    "small": {"font": font(9, color="606060"), "alignment": TOP},
}


class Page:
    """One sheet of a workbook while it is written, from any corner."""

    def __init__(self, book: "Book", title: str) -> None:
        self.book = book
        self.sheet: Worksheet = book.openpyxl.create_sheet(
            sheet_title(title, book.openpyxl.sheetnames)
        )
        self.name: str = self.sheet.title
        self._cells: dict[int, dict[int, str]] = defaultdict(dict)
        self._heights: dict[int, float] = {}
        self._letters: dict[int, list[tuple[int, int]]] = defaultdict(list)

    def text(self, row: int, column: int, text: object, look: str = "plain") -> None:
        """Text that stays text, whatever it begins with.

        A name such as "=1+1" must not be computed, neither on opening nor when
        somebody edits the cell: hence the type and the quote prefix.
        """
        plain = ILLEGAL_CHARACTERS_RE.sub("", str(text))
        quoted = plain.startswith(FORMULA_STARTS)
        if look in {"plain", "field"}:
            self._letters[row].append((column, len(plain)))
        space = ' xml:space="preserve"' if plain != plain.strip() else ""
        self._cells[row][column] = (
            f'<c r="{LETTERS[column - 1]}{row}" s="{self.book.look(look, quoted)}"'
            f' t="inlineStr"><is><t{space}>{escape(plain)}</t></is></c>'
        )

    def number(
        self, row: int, column: int, number: float, look: str = "number"
    ) -> None:
        self._cells[row][column] = (
            f'<c r="{LETTERS[column - 1]}{row}" s="{self.book.look(look)}">'
            f"<v>{number}</v></c>"
        )

    def moment(self, row: int, column: int, at: datetime.date, look: str) -> None:
        """A real date, or a date with a time, as the clock on the wall showed it."""
        serial: Any = to_excel(at)  # type: ignore[no-untyped-call]
        self.number(row, column, serial, look)

    def formula(
        self, row: int, column: int, formula: str, value: float, look: str = "number"
    ) -> None:
        """A formula and what it came to, for viewers that do not calculate."""
        self._cells[row][column] = (
            f'<c r="{LETTERS[column - 1]}{row}" s="{self.book.look(look)}">'
            f"<f>{escape(formula)}</f><v>{value}</v></c>"
        )

    def blank(self, row: int, column: int, look: str) -> None:
        self._cells[row][column] = (
            f'<c r="{LETTERS[column - 1]}{row}" s="{self.book.look(look)}"/>'
        )

    def height(self, row: int, points: float) -> None:
        self._heights[row] = points
        self._cells[row]

    def headings(self, row: int, headings: Sequence[str]) -> None:
        for column, heading in enumerate(headings, start=1):
            self.text(row, column, heading, "heading")
        self.height(row, 32)

    def title(self, title: str, columns: int) -> None:
        """In row 1 over the columns that are printed; a long one in two lines."""
        short = len(title) <= SHORT_TITLE
        self.text(1, 1, title, "title" if short else "title_long")
        self.sheet.merged_cells.add(f"A1:{LETTERS[columns - 1]}1")
        self.height(1, 20 if short else 28)

    def grow_rows(self, widths: Sequence[float]) -> None:
        """Every row as high as its texts need: not every program sees to that.

        Words break before the end of a line, so fewer letters fit than it is wide.
        """
        for row, texts in self._letters.items():
            lines = max(
                math.ceil(letters / (0.9 * widths[column - 1]))
                for column, letters in texts
            )
            if lines > 1 and row not in self._heights:
                self.height(row, 13 * lines + 1)

    def widths(self, widths: Iterable[float]) -> None:
        for column, width in enumerate(widths, start=1):
            self.sheet.column_dimensions[get_column_letter(column)].width = width

    def texts_below(self, columns: Iterable[str]) -> None:
        """What is typed into these columns stays as it was typed."""
        for letter in columns:
            self.sheet.column_dimensions[letter].number_format = TEXT

    def hide_column(self, column: int) -> None:
        """For what only the way back reads; nobody sees or prints it."""
        self.sheet.column_dimensions[get_column_letter(column)].hidden = True

    def paper(
        self,
        *,
        columns: int,
        first_row: int = 1,
        landscape: bool = False,
        size: int = A4,
        scale: int | None = None,
        heads: str = "",
        margins_mm: float = 10,
    ) -> None:
        """What is printed, and how: so many columns, from `first_row` down.

        Without a `scale` the columns are fitted to the width of the page. Excel
        ignores page breaks then, so pages that are broken by hand need a scale.
        """
        sheet = self.sheet
        sheet.page_setup.paperSize = size
        sheet.page_setup.orientation = "landscape" if landscape else "portrait"
        if scale is None:
            sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
            sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
        else:
            sheet.page_setup.scale = scale
        for side in ("left", "right", "top", "bottom"):
            setattr(sheet.page_margins, side, margins_mm / MILLIMETRES)
        sheet.page_margins.header = sheet.page_margins.footer = 5 / MILLIMETRES
        sheet.print_options.horizontalCentered = True
        if heads:
            sheet.print_title_rows = heads
            footer: Any = sheet.oddFooter
            footer.center.text, footer.center.size = "&P / &N", 9
            sheet.page_margins.bottom = (margins_mm + 5) / MILLIMETRES
        last = max(self._cells, default=first_row)
        sheet.print_area = f"A{first_row}:{LETTERS[columns - 1]}{max(last, first_row)}"

    def break_after(self, row: int) -> None:
        self.sheet.row_breaks.append(Break(id=row))

    def picture(self, row: int, column: int, png: bytes, millimetres: float) -> None:
        """A square picture, a little inside the upper left corner of a cell."""
        picture = Picture(png, round(millimetres / MILLIMETRES * PIXELS))
        side = round(millimetres * EMU)
        inside = AnchorMarker(column - 1, round(1.5 * EMU), row - 1, round(2 * EMU))
        anchor: Any = OneCellAnchor(_from=inside, ext=XDRPositiveSize2D(side, side))
        self.sheet.add_image(picture, anchor)

    def xml(self) -> Iterable[str]:
        """The rows, as they stand inside <sheetData>."""
        for row in sorted(self._cells):
            cells = self._cells[row]
            height = self._heights.get(row)
            attributes = f' ht="{height}" customHeight="1"' if height else ""
            inside = "".join([cells[column] for column in sorted(cells)])
            yield f'<row r="{row}"{attributes}>{inside}</row>'

    @property
    def dimension(self) -> str:
        rows = [row for row, cells in self._cells.items() if cells]
        widest = max((max(self._cells[row]) for row in rows), default=1)
        last = max(rows, default=1)
        return f"{LETTERS[0]}{min(rows, default=1)}:{LETTERS[widest - 1]}{last}"


class Picture(Image):
    """A picture that is PNG already, so that nothing must decode it first."""

    def __init__(self, png: bytes, pixels: int) -> None:
        self.png = png
        self.width = self.height = pixels
        self.format = "png"

    def _data(self) -> bytes:
        return self.png


class Book:
    """A workbook while it is written."""

    def __init__(self) -> None:
        self.openpyxl = Workbook()
        self.openpyxl.remove(self.openpyxl.worksheets[0])
        # Column widths count letters of this font.
        normal: Any = self.openpyxl
        normal._named_styles["Normal"].font = font()
        self.openpyxl.calculation.fullCalcOnLoad = True
        self.pages: list[Page] = []
        self._looks: dict[tuple[str, bool], int] = {}

    def page(self, title: str) -> Page:
        page = Page(self, title)
        self.pages.append(page)
        return page

    def look(self, name: str, quoted: bool = False) -> int:
        """The number under which the workbook knows a look."""
        known = self._looks.get((name, quoted))
        if known is None:
            cell: Any = WriteOnlyCell(self.openpyxl.worksheets[0])
            cell.font = font()
            for part, value in LOOKS[name].items():
                if part == "number_format" and (get_language() or "").startswith("de"):
                    value = value.replace(DATE, GERMAN_DATE)
                setattr(cell, part, value)
            cell.quotePrefix = quoted
            known = self._looks[name, quoted] = cell.style_id
        return known

    def save(self) -> bytes:
        empty, whole = BytesIO(), BytesIO()
        self.openpyxl.save(empty)
        pages = {page.sheet.path.lstrip("/"): page for page in self.pages}
        with ZipFile(empty) as source, ZipFile(whole, "w", ZIP_DEFLATED) as target:
            for name in source.namelist():
                content = source.read(name)
                if name not in pages:
                    target.writestr(name, content)
                    continue
                page = pages[name]
                content = re.sub(
                    rb'<dimension ref="[^"]*"',
                    f'<dimension ref="{page.dimension}"'.encode(),
                    content,
                    count=1,
                )
                head, tail = re.split(
                    rb"<sheetData ?/>|<sheetData></sheetData>", content
                )
                with target.open(name, "w") as file:
                    file.write(head + b"<sheetData>")
                    for row in page.xml():
                        file.write(row.encode())
                    file.write(b"</sheetData>" + tail)
        return whole.getvalue()


Tell = Callable[[int, int], None]
"""Is told how many of how many pages are written."""


def qr_png(address: str) -> bytes:
    file = BytesIO()
    segno.make_qr(address, error="m").save(file, kind="png", scale=6, border=2)
    return file.getvalue()


def sheet_title(text: str, taken: Collection[str] = ()) -> str:
    """A title that Excel accepts: short, without / : [ ], told apart from others.

    >>> sheet_title("Finale 1/2: [Tisch]")
    'Finale 1-2- -Tisch-'
    >>> sheet_title("Runde", taken=["runde"])
    'Runde 2'
    """
    plain = re.sub(r"[\\/:*?\[\]]", "-", ILLEGAL_CHARACTERS_RE.sub("", text))
    plain = plain.strip(" '")[:LONGEST_TITLE].rstrip(" '") or "-"
    lowered = {title.lower() for title in taken}
    title, count = plain, 1
    while title.lower() in lowered:
        count += 1
        title = f"{plain[: LONGEST_TITLE - len(f' {count}')]} {count}"
    return title


def reference(page: Page, cell: str) -> str:
    """A cell of another sheet, as formulas name it."""
    quoted = page.name.replace("'", "''")
    return f"'{quoted}'!{cell}"
