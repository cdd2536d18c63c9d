"""Exact chances, as fractions, and the decisions that make the best of them."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product

from .dice import FACES, Throw
from .games.cup import CupRulebook, Shown, Turn, turns_of
from .games.klappen import FLAPS, Flaps, Klappen
from .games.play import ROLL, STAND, Action
from .games.thirteen import ThirteenRulebook
from .hands import Category, Hand

Goal = Callable[[Hand], bool]
"""What a player is after: says of a hand whether it will do."""


def at_least(wanted: Hand) -> Goal:
    """This hand of the same rulebook or a better one."""
    return lambda hand: hand.strength >= wanted.strength


def better_than(beaten: Hand) -> Goal:
    """Any better hand of the same rulebook."""
    return lambda hand: hand.strength > beaten.strength


def of_category(wanted: Category) -> Goal:
    """This category or one that is named after it, however it ranks."""
    return lambda hand: hand.category >= wanted


@cache
def throws_of(count: int) -> tuple[tuple[Throw, Fraction], ...]:
    """Every throw of so many dice with its probability."""
    counted = Counter(map(Throw, product(FACES, repeat=count)))
    return tuple((throw, Fraction(ways, 6**count)) for throw, ways in counted.items())


@dataclass(frozen=True, slots=True)
class Reach:
    """The best a player can do to end his turn with a hand that he wants.

    >>> from scoring.games.turnierschocken import Turnierschocken
    >>> Reach(Turnierschocken(), of_category(Category.SCHOCK)).within(2)
    Fraction(1457, 5832)
    """

    rules: CupRulebook
    goal: Goal
    known: dict[tuple[int, Throw], Fraction] = field(default_factory=dict, repr=False)

    def within(self, throws: int) -> Fraction:
        """From the full cup, with so many throws."""
        return self.chance(turns_of(self.rules).fresh[throws])

    def chance(self, turn: Turn) -> Fraction:
        """How likely the best decisions reach the goal from here."""
        if turn.hand is not None and self.goal(turn.hand):
            return Fraction(1)
        if turn.spent:
            return Fraction(0)
        return max(self.by(turn, action) for action in turn.legal)

    def by(self, turn: Turn, action: Action) -> Fraction:
        """How likely it is when this is done now and the best thereafter."""
        if action == STAND:
            return Fraction(turn.hand is not None and self.goal(turn.hand))
        turns = turns_of(self.rules)
        aside = turns.aside_after(turn, action)
        place = turn.limit - turn.throws, aside
        if place not in self.known:
            count = turns.thrown_by(turn, action)
            self.known[place] = sum(
                (
                    weight * self.chance(turns.after(turn, action, throw))
                    for throw, weight in throws_of(count)
                ),
                Fraction(0),
            )
        return self.known[place]

    def best(self, turn: Turn) -> tuple[Action, Fraction]:
        """The decision that most likely leads to the goal, and how likely."""
        return max(
            ((action, self.by(turn, action)) for action in turn.legal),
            key=lambda choice: choice[1],
        )


@cache
def reach_of(rules: ThirteenRulebook, wanted: Hand) -> Reach:
    return Reach(rules, at_least(wanted))


def chances(rules: ThirteenRulebook, turn: Turn) -> dict[Hand, Fraction]:
    """For each hand, best first: how likely the turn can end with it or better.

    Hands that are equally good are named once.
    """
    classes = {hand.strength: hand for hand in rules.ranking()}
    return {
        hand: reach_of(rules, hand).chance(turn)
        for _, hand in sorted(classes.items(), reverse=True)
    }


def spread(
    rules: CupRulebook, policy: Callable[[Shown], Action], limit: int
) -> dict[tuple[Hand, int], Fraction]:
    """How likely a player who decides so ends with each hand and number of throws."""
    turns = turns_of(rules)
    ends: dict[tuple[Hand, int], Fraction] = {}
    ahead: list[tuple[Turn, Fraction]] = [(turns.fresh[limit], Fraction(1))]
    while ahead:
        turn, likely = ahead.pop()
        action = (
            ROLL if not turn.throws else STAND if turn.spent else policy(turn.lifted)
        )
        if action == STAND:
            assert turn.hand is not None
            end = turn.hand, turn.throws
            ends[end] = ends.get(end, Fraction(0)) + likely
            continue
        ahead += [
            (turns.after(turn, action, throw), likely * weight)
            for throw, weight in throws_of(turns.thrown_by(turn, action))
        ]
    return ends


@dataclass(frozen=True, slots=True)
class BoxTurn:
    """What the best closing makes of a turn at the flaps.

    `penalty` is the least expected penalty; `shut` the greatest probability
    of closing all flaps, which may need other decisions.
    """

    rules: Klappen
    penalties: dict[Flaps, Fraction] = field(default_factory=dict, repr=False)
    shuts: dict[Flaps, Fraction] = field(default_factory=dict, repr=False)

    def penalty(self, open_flaps: Flaps = FLAPS) -> Fraction:
        """The least expected penalty of a turn with these flaps open."""
        if open_flaps not in self.penalties:
            self.penalties[open_flaps] = self.expected(
                open_flaps, self.penalty, min, Fraction(self.rules.penalty(open_flaps))
            )
        return self.penalties[open_flaps]

    def shut(self, open_flaps: Flaps = FLAPS) -> Fraction:
        """The greatest probability of closing all of these flaps."""
        if open_flaps not in self.shuts:
            stuck = Fraction(not open_flaps)
            self.shuts[open_flaps] = self.expected(open_flaps, self.shut, max, stuck)
        return self.shuts[open_flaps]

    def expected(
        self,
        open_flaps: Flaps,
        worth: Callable[[Flaps], Fraction],
        choose: Callable[..., Fraction],
        stuck: Fraction,
    ) -> Fraction:
        """The mean over all throws of the best closing, or of being stuck."""
        if not open_flaps:
            return stuck
        return sum(
            (
                weight
                * choose(
                    (
                        worth(without(open_flaps, flaps))
                        for flaps in self.rules.closings(open_flaps, throw)
                    ),
                    default=stuck,
                )
                for throw, weight in throws_of(self.rules.dice(open_flaps))
            ),
            Fraction(0),
        )

    def best(self, open_flaps: Flaps, dice: Throw) -> Flaps:
        """The closing after which the least penalty is to be expected."""
        return min(
            self.rules.closings(open_flaps, dice),
            key=lambda flaps: self.penalty(without(open_flaps, flaps)),
        )


@cache
def box_turn(rules: Klappen) -> BoxTurn:
    """The optimal turn of a rulebook, worked out once."""
    return BoxTurn(rules)


def without(open_flaps: Flaps, closed: Flaps) -> Flaps:
    return tuple(flap for flap in open_flaps if flap not in closed)
