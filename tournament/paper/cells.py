"""What Excel would misread: text that looks like a formula, names of sheets."""

import re
from collections.abc import Collection
from typing import Any

from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, Cell
from openpyxl.worksheet.worksheet import Worksheet

LONGEST_TITLE = 31
WHOLE = "0"


def write_text(page: Worksheet, row: int, column: int, text: object) -> Cell:
    """Text that stays text, whatever it begins with.

    A name such as "=1+1" must not be computed, neither on opening nor when
    somebody edits the cell: hence the type and the quote prefix.
    """
    cell = page.cell(row, column)
    assert isinstance(cell, Cell), "nothing is merged here"
    cell.value = ILLEGAL_CHARACTERS_RE.sub("", str(text))
    cell.data_type = "s"
    if cell.value.startswith(("=", "+", "-", "@", "\t", "\r")):
        styled: Any = cell
        styled.quotePrefix = True
    return cell


def write_number(page: Worksheet, row: int, column: int, number: int) -> None:
    page.cell(row, column, number).number_format = WHOLE


def write_formula(page: Worksheet, row: int, column: int, formula: str) -> None:
    page.cell(row, column, formula).number_format = WHOLE


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
