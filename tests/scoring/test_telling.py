"""A game as text, for the command line."""

from scoring.games import GAMES, Event, Record
from scoring.telling import tell


def told(key: str, events: str, players: int = 3) -> list[str]:
    record = Record(key, players, 0, events=tuple(map(Event.parse, events.split())))
    return list(tell(record, GAMES[key].start(players, 0)))


def test_a_cycle_is_told_with_hands_lids_and_who_is_out() -> None:
    assert told("turnierschocken", "0r:663 0rt1:51 0s 1r:642 1r:641 2r:111") == [
        "turnierschocken, 3 players",
        "P1 throws 663",
        "P1 turns 1, throws 51",
        "P1 stands",
        "P2 throws 642",
        "P2 throws 641",
        "P3 throws 111",
        "The game is not over.",
    ]
    assert told("turnierschocken", "0r:611 0s 1r:642 2r:221")[-2:] == [
        "   P1 611 in 1 > P2 642 in 1 > P3 221 in 1: 6 to P3 from the stack, 7 left",
        "The game is not over.",
    ]


def test_the_end_is_told_with_every_place_and_its_reason() -> None:
    lines = told("turnierschocken", "0r:652 0s 1r:111 2r:443")

    assert lines[-4:] == [
        "   P2 111 in 1 > P1 652 in 1 > P3 443 in 1: 13 to P3 after the Schock out; "
        "P2 is out; P1 is out; P3 has lost the half",
        "1. P2: out_schock_out (cycle 1, hand 111)",
        "2. P1: out_schock_out (cycle 1, hand 652)",
        "3. P3: worst_at_schock_out (cycle 1, hand 443)",
    ]


def test_tief_and_klappen_are_told() -> None:
    assert told("tief", "0r:652 1r:642 2r:432 0s")[-2] == (
        "   P1 652 in 1, P2 642 in 1, P3 432 in 1: P3 is low, 1 from the stack, 6 left"
    )
    assert told("klappen", "0r:63 0c9 0r:63 0c18 0r:63 0c234 0r:22")[-4:-1] == [
        "P1 closes 2 3 4",
        "P1 throws 22",
        "   P1 leaves 5 6 7 open: 18, in all 18",
    ]


def test_every_half_is_announced() -> None:
    lost = "0r:652 0s 1r:111 2r:443"
    again = "2r:652 2s 0r:111 1r:443"

    assert [
        line for line in told("schock-ut", f"{lost} {again}") if "begins" in line
    ] == [
        "Half 2: P1, P2, P3; P3 begins",
        "Final: P2, P3; P2 begins",
    ]
