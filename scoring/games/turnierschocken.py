"""Document 001, the format of the tournament: one half, 5, 3 and 1 points."""

from dataclasses import dataclass
from typing import ClassVar

from scoring.hands import Hand

from .thirteen import ThirteenRulebook


@dataclass(frozen=True, kw_only=True, slots=True)
class Turnierschocken(ThirteenRulebook):
    key: ClassVar[str] = "turnierschocken"
    document: ClassVar[str] = "001"
    title: ClassVar[str] = "Turnierschocken"

    def worth(self, hand: Hand, throws: int) -> int:
        """001 rule 7: of equal hands the one with fewer throws is the better."""
        return hand.strength * (self.throws + 1) - throws

    def may_keep(self, pip: int) -> bool:
        """001 rule 1: only ones may be put aside."""
        return pip == 1

    def one_throw_only(self) -> bool:
        """001 rules 3 and 4: straights and generals count only in one throw."""
        return True
