"""The browser's check against the same vectors; skipped where there is no node."""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring import fair
from scoring.draw import DrawRequest, Policy, Seating, draw
from scoring.draw_record import digest_of, make_record, spell, verify_text
from scoring.generator import Generator
from scoring.plans import PLANS
from tests.depth import some
from tests.scoring.node import needs_node, run_script
from tests.scoring.tournaments import play, random_request, seed

pytestmark = needs_node

CALLS = """
import { readFileSync } from "node:fs";
import * as verify from "./verify.mjs";
const bytes = (text) => new TextEncoder().encode(text);
const hex = (made) => Buffer.from(made).toString("hex");
const deeds = {
  sha256: (text) => hex(verify.sha256(bytes(text))),
  seed: verify.seedOf,
  dice: verify.deriveDice,
  below: (seed, label, limits) => {
    const rng = new verify.Generator(seed, label);
    return limits.map((limit) => rng.below(limit));
  },
  text: (text) => verify.verifyText(text).map((found) => found.part),
};
const calls = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(calls.map(([deed, ...values]) => deeds[deed](...values))));
"""

Node = Callable[[list[list[Any]]], list[Any]]


@pytest.fixture
def node(tmp_path: Path) -> Node:
    return lambda calls: run_script(CALLS, calls, tmp_path)


def record_text(request: DrawRequest, secret: str, room: str) -> str:
    drawing = draw(request, fair.seed(secret, room))
    names = {number: f"Zoë “{number}”\u2028" for number in request.entrants}
    return spell(make_record(request, drawing, secret=secret, room=room, names=names))


def test_hashes_seeds_and_dice_are_the_same(node: Node) -> None:
    texts = ["", "abc", "ß" * 27, "x" * 55, "x" * 56, "x" * 63, "x" * 64, "x" * 1000]
    parts = ["Anna: 7", "Bert: 12", "Caesar: "]
    calls: list[list[Any]] = [["sha256", text] for text in texts]
    calls += [["seed", "s" * length, "Äpfel"] for length in (1, 64, 65, 200)]
    calls += [["dice", "a secret", parts, number, 40] for number in (0, 1, 2**40)]

    assert node(calls) == [
        *map(fair.commitment, texts),
        *(fair.seed("s" * length, "Äpfel") for length in (1, 64, 65, 200)),
        *(list(fair.derive_dice("a secret", parts, n, 40)) for n in (0, 1, 2**40)),
    ]


def test_the_generators_are_the_same(node: Node) -> None:
    limits = [1, 2, 3, 60, 1000, 2**21 + 1, 2**31 + 7, 3 << 30] * 200
    rng = Generator(seed("js"), "Lose")

    assert node([["below", seed("js"), "Lose", limits]]) == [
        [rng.below(limit) for limit in limits]
    ]


def test_the_browser_draws_the_same(node: Node) -> None:
    texts = [
        record_text(random_request(Random(number)), f"secret {number}", "room")
        for number in some(range(60), 4)
    ]
    texts += [
        record_text(
            DrawRequest(
                entrants=tuple(range(1, entrants + 1)),
                history=tuple(d.seating for d in play(range(1, entrants + 1), 3, "js")),
                apart=((1, 2), (3, 4, 5)),
                mend_seats=entrants % 2 > 0,
            ),
            "large",
            "field",
        )
        for entrants in (151, 200, 1000)
    ]

    assert node([["text", text] for text in texts]) == [[]] * len(texts)


PLANNED = sorted(
    {
        (plan.entrants - fewer, len(plan.rounds))
        for plan in PLANS
        for fewer in ((0, 1) if plan.entrants % 3 == 0 else (0,))
    }
)


@pytest.mark.parametrize(("entrants", "rounds"), some(PLANNED, 3))
def test_the_browser_has_the_same_plans(node: Node, entrants: int, rounds: int) -> None:
    history = [d.seating for d in play(range(1, entrants + 1), rounds, "js plans")]
    texts = [
        record_text(
            DrawRequest(
                entrants=tuple(range(1, entrants + 1)),
                history=tuple(history[:played]),
                rounds=rounds,
            ),
            f"secret {name}",
            "plans",
        )
        for played in (0, 1, 2, 4)
        for name in range(3)
    ]

    assert node([["text", text] for text in texts]) == [[]] * len(texts)


def places_in(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything that lies in a record."""
    inside: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value[:2])
    for key, one in inside:
        yield (*way, key)
        yield from places_in(one, (*way, key))


def test_browser_and_python_agree_about_every_nonsense(node: Node) -> None:
    past = Seating(((1, 2, 3), (4, 5, 6), (7, 8, 9)), (10,))
    request = DrawRequest(
        entrants=tuple(range(1, 11)),
        history=(past,),
        rounds=3,
        policy=Policy.PURE,
        apart=((1, 4),),
        fixed=((2, (5, 9)),),
    )
    true = record_text(request, "secret", "7")
    nonsense = (None, True, -1, 1.5, "", "x", [], {}, [None])
    forged = []
    for way in places_in(json.loads(true)):
        for value in nonsense:
            record = json.loads(true)
            at = record
            for key in way[:-1]:
                at = at[key]
            at[way[-1]] = value
            record["digest"] = digest_of(record)
            forged.append((way, value, spell(record)))

    answers = node([["text", text] for _, _, text in forged])

    assert [
        (way, value, answer)
        for (way, value, text), answer in zip(forged, answers, strict=True)
        if bool(answer) != bool(verify_text(text))
    ] == []


def test_the_browser_refuses_what_python_refuses(node: Node) -> None:
    true = record_text(DrawRequest(entrants=tuple(range(1, 9))), "secret", "7")
    record = json.loads(true)
    forged = [true.replace("8", "9", 1), true[:-1], true + " ", "", "[]", "{}"]
    for field, value in (
        ("room", "8"),
        ("secret", 5),
        ("tables", record["tables"][::-1]),
        ("names", record["names"][::-1]),
        ("version", 2),
        ("sit_outs", []),
        ("digest", "0"),
    ):
        forged.append(spell({**record, field: value}))
    rng = Random(1)
    for _ in range(150):
        place = rng.randrange(len(true))
        other = rng.choice('0123456789abc,[]"')
        if other != true[place]:
            forged.append(true[:place] + other + true[place + 1 :])

    answers = node([["text", text] for text in forged])

    assert all(answers)
    assert [bool(verify_text(text)) for text in forged] == [True] * len(forged)
