"""From a file or a pasted text to rows of cells. Pure: bytes in, text out.

Nothing is guessed about people here; see `roster`. Files are hostile until
proven otherwise: sizes are looked at before anything is unpacked.
"""

import csv
import datetime
import re
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from io import BytesIO, StringIO

from openpyxl import load_workbook

from tournament.names import tidy

MAX_BYTES = 2 * 1024 * 1024
MAX_ROWS = 2_000
MAX_COLUMNS = 40
MAX_CELL = 300
# All cells together: they travel to the preview page and back.
MAX_TEXT = 600_000
# A list of 2,000 people is 1 MB of XML; what unpacks to far more is a bomb.
MAX_UNPACKED = 16 * 1024 * 1024
# Formatted but empty rows go on for ever in some workbooks.
MAX_RAW_ROWS = 10_000


class Trouble(StrEnum):
    """Why a list cannot be read. The words live in tournament/wording.py."""

    EMPTY = "empty"
    TOO_LARGE = "too_large"
    TOO_MANY_ROWS = "too_many_rows"
    TOO_MUCH_TEXT = "too_much_text"
    UNPACKS_TOO_LARGE = "unpacks_too_large"
    NOT_XLSX = "not_xlsx"
    BROKEN_XLSX = "broken_xlsx"
    ENCRYPTED = "encrypted"
    OLD_EXCEL = "old_excel"
    OPEN_DOCUMENT = "open_document"
    WORD = "word"
    PDF = "pdf"
    IMAGE = "image"
    WEB_PAGE = "web_page"
    ARCHIVE = "archive"
    NO_TEXT = "no_text"


class Unreadable(Exception):
    """Not a list that can be read, with the facts that the sentence needs."""

    def __init__(self, trouble: Trouble, **facts: object) -> None:
        super().__init__(trouble, facts)
        self.trouble = trouble
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet of a list. Empty rows stay, so that row numbers are the file's."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    hidden: bool = False


def read_file(name: str, content: bytes) -> tuple[Sheet, ...]:
    """The sheets of an uploaded file; what it is decides its content, not its name."""
    refuse_foreign(content)
    if content.startswith(b"PK"):
        return checked(read_workbook(content))
    if name.lower().endswith((".xlsx", ".xlsm")):
        raise Unreadable(Trouble.NOT_XLSX)
    return read_text(decode(content))


def read_text(text: str) -> tuple[Sheet, ...]:
    """The one sheet of a text, of a paste or a CSV file."""
    if len(text) > MAX_TEXT:
        raise Unreadable(Trouble.TOO_MUCH_TEXT)
    return checked((Sheet("", tuple(split(text))),))


def checked(sheets: tuple[Sheet, ...]) -> tuple[Sheet, ...]:
    full = tuple(sheet for sheet in sheets if any(sheet.rows))
    if not full:
        raise Unreadable(Trouble.EMPTY)
    for sheet in full:
        if sum(map(bool, sheet.rows)) > MAX_ROWS:
            raise Unreadable(Trouble.TOO_MANY_ROWS, rows=MAX_ROWS)
    cells = (cell for sheet in full for row in sheet.rows for cell in row)
    if sum(map(len, cells)) > MAX_TEXT:
        raise Unreadable(Trouble.TOO_MUCH_TEXT)
    return full


