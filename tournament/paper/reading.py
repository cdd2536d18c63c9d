"""A filled-in workbook, cell by cell: what stands in it, and what cannot be.

Pure: bytes in, facts out. Whether what was filled in may be stored is decided in
differences.py; here only what the file itself makes impossible is found, each
with its sheet and cell. Formulas are never believed: sums are added up anew.
"""

import re
import warnings
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from django.utils.translation import gettext as _
from openpyxl import load_workbook

from scoring.points import SEATS
from tournament.lists.grid import (
    Trouble,
    Unreadable,
    look_into,
    refuse_foreign,
)
from tournament.names import tidy

from .blocks import KEYS, SEAT_LETTERS
from .cells import LETTERS
from .workbook import (
    COLUMNS,
    ENTRANT_KEY,
    FIRST_LINE,
    FORMAT,
    PLAY_OFF_KEY,
    PLAY_OFF_ORDER,
    TICKED,
    fields_of,
)

# Five rounds of 333 tables unpack to 20 MB; what is far larger is a bomb.
MOST_UNPACKED = 64 * 1024 * 1024
MOST_ROWS = 40_000
MOST_TEXT = 300
IDENTITY_ROWS = 60
YES = {"x", "ja", "yes", "1", "✓", "true", "wahr"}
NO = {"", "nein", "no", "0", "false", "falsch"}


@dataclass(frozen=True)
class Fault:
    """Something that cannot be, and where; no cell where the sheet as a whole is."""

    sheet: str
    cell: str
    sentence: str


@dataclass(frozen=True)
class Cell:
    """One cell as it was filled in."""

    at: str
    value: Any = None
    is_formula: bool = False
    is_error: bool = False

    @property
    def is_empty(self) -> bool:
        return self.value is None or (
            isinstance(self.value, str) and not self.value.strip()
        )

    @property
    def shown(self) -> str:
        return tidy(str(self.value))[:60]


@dataclass(frozen=True)
class EntrantRow:
    """A line of the list; `number` is the start number that it was written for."""

    sheet: str
    row: int
    known: int | None
    mark: str
    values: dict[str, Any]


@dataclass
class TableRows:
    """A score sheet as it was filled in. None stands for an empty cell."""

    sheet: str
    round: int
    number: int
    version: int
    seats: tuple[int, ...]
    top: str = ""
    names: list[str] = field(default_factory=list)
    names_at: list[str] = field(default_factory=list)
    names_mark: str = ""
    games: dict[int, list[int | None]] = field(default_factory=dict)
    games_at: dict[int, str] = field(default_factory=dict)
    unreadable: set[int] = field(default_factory=set)
    sums: list[int | None] = field(default_factory=list)
    sums_at: str = ""
    outs: list[int | None] = field(default_factory=list)
    outs_at: str = ""
    reason: str = ""
    broken: bool = False


@dataclass
class PlayOffRows:
    """A deciding game as it was filled in: by start number 1, 2, … or None for –;
    who is missing was left empty.
    """

    sheet: str
    members: tuple[int, ...]
    version: int
    top: str = ""
    order: dict[int, int | None] = field(default_factory=dict)
    broken: bool = False


@dataclass
class Filled:
    """Everything that a workbook says."""

    tournament: str
    revision: int
    private: bool
    written_for: tuple[int, ...]
    titles: dict[str, str]
    entrants: list[EntrantRow] = field(default_factory=list)
    tables: list[TableRows] = field(default_factory=list)
    play_offs: list[PlayOffRows] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def fault(self, sheet: str, cell: str, sentence: str) -> None:
        self.faults.append(Fault(sheet, cell, sentence))


