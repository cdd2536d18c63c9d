from collections import Counter
from hashlib import sha256

import pytest

from scoring.errors import BadNotation
from scoring.generator import Generator

SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"


def test_the_words_are_the_documented_blocks() -> None:
    key = sha256(bytes(range(32)) + b"Lose").digest()
    blocks = b"".join(
        sha256(key + number.to_bytes(8, "big")).digest() for number in range(70)
    )
    rng = Generator(SEED, "Lose")

    assert b"".join(rng.word().to_bytes(4, "big") for _ in range(560)) == blocks


def test_the_first_numbers_stay_for_ever() -> None:
    below = Generator(SEED, "a").below

    assert [below(1000) for _ in range(5)] == [145, 20, 88, 502, 931]
    assert Generator(SEED, "a").shuffle(list(range(10))) == [
        7,
        9,
        4,
        2,
        6,
        5,
        3,
        8,
        0,
        1,
    ]


def test_numbers_are_below_again_and_again() -> None:
    one, other = Generator(SEED, "a"), Generator(SEED, "a")

    assert [next(one.numbers(60)) for _ in range(50)] == [
        other.below(60) for _ in range(50)
    ]


def test_an_unfair_word_is_thrown_away() -> None:
    rng, limit = Generator(SEED, "a"), 3 << 30
    word = Generator(SEED, "a").word  # the same stream, word by word
    fair = []
    while len(fair) < 40:
        product = word() * limit
        if product % 2**32 >= 2**32 % limit:
            fair.append(product >> 32)

    assert [rng.below(limit) for _ in range(40)] == fair


def test_every_order_of_three_is_as_likely() -> None:
    rng = Generator(SEED, "orders")
    orders = Counter(tuple(rng.shuffle([0, 1, 2])) for _ in range(6000))

    assert len(orders) == 6
    assert sum((times - 1000) ** 2 / 1000 for times in orders.values()) < 20.5


def test_labels_are_apart() -> None:
    assert Generator(SEED, "a").word() != Generator(SEED, "b").word()


@pytest.mark.parametrize("bad", ["", "00", SEED.upper(), SEED + "00", "x" * 64])
def test_only_a_seed_is_a_seed(bad: str) -> None:
    with pytest.raises(BadNotation):
        Generator(bad, "a")
