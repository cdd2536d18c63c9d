import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from scoring.draw import DrawRequest, draw
from scoring.draw_cli import verify_file
from scoring.draw_record import (
    Difference,
    Part,
    Record,
    digest_of,
    make_record,
    spell,
    verify,
    verify_text,
)
from scoring.fair import seed
from tests.depth import some
from tests.scoring.tournaments import play, random_request

NAMES = {number: f"Jörg {number}" for number in range(1, 15)}


def record_of(request: DrawRequest, secret: str = "secret", room: str = "7") -> Record:
    drawing = draw(request, seed(secret, room))
    return make_record(
        request,
        drawing,
        secret=secret,
        room=room,
        names={n: name for n, name in NAMES.items() if n in request.entrants},
    )


@pytest.fixture
def record() -> Record:
    history = tuple(drawing.seating for drawing in play(range(1, 15), 5, "record")[:2])
    return record_of(DrawRequest(entrants=tuple(range(1, 15)), history=history))


def test_a_true_record_differs_in_nothing(record: Record) -> None:
    assert verify(record) == []
    assert verify_text(spell(record)) == []
    assert json.loads(spell(record)) == record


@pytest.mark.parametrize("number", some(range(40), 4))
def test_any_tournament_can_be_checked(number: int) -> None:
    assert verify_text(spell(record_of(random_request(Random(number))))) == []


def test_any_changed_byte_is_refused() -> None:
    text = spell(record_of(DrawRequest(entrants=(1, 2, 3, 4, 5, 6)))).encode()
    for place in range(len(text)):
        for by in (1, 2, 32):
            changed = bytearray(text)
            changed[place] ^= by
            try:
                forged = changed.decode()
            except UnicodeDecodeError:
                continue

            assert verify_text(forged), (place, forged)


def resealed(record: Record) -> Record:
    """A forger would put the digest right."""
    return {**record, "digest": digest_of(record)}


def test_two_seats_exchanged_are_named(record: Record) -> None:
    table = record["tables"][1]
    table[0], table[1] = table[1], table[0]

    assert verify(resealed(record)) == [
        Difference(Part.TABLE, table, [table[1], table[0], table[2]], 2)
    ]


def test_a_missing_entrant_is_another_draw(record: Record) -> None:
    record["request"]["entrants"].remove(5)

    assert {difference.part for difference in verify(resealed(record))} >= {
        Part.NAMES,
        Part.TABLE,
    }


def test_the_order_of_the_names_is_fixed(record: Record) -> None:
    record["names"].reverse()

    assert [difference.part for difference in verify(resealed(record))] == [Part.NAMES]


def test_the_order_of_the_entrants_is_fixed(record: Record) -> None:
    record["request"]["entrants"].reverse()

    assert [d.part for d in verify(resealed(record))] == [Part.REQUEST]


@pytest.mark.parametrize(
    ("field", "value", "parts"),
    [
        ("secret", "another", {Part.COMMITMENT, Part.SEED, Part.TABLE}),
        ("room", "8", {Part.SEED, Part.TABLE}),
        ("commitment", "00" * 32, {Part.COMMITMENT}),
        ("seed", "00" * 32, {Part.SEED}),
        ("sit_outs", [], {Part.SIT_OUTS}),
        ("version", 99, {Part.VERSION}),
        ("format", "else", {Part.FORMAT}),
        ("request", {}, {Part.REQUEST}),
        ("tables", 5, {Part.REQUEST}),
        ("secret", 5, {Part.REQUEST}),
    ],
)
def test_a_changed_field_is_named(
    record: Record, field: str, value: object, parts: set[Part]
) -> None:
    differences = verify(resealed({**record, field: value}))

    assert {difference.part for difference in differences} >= parts
    if Part.TABLE not in parts:
        assert {difference.part for difference in differences} == parts


@pytest.mark.parametrize("text", ["", "[]", "5", "{", "[" * 100_000])
def test_what_is_no_record_is_refused(text: str) -> None:
    assert verify_text(text)[0] == Difference(Part.TEXT)


def test_another_spelling_is_refused(record: Record) -> None:
    assert verify_text(json.dumps(record)) == [Difference(Part.TEXT)]


def test_the_command_says_what_differs(
    record: Record,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "draw.json"
    file.write_bytes(spell(record).encode())

    assert verify_file(str(file)) == 0

    record["tables"][0].reverse()
    file.write_bytes(spell(record).encode())

    assert verify_file(str(file)) == 1
    assert "table 1: recorded" in capsys.readouterr().out
    assert verify_file(str(tmp_path / "nothing")) == 2


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda record: "# Schockturnier", "text: not spelled as a record is"),
        (lambda record: spell(record).replace("\n", "\r\n"), "text: not spelled"),
        (lambda record: spell({**record, "tables": [["1"]]}), "request: what the draw"),
    ],
)
def test_the_command_says_so_where_there_are_no_values_to_compare(
    record: Record,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: Callable[[Record], str],
    said: str,
) -> None:
    file = tmp_path / "draw.json"
    file.write_bytes(change(record).encode())

    assert verify_file(str(file)) == 1
    printed = capsys.readouterr().out
    assert said in printed
    assert "None" not in printed