def read_filled(name: str, content: bytes, *, games: int) -> Filled | Fault:
    """A workbook that was filled in; a fault where it is none of ours.

    `games` is how many each table plays. Raises Unreadable where it is no
    workbook at all.
    """
    refuse_foreign(content)
    if not content.startswith(b"PK"):
        raise Unreadable(Trouble.NOT_XLSX)
    look_into(content, most=MOST_UNPACKED)
    if name.lower().endswith(".xlsm") or holds_macros(content):
        sentence = _("The workbook holds macros. Save it as .xlsx and upload that.")
        return Fault("", "", sentence)
    try:
        # Whatever a hand-made workbook breaks in the reader is one thing to us.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = load_workbook(BytesIO(content), read_only=True)
            try:
                return _read(book, games)
            finally:
                book.close()
    except Exception:
        raise Unreadable(Trouble.BROKEN_XLSX) from None


def holds_macros(content: bytes) -> bool:
    with ZipFile(BytesIO(content)) as archive:
        return any(
            name.lower().endswith("vbaproject.bin") for name in archive.namelist()
        )


def _read(book: Any, games: int) -> Filled | Fault:
    filled = identity(book)
    if isinstance(filled, Fault):
        return filled
    for role, title in filled.titles.items():
        if title not in book.sheetnames:
            sentence = _("This sheet is missing: it was renamed or deleted.")
            filled.fault(title, "", sentence)
            continue
        rows = rows_of(book[title])
        if role == "entrants":
            read_entrants(filled, title, rows)
        elif role == "play_offs":
            read_play_offs(filled, title, rows)
        else:
            number = int(role.removeprefix("round "))
            read_round(filled, title, number, rows, games)
    return filled


def identity(book: Any) -> Filled | Fault:
    """Whose workbook this is, from its hidden sheet."""
    foreign = Fault(
        "",
        "",
        _(
            "This is no workbook of Schockturnier, or its hidden sheet was deleted. "
            "Upload the file that was saved here."
        ),
    )
    if "schockturnier" not in book.sheetnames:
        return foreign
    facts: dict[str, str] = {}
    for row in book["schockturnier"].iter_rows(
        max_row=IDENTITY_ROWS, max_col=2, values_only=True
    ):
        if len(row) == 2 and row[0] is not None:
            facts[str(row[0])] = str(row[1] if row[1] is not None else "")
    if facts.get("format") != str(FORMAT):
        return Fault(
            "schockturnier",
            "B1",
            _("This workbook was saved by another version and cannot be read back."),
        )
    titles = {
        key.removeprefix("sheet "): title
        for key, title in facts.items()
        if key.startswith("sheet ")
    }
    try:
        for role in titles.keys() - {"entrants", "play_offs"}:
            int(role.removeprefix("round "))
        numbers = tuple(int(one) for one in facts["entrants"].split(",") if one)
        return Filled(
            tournament=facts["tournament"],
            revision=int(facts["revision"]),
            private=facts["private"] == "1",
            written_for=numbers,
            titles=titles,
        )
    except (KeyError, ValueError):
        return foreign


Row = dict[int, Cell]


def rows_of(sheet: Any) -> Iterator[tuple[int, Row]]:
    """Every row that holds anything, by its number, cells by column."""
    # Some programs write a wrong size, which would cut the sheet.
    sheet.reset_dimensions()
    for number, cells in enumerate(
        sheet.iter_rows(max_row=MOST_ROWS, max_col=ENTRANT_KEY), start=1
    ):
        row = {
            column: Cell(
                f"{LETTERS[column - 1]}{number}",
                cell.value,
                is_formula=cell.data_type == "f",
                is_error=cell.data_type == "e",
            )
            for column, cell in enumerate(cells, start=1)
            if cell.value is not None
        }
        if row:
            yield number, row


def cell_of(row: Row, column: int, number: int) -> Cell:
    return row.get(column) or Cell(f"{LETTERS[column - 1]}{number}")


def key_of(row: Row, column: int) -> list[str]:
    cell = row.get(column)
    return str(cell.value).split() if cell and not cell.is_formula else []


# What a cell may hold


