"""Dice nobody can doubt: as likely as dice are, and each one can be computed again.

Bounds of chi-squared are fixed: at 5 degrees of freedom 25.7, at 35 75.1 are
exceeded once in ten thousand tries by fair dice; the seeds are fixed too.
"""

import json
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring import fair
from scoring.__main__ import main
from scoring.dice import Throw
from scoring.errors import BadNotation, ScoringError
from scoring.fair_game import FairRecord, throw, verify_game
from scoring.games import GAMES, Event, record_of
from tests.depth import THOROUGH
from tests.scoring.node import needs_node, run_script

PARTS = ("Anna: 7", "Bört „12“", "")
THROWS = 333_334 if THOROUGH else 20_000
WORST_OF_6, WORST_OF_36, WORST_OF_216 = 25.7, 75.1, 299.0


def play(key: str, seed: int, players: int = 3) -> FairRecord:
    """A game by chance, its dice derived."""
    rng = Random(seed)
    secret = fair.secret_text(rng.randbytes(32))
    parts = PARTS[:players]
    rules = GAMES[key]
    game = rules.start(players, 0)
    events: list[Event] = []
    while game.to_act:
        player = rng.choice(game.to_act)
        action = rng.choice(game.legal(player))
        dice = throw(secret, parts, len(events) + 1, game.dice_for(player, action))
        events.append(Event(player, action, dice))
        game = game.after(events[-1])
    record = record_of(rules, players, 0, events, game)
    return FairRecord(record, secret, parts, fair.commitment(secret))


def chi_squared(counts: Iterable[int], kinds: int) -> float:
    counted = list(counts)
    due = sum(counted) / kinds
    missing = kinds - len(counted)
    return sum((count - due) ** 2 / due for count in counted) + missing * due


@pytest.fixture(scope="module")
def derived() -> list[tuple[int, ...]]:
    """Throws of three dice of many games, in the order of each game."""
    games = THROWS // 100
    return [
        fair.derive_dice(f"secret {game}", PARTS, number, 3)
        for game in range(games)
        for number in range(1, 101)
    ]


def test_every_face_is_as_likely_at_every_place(
    derived: list[tuple[int, ...]],
) -> None:
    for place in range(3):
        faces = Counter(one[place] for one in derived)
        assert chi_squared(faces.values(), 6) < WORST_OF_6, place


def test_pairs_and_throws_are_as_likely(derived: list[tuple[int, ...]]) -> None:
    for one, other in ((0, 1), (0, 2), (1, 2)):
        pairs = Counter((dice[one], dice[other]) for dice in derived)
        assert chi_squared(pairs.values(), 36) < WORST_OF_36, (one, other)
    assert chi_squared(Counter(derived).values(), 216) < WORST_OF_216


def test_a_throw_tells_nothing_of_the_next(derived: list[tuple[int, ...]]) -> None:
    following = Counter((one[2], other[0]) for one, other in pairwise(derived))
    assert chi_squared(following.values(), 36) < WORST_OF_36


def test_every_number_in_a_game_is_as_fair(derived: list[tuple[int, ...]]) -> None:
    for number in range(0, 100, 1 if THOROUGH else 10):
        faces = Counter(pip for dice in derived[number::100] for pip in dice)
        assert chi_squared(faces.values(), 6) < WORST_OF_6, number


