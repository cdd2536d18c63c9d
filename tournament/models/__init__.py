"""Facts. Each is appended or belongs to a person; nothing derived is stored."""

from .results import PlayOffEntry, PlayOffGame, SheetEntry
from .rounds import Draw, Seat, SitOut, Table
from .tournaments import Deed, Entrant, Invitation, LogEntry, Membership, Tournament

__all__ = [
    "Deed",
    "Draw",
    "Entrant",
    "Invitation",
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