def whole_number(filled: Filled, sheet: str, cell: Cell) -> int | None:
    """A whole number; None where the cell is empty or holds something else."""
    value = cell.value
    if cell.is_empty:
        return None
    if cell.is_formula:
        _refuse_formula(filled, sheet, cell)
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**6:
        return value
    if isinstance(value, str) and tidy(value).isdecimal():
        sentence = _("“%(value)s” is stored as text; type it as a number.")
    else:
        sentence = _("“%(value)s” is no whole number.")
    filled.fault(sheet, cell.at, sentence % {"value": cell.shown})
    return None


def _refuse_formula(filled: Filled, sheet: str, cell: Cell) -> None:
    sentence = _("There is a formula, “%(value)s”. Type the value itself.")
    filled.fault(sheet, cell.at, sentence % {"value": cell.shown})


def text_of(filled: Filled, sheet: str, cell: Cell, most: int = MOST_TEXT) -> str:
    """A text as it was typed. Numbers are texts too: clubs are named "1911"."""
    if cell.is_formula:
        _refuse_formula(filled, sheet, cell)
        return ""
    value = cell.value
    # A program makes a date of "5.3."; nobody would know the text again.
    if cell.is_error or isinstance(value, bool | date | time | timedelta):
        sentence = _("“%(value)s” is no text. Format the cell as text and type it.")
        filled.fault(sheet, cell.at, sentence % {"value": cell.shown})
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = tidy(str(value)) if value is not None else ""
    if len(text) > most:
        sentence = _("The text is too long: %(most)s letters at most.")
        filled.fault(sheet, cell.at, sentence % {"most": most})
    return text


def tick_of(filled: Filled, sheet: str, cell: Cell) -> bool | None:
    if cell.is_formula:
        _refuse_formula(filled, sheet, cell)
        return None
    value = cell.value
    if isinstance(value, bool):
        return value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    said = tidy(str(value if value is not None else "")).casefold()
    if said in YES | NO:
        return said in YES
    sentence = _("“%(value)s” is neither x nor empty.")
    filled.fault(sheet, cell.at, sentence % {"value": cell.shown})
    return None


# The sheets


def below_headings(
    filled: Filled, sheet: str, rows: Iterator[tuple[int, Row]], key: int
) -> list[tuple[int, Row]]:
    """The lines of a list, whose hidden column is `key`; none where that is gone."""
    found = list(rows)
    keys = [key_of(row, key) for _number, row in found]
    if [COLUMNS] in keys:
        return found[keys.index([COLUMNS]) + 1 :]
    if not any(one[:1] and one[0][0].isdecimal() for one in keys):
        fault_columns(filled, sheet)
        return []
    return [(number, row) for number, row in found if number >= FIRST_LINE]


def fault_columns(filled: Filled, sheet: str) -> None:
    sentence = _(
        "The columns are not where they were: one was inserted or deleted. Put them "
        "back, or fill in the file that was saved here."
    )
    filled.fault(sheet, "", sentence)


def read_entrants(filled: Filled, sheet: str, rows: Iterator[tuple[int, Row]]) -> None:
    fields = fields_of(private=filled.private)
    seen: dict[int, int] = {}
    for number, row in below_headings(filled, sheet, rows, ENTRANT_KEY):
        key = key_of(row, ENTRANT_KEY)
        cells = {
            name: cell_of(row, column, number)
            for column, name in enumerate(fields, start=1)
        }
        if not key and all(cell.is_empty for cell in cells.values()):
            continue
        try:
            known, mark = (int(key[0]), key[1]) if key else (None, "")
        except (ValueError, IndexError):
            sentence = _("The hidden column was changed; this line cannot be read.")
            filled.fault(sheet, f"{LETTERS[ENTRANT_KEY - 1]}{number}", sentence)
            continue
        if known is not None and known in seen:
            sentence = _("No. %(number)s stands here twice, in row %(row)s too.")
            facts = {"number": known, "row": seen[known]}
            filled.fault(sheet, f"A{number}", sentence % facts)
            continue
        if known is not None:
            seen[known] = number
        before = len(filled.faults)
        values: dict[str, Any] = {}
        for name, cell in cells.items():
            if name == "number":
                values[name] = whole_number(filled, sheet, cell)
            elif name in TICKED:
                values[name] = tick_of(filled, sheet, cell)
            else:
                values[name] = text_of(filled, sheet, cell)
        if len(filled.faults) == before:
            filled.entrants.append(EntrantRow(sheet, number, known, mark, values))
        elif known is not None:
            filled.entrants.append(EntrantRow(sheet, number, known, mark, {}))


