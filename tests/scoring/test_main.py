"""The command line: games told as text, records verified."""

from pathlib import Path

import pytest

from scoring.__main__ import main

RECORDS = sorted((Path(__file__).parents[2] / "fixtures" / "games").glob("*.json"))


@pytest.mark.parametrize("record", RECORDS, ids=lambda one: one.stem)
def test_a_recorded_game_replays(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not main(["replay", str(record)])
    assert capsys.readouterr().out


def test_the_same_seed_tells_the_same_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = []
    for _ in range(2):
        assert not main(["play", "turnierschocken", "--players", "3", "--seed", "7"])
        told.append(capsys.readouterr().out)

    assert told[0] == told[1] != ""
