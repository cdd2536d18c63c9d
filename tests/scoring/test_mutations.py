"""Wrong rules, each caught by a test of the rules or a golden case.

A mutant is one rule of the documents turned wrong by replacing one method,
function or number. `catchers` are the golden cases and the tests that need no
arguments; whoever adds a rule adds its wrong sister here.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from scoring.dice import Throw
from scoring.errors import Rule, RuleBroken
from scoring.games import klappen, thirteen
from scoring.games.cup import CupRulebook, Turn, Turns, turns_of
from scoring.games.klappen import Klappen, KlappenGame, Tally
from scoring.games.lids import CycleEnd, settle
from scoring.games.rulebook import Rulebook
from scoring.games.schock_ut import RollOff, SchockUt
from scoring.games.schocken import Schocken
from scoring.games.thirteen import LidGame, ThirteenRulebook
from scoring.games.tief import Tief, TiefEnd, TiefGame
from scoring.games.turnierschocken import Turnierschocken
from scoring.games.two_halves import TwoHalvesRulebook
from scoring.hands import Category
from tests.scoring import test_golden
from tests.scoring.games import (
    test_cup,
    test_klappen,
    test_lids,
    test_rulebook,
    test_schock_ut,
    test_schocken,
    test_tief,
    test_turnierschocken,
    test_two_halves,
)

Wrong = Callable[..., Any]

FAILURES = (AssertionError, RuleBroken, pytest.fail.Exception)
"""How a test fails; any other error would be a fault of the mutant."""


@dataclass(frozen=True)
class Mutant:
    """`owner.name` becomes `wrong`, which may call what was there as `right`."""

    rule: str
    owner: Any
    name: str
    wrong: Wrong

    def __str__(self) -> str:
        return self.rule


def wrapped(right: Any, wrong: Wrong) -> Wrong:
    """`wrong` gets what was there before as its first argument."""

    def replaced(*given: Any, **named: Any) -> Any:
        return wrong(right, *given, **named)

    return replaced


def constant(value: Any) -> Wrong:
    return lambda right, *given, **named: value


def without_rule(rule: Rule) -> Wrong:
    """Whatever this rule forbids is allowed."""

    def lenient(right: Wrong, *given: Any) -> None:
        try:
            right(*given)
        except RuleBroken as error:
            if error.rule is not rule:
                raise

    return lenient


def lids_for(**lids: int) -> Wrong:
    """Other numbers of lids for some categories."""

    def wrong(right: Wrong, rules: Any, category: Category, value: int) -> int:
        return lids.get(category.name, right(rules, category, value))

    return wrong


def changed_end(change: Callable[[CycleEnd, Any, int], CycleEnd]) -> Wrong:
    """A cycle ends as it should, then something is done wrong."""

    def wrong(right: Wrong, ranked: Any, lids: Any, stack: int, **rest: Any) -> Any:
        return change(right(ranked, lids, stack, **rest), lids, stack)

    return wrong


def overdrawn_stack(end: CycleEnd, lids: Any, stack: int) -> CycleEnd:
    more = end.best.hand.lids - end.moved if stack else 0
    after = [*end.lids]
    after[end.worst.player] += more
    return end._replace(lids=tuple(after), moved=end.moved + more)


def overdrawn_best(end: CycleEnd, lids: Any, stack: int) -> CycleEnd:
    more = 0 if stack or end.source == "all" else end.best.hand.lids - end.moved
    after = [*end.lids]
    after[end.best.player] -= more
    after[end.worst.player] += more
    return end._replace(lids=tuple(after), moved=end.moved + more)


def out_in_order_of_play(end: CycleEnd, lids: Any, stack: int) -> CycleEnd:
    return end._replace(out=tuple(sorted(end.out, key=lambda one: one.laid.turn)))


def nobody_out(when: str) -> Wrong:
    def change(end: CycleEnd, lids: Any, stack: int) -> CycleEnd:
        return end._replace(out=()) if end.source == when and not end.done else end

    return changed_end(change)


def schock_out_moves_six(end: CycleEnd, lids: Any, stack: int) -> CycleEnd:
    if end.source != "all":
        return end
    after = [*lids]
    after[end.worst.player] += min(6, stack)
    return end._replace(lids=tuple(after), stack=max(0, stack - 6), out=(), done=False)


def thrower_of_schock_out_wins_alone(end: CycleEnd, lids: Any, stack: int) -> CycleEnd:
    rest = sorted(end.out[1:], key=lambda one: one.player)
    return end._replace(out=(*end.out[:1], *rest)) if end.source == "all" else end


def by_lids(right: Wrong, ranked: Any, lids: Any, stack: int, **rest: Any) -> Any:
    return settle(ranked, lids, stack, cycle=1, lids_after_schock_out=True)


def best_begins(right: Wrong, starter: int, players: Any, out: Any = ()) -> Any:
    order = right(starter, players, out)
    return (*order[1:], order[0]) if tuple(players) != tuple(sorted(players)) else order


def counter_clockwise(right: Wrong, starter: int, players: Any, out: Any = ()) -> Any:
    first, *others = right(starter, players, out)
    return (first, *reversed(others))


def free_limit(right: Wrong, game: LidGame, event: Any) -> Any:
    after = right(game, event)
    if after.laid and after.turn.throws == 0:
        return after._replace(turn=after.turns.fresh[3])
    return after


def turned_lies_as_six(right: Wrong, turns: Turns, turn: Turn, action: Any) -> Any:
    aside = right(turns, turn, action._replace(turned=0))
    return aside.join(Throw((6,) * action.turned))


def never_two(right: Wrong, rules: Any, turn: Turn, action: Any) -> None:
    if action.turned == 2:
        raise RuleBroken(Rule.TURN_NEEDS_SIXES)
    right(rules, turn, action)


def two_throws(right: Wrong, match: Any, turns: Turns, cycle: Any) -> Any:
    return right(match, turns, cycle)._replace(turn=turns.fresh[2])


def open_view(right: Wrong, game: LidGame, player: int | None) -> Any:
    return right(game, player)._replace(laid=tuple(turn.lifted for turn in game.laid))


def blind_view(right: Wrong, game: LidGame, player: int | None) -> Any:
    return right(game, None)


def late_lie(right: Wrong, turn: Turn, player: int, place: int) -> Any:
    return right(turn, player, -place)


def swapped_final(right: Wrong, rules: Any, played: Any) -> Any:
    stage = right(rules, played)
    if stage is None or stage.kind != "final":
        return stage
    (other,) = set(stage.players) - {stage.starter}
    return replace(stage, starter=other)


def first_drawn_begins_again(right: Wrong, rules: Any, played: Any) -> Any:
    stage = right(rules, played)
    return stage and (replace(stage, starter=0) if stage.number == 2 else stage)


def always_final(right: Wrong, rules: Any, played: Any) -> Any:
    stage = right(rules, played)
    if stage is None and len(played) == 2:
        return thirteen.Stage(thirteen.StageKind.FINAL, 3, (0, 1), 0)
    return stage


def never_final(right: Wrong, rules: Any, played: Any) -> Any:
    return None if len(played) == 2 else right(rules, played)


def by_second_half_only(right: Wrong, rules: Any, played: Any) -> Any:
    outcome = right(rules, played)
    second = played[1].order
    *rest, last = sorted(outcome.places, key=lambda place: second.index(place.player))
    return replace(outcome, places=(*rest, last))


def winner_of_the_final_by_his_places(right: Wrong, rules: Any, played: Any) -> Any:
    outcome = right(rules, played)
    sums = dict(outcome.places[0].facts)
    assert sums
    *rest, last = outcome.places
    return replace(
        outcome,
        places=(*sorted(rest, key=lambda place: dict(place.facts)["sum"]), last),
    )


def lowest_begins(right: Wrong, game: RollOff, event: Any) -> Any:
    turned = Throw(7 - pip for pip in event.dice)
    return right(game, event._replace(dice=turned))


def earlier_begins(right: Wrong, game: RollOff, event: Any) -> Any:
    after = right(game, event)
    if isinstance(after, RollOff) and len(after.waiting) < len(game.thrown) - 1:
        return after
    if isinstance(after, RollOff) and not any(after.thrown):
        return game.rules.first_half(game.players, after.waiting[0])
    return after


def all_throw_again(right: Wrong, game: RollOff, event: Any) -> Any:
    after = right(game, event)
    if isinstance(after, RollOff) and not any(after.thrown):
        return replace(after, waiting=tuple(range(game.players)))
    return after


def changed_tief(change: Callable[[TiefEnd, Any, int], TiefEnd]) -> Wrong:
    def wrong(
        right: Wrong, rules: Any, laid: Any, left: int, lids: Any, stack: int, *n: int
    ) -> Any:
        return change(right(rules, laid, left, lids, stack, *n), lids, stack)

    return wrong


def two_lids(end: TiefEnd, lids: Any, stack: int) -> TiefEnd:
    return replace(end, stack=max(0, end.stack - 1))


def gone_lids_return(end: TiefEnd, lids: Any, stack: int) -> TiefEnd:
    after = [*end.lids]
    for one in end.gone:
        after[one.player] = 0
    back = sum(end.lids) - sum(after)
    return replace(end, lids=tuple(after), stack=end.stack + back)


def tief_out_in_order(end: TiefEnd, lids: Any, stack: int) -> TiefEnd:
    return replace(end, out=tuple(sorted(end.out, key=lambda one: one.laid.turn)))


def tief_nobody_out(end: TiefEnd, lids: Any, stack: int) -> TiefEnd:
    return replace(end, out=()) if not end.done else end


def lifted_by_all(right: Wrong, game: TiefGame, player: int | None) -> Any:
    view = right(game, player)
    return replace(view, covered=tuple(map(str, game.thrown)))


def last_must_throw(right: Wrong, rules: Any, hand: Any) -> bool:
    return right(rules, hand) and hand.one_throw


def may_stand(right: Wrong, game: KlappenGame, player: int, action: Any) -> None:
    if action.kind == "s":
        return
    right(game, player, action)


def next_turn_at_once(right: Wrong, tally: Tally, penalty: int, shut: bool) -> Tally:
    after = right(tally, penalty, shut)
    in_play = [one for one in after.scores if one.eliminated is None]
    return replace(after, playing=()) if len(in_play) <= 1 else after


def standing(*parts: int) -> Wrong:
    """Rank by these parts of the right key only, in this order."""

    def wrong(right: Wrong, tally: Tally, player: int) -> tuple[int, ...]:
        key = right(tally, player)
        return (*(key[part] for part in parts), key[-1])

    return wrong


def general_first(right: Wrong, rules: Any, category: Any, *rest: Any) -> Any:
    swap = {Category.GENERAL: Category.SCHOCK, Category.SCHOCK: Category.GENERAL}
    return right(rules, swap.get(category, category), *rest)


def straight_first(right: Wrong, rules: Any, category: Any, *rest: Any) -> Any:
    swap = {Category.GENERAL: Category.STRAIGHT, Category.STRAIGHT: Category.GENERAL}
    return right(rules, swap.get(category, category), *rest)


def low_values_first(kind: Category) -> Wrong:
    def wrong(
        right: Wrong, rules: Any, category: Any, value: int, one_throw: bool
    ) -> Any:
        return right(rules, category, -value if category is kind else value, one_throw)

    return wrong


def sum_of_pips(right: Wrong, rules: Any, throw: Throw) -> int:
    return sum(throw)


MUTANTS = [
    # turns with the cup
    Mutant("001 rule 1: any die aside", Turnierschocken, "may_keep", constant(True)),
    Mutant("004: only ones aside", CupRulebook, "may_keep",
           lambda right, rules, pip: pip == 1),
    Mutant("001 rule 8: no turning", CupRulebook, "check_roll",
           lambda right, rules, turn, action: right(
               rules, turn, action._replace(turned=action.turned * 2))),
    Mutant("001 rule 8: one six is enough", CupRulebook, "check_roll",
           without_rule(Rule.TURN_NEEDS_SIXES)),
    Mutant("001 rule 8: the left-over six stays", CupRulebook, "check_roll",
           without_rule(Rule.LEFT_OVER_SIX)),
    Mutant("A-14: no further throw needed", CupRulebook, "check_roll",
           without_rule(Rule.THROWS_SPENT)),
    Mutant("A-14: all dice aside", CupRulebook, "check_roll",
           without_rule(Rule.THROW_ONE_DIE)),
    Mutant("dice aside that were not thrown", CupRulebook, "check_roll",
           without_rule(Rule.KEEP_NOT_THROWN)),
    Mutant("A-20: a turned six is a six", Turns, "aside_after", turned_lies_as_six),
    Mutant("A-19: three sixes are not turned", CupRulebook, "check_roll", never_two),
    Mutant("A-14: dice aside come back", Turns, "thrown_by",
           lambda right, turns, turn, action: 3 if action.kind == "r" else 0),
    Mutant("a turn of two throws", thirteen, "starting", two_throws),
    # what hands are worth
    Mutant("001 rule 3: assembled straights count", Turnierschocken, "one_throw_only",
           constant(False)),
    Mutant("A-8: assembled straights do not count", TwoHalvesRulebook,
           "one_throw_only", constant(True)),
    Mutant("A-8: the option is ignored", TwoHalvesRulebook, "one_throw_only",
           constant(False)),
    Mutant("001: general over Schock", ThirteenRulebook, "rank", general_first),
    Mutant("001: straight over general", ThirteenRulebook, "rank", straight_first),
    Mutant("001 rule 4: low generals first", ThirteenRulebook, "rank",
           low_values_first(Category.GENERAL)),
    Mutant("001 rule 5: low Schocks first", ThirteenRulebook, "rank",
           low_values_first(Category.SCHOCK)),
    Mutant("001 rule 3: low straights first", ThirteenRulebook, "rank",
           low_values_first(Category.STRAIGHT)),
    Mutant("001 rule 2: low plain throws first", ThirteenRulebook, "rank",
           low_values_first(Category.PLAIN)),
    Mutant("A-12: pips are added", ThirteenRulebook, "plain_value", sum_of_pips),
    Mutant("A-17: sixty by default", SchockUt, "plain_value",
           lambda right, rules, throw: sum(60 if pip == 6 else pip for pip in throw)),
    Mutant("000: 111 is 111", SchockUt, "rank",
           lambda right, rules, category, value, one: (category, value)),
    Mutant("000: 111 assembled is better", SchockUt, "rank",
           lambda right, rules, category, value, one: right(
               rules, category, value, not one)),
    Mutant("004: Schock 2 over general", Schocken, "rank",
           lambda right, rules, category, value, one: (category, value)),
    Mutant("A-22: the option is ignored", Schocken, "rank",
           lambda right, rules, category, value, one: right(
               Schocken(), category, value, one)),
    Mutant("001 rule 7: throws do not matter", Turnierschocken, "worth",
           lambda right, rules, hand, throws: hand.strength),
    Mutant("A-11: throws before the hand", Turnierschocken, "worth",
           lambda right, rules, hand, throws: hand.strength - 1000 * throws),
    Mutant("001 rule 7: more throws are better", Turnierschocken, "worth",
           lambda right, rules, hand, throws: right(rules, hand, -throws)),
    Mutant("000: throws matter", CupRulebook, "worth",
           lambda right, rules, hand, throws: hand.strength * 4 - throws),
    Mutant("001 rule 6: the later is better", Turn, "lie", late_lie),
    # lids
    Mutant("001: plain costs two", ThirteenRulebook, "lids", lids_for(PLAIN=2)),
    Mutant("001: straights cost three", ThirteenRulebook, "lids", lids_for(STRAIGHT=3)),
    Mutant("001: generals cost two", ThirteenRulebook, "lids", lids_for(GENERAL=2)),
    Mutant("001: a Schock costs three", ThirteenRulebook, "lids", lids_for(SCHOCK=3)),
    Mutant("A-4: more than the stack has", thirteen, "settle",
           changed_end(overdrawn_stack)),
    Mutant("A-5: more than the best has", thirteen, "settle",
           changed_end(overdrawn_best)),
    Mutant("A-6: stays in without a lid", thirteen, "settle", nobody_out("best")),
    Mutant("A-2: stays in when the stack is empty", thirteen, "settle",
           nobody_out("stack")),
    Mutant("A-1: out in the order of play", thirteen, "settle",
           changed_end(out_in_order_of_play)),
    Mutant("001 rule 6: Schock out moves six", thirteen, "settle",
           changed_end(schock_out_moves_six)),
    Mutant("A-3: after a Schock out by seats", thirteen, "settle",
           changed_end(thrower_of_schock_out_wins_alone)),
    Mutant("A-3: after a Schock out by lids", thirteen, "settle", by_lids),
    # order of play
    Mutant("the next after the worst begins", thirteen, "order_from", best_begins),
    Mutant("counter-clockwise", thirteen, "order_from", counter_clockwise),
    Mutant("the starter does not limit", LidGame, "after", free_limit),
    Mutant("001 rule 1: always the first drawn", Rulebook, "table_starter",
           constant(0)),
    Mutant("A-13: the winner begins", Rulebook, "table_starter",
           lambda right, rules, number, previous=(), players=3: (
               previous[0] if previous else 0)),
    # what is hidden
    Mutant("the last throw lies open", LidGame, "view", open_view),
    Mutant("nobody peeks", LidGame, "view", blind_view),
    Mutant("every turn is covered", ThirteenRulebook, "covers", constant(True)),
    Mutant("only a third throw is covered", ThirteenRulebook, "covers",
           lambda right, rules, throws, limit: throws == 3),
    Mutant("open_throws is ignored", ThirteenRulebook, "covers",
           lambda right, rules, throws, limit: throws == limit),
    # matches
    Mutant("the first drawn begins half 2", TwoHalvesRulebook, "next_half",
           first_drawn_begins_again),
    Mutant("A-16: the loser of half 1 begins the final", TwoHalvesRulebook,
           "next_half", swapped_final),
    Mutant("000: a final after two lost halves", TwoHalvesRulebook, "next_half",
           always_final),
    Mutant("000: never a final", TwoHalvesRulebook, "next_half", never_final),
    Mutant("A-15: by the second half only", TwoHalvesRulebook, "outcome",
           by_second_half_only),
    Mutant("A-15: a finalist by his places", TwoHalvesRulebook, "outcome",
           winner_of_the_final_by_his_places),
    Mutant("stack_empty is ignored", ThirteenRulebook, "play_off", constant(None)),
    Mutant("000: the first drawn begins", SchockUt, "table_starter", constant(0)),
    Mutant("000: the lowest throw begins", RollOff, "after", lowest_begins),
    Mutant("000: of equal throws the first begins", RollOff, "after", earlier_begins),
    Mutant("000: all throw again", RollOff, "after", all_throw_again),
    # Tief
    Mutant("002: a six counts six", Tief, "points",
           lambda right, rules, throw: right(rules, throw) - 54 * throw.count(6)),
    Mutant("002: a one counts one", Tief, "points",
           lambda right, rules, throw: right(rules, throw) - 99 * throw.count(1)),
    Mutant("002: scrap counts its pips", Tief, "points",
           lambda right, rules, throw: right(rules, throw) or sum(throw)),
    Mutant("002: the first of equals is low", Tief, "low",
           lambda right, rules, laid: min(
               laid, key=lambda one: (one.hand.value, one.turn))),
    Mutant("A-25: the last of equals is high", Tief, "high",
           lambda right, rules, laid: max(
               laid, key=lambda one: (one.hand.value, one.turn))),
    Mutant("002: two lids a cycle", Tief, "settle", changed_tief(two_lids)),
    Mutant("A-24: lids of the gone return", Tief, "settle",
           changed_tief(gone_lids_return)),
    Mutant("A-26: out in the order of play", Tief, "settle",
           changed_tief(tief_out_in_order)),
    Mutant("002: stays in without a lid", Tief, "settle",
           changed_tief(tief_nobody_out)),
    Mutant("002: three ones stay in", Tief, "goes", constant(False)),
    Mutant("002: three ones of one throw only", Tief, "goes", last_must_throw),
    Mutant("A-27: two lids a player", Tief, "lids_for",
           lambda right, rules, players: right(rules, players) - 1),
    Mutant("002: the cups are open", TiefGame, "view", lifted_by_all),
    # Klappen
    Mutant("A-32: two dice to the end", Klappen, "dice", constant(2)),
    Mutant("A-32: one die at seven", Klappen, "dice",
           lambda right, rules, flaps: 1 if sum(flaps) <= 7 else 2),
    Mutant("A-32: one die below six", Klappen, "dice",
           lambda right, rules, flaps: 1 if sum(flaps) < 6 else 2),
    Mutant("A-31: exact by default", klappen, "closings_of",
           lambda right, closing, *rest: right("exact", *rest)),
    Mutant("A-31: any is always allowed", klappen, "closings_of",
           lambda right, closing, *rest: right("any", *rest)),
    Mutant("A-31: lenient is exact", klappen, "closings_of",
           lambda right, closing, *rest: right(
               "exact" if closing == "lenient" else closing, *rest)),
    Mutant("A-30: numbers are sums", Klappen, "penalty",
           lambda right, rules, flaps: sum(flaps)),
    Mutant("003: the number of flaps counts", Klappen, "penalty",
           lambda right, rules, flaps: len(flaps)),
    Mutant("003: 45 is still in", Klappen, "eliminated",
           lambda right, rules, total: total > 45),
    Mutant("A-30: numbers eliminate", Klappen, "eliminated",
           lambda right, rules, total: total >= 45),
    Mutant("003: closing is not forced", KlappenGame, "check", may_stand),
    Mutant("A-29: the round is broken off", Tally, "penalised", next_turn_at_once),
    Mutant("A-28: the total first", Tally, "standing", standing(0, 2, 3)),
    Mutant("A-28: the last penalty does not count", Tally, "standing",
           standing(0, 1, 2)),
    Mutant("A-28: the last penalty first", Tally, "standing", standing(0, 1, 3, 2)),
    Mutant("A-33: shutting the box wins nothing", Tally, "penalised",
           lambda right, tally, penalty, shut: right(tally, penalty, False)),
    Mutant("A-33: shutting the box always wins", Tally, "penalised",
           lambda right, tally, penalty, shut: replace(
               right(tally, penalty, False), shut_by=tally.player if shut else None)),
]  # fmt: skip

RULE_TESTS = (
    test_cup,
    test_lids,
    test_turnierschocken,
    test_two_halves,
    test_schock_ut,
    test_schocken,
    test_tief,
    test_klappen,
    test_rulebook,
)


@cache
def catchers() -> tuple[Callable[[], None], ...]:
    """Every test of a rule that needs no arguments."""
    return tuple(
        test
        for module in RULE_TESTS
        for name, test in vars(module).items()
        if name.startswith("test_") and not inspect.signature(test).parameters
    )


def slow(case: dict[str, Any]) -> bool:
    return case["kind"] in ("stb_value", "probability")


def caught_by() -> str | None:
    """The first test or golden case that fails."""
    for test in catchers():
        try:
            test()
        except FAILURES:
            return test.__name__
    for case in test_golden.cases_of(test_golden.OURS):
        if not slow(case):
            try:
                test_golden.test_golden(case)
            except FAILURES:
                return str(case["id"])
    return None


CLOSINGS = klappen.closings_of


@contextmanager
def fresh_caches() -> Iterator[None]:
    """What a wrong rule computed is not remembered by anybody."""
    caches = (turns_of, thirteen.hands_of, CLOSINGS)
    for remembered in caches:
        remembered.cache_clear()
    yield
    for remembered in caches:
        remembered.cache_clear()


def test_the_right_rules_are_not_caught() -> None:
    assert len(catchers()) > 80
    assert caught_by() is None


def test_every_wrong_rule_has_its_own_name() -> None:
    assert len({mutant.rule for mutant in MUTANTS}) == len(MUTANTS) >= 40


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_a_wrong_rule_is_caught(
    mutant: Mutant, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = inspect.getattr_static(mutant.owner, mutant.name)
    with fresh_caches():
        monkeypatch.setattr(mutant.owner, mutant.name, wrapped(right, mutant.wrong))
        caught = caught_by()
        monkeypatch.undo()

    assert caught is not None
