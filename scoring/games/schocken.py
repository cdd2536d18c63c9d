"""Document 004: Schocken."""

from dataclasses import dataclass
from typing import ClassVar

from scoring.hands import Category

from .rulebook import gettext_noop, option
from .two_halves import TwoHalvesRulebook

GENERAL_OVER_S2 = gettext_noop("Is a general better than Schock 2?")


@dataclass(frozen=True, kw_only=True, slots=True)
class Schocken(TwoHalvesRulebook):
    key: ClassVar[str] = "schocken"
    document: ClassVar[str] = "004"
    title: ClassVar[str] = "Schocken"

    general_over_s2: bool = option(True, (True, False), GENERAL_OVER_S2)

    def rank(self, category: Category, value: int, one_throw: bool) -> tuple[int, ...]:
        """004: a general is even better than Schock 2 (A-22)."""
        if self.general_over_s2 and (category, value) == (Category.SCHOCK, 2):
            return (Category.GENERAL, 0)
        return (category, value)