def read_round(
    filled: Filled,
    sheet: str,
    round: int,
    rows: Iterator[tuple[int, Row]],
    games: int,
) -> None:
    parts: dict[int, dict[str, tuple[int, Row]]] = defaultdict(dict)
    found_rows = list(rows)
    if not any(is_key(key_of(row, KEYS)) for _number, row in found_rows):
        fault_columns(filled, sheet)
        return
    for number, row in found_rows:
        key = key_of(row, KEYS)
        if not key:
            typed = [cell for column, cell in row.items() if 1 < column <= 1 + SEATS]
            if any(isinstance(cell.value, int | float) for cell in typed):
                sentence = _("This row belongs to no table: it was added by hand.")
                filled.fault(sheet, f"A{number}", sentence)
            continue
        part = " ".join(key[1:3]) if key[1:2] == ["game"] else "".join(key[1:2])
        if not key[0].isdecimal() or not part:
            sentence = _("The hidden column was changed; this line cannot be read.")
            filled.fault(sheet, f"{LETTERS[KEYS - 1]}{number}", sentence)
            continue
        table = int(key[0])
        if part in parts[table]:
            sentence = _("This row of table %(table)s stands here twice.")
            filled.fault(sheet, f"A{number}", sentence % {"table": table})
            continue
        parts[table][part] = number, row
    for table, found in parts.items():
        if one := read_table(filled, sheet, round, table, found, games):
            filled.tables.append(one)


PARTS = ("head", "seats", "numbers", "names", "sum", "outs", "check", "why", "sign")


def read_table(
    filled: Filled,
    sheet: str,
    round: int,
    table: int,
    found: dict[str, tuple[int, Row]],
    games: int,
) -> TableRows | None:
    before = len(filled.faults)
    top = min(number for number, _row in found.values())
    wanted = [*PARTS, *(f"game {game}" for game in range(1, games + 1))]
    for part in wanted:
        if part not in found:
            sentence = _("A row of table %(table)s is missing: %(row)s.")
            facts = {"table": table, "row": words_for(part)}
            filled.fault(sheet, f"A{top}", sentence % facts)
    if "numbers" not in found:
        return None
    number, row = found["numbers"]
    key = key_of(row, KEYS)
    try:
        version = int(key[2])
        seats = tuple(int(one) for one in key[3].split(","))
    except (ValueError, IndexError):
        sentence = _("The hidden column was changed; this line cannot be read.")
        filled.fault(sheet, f"{LETTERS[KEYS - 1]}{number}", sentence)
        return None
    one = TableRows(sheet, round, table, version, seats, top=f"A{top}")
    for seat, letter in enumerate(SEAT_LETTERS):
        if seats[seat : seat + 1] and seats[seat] > 0:
            cell = cell_of(row, seat + 2, number)
            said = whole_number(filled, sheet, cell)
            if said != seats[seat] and len(filled.faults) == before:
                sentence = _("Seat %(seat)s was drawn for No. %(number)s.")
                facts = {"seat": seat + 1, "number": seats[seat]}
                filled.fault(sheet, f"{letter}{number}", sentence % facts)
    if "names" in found:
        number, row = found["names"]
        one.names_mark = key_of(row, KEYS)[-1]
        for column in range(2, SEATS + 2):
            cell = cell_of(row, column, number)
            one.names.append(text_of(filled, sheet, cell))
            one.names_at.append(cell.at)
    for game in range(1, games + 1):
        if f"game {game}" in found:
            number, row = found[f"game {game}"]
            faults = len(filled.faults)
            one.games_at[game] = f"B{number}"
            one.games[game] = [
                whole_number(filled, sheet, cell_of(row, column, number))
                for column in range(2, SEATS + 2)
            ]
            if len(filled.faults) > faults:
                one.unreadable.add(game)
    for part, values in (("sum", one.sums), ("outs", one.outs)):
        if part in found:
            number, row = found[part]
            for column in range(2, SEATS + 2):
                cell = cell_of(row, column, number)
                own = part == "sum" and cell.is_formula and is_own_sum(cell)
                values.append(None if own else whole_number(filled, sheet, cell))
    one.sums_at = f"B{found['sum'][0]}" if "sum" in found else one.top
    one.outs_at = f"B{found['outs'][0]}" if "outs" in found else one.top
    if "why" in found:
        number, row = found["why"]
        one.reason = text_of(filled, sheet, cell_of(row, 2, number), most=200)
    one.broken = len(filled.faults) > before
    return one


