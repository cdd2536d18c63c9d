"""A game whose dice nobody can doubt: its record with everything they came from.

Before the first throw the server shows the commitment of its secret, then every
player adds a part. Throw by throw the dice follow from both and from the number
of the event in the record, counted from 1 (see fair.py). After the game the
secret is shown, and anybody can compute every throw again, here or with
`verify.js` in a browser.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import fair
from .dice import NOTHING, Throw
from .errors import BadNotation
from .games import Record, replay

FAIR = "fair"
LONGEST_PART = 64


def throw(secret: str, parts: Sequence[str], number: int, dice: int) -> Throw:
    """The dice of event `number` of a game.

    >>> throw("a secret", ["Anna: 7", "Bert: 12"], number=1, dice=3)
    Throw.parse('633')
    """
    return Throw(fair.derive_dice(secret, parts, number, dice)) if dice else NOTHING


@dataclass(frozen=True, slots=True)
class FairRecord:
    """A record with the secret of the server and the parts of the players, by seat."""

    record: Record
    secret: str
    parts: tuple[str, ...]
    commitment: str

    def as_json(self) -> dict[str, Any]:
        fairness = {
            "secret": self.secret,
            "commitment": self.commitment,
            "parts": list(self.parts),
        }
        return {**self.record.as_json(), FAIR: fairness}

    @classmethod
    def from_json(cls, data: Any) -> "FairRecord":
        """Read what `as_json` wrote; anything else is refused whole."""
        fairness = data.get(FAIR) if isinstance(data, dict) else None
        if not isinstance(fairness, dict) or set(fairness) != {
            "secret",
            "commitment",
            "parts",
        }:
            raise BadNotation("a record without its fairness")
        secret, parts = fairness["secret"], fairness["parts"]
        if (
            not isinstance(secret, str)
            or not isinstance(fairness["commitment"], str)
            or not isinstance(parts, list)
            or not all(isinstance(part, str) for part in parts)
        ):
            raise BadNotation("a record without its fairness")
        bare = {name: value for name, value in data.items() if name != FAIR}
        return cls(Record.from_json(bare), secret, tuple(parts), fairness["commitment"])


def verify_game(game: FairRecord) -> list[int]:
    """The numbers of the events whose dice are others than they must be.

    0 stands for the commitment. What the rules of the game forbid is refused.
    """
    wrong = [0] if fair.commitment(game.secret) != game.commitment else []
    for number, event in enumerate(game.record.events, start=1):
        if event.dice != throw(game.secret, game.parts, number, len(event.dice)):
            wrong.append(number)
    replay(game.record)
    return wrong
