"""Chance that nobody in the room has to trust.

A draw. When check-in closes the server shows the commitment of its secret; then
the room adds its part; both together give the seed; after the draw the secret is
shown. The server was bound before it knew the room's part, and the room did not
know the secret.

    commitment = SHA-256(secret in UTF-8), in hexadecimal
    seed       = HMAC-SHA256(key = secret in UTF-8, message = room's part in UTF-8)

The secret is text as it is printed, so any tool that hashes text can check it.

Dice. Each throw follows from the secret of the game, the parts its players added
and the number of the throw; a throw cannot be repeated or chosen.

    message(block) = "schockturnier dice 1"
                     + number of parts, 4 bytes + for each part: its length, 4 bytes,
                       and the part in UTF-8
                     + number of the throw, 8 bytes + block, 4 bytes
    stream         = HMAC-SHA256(secret, message(0)), HMAC-SHA256(secret, message(1)),
                     ... one after another
    dice           = of each byte of the stream below 252 the remainder by six, plus
                     one; bytes from 252 on are thrown away

All numbers are big-endian. Both constructions are fixed for ever; a change needs a
new version beside them.
"""

import hmac
import unicodedata
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count, islice

from .errors import BadNotation

SECRET_BYTES = 32
DICE_VERSION = b"schockturnier dice 1"
PIPS = 6
FAIR_BYTES = 256 - 256 % PIPS


def secret_text(entropy: bytes) -> str:
    """The secret as it is kept and shown, from 32 bytes of real randomness."""
    if len(entropy) != SECRET_BYTES:
        raise BadNotation(len(entropy))
    return entropy.hex()


def commitment(secret: str) -> str:
    """What is shown before the draw.

    >>> commitment("a secret")
    '984ca5162200734c592148f1820b71057f098573d138666b48663e4e30cd8d3a'
    """
    return sha256(utf8(secret)).hexdigest()


def room_part(called_out: str) -> str:
    """What the room called out, without the differences that nobody can hear.

    >>> room_part("  siebzehn   Äpfel ")
    'siebzehn Äpfel'
    """
    return " ".join(unicodedata.normalize("NFC", called_out).split())


def seed(secret: str, room: str) -> str:
    """The seed of a draw."""
    return hmac.digest(utf8(secret), utf8(room), "sha256").hex()


def derive_dice(
    secret: str, parts: Sequence[str], number: int, dice: int
) -> tuple[int, ...]:
    """The pips of throw `number`, so many dice, left to right.

    >>> derive_dice("a secret", ["Anna: 7", "Bert: 12"], number=1, dice=3)
    (6, 3, 3)
    """
    if dice < 1 or not 0 <= number < 1 << 64:
        raise BadNotation(number, dice)
    message = DICE_VERSION + len(parts).to_bytes(4, "big")
    for part in map(utf8, parts):
        message += len(part).to_bytes(4, "big") + part
    message += number.to_bytes(8, "big")
    return tuple(islice(pips_of(utf8(secret), message), dice))


def pips_of(key: bytes, message: bytes) -> Iterator[int]:
    for block in count():
        for byte in hmac.digest(key, message + block.to_bytes(4, "big"), "sha256"):
            if byte < FAIR_BYTES:
                yield byte % PIPS + 1


def utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise BadNotation(text) from None
