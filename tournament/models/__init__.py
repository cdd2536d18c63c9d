"""Facts. Each is appended or belongs to a person; nothing derived is stored."""

from .dice import DiceEvent, DiceGame, DicePart, DiceSeat, DiceTable
from .results import PlayOffEntry, PlayOffGame, SheetEntry
from .rounds import Draw, DrawSecret, Seat, SitOut, Table
from .tournaments import (
    Deed,
    Entrant,
    Invitation,
    KeptApart,
    LogEntry,
    Membership,
    Tournament,
)

__all__ = [
    "Deed",
    "DiceEvent",
    "DiceGame",
    "DicePart",
    "DiceSeat",
    "DiceTable",
    "Draw",
    "DrawSecret",
    "Entrant",
    "Invitation",
    "KeptApart",
    "LogEntry",
    "Membership",
    "PlayOffEntry",
    "PlayOffGame",
    "Seat",
    "SheetEntry",
    "SitOut",
    "Table",
    "Tournament",
]
