"""The random generator of every draw, fixed to the bit and for ever.

    key      = SHA-256(seed, 32 bytes, followed by the label in UTF-8)
    block i  = SHA-256(key followed by i as 8 bytes, big-endian), i = 0, 1, 2, ...
    words    = the blocks one after another, read as 32-bit big-endian numbers
    below(n) = (word * n) >> 32 of the next word for which (word * n) mod 2**32
               is at least 2**32 mod n; words that fail are thrown away
    shuffle  = Fisher-Yates: for i = last place down to 1, swap i with below(i + 1)

Throwing words away makes `below` exactly uniform (Lemire, "Fast random integer
generation in an interval", 2019). A label names what the numbers are for, so that
one purpose never moves the numbers of another. `verify.js` holds the same thing
for the browser; whoever changes this file changes every published draw.
"""

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import chain, count
from struct import Struct
from typing import TypeVar

from .errors import BadNotation

SEED_BYTES = 32
WORD_BITS = 32
WORD_RANGE = 1 << WORD_BITS
WORD_MASK = WORD_RANGE - 1
BLOCKS_AT_ONCE = 32
BLOCK_WORDS = Struct(f">{BLOCKS_AT_ONCE * 8}I")

Item = TypeVar("Item")


class Generator:
    """Numbers that follow from a seed and a label.

    >>> Generator("00" * 32, "example").shuffle([1, 2, 3, 4, 5, 6])
    [4, 6, 1, 5, 3, 2]
    """

    def __init__(self, seed: str, label: str) -> None:
        try:
            seed_bytes = bytes.fromhex(seed)
        except ValueError:
            raise BadNotation(seed) from None
        if len(seed_bytes) != SEED_BYTES or seed != seed_bytes.hex():
            raise BadNotation(seed)
        self._keyed = sha256(sha256(seed_bytes + label.encode()).digest())
        self.words = chain.from_iterable(self._blocks())
        self.word: Callable[[], int] = self.words.__next__

    def _blocks(self) -> Iterator[tuple[int, ...]]:
        for first in count(step=BLOCKS_AT_ONCE):
            blocks = []
            for number in range(first, first + BLOCKS_AT_ONCE):
                block = self._keyed.copy()
                block.update(number.to_bytes(8, "big"))
                blocks.append(block.digest())
            yield BLOCK_WORDS.unpack(b"".join(blocks))

    def below(self, limit: int) -> int:
        """One of 0 ... limit - 1, each exactly as likely."""
        product = self.word() * limit
        if product & WORD_MASK < limit:
            unfair = WORD_RANGE % limit
            while product & WORD_MASK < unfair:
                product = self.word() * limit
        return product >> WORD_BITS

    def numbers(self, limit: int) -> Iterator[int]:
        """`below(limit)` again and again."""
        unfair = WORD_RANGE % limit
        for word in self.words:
            product = word * limit
            if product & WORD_MASK >= unfair:
                yield product >> WORD_BITS

    def shuffle(self, items: list[Item]) -> list[Item]:
        """Put the items in random order, in place, each order exactly as likely."""
        word = self.word
        for limit in range(len(items), 1, -1):
            # `below`, written out: the loop of the largest draws
            product = word() * limit
            if product & WORD_MASK < limit:
                unfair = WORD_RANGE % limit
                while product & WORD_MASK < unfair:
                    product = word() * limit
            other = product >> WORD_BITS
            last = limit - 1
            items[last], items[other] = items[other], items[last]
        return items
