"""serve, demo and simulate, called as a person at a terminal calls them."""

import json
import re
import socket
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from scoring.players import LEVELS
from tests.serving import fetch, password_in, served
from tournament.access import setup_token
from tournament.errors import Refused
from tournament.evening import load_evening
from tournament.models import SheetEntry, Tournament
from tournament.phones import network_address
from tournament.services.members import create_first_organiser, is_set_up


def run(*command: str) -> str:
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


# --- simulate


def simulate(*options: str) -> dict[str, object]:
    report: dict[str, object] = json.loads(run("simulate", *options))
    return report


@pytest.mark.django_db
def test_a_simulation_ends_with_final_places() -> None:
    report = simulate("--entrants", "27", "--seed", "1")

    lines = report["standings"]
    assert isinstance(lines, list)
    assert [line["rank"] for line in lines[:3]] == [1, 2, 3]
    assert sorted(line["entrant"] for line in lines) == list(range(1, 28))
    assert sum(line["points"] for line in lines) == 5 * 9 * 90
    assert all(
        line["points"] == sum(one["points"] for one in line["rounds"]) for line in lines
    )


@pytest.mark.django_db
def test_a_simulation_names_the_play_offs_that_were_held() -> None:
    reports = [
        simulate("--entrants", "9", "--rounds", "1", "--games", "1", "--seed", seed)
        for seed in "123"
    ]

    for report in reports:
        [winners, *_] = report["play_offs"]
        assert len(winners["members"]) == 3
        assert sorted(winners["order"]) == sorted(winners["members"])
        ranks = {line["entrant"]: line["rank"] for line in report["standings"]}
        assert [ranks[entrant] for entrant in winners["order"]] == [1, 2, 3]


@pytest.mark.django_db
def test_a_seed_gives_the_same_tournament_again_and_another_seed_another() -> None:
    small = ("--entrants", "12", "--rounds", "2", "--seed")
    assert simulate(*small, "1") == simulate(*small, "1")
    assert simulate(*small, "1") != simulate(*small, "2")


@pytest.mark.django_db
def test_a_simulation_plays_as_well_as_it_is_told() -> None:
    """The same draw, other players: other dice, other standings."""
    small = ("--entrants", "9", "--rounds", "2", "--seed", "1", "--level")
    reports = [simulate(*small, level) for level in LEVELS]

    standings = [json.dumps(report["standings"]) for report in reports]
    assert len({*standings}) == len(LEVELS)


@pytest.mark.django_db
def test_a_play_off_too_large_for_a_table_is_simulated_by_lots() -> None:
    report = simulate("--entrants", "30", "--rounds", "1", "--games", "1")

    [winners] = report["play_offs"]
    assert len(winners["members"]) == 10
    assert sorted(winners["order"]) == sorted(winners["members"])


@pytest.mark.django_db
def test_a_simulation_leaves_no_trace() -> None:
    simulate("--entrants", "9")

    assert not Tournament.objects.exists()
    assert not User.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("policy", "points"), [("sit_out", 2 * (4 * 90 + 2 * 30)), ("stand_in", None)]
)
def test_a_simulation_knows_both_head_count_policies(
    policy: str, points: int | None
) -> None:
    report = simulate("--entrants", "14", "--rounds", "2", "--policy", policy)

    lines = report["standings"]
    assert isinstance(lines, list)
    assert len(lines) == 14
    total = sum(line["points"] for line in lines)
    assert total == points if points else total < 2 * 5 * 90


@pytest.mark.django_db
@pytest.mark.parametrize(
    "options",
    [
        ["--entrants", "2"],
        ["--entrants", "-1"],
        ["--entrants", "1000000000"],
        ["--rounds", "0"],
        ["--games", "51"],
    ],
)
def test_a_simulation_of_nonsense_is_refused_in_words(options: list[str]) -> None:
    with pytest.raises(CommandError) as refused:
        simulate(*options)

    assert "Rule" not in str(refused.value)
    assert not Tournament.objects.exists()


# --- demo


