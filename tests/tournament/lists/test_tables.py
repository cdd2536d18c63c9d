"""Tables typed in: what is understood, and what is wrong with which line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.lists.tables import Fault, Slip, TypedTables, read_tables

NINE = range(1, 10)


def read(text: str, present: range = NINE, tables: int = 3) -> TypedTables:
    return read_tables(text, NINE, present, tables)


def test_lines_without_a_number_take_the_tables_that_are_free() -> None:
    typed = read("7 4 1\n\n2: 5,6; 3\n  8\t9\n")

    assert typed == TypedTables(((1, (7, 4, 1)), (2, (5, 6, 3)), (3, (8, 9))), ())


@pytest.mark.parametrize("prefix", ["3:", " 3 : ", "Tisch 3:", "table 3: ", "T. 3:"])
def test_a_table_may_be_named(prefix: str) -> None:
    assert read(f"{prefix}4 7").tables == ((3, (4, 7)),)


@pytest.mark.parametrize(
    ("text", "line", "slip", "facts"),
    [
        ("1 2 3\n4 x", 2, Slip.NO_NUMBER, {"word": "x"}),
        ("-4", 1, Slip.NO_NUMBER, {"word": "-4"}),
        ("9" * 5000, 1, Slip.NO_NUMBER, {"word": "9" * 20 + "…"}),
        ("1 44", 1, Slip.UNKNOWN, {"number": 44}),
        ("1 2\n\n3 1", 3, Slip.TWICE, {"number": 1, "before": 1}),
        ("5 5", 1, Slip.TWICE, {"number": 5, "before": 1}),
        ("1 2 3 4", 1, Slip.TOO_MANY, {"count": 4, "seats": 3}),
        ("2:", 1, Slip.NOBODY, {}),
        (",;", 1, Slip.NOBODY, {}),
        ("4: 1", 1, Slip.NO_TABLE, {"table": "4", "tables": 3}),
        ("0: 1", 1, Slip.NO_TABLE, {"table": "0", "tables": 3}),
        ("2: 1\n2: 3", 2, Slip.TABLE_TWICE, {"table": 2, "before": 1}),
        ("1\n2\n3\n4", 4, Slip.NO_TABLE_LEFT, {"tables": 3}),
        ("", 0, Slip.EMPTY, {}),
        (" \n\t\n", 0, Slip.EMPTY, {}),
    ],
)
def test_every_fault_names_its_line(
    text: str, line: int, slip: Slip, facts: dict[str, object]
) -> None:
    assert read(text).faults == (Fault(line, slip, facts),)


def test_who_is_not_present_is_no_stranger() -> None:
    faults = read("1 9", present=range(1, 9)).faults

    assert faults == (Fault(1, Slip.ABSENT, {"number": 9}),)


@given(st.text(alphabet="0123456789:,; x\n１\0", max_size=60))
def test_whatever_is_typed_the_tables_fit_or_a_fault_is_named(text: str) -> None:
    typed = read(text)
    people = [number for _, table in typed.tables for number in table]

    assert len(set(people)) == len(people)
    assert set(people) <= set(NINE)
    if not typed.faults:
        assert typed.tables
        assert all(1 <= len(table) <= 3 for _, table in typed.tables)
        assert {number for number, _ in typed.tables} <= {1, 2, 3}
        assert len(dict(typed.tables)) == len(typed.tables)
