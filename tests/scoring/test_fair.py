import hmac
from collections import Counter
from hashlib import sha256

import pytest

from scoring import fair
from scoring.errors import BadNotation


def test_the_secret_is_text_that_any_tool_hashes() -> None:
    secret = fair.secret_text(bytes(range(32)))

    assert secret.startswith("00010203")
    assert fair.commitment(secret) == sha256(secret.encode("ascii")).hexdigest()


def test_a_secret_is_32_bytes() -> None:
    with pytest.raises(BadNotation):
        fair.secret_text(b"short")


def test_the_seed_is_hmac_sha256() -> None:
    expected = hmac.new(b"secret", "Tisch 7, Äpfel".encode(), sha256).hexdigest()

    assert fair.seed("secret", "Tisch 7, Äpfel") == expected


def test_what_nobody_can_hear_changes_nothing() -> None:
    assert fair.room_part("A\u0308pfel\t 17\n") == fair.room_part(" Äpfel 17")


def test_a_lone_surrogate_is_no_text() -> None:
    with pytest.raises(BadNotation):
        fair.seed("secret", "\ud800")


def test_dice_follow_the_documented_message() -> None:
    message = (
        b"schockturnier dice 1"
        + bytes([0, 0, 0, 2])
        + bytes([0, 0, 0, 3])
        + b"abc"
        + bytes([0, 0, 0, 2])
        + "ß".encode()
        + bytes([0, 0, 0, 0, 0, 0, 1, 2])
    )
    stream = b"".join(
        hmac.digest(b"key", message + bytes([0, 0, 0, block]), "sha256")
        for block in range(8)
    )
    pips = [byte % 6 + 1 for byte in stream if byte < 252]

    assert list(fair.derive_dice("key", ["abc", "ß"], 258, 200)) == pips[:200]


@pytest.mark.parametrize(
    ("number", "dice"),
    [
        (0, (1, 3, 2)),
        (1, (3, 3, 3)),
        (2, (1, 3, 5)),
        (99, (1, 1, 3)),
        (9223372036854775808, (5, 3, 1)),
    ],
)
def test_known_throws(number: int, dice: tuple[int, ...]) -> None:
    parts = ["Anna: 7", "Bert: 12", "Caesar: "]

    assert fair.derive_dice("a secret", parts, number, 3) == dice


def test_parts_cannot_be_moved_across_their_border() -> None:
    throws = {
        tuple(fair.derive_dice("a secret", parts, 1, 30))
        for parts in (["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""])
    }

    assert len(throws) == 4


def test_every_side_is_as_likely() -> None:
    pips = Counter(
        pip
        for number in range(4000)
        for pip in fair.derive_dice("a secret", ["x"], number, 3)
    )

    assert sum((times - 2000) ** 2 / 2000 for times in pips.values()) < 20.5


@pytest.mark.parametrize(("number", "dice"), [(-1, 3), (1 << 64, 3), (1, 0)])
def test_a_throw_has_a_number_and_dice(number: int, dice: int) -> None:
    with pytest.raises(BadNotation):
        fair.derive_dice("a secret", [], number, dice)