@pytest.mark.django_db
def test_the_demo_stands_in_the_middle_of_an_evening() -> None:
    said = run("demo", "--no-serve")

    demo = Tournament.objects.get()
    evening = load_evening(demo)
    assert len(evening.entrants) == 27
    assert [len(one.tables) for one in evening.rounds] == [9] * 4
    assert [len(one.missing) for one in evening.rounds] == [0, 0, 0, 9]
    assert evening.unpublished is None
    assert SheetEntry.objects.filter(number=2).count() == 1
    user = authenticate(username="demo", password=password_in(said))
    assert user is not None
    assert demo.memberships.get().user == user


@pytest.mark.django_db
def test_starting_the_demo_again_keeps_it_and_changes_the_password() -> None:
    first = password_in(run("demo", "--no-serve"))
    second = password_in(run("demo", "--no-serve"))

    assert Tournament.objects.count() == 1
    assert authenticate(username="demo", password=first) is None
    assert authenticate(username="demo", password=second) is not None


@pytest.mark.django_db
def test_the_demo_stands_beside_other_tournaments_and_says_so(
    tournament: Tournament,
) -> None:
    tournament.refresh_from_db()
    revision = tournament.revision

    said = run("demo", "--no-serve")

    assert len(said.strip().splitlines()) == 2
    assert " 1 " in said.splitlines()[0]
    assert Tournament.objects.count() == 2
    tournament.refresh_from_db()
    assert tournament.revision == revision


@pytest.mark.django_db
def test_after_the_demo_the_first_organiser_can_still_be_made() -> None:
    run("demo", "--no-serve")
    assert not is_set_up()

    create_first_organiser(user=User(username="olga"))

    assert is_set_up()
    with pytest.raises(Refused):
        create_first_organiser(user=User(username="zweite"))


@pytest.mark.django_db
def test_the_demo_organiser_is_let_in(client: Client) -> None:
    password = password_in(run("demo", "--no-serve"))

    assert client.login(username="demo", password=password)


# --- serve


def test_serve_needs_nothing_but_a_free_port(tmp_path: Path) -> None:
    with served("serve", tmp_path / "var") as (port, said):
        text = "".join(said)
        assert fetch(port, "/")[0] == 200
        status, style = fetch(port, "/static/tournament/schockturnier.css")
        assert status == 200
        assert b":root" in style
        assert fetch(port, "/static/django_htmx/htmx-2.min.js")[0] == 200
        assert fetch(port, "/static/no.css")[0] == 404
        link = re.search(r"(/setup/[0-9a-f]{20,}/)", text)
        assert link
        assert fetch(port, link[1])[0] == 200
        assert fetch(port, "/setup/" + "0" * 24 + "/")[0] != 200
        address = network_address()
        assert address is None or f"http://{address}:{port}/" in text
        assert address is None or "▀▀▀▀▀▀▀▀" in text, "a QR code"
    assert (tmp_path / "var" / "schockturnier.sqlite3").exists()


def test_the_demo_is_served_with_its_login_and_without_a_setup_link(
    tmp_path: Path,
) -> None:
    with served("demo", tmp_path / "var") as (port, said):
        assert "/setup/" not in "".join(said)
        assert password_in(said[0])
        status, page = fetch(port, "/")
        assert status == 200
        assert "Zur Linde" in page.decode()


@pytest.mark.parametrize("command", ["serve", "demo"])
def test_a_taken_port_is_named_and_nothing_else_happens(
    command: str, tmp_path: Path
) -> None:
    with socket.create_server(("0.0.0.0", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(CommandError, match=str(port)):
            call_command(command, port=port)


@pytest.mark.parametrize(
    ("host", "port"), [("0.0.0.0", 10**9), ("0.0.0.0", -1), ("192.0.2.77", 8000)]
)
def test_an_impossible_address_is_refused_in_words(host: str, port: int) -> None:
    with pytest.raises(CommandError):
        call_command("serve", host=host, port=port)


def test_the_setup_token_hangs_on_the_secret_key(
    settings: pytest.FixtureRequest,
) -> None:
    settings.SECRET_KEY = "one"  # type: ignore[attr-defined]
    token = setup_token()
    settings.SECRET_KEY = "other"  # type: ignore[attr-defined]

    assert re.fullmatch(r"[0-9a-f]{20,}", token)
    assert setup_token() != token
