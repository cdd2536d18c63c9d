"""Tables as somebody types them who drew lots in the room: one a line."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from scoring.points import SEATS
from tournament.numbers import small_number

# A start number has fewer digits; Python itself refuses to read some thousands.
MOST_DIGITS = 9
SHOWN_OF_A_WORD = 20

WITH_TABLE = re.compile(r"\s*(?:[^\W\d_]+\.?\s*)?(\d+)\s*:(.*)")
BETWEEN = re.compile(r"[\s,;]+")


class Slip(StrEnum):
    """What can be wrong with a line. The words live in tournament/wording.py."""

    NO_NUMBER = "no_number"
    UNKNOWN = "unknown"
    ABSENT = "absent"
    TWICE = "twice"
    TOO_MANY = "too_many"
    NOBODY = "nobody"
    NO_TABLE = "no_table"
    TABLE_TWICE = "table_twice"
    NO_TABLE_LEFT = "no_table_left"
    EMPTY = "empty"


@dataclass(frozen=True)
class Fault:
    """Something wrong in a line, counted from 1; 0 is the whole text."""

    line: int
    slip: Slip
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class TypedTables:
    """The tables that could be read, by their numbers, and what could not."""

    tables: tuple[tuple[int, tuple[int, ...]], ...]
    faults: tuple[Fault, ...]


def read_tables(
    text: str, entered: Collection[int], present: Collection[int], tables: int
) -> TypedTables:
    """Start numbers in seat order; a number with a colon before them is the table's.

    A line without one gets the next table that no line asks for.

    >>> read_tables("7 4\\n1: 5, 6, 3", range(1, 10), range(1, 10), 3).tables
    ((1, (5, 6, 3)), (2, (7, 4)))
    """
    lines = [
        (number, found.group(1) if found else "", found.group(2) if found else line)
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip()
        for found in [WITH_TABLE.fullmatch(line)]
    ]
    if not lines:
        return TypedTables((), (Fault(0, Slip.EMPTY),))
    asked, faults = tables_asked_for(lines, tables)
    free = iter([at for at in range(1, tables + 1) if at not in asked.values()])
    seen: dict[int, int] = {}
    read = []
    for line, prefix, words in lines:
        people, wrong = read_people(line, words, entered, present, seen)
        faults += wrong
        table = asked.get(line) if prefix else next(free, None)
        if table:
            read.append((table, people))
        elif not prefix:
            faults.append(Fault(line, Slip.NO_TABLE_LEFT, {"tables": tables}))
    faults.sort(key=lambda fault: fault.line)
    return TypedTables(tuple(sorted(read)), tuple(faults))


def tables_asked_for(
    lines: Sequence[tuple[int, str, str]], tables: int
) -> tuple[dict[int, int], list[Fault]]:
    """The table of every line that names one, by the number of the line."""
    asked: dict[int, int] = {}
    faults = []
    owner: dict[int, int] = {}
    for line, prefix, _ in lines:
        table = small_number(prefix, MOST_DIGITS)
        if not prefix:
            continue
        if table is None or not 1 <= table <= tables:
            facts = {"table": cut(prefix), "tables": tables}
            faults.append(Fault(line, Slip.NO_TABLE, facts))
        elif table in owner:
            facts = {"table": table, "before": owner[table]}
            faults.append(Fault(line, Slip.TABLE_TWICE, facts))
        else:
            owner[table] = line
            asked[line] = table
    return asked, faults


def read_people(
    line: int,
    words: str,
    entered: Collection[int],
    present: Collection[int],
    seen: dict[int, int],
) -> tuple[tuple[int, ...], list[Fault]]:
    """The start numbers of a line. `seen` says in which line each was before."""
    people: list[int] = []
    faults = []
    for word in filter(None, BETWEEN.split(words)):
        number = small_number(word, MOST_DIGITS)
        if number is None:
            faults.append(Fault(line, Slip.NO_NUMBER, {"word": cut(word)}))
        elif number not in entered:
            faults.append(Fault(line, Slip.UNKNOWN, {"number": number}))
        elif number not in present:
            faults.append(Fault(line, Slip.ABSENT, {"number": number}))
        elif number in seen:
            facts = {"number": number, "before": seen[number]}
            faults.append(Fault(line, Slip.TWICE, facts))
        else:
            seen[number] = line
            people.append(number)
    if len(people) > SEATS:
        facts = {"count": len(people), "seats": SEATS}
        faults.append(Fault(line, Slip.TOO_MANY, facts))
    elif not people and not faults:
        faults.append(Fault(line, Slip.NOBODY))
    return tuple(people), faults


def cut(word: str) -> str:
    return word if len(word) <= SHOWN_OF_A_WORD else f"{word[:SHOWN_OF_A_WORD]}…"
