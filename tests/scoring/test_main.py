"""`python -m scoring`, and the recorded games in fixtures/games."""

import json
from pathlib import Path

import pytest

from scoring import fair
from scoring.__main__ import main
from scoring.draw import DrawRequest, draw
from scoring.draw_record import make_record, spell
from scoring.games import GAMES, Record, replay, rulebook_of
from scoring.games.play import VERSION

RECORDED = sorted((Path(__file__).parents[2] / "fixtures" / "games").glob("*.json"))


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_recorded_games_replay(file: Path) -> None:
    record = Record.from_json(json.loads(file.read_text()))

    assert record.order is not None
    assert replay(record).over


def test_a_game_of_every_kind_is_recorded() -> None:
    games = [Record.from_json(json.loads(file.read_text())) for file in RECORDED]

    assert {record.game for record in games} == set(GAMES)
    assert any(rulebook_of(record).chosen() for record in games)
    assert all(json.loads(file.read_text())["v"] == VERSION for file in RECORDED)


@pytest.mark.parametrize("key", GAMES)
def test_play_shows_a_readable_game(
    key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", key, "--players", "3", "--seed", "7"]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert lines[0] == f"{key}, 3 players"
    assert " throws " in lines[1]
    assert [line[:4] for line in lines[-3:]] == ["1. P", "2. P", "3. P"]


def test_a_played_record_replays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["play", "schocken", "--seed", "3", "--option", "one_throw=true"]
    assert main([*words, "--record"]) == 0
    file = tmp_path / "game.json"
    file.write_text(capsys.readouterr().out)

    assert main(["replay", str(file)]) == 0
    assert capsys.readouterr().out.endswith("The record is right (Schocken).\n")


@pytest.mark.parametrize("changed", ["1r:111", "order", "no json", "deep", "no file"])
def test_a_changed_record_is_refused(
    changed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(RECORDED[0].read_text())
    if changed == "order":
        data["order"] = data["order"][::-1]
    else:
        data["events"] = f"{changed} {data['events']}"
    file = tmp_path / "game.json"
    garbage = {"no json": "{", "deep": "[" * 200_000}
    if changed != "no file":
        file.write_text(garbage.get(changed, json.dumps(data)))

    assert main(["replay", str(file)]) == 1
    assert capsys.readouterr().err.startswith("refused: ")


@pytest.mark.parametrize("players", [-1, 0, 9, 10**11, 10**30])
def test_a_table_of_any_wrong_size_is_refused(
    players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "tief", "--players", str(players)]) == 1
    assert "player_count" in capsys.readouterr().err


def test_a_wrong_option_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "tief", "--option", "lids=4"]) == 1
    assert "option_value" in capsys.readouterr().err


def test_the_record_of_a_draw_is_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    request = DrawRequest(entrants=tuple(range(1, 10)))
    drawing = draw(request, fair.seed("secret", "17"))
    text = spell(make_record(request, drawing, secret="secret", room="17"))
    file = tmp_path / "draw.json"
    file.write_bytes(text.encode())

    assert main(["draw", "verify", str(file)]) == 0
    assert "the draw follows from its secret" in capsys.readouterr().out

    file.write_bytes(text.replace('"17"', '"18"').encode())
    assert main(["draw", "verify", str(file)]) == 1
    assert "seed: recorded" in capsys.readouterr().out

    assert main(["draw", "verify", str(tmp_path / "nothing")]) == 2