def test_one_player_cannot_move_the_dice(derived: list[tuple[int, ...]]) -> None:
    """Whatever he adds, the dice of a secret are as likely as any."""
    faces = Counter(
        pip
        for word in range(THROWS // 5)
        for pip in fair.derive_dice("one secret", ("Anna", f"{word}"), 1, 3)
    )
    assert chi_squared(faces.values(), 6) < WORST_OF_6


@pytest.mark.parametrize("key", GAMES)
def test_a_played_game_verifies(key: str) -> None:
    game = play(key, 1)

    assert verify_game(game) == []
    assert FairRecord.from_json(json.loads(json.dumps(game.as_json()))) == game


def changed(game: FairRecord, rng: Random) -> dict[str, Any]:
    """The record with one thing changed in its fairness or one die in its events."""
    data = game.as_json()
    what = rng.choice(["secret", "commitment", "parts", "die"])
    if what == "die":
        events = data["events"].split()
        at = rng.choice([at for at, text in enumerate(events) if ":" in text])
        head, _, dice = events[at].partition(":")
        other = rng.choice([pip for pip in "123456" if pip != dice[0]])
        events[at] = f"{head}:{Throw.parse(other + dice[1:])}"
        data["events"] = " ".join(events)
        return data
    if what == "parts":
        at = rng.randrange(3)
        parts = data["fair"]["parts"]
        data["fair"]["parts"] = [*parts[:at], parts[at] + "x", *parts[at + 1 :]]
        return data
    text = data["fair"][what]
    at = rng.randrange(len(text))
    other = rng.choice([char for char in "0123456789abcdef" if char != text[at]])
    data["fair"][what] = text[:at] + other + text[at + 1 :]
    return data


def is_found(data: dict[str, Any]) -> bool:
    """Whether the record is refused, or shown to be wrong."""
    try:
        return verify_game(FairRecord.from_json(data)) != []
    except ScoringError:
        return True


def forgeries() -> list[dict[str, Any]]:
    rng = Random(4)
    games = [play(key, 2) for key in GAMES]
    return [changed(rng.choice(games), rng) for _ in range(400 if THOROUGH else 80)]


def test_whatever_is_changed_is_found() -> None:
    assert all(map(is_found, forgeries()))


@pytest.mark.parametrize(
    "fairness",
    [
        None,
        {},
        {"secret": "x", "commitment": "y"},
        {"secret": 1, "commitment": "y", "parts": []},
        {"secret": "x", "commitment": "y", "parts": [1]},
        {"secret": "x", "commitment": "y", "parts": "z"},
        {"secret": "x", "commitment": "y", "parts": [], "more": 1},
    ],
)
def test_other_fields_are_refused(fairness: object) -> None:
    data = play("klappen", 1).as_json()
    with pytest.raises(BadNotation):
        FairRecord.from_json({**data, "fair": fairness})


def test_the_command_line_computes_every_throw_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    game = play("turnierschocken", 3)
    file.write_text(json.dumps(game.as_json()))

    assert main(["replay", str(file)]) == 0
    assert "Every throw follows from the secret" in capsys.readouterr().out

    data = game.as_json()
    data["fair"]["commitment"] = "0" * 64
    file.write_text(json.dumps(data))
    assert main(["replay", str(file)]) == 1
    assert "events [0]" in capsys.readouterr().err


CALLS = """
import { readFileSync } from "node:fs";
import { verifyGame } from "./verify_game.mjs";
const verdict = (record) => {
  try {
    return verifyGame(record);
  } catch (error) {
    return String(error);
  }
};
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(verdict)));
"""


@needs_node
def test_the_browser_says_the_same(tmp_path: Path) -> None:
    right = [
        play(key, seed).as_json()
        for key in GAMES
        for seed in range(20 if THOROUGH else 3)
    ]
    wrong = forgeries()
    nonsense: list[Any] = [None, 7, "x", [], {}, {"events": "0r:1", "fair": {}}]
    nonsense.append({**right[0], "events": "0r:7"})

    answers = run_script(CALLS, [*right, *wrong, *nonsense], tmp_path)

    assert answers[: len(right)] == [[]] * len(right)
    found = answers[len(right) : -len(nonsense)]
    assert all(found)
    for data, numbers in zip(wrong, found, strict=True):
        game = FairRecord.from_json(data)
        mine = [0] if fair.commitment(game.secret) != game.commitment else []
        mine += [
            number
            for number, event in enumerate(game.record.events, start=1)
            if event.dice != throw(game.secret, game.parts, number, len(event.dice))
        ]
        assert numbers == mine
    assert all(
        str(answer).startswith("TypeError") for answer in answers[-len(nonsense) :]
    )