def is_key(key: list[str]) -> bool:
    """Whether the hidden column names a row of a score sheet here."""
    return len(key) > 1 and key[0].isdecimal() and key[1] in {*PARTS, "game"}


def is_own_sum(cell: Cell) -> bool:
    """Whether the sum is still the formula that adds up the games."""
    plain = re.sub(r"[\s$]", "", str(cell.value).upper())
    column = cell.at.rstrip("0123456789")
    return bool(re.fullmatch(rf"=SUM\({column}\d+:{column}\d+\)", plain))


def words_for(part: str) -> str:
    """A row of a score sheet as its label reads."""
    if part.startswith("game "):
        return _("Game %(number)s") % {"number": part.removeprefix("game ")}
    words = {
        "head": _("Table"),
        "seats": _("Seats"),
        "numbers": _("Start number"),
        "names": _("Name"),
        "sum": _("Sum"),
        "outs": _("Schock outs"),
        "check": _("Check"),
        "why": _("Ruling: reason"),
        "sign": _("Signatures"),
    }
    return words[part]


def read_play_offs(filled: Filled, sheet: str, rows: Iterator[tuple[int, Row]]) -> None:
    groups: dict[tuple[int, ...], PlayOffRows] = {}
    for number, row in below_headings(filled, sheet, rows, PLAY_OFF_KEY):
        key = key_of(row, PLAY_OFF_KEY)
        cell = cell_of(row, PLAY_OFF_ORDER, number)
        if not key:
            if not cell.is_empty:
                sentence = _("This row belongs to no play-off: it was added by hand.")
                filled.fault(sheet, cell.at, sentence)
            continue
        try:
            members = tuple(int(one) for one in key[0].split(","))
            version, member = int(key[1]), int(key[2])
        except (ValueError, IndexError):
            sentence = _("The hidden column was changed; this line cannot be read.")
            filled.fault(sheet, f"{LETTERS[PLAY_OFF_KEY - 1]}{number}", sentence)
            continue
        group = groups.setdefault(
            members, PlayOffRows(sheet, members, version, top=cell.at)
        )
        before = len(filled.faults)
        said = whole_number(filled, sheet, cell_of(row, 2, number))
        if said != member and len(filled.faults) == before:
            sentence = _("This line belongs to No. %(number)s.")
            filled.fault(sheet, f"B{number}", sentence % {"number": member})
        if isinstance(cell.value, str) and tidy(cell.value) in {"–", "-", "—"}:
            group.order[member] = None
        elif not cell.is_empty:
            place = whole_number(filled, sheet, cell)
            if place is not None:
                group.order[member] = place
        group.broken |= len(filled.faults) > before
    for group in groups.values():
        for member in group.members:
            if member not in group.order and group.order and not group.broken:
                sentence = _("No. %(number)s has no place in this play-off.")
                filled.fault(sheet, group.top, sentence % {"number": member})
                group.broken = True
        filled.play_offs.append(group)
