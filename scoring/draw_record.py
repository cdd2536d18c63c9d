"""A draw as a file that anybody can check, and the check.

The record is JSON in one spelling only: keys sorted, no spaces, nothing escaped that
need not be, a line feed at the end. Its digest is the SHA-256 of the record without
the digest, in that spelling. The secret is in it, so it is published after the draw.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any

from . import fair
from .draw import (
    VERSION,
    Drawing,
    DrawRequest,
    HeadCount,
    Policy,
    Seating,
    draw,
)
from .errors import ScoringError

FORMAT = "schockturnier draw"
# A published draw stays checkable for ever: a new version is added, none removed.
DRAWS: Mapping[int, Callable[[DrawRequest, str], Drawing]] = {VERSION: draw}

Record = dict[str, Any]


def make_record(
    request: DrawRequest,
    drawing: Drawing,
    *,
    secret: str,
    room: str,
    names: Mapping[int, str] | None = None,
) -> Record:
    """The record of a draw that was made with `fair.seed(secret, room)`."""
    record: Record = {
        "format": FORMAT,
        "version": VERSION,
        "secret": secret,
        "commitment": fair.commitment(secret),
        "room": room,
        "seed": fair.seed(secret, room),
        "request": request_as_json(request),
        "names": [[number, name] for number, name in sorted((names or {}).items())],
        "tables": [list(table) for table in drawing.tables],
        "sit_outs": list(drawing.sit_outs),
    }
    record["digest"] = digest_of(record)
    return record


def request_as_json(request: DrawRequest) -> Record:
    return {
        "entrants": list(request.entrants),
        "history": [
            {
                "tables": [list(table) for table in past.tables],
                "sit_outs": list(past.sit_outs),
            }
            for past in request.history
        ],
        "rounds": request.rounds,
        "policy": request.policy.value,
        "head_count": request.head_count.value,
        "apart": [list(group) for group in request.apart],
        "fixed": [[number, list(table)] for number, table in request.fixed],
        "mend_seats": request.mend_seats,
    }


def request_of_json(fields: Record) -> DrawRequest:
    return DrawRequest(
        entrants=tuple(fields["entrants"]),
        history=tuple(
            Seating(tuple(map(tuple, past["tables"])), tuple(past["sit_outs"]))
            for past in fields["history"]
        ),
        rounds=fields["rounds"],
        policy=Policy(fields["policy"]),
        head_count=HeadCount(fields["head_count"]),
        apart=tuple(map(tuple, fields["apart"])),
        fixed=tuple((number, tuple(table)) for number, table in fields["fixed"]),
        mend_seats=fields["mend_seats"],
    )


def spell(record: object) -> str:
    """The one spelling of a record.

    >>> spell({"b": [1, 2], "a": "Jörg"})
    '{"a":"Jörg","b":[1,2]}\\n'
    """
    text = json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text + "\n"


def digest_of(record: Record) -> str:
    rest = {key: value for key, value in record.items() if key != "digest"}
    return sha256(fair.utf8(spell(rest))).hexdigest()


class Part(StrEnum):
    """The parts of a record in which a check can find a difference."""

    TEXT = "text"
    FORMAT = "format"
    VERSION = "version"
    COMMITMENT = "commitment"
    SEED = "seed"
    REQUEST = "request"
    NAMES = "names"
    TABLE_COUNT = "table_count"
    TABLE = "table"
    SIT_OUTS = "sit_outs"
    DIGEST = "digest"


@dataclass(frozen=True, slots=True)
class Difference:
    """What the record says and what it should say; `number` is that of a table."""

    part: Part
    recorded: object = None
    computed: object = None
    number: int = 0


def verify_text(text: str) -> list[Difference]:
    """Everything that is wrong with a record as it was downloaded."""
    try:
        record = json.loads(text)
        same = spell(record) == text
    except (ValueError, RecursionError):
        return [Difference(Part.TEXT)]
    if not isinstance(record, dict):
        return [Difference(Part.TEXT)]
    return [Difference(Part.TEXT)] * (not same) + verify(record)


def verify(record: Record) -> list[Difference]:
    """Draw again, and compare everything; nothing differs in a true record."""
    try:
        return differences(record)
    except (LookupError, AttributeError, TypeError, ValueError, ScoringError):
        return [Difference(Part.REQUEST)]


def differences(record: Record) -> list[Difference]:
    if record["format"] != FORMAT:
        return [Difference(Part.FORMAT, record["format"], FORMAT)]
    if record["version"] not in DRAWS:
        return [Difference(Part.VERSION, record["version"], max(DRAWS))]
    if not has_form(record):
        return [Difference(Part.REQUEST)]
    secret, room = record["secret"], record["room"]
    request = request_of_json(record["request"])
    seed = fair.seed(secret, room)
    drawing = DRAWS[record["version"]](request, seed)
    numbers = [number for number, _ in record["names"]]
    pairs: list[tuple[Part, object, object]] = [
        (Part.COMMITMENT, record["commitment"], fair.commitment(secret)),
        (Part.SEED, record["seed"], seed),
        (Part.REQUEST, record["request"], request_as_json(request)),
        (Part.NAMES, numbers, sorted(set(numbers).intersection(request.entrants))),
        (Part.SIT_OUTS, record["sit_outs"], list(drawing.sit_outs)),
        (Part.TABLE_COUNT, len(record["tables"]), len(drawing.tables)),
    ]
    found = [
        Difference(part, recorded, computed)
        for part, recorded, computed in pairs
        if recorded != computed
    ]
    found += different_tables(record["tables"], drawing.tables)
    digest = digest_of(record)
    if record["digest"] != digest:
        found.append(Difference(Part.DIGEST, record["digest"], digest))
    return found


def has_form(record: Record) -> bool:
    """Whether numbers are where numbers belong, in lists of the right depth.

    Python takes `true` for 1 and sorts 1.5, a browser takes [1] for 1: without this
    the two could disagree about a record that no draw has made.
    """
    request = record["request"]
    lists = [request["history"], request["fixed"], record["names"]]
    numbers = [
        (record["version"], 0),
        (record["tables"], 2),
        (record["sit_outs"], 1),
        (request["entrants"], 1),
        (request["rounds"], 0),
        (request["apart"], 2),
        *((past["tables"], 2) for past in request["history"]),
        *((past["sit_outs"], 1) for past in request["history"]),
        *((at, 0) for at, _ in request["fixed"]),
        *((who, 1) for _, who in request["fixed"]),
        *((number, 0) for number, _ in record["names"]),
    ]
    return (
        all(isinstance(one, list) for one in lists)
        and all(are_numbers(value, depth) for value, depth in numbers)
        and all(isinstance(name, str) for _, name in record["names"])
        and isinstance(request["mend_seats"], bool)
    )


def are_numbers(value: object, depth: int) -> bool:
    """A whole number, or a list of them, or a list of such lists."""
    if not depth:
        return type(value) is int
    return isinstance(value, list) and all(are_numbers(one, depth - 1) for one in value)


def different_tables(
    recorded: Sequence[Sequence[int]], computed: Sequence[Sequence[int]]
) -> list[Difference]:
    return [
        Difference(Part.TABLE, list(one), list(other), number)
        for number, (one, other) in enumerate(
            zip(recorded, computed, strict=False), start=1
        )
        if list(one) != list(other)
    ]