def refuse_foreign(content: bytes) -> None:
    """Refuse what is empty, too large, or plainly another kind of file."""
    if not content:
        raise Unreadable(Trouble.EMPTY)
    if len(content) > MAX_BYTES:
        raise Unreadable(Trouble.TOO_LARGE, megabytes=MAX_BYTES // 1024**2)
    if foreign := foreign_kind(content):
        raise Unreadable(foreign)


def foreign_kind(content: bytes) -> Trouble | None:
    """What a file is that is no list, by its first bytes."""
    start = content[:512].lstrip(b"\xef\xbb\xbf \t\r\n")
    if content.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        if "EncryptedPackage".encode("utf-16-le") in content:
            return Trouble.ENCRYPTED
        if "WordDocument".encode("utf-16-le") in content:
            return Trouble.WORD
        return Trouble.OLD_EXCEL
    if start.startswith(b"%PDF"):
        return Trouble.PDF
    images = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\x00", b"MM\x00*")
    if content.startswith(images) or content[4:8] == b"ftyp":
        return Trouble.IMAGE
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return Trouble.IMAGE
    if start.startswith(b"{\\rtf"):
        return Trouble.WORD
    if start.lower().startswith((b"<!doctype", b"<html", b"<table", b"<?xml")):
        return Trouble.WEB_PAGE
    if content.startswith((b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf")):
        return Trouble.ARCHIVE
    return None


def decode(content: bytes) -> str:
    """UTF-8 or UTF-16 with or without byte order mark, else Windows-1252.

    >>> decode("Größe".encode("cp1252")), decode("Größe".encode("utf-16-le"))
    ('Größe', 'Größe')
    """
    text = content.decode(encoding_of(content), errors="replace").lstrip("\ufeff")
    strange = len(_STRANGE.findall(text))
    if strange * 20 > len(text):
        raise Unreadable(Trouble.NO_TEXT)
    return text


# What no text has: control characters, and bytes that are no letter.
_STRANGE = re.compile(r"[\x00-\x08\x0e-\x1f\ufffd]")


def encoding_of(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if b"\0" in content:
        # UTF-16 unmarked: Latin letters, spaces and line ends have a zero byte on
        # one side, always the same.
        little = content[1::2].count(0) > content[::2].count(0)
        return "utf-16-le" if little else "utf-16-be"
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def split(text: str) -> list[tuple[str, ...]]:
    """The cells of a text, by the delimiter that most of its lines agree on."""
    text = re.sub(r"\r\n?|\u2028|\u2029", "\n", text.lstrip("\ufeff"))
    # Excel's own hint in the first line.
    if hint := re.match(r"sep=(.)\n", text):
        return cells_of(text[hint.end() :], hint[1])
    lines = [line for line in text.split("\n") if line.strip()]
    best, most = None, 0
    for delimiter in "\t;|,":
        widths = Counter(
            len(row) for row in cells_of(text, delimiter, raw=True) if any(row)
        )
        agreeing = max((n for width, n in widths.items() if width > 1), default=0)
        if agreeing > most and agreeing * 2 > len(lines):
            best, most = delimiter, agreeing
    if best is None:
        return [row_of([line.strip(" \t;|,")]) for line in text.split("\n")]
    return cells_of(text, best)


def cells_of(text: str, delimiter: str, raw: bool = False) -> list[tuple[str, ...]]:
    try:
        rows = list(csv.reader(StringIO(text), delimiter=delimiter))
    except csv.Error:
        raise Unreadable(Trouble.TOO_MUCH_TEXT) from None
    if any(cell.count("\n") > 2 for row in rows for cell in row):
        # A quotation mark that is never closed would swallow the lines below.
        rows = list(
            csv.reader(StringIO(text), delimiter=delimiter, quoting=csv.QUOTE_NONE)
        )
    return [tuple(row) for row in rows] if raw else [row_of(row) for row in rows]


def row_of(cells: Iterable[object]) -> tuple[str, ...]:
    """Tidied cells without the empty ones at the end."""
    row = [tidy(spell(cell))[:MAX_CELL] for cell in cells][:MAX_COLUMNS]
    while row and not row[-1]:
        row.pop()
    return tuple(row)


def spell(value: object) -> str:
    """A cell of a workbook as its owner sees it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "x" if value else ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime):
        return f"{value:%d.%m.%Y}"
    return str(value)


def read_workbook(content: bytes) -> tuple[Sheet, ...]:
    look_into(content)
    try:
        # Whatever a hand-made workbook breaks in the reader is one thing to us:
        # it cannot be read. Its warnings are about looks.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return sheets_of(content)
    except Unreadable:
        raise
    except Exception:
        raise Unreadable(Trouble.BROKEN_XLSX) from None


def look_into(content: bytes, most: int = MAX_UNPACKED) -> None:
    """Refuse bombs and other documents before a single byte is unpacked."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError):
        raise Unreadable(Trouble.BROKEN_XLSX) from None
    if sum(entry.file_size for entry in entries) > most:
        raise Unreadable(Trouble.UNPACKS_TOO_LARGE)
    names = {entry.filename for entry in entries}
    if "xl/workbook.xml" in names:
        return
    if "xl/workbook.bin" in names:
        raise Unreadable(Trouble.OLD_EXCEL)
    if any(name.startswith("word/") for name in names):
        raise Unreadable(Trouble.WORD)
    if {"mimetype", "content.xml"} <= names or any(
        name.startswith("Index/") for name in names
    ):
        raise Unreadable(Trouble.OPEN_DOCUMENT)
    if "[Content_Types].xml" in names:
        raise Unreadable(Trouble.BROKEN_XLSX)
    raise Unreadable(Trouble.ARCHIVE)


def sheets_of(content: bytes) -> tuple[Sheet, ...]:
    # data_only: the values that Excel last computed, never the text of a formula.
    book = load_workbook(BytesIO(content), read_only=True, data_only=True)
    sheets = []
    for sheet in book.worksheets:
        # Some programs write a wrong size, which would cut the list.
        sheet.reset_dimensions()
        rows = []
        filled = 0
        for cells in sheet.iter_rows(
            max_row=MAX_RAW_ROWS, max_col=MAX_COLUMNS, values_only=True
        ):
            rows.append(row_of(cells))
            filled += bool(rows[-1])
            if filled > MAX_ROWS:
                raise Unreadable(Trouble.TOO_MANY_ROWS, rows=MAX_ROWS)
        while rows and not rows[-1]:
            rows.pop()
        hidden = sheet.sheet_state != "visible"
        sheets.append(Sheet(tidy(sheet.title), tuple(rows), hidden))
    book.close()
    return tuple(sheets)
