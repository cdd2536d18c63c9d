"""A match of two halves and a final: what 000 and 004 have in common."""

from dataclasses import dataclass

from .play import Outcome, Place, Reason
from .rulebook import gettext_noop, option
from .thirteen import Played, Stage, StageKind, ThirteenRulebook, halves

ONE_THROW = gettext_noop(
    "Must the dice of a straight or a general lie in one throw, or do they count "
    "however they were assembled?"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class TwoHalvesRulebook(ThirteenRulebook):
    """000, 004: the loser of the match pays; it is found in two halves and a final."""

    one_throw: bool = option(False, (False, True), ONE_THROW)

    def one_throw_only(self) -> bool:
        """A-8: they count over several throws, unless chosen otherwise."""
        return self.one_throw

    def next_half(self, played: tuple[Played, ...]) -> Stage | None:
        """The loser of half 1 begins half 2. Who loses both is the absolute loser;
        else the two losers play a final, which the loser of half 2 begins (A-16)."""
        losers = [order[-1].player for order in halves(played)]
        if played[-1].stage.kind is StageKind.FINAL or losers[0] in losers[1:]:
            return None
        if len(losers) == 1:
            everybody = played[0].stage.players
            return Stage(StageKind.HALF, 2, everybody, losers[0])
        finalists = sorted(losers)
        return Stage(StageKind.FINAL, 3, tuple(finalists), losers[1])

    def outcome(self, played: tuple[Played, ...]) -> Outcome:
        """A-15: the loser of the final is last, the other finalist before him, the
        rest by the sum of their places, then by the second half."""
        orders = [[one.player for one in order] for order in halves(played)]
        last = played[-1]
        if last.stage.kind is StageKind.FINAL:
            ends = [
                (last.order[0], Reason.WON_FINAL),
                (last.order[1], Reason.LOST_FINAL),
            ]
        else:
            ends = [(orders[0][-1], Reason.LOST_BOTH_HALVES)]
        losers = {player for player, _ in ends}
        sums = {
            player: sum(order.index(player) + 1 for order in orders)
            for player in orders[1]
        }
        rest = sorted(
            (player for player in orders[1] if player not in losers),
            key=lambda player: (sums[player], orders[1].index(player)),
        )
        ranked = [*((player, Reason.SUM_OF_PLACES) for player in rest), *ends]
        return Outcome(
            tuple(
                Place(
                    player,
                    place,
                    reason,
                    (
                        ("first_half", orders[0].index(player) + 1),
                        ("second_half", orders[1].index(player) + 1),
                        ("sum", sums[player]),
                    ),
                )
                for place, (player, reason) in enumerate(ranked, start=1)
            )
        )
