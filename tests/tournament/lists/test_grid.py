"""Files as they come: encodings, delimiters, workbooks, and what is no list."""

import datetime
import doctest
import io
import zipfile
from collections.abc import Sequence

import openpyxl
import pytest

from tournament import names, numbers
from tournament.lists import grid
from tournament.lists.grid import Trouble, Unreadable, read_file, read_text

LIST = "Name;Verein\nZoë Łukasik;TuS Höhe\n"
NAMES = (("Name", "Verein"), ("Zoë Łukasik", "TuS Höhe"))


def workbook(*sheets: Sequence[Sequence[object]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets, start=1):
        sheet = book.create_sheet(f"Blatt {number}")
        for row in rows:
            sheet.append(list(row))
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def archive(**files: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name.replace("__", "/").replace("_dot_", "."), content)
    return file.getvalue()


def trouble(name: str, content: bytes) -> Trouble:
    with pytest.raises(Unreadable) as unreadable:
        read_file(name, content)
    return unreadable.value.trouble


@pytest.mark.parametrize("module", [grid, names, numbers])
def test_examples_in_docstrings_are_true(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"],
)
def test_every_unicode_encoding_is_read_with_and_without_mark(encoding: str) -> None:
    (sheet,) = read_file("liste.csv", LIST.encode(encoding))

    assert sheet.rows[:2] == NAMES


def test_windows_1252_is_read() -> None:
    (sheet,) = read_file("liste.csv", "Größe;Ö’Neill\n".encode("cp1252"))

    assert sheet.rows[0] == ("Größe", "Ö’Neill")


@pytest.mark.parametrize("delimiter", ";,\t|")
def test_every_delimiter_is_found(delimiter: str) -> None:
    text = LIST.replace(";", delimiter)

    assert read_text(text)[0].rows[:2] == NAMES


def test_excels_hint_names_the_delimiter() -> None:
    assert read_text("sep=,\nLena,TuS; Höhe\n")[0].rows[0] == ("Lena", "TuS; Höhe")


def test_quoted_cells_may_hold_delimiter_and_line_end() -> None:
    (sheet,) = read_text('Name;Verein\n"Meier; Ute";"TuS\nHöhe"\n')

    assert sheet.rows[1] == ("Meier; Ute", "TuS Höhe")


def test_a_quotation_mark_never_closed_swallows_no_lines() -> None:
    people = "\n".join(f"Vorname{n};Verein" for n in range(9))

    (sheet,) = read_text(f'"Alle Neune;KC\n{people}')

    assert len(sheet.rows) == 10


def test_a_decomposed_umlaut_becomes_one_letter() -> None:
    assert read_text("Jo\u0308rg Groß")[0].rows[0] == ("Jörg Groß",)


def test_a_workbook_gives_every_sheet_with_cells_as_they_are_seen() -> None:
    day = datetime.datetime(2026, 10, 3)
    content = workbook([[1.0, "Uwe", None, day, True], [], ["=1+1"]], [["Lena"]])

    one, other = read_file("liste.xlsx", content)

    assert one.rows == (("1", "Uwe", "", "03.10.2026", "x"),)
    assert (other.title, other.rows) == ("Blatt 2", (("Lena",),))


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("leer.csv", b"", Trouble.EMPTY),
        ("leer.csv", b" \n;;\n\t", Trouble.EMPTY),
        ("leer.xlsx", workbook([]), Trouble.EMPTY),
        ("bild.png", b"\x89PNG\r\n\x1a\n", Trouble.IMAGE),
        ("foto.heic", b"\0\0\0\x18ftypheic", Trouble.IMAGE),
        ("liste.pdf", b"%PDF-1.7\n", Trouble.PDF),
        ("liste.rtf", b"{\\rtf1 Lena}", Trouble.WORD),
        ("liste.xls", b"<html><table>", Trouble.WEB_PAGE),
        ("liste.gz", b"\x1f\x8b\x08", Trouble.ARCHIVE),
        (
            "liste.xls",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 9,
            Trouble.OLD_EXCEL,
        ),
        (
            "geheim.xlsx",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
            + "EncryptedPackage".encode("utf-16-le"),
            Trouble.ENCRYPTED,
        ),
        ("liste.docx", archive(word__document_dot_xml=b"x"), Trouble.WORD),
        (
            "liste.ods",
            archive(mimetype=b"x", content_dot_xml=b"x"),
            Trouble.OPEN_DOCUMENT,
        ),
        ("liste.zip", archive(liste_dot_csv=b"x"), Trouble.ARCHIVE),
        ("liste.xlsx", b"Lena;TuS", Trouble.NOT_XLSX),
        ("liste.xlsx", b"PK\x03\x04 and no more", Trouble.BROKEN_XLSX),
        ("liste.xlsx", archive(xl__workbook_dot_xml=b"<a"), Trouble.BROKEN_XLSX),
        ("liste.xlsx", workbook([["Lena"]])[:-900], Trouble.BROKEN_XLSX),
        ("liste.csv", b"\0\1\2\3" * 99, Trouble.NO_TEXT),
        ("liste.csv", b"x" * (2 * 1024 * 1024 + 1), Trouble.TOO_LARGE),
        ("liste.csv", b"Lena Meier\n" * 2_001, Trouble.TOO_MANY_ROWS),
        ("liste.xlsx", workbook([["Lena"]] * 2_001), Trouble.TOO_MANY_ROWS),
        ("liste.csv", b"x" * 700_000, Trouble.TOO_MUCH_TEXT),
        ("liste.csv", b'a;"' + b"x" * 200_000 + b"\nb;c\nd;e", Trouble.TOO_MUCH_TEXT),
    ],
)
def test_what_is_no_list_is_named(name: str, content: bytes, found: Trouble) -> None:
    assert trouble(name, content) is found


def test_a_workbook_that_unpacks_to_far_too_much_is_never_unpacked() -> None:
    bomb = archive(xl__workbook_dot_xml=b"x", xl__sheet_dot_xml=b"0" * 40_000_000)

    assert len(bomb) < 100_000
    assert trouble("bombe.xlsx", bomb) is Trouble.UNPACKS_TOO_LARGE


def test_two_thousand_rows_of_forty_columns_are_read() -> None:
    (sheet,) = read_file("voll.xlsx", workbook([["Lena"] * 41] * 2_000))

    assert len(sheet.rows) == 2_000
    assert {len(row) for row in sheet.rows} == {40}
