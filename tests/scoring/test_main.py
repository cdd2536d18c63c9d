"""`python -m scoring`, and the recorded games in fixtures/games."""

import json
from pathlib import Path

import pytest

from scoring.__main__ import main
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


@pytest.mark.parametrize("changed", ["1r:111", "order", "no json", "no file"])
def test_a_changed_record_is_refused(
    changed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(RECORDED[0].read_text())
    if changed == "order":
        data["order"] = data["order"][::-1]
    else:
        data["events"] = f"{changed} {data['events']}"
    file = tmp_path / "game.json"
    if changed != "no file":
        file.write_text("{" if changed == "no json" else json.dumps(data))

    assert main(["replay", str(file)]) == 1
    assert capsys.readouterr().err.startswith("refused: ")


def test_a_wrong_option_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "tief", "--option", "lids=4"]) == 1
    assert "option_value" in capsys.readouterr().err
