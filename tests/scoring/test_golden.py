"""The golden cases: what the documents say, in the documents' words.

`pytest tests/scoring/test_golden.py --golden FILE` runs a further file. In the
cases a round is a cycle, a tile a flap; players are letters.
"""

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scoring.dice import Throw
from scoring.errors import RuleBroken
from scoring.games import GAMES, Event, Reason, Rulebook
from scoring.games.cup import Laid, Turn, turns_of
from scoring.games.klappen import Klappen, KlappenGame
from scoring.games.lids import Placed, Source
from scoring.games.play import ROLL, STAND, Action, close, roll
from scoring.games.thirteen import (
    LidGame,
    Played,
    Stage,
    StageKind,
    ThirteenRulebook,
    halves,
)
from scoring.games.tief import Tief, TiefGame
from scoring.hands import Category, Hand
from scoring.odds import Reach, box_turn, of_category
from scoring.points import Format
from scoring.sheets import games_problems, games_totals
from scoring.sitting import placings
from tests.scoring.table import lie

Case = dict[str, Any]

OURS = Path(__file__).parent / "golden" / "rulebooks.json"
CATEGORIES = {
    "aus": Category.SCHOCK_OUT,
    "schock": Category.SCHOCK,
    "general": Category.GENERAL,
    "strasse": Category.STRAIGHT,
    "einfach": Category.PLAIN,
}
GERMAN = {category: name for name, category in CATEGORIES.items()}


def cases_of(file: Path) -> list[Case]:
    cases: list[Case] = json.loads(file.read_text(encoding="utf-8"))["cases"]
    return cases


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    further = metafunc.config.getoption("golden", default=[])
    cases = [case for file in (OURS, *map(Path, further)) for case in cases_of(file)]
    metafunc.parametrize("case", cases, ids=[case["id"] for case in cases])


def test_golden(case: Case) -> None:
    by_document = {rules.document: rules for rules in GAMES.values()}
    rules = by_document[case["rulebook"]].with_options(case.get("options", {}))
    found = KINDS[case["kind"]](rules, case)
    assert named(found, case["expect"]) == comparable(case["expect"])


def named(found: Any, expect: Any) -> Any:
    """SCHEMA.md marks parts of an answer as optional: a case names what it asks."""
    if not (isinstance(found, dict) and isinstance(expect, dict)):
        return found
    return {key: value for key, value in found.items() if key in expect}


def comparable(expect: Any) -> Any:
    """Dice have no order, fractions and floats more than one notation."""
    if not isinstance(expect, dict):
        return expect
    return {
        key: sorted(value)
        if key in ("dice", "outside", "visible")
        else Fraction(value)
        if key == "fraction"
        else pytest.approx(value, rel=1e-12)
        if isinstance(value, float)
        else value
        for key, value in expect.items()
    }


def hand_of(rules: ThirteenRulebook, given: Case) -> Hand:
    return rules.hand(Throw(given["dice"]), given["one_throw"])


def laid_of(rules: ThirteenRulebook, player: int, given: Case, turn: int) -> Laid:
    return lie(
        rules,
        Throw(given["dice"]),
        one_throw=given["one_throw"],
        throws=given["throws"],
        player=player,
        place=turn,
    )


def classify(rules: ThirteenRulebook, case: Case) -> Case:
    hand = hand_of(rules, case)
    out = hand.category is Category.SCHOCK_OUT
    return {
        "category": GERMAN[hand.category],
        "value": hand.value,
        "penalty": "all" if out else hand.lids,
    }


def compare(rules: ThirteenRulebook, case: Case) -> str:
    one, other = (laid_of(rules, 0, case[which], case[which]["pos"]) for which in "ab")
    return "a" if one > other else "b"


def ranking(rules: ThirteenRulebook, case: Case) -> list[str]:
    strengths: dict[Throw, set[int]] = {}
    for hand in rules.ranking():
        strengths.setdefault(hand.throw, set()).add(hand.strength)
    names = [
        str(hand.throw)
        + (("h" if hand.one_throw else "a") if len(strengths[hand.throw]) > 1 else "")
        for hand in rules.ranking()
    ]
    return list(dict.fromkeys(names))


def turn_of(rules: Rulebook, case: Case) -> Turn:
    return turns_of(rules).at(
        case["limit"], case["throw_no"], Throw(case["outside"]), Throw(case["loose"])
    )


def legal(rules: Rulebook, case: Case) -> Case:
    turns, turn = turns_of(rules), turn_of(rules, case)
    action = roll(Throw(case["keep"]), case["turn"])
    try:
        turns.check(turn, action)
    except RuleBroken:
        return {"legal": False}
    return {"legal": True, "outside": sorted(turns.aside_after(turn, action))}


def decision(step: Case) -> Action:
    return roll(Throw(step.get("keep", ())), step.get("turn", 0))


def turn(rules: Rulebook, case: Case) -> Case | str:
    turns = turns_of(rules)
    now, action = turns.fresh[case["limit"]], ROLL
    try:
        for step in case["script"]:
            now = turns.after(now, action, Throw(step["dice"]))
            action = decision(step)
        if action != ROLL:
            turns.check(now, action)
            return "illegal"
    except RuleBroken:
        return "illegal"
    return {
        "dice": sorted(now.aside.join(now.loose)),
        "one_throw": not now.aside,
        "throws": now.throws,
    }


def cycle(rules: ThirteenRulebook, case: Case) -> Case:
    seats = sorted({*case["lids"], *case["order"]})
    laid = [
        laid_of(rules, seats.index(player), case["hands"][player], place)
        for place, player in enumerate(case["order"])
    ]
    lids = [case["lids"].get(player, 0) for player in seats]
    end = rules.settle(laid, lids, case["stack"])
    best, worst = seats[end.best.player], seats[end.worst.player]
    sources = {Source.STACK: "stack", Source.ALL: "all", Source.BEST: best}
    return {
        "ranked": [seats[one.player] for one in end.ranked],
        "best": best,
        "worst": worst,
        "moved": end.moved,
        "source": sources[end.source],
        "lids": {player: end.lids[seats.index(player)] for player in case["lids"]},
        "stack": end.stack,
        "out": [seats[one.player] for one in end.out],
        "done": end.done,
        "next": worst,
    }


def play_turn(game: LidGame, player: int, script: Sequence[Case]) -> LidGame:
    """One player's throws of a cycle; he stands when he might go on."""
    action = ROLL
    for step in script:
        game = game.after(Event(player, action, Throw(step["dice"])))
        action = decision(step)
    if game.to_act == (player,) and game.turn.throws:
        game = game.after(Event(player, STAND))
    return game


def half(rules: ThirteenRulebook, case: Case) -> Case:
    seats = case["seats"]
    game = rules.start(len(seats), seats.index(case["starter"]))
    assert isinstance(game, LidGame)
    after = []
    for scripts in case["rounds"]:
        playing = game.cycle.order
        assert {seats[player] for player in playing} == set(scripts)
        for player in playing:
            game = play_turn(game, player, scripts[seats[player]])
        end = game.cycle.before
        assert end is not None
        after.append(
            {
                "best": seats[end.best.player],
                "worst": seats[end.worst.player],
                "moved": end.moved,
                "stack": end.stack,
                "lids": {seats[player]: end.lids[player] for player in sorted(playing)},
            }
        )
    (order,) = halves(game.match.played)
    names = [seats[one.player] for one in order]
    played: Case = {"order": names, "after": after}
    if "points" in case["expect"]:
        played["points"] = totals_of([names])
    return played


def match(rules: ThirteenRulebook, case: Case) -> Case:
    seats = case["seats"]
    everybody = tuple(range(len(seats)))

    def played(kind: StageKind, order: str) -> Played:
        players = [seats.index(player) for player in order]
        dice = Throw.parse("221")
        return Played(
            Stage(kind, 1, tuple(sorted(players)), players[0]),
            tuple(
                Placed(
                    one, Reason.ALL_LIDS, 1, lie(rules, dice, player=one, place=place)
                )
                for place, one in enumerate(players)
            ),
        )

    first, second = (played(StageKind.HALF, order) for order in case["halves"])
    assert rules.next_stage((first,)) == Stage(
        StageKind.HALF, 2, everybody, first.order[-1]
    )
    stages: tuple[Played, ...] = (first, second)
    final = rules.next_stage(stages)
    result: Case = {"final": final is not None}
    if final is not None:
        stages = (*stages, played(StageKind.FINAL, case["final"]))
        losers = [first.order[-1], second.order[-1]]
        assert set(final.players) == set(losers)
        result["final_players"] = [seats[player] for player in losers]
        result["final_starter"] = seats[final.starter]
    result["order"] = [seats[player] for player in rules.outcome(stages).order]
    return result


def sheet_of(orders: Sequence[Sequence[str]]) -> tuple[list[str], list[str]]:
    """Who sits where, and the games as a score sheet has them."""
    seats = sorted({player for order in orders for player in order})
    return seats, placings(
        [[seats.index(player) for player in order] for order in orders]
    )


def totals_of(orders: Sequence[Sequence[str]]) -> dict[str, int]:
    seats, games = sheet_of(orders)
    return dict(zip(seats, games_totals(games, Format()), strict=False))


def points(rules: Rulebook, case: Case) -> Case:
    _, games = sheet_of(case["orders"])
    totals = totals_of(case["orders"])
    ok = not games_problems(games, Format())
    return {"totals": totals, "sum": sum(totals.values()), "ok": ok}


def starter(rules: Rulebook, case: Case) -> Case:
    drawn = case["draw_order"]
    previous = [drawn.index(player) for player in case.get("previous_order", ())]
    seat = rules.table_starter(case["game_no"], previous, len(drawn))
    return {"starter": None if seat is None else drawn[seat]}


def start_pips(rules: Rulebook, case: Case) -> Case:
    seats = sorted(case["rolls"][0])
    game = rules.start(len(seats))
    for rolls in case["rolls"]:
        for player, dice in rolls.items():
            game = game.after(Event(seats.index(player), ROLL, Throw(dice)))
    assert isinstance(game, LidGame)
    return {"starter": seats[game.to_act[0]]}


def visible(rules: ThirteenRulebook, case: Case) -> Case:
    """The starter stands where he likes: only his third throw is his last allowed."""
    allowed = rules.throws if case["role"] == "starter" else case["limit"]
    seen = turn_of(rules, case | {"limit": allowed}).seen
    return {"visible": sorted((*seen.aside, *seen.loose)), "hidden": seen.hidden}


def tief_points(rules: Tief, case: Case) -> int:
    return rules.points(Throw(case["dice"]))


def tief_lids(rules: Tief, case: Case) -> int:
    return rules.lids_for(case["players"])


def tief_round(rules: Tief, case: Case) -> Case:
    seats = sorted({*case["lids"], *case["order"]})
    laid = [
        lie(rules, Throw(case["hands"][player]), player=seats.index(player), place=n)
        for n, player in enumerate(case["order"])
        if player in case["hands"]
    ]
    unthrown = len(case["order"]) - len(laid)
    lids = [case["lids"].get(player, 0) for player in seats]
    end = rules.settle(laid, unthrown, lids, case["stack"])
    left = {one.player for one in (*end.gone, *end.out)}
    high = seats[end.high.player] if end.high else None
    low = seats[end.low.player] if end.low else None
    sources = {None: None, Source.STACK: "stack", Source.BEST: high}
    return {
        "hoch": high,
        "tief": low,
        "source": sources[end.source],
        "lids": {
            seats[player]: end.lids[player]
            for player in range(len(seats))
            if player not in left and seats[player] in case["lids"]
        },
        "stack": end.stack,
        "gone": [seats[one.player] for one in end.gone],
        "out": [seats[one.player] for one in end.out],
        "done": end.done,
        "next": low,
    }


def tief_game(rules: Tief, case: Case) -> Case:
    seats = case["seats"]
    rules = rules.with_options({"lids": case["lids"]})
    game = rules.start(len(seats), seats.index(case["starter"]))
    assert isinstance(game, TiefGame)
    for dice in case["rounds"]:
        number = game.cycle.number
        for player in game.cycle.order:
            thrown = Throw(dice.get(seats[player], (2, 2, 2)))
            game = game.after(Event(player, ROLL, thrown))
        while game.turn is not None and game.cycle.number == number:
            game = game.after(Event(game.to_act[0], STAND))
    assert game.outcome is not None
    return {"order": [seats[player] for player in game.outcome.order]}


def stb_moves(rules: Klappen, case: Case) -> list[list[int]]:
    sets = rules.closings(tuple(sorted(case["open"])), Throw(case["dice"]))
    return sorted(map(list, sets))


def stb_turn(rules: Klappen, case: Case) -> Case | str:
    game = rules.start(2)
    try:
        for step in case["steps"]:
            game = game.after(Event(0, ROLL, Throw(step["dice"])))
            if "close" in step:
                game = game.after(Event(0, close(step["close"])))
    except RuleBroken:
        return "illegal"
    assert isinstance(game, KlappenGame)
    end = game.before
    return {"open": list(end.open), "penalty": end.penalty} if end else "illegal"


def stb_match(rules: Klappen, case: Case) -> list[str]:
    if rules.score == "digits" and "rounds" not in case.get("options", {}):
        rules = rules.with_options({"rounds": len(case["rounds"])})
    seats = case["seats"]
    tally = rules.tally(len(seats))
    for penalties in case["rounds"]:
        for player in tally.playing[: len(penalties)]:
            penalty = penalties[seats[player]]
            tally = tally.penalised(penalty, shut=penalty == 0)
    return [seats[player] for player in tally.ranking]


def stb_value(rules: Klappen, case: Case) -> Case:
    box = box_turn(rules)
    exact = box.shut() if case["goal"] == "max_shut" else box.penalty()
    forms: Case = {"fraction": exact, "value": float(exact)}
    return {form: forms[form] for form in case["expect"]}


def probability(rules: ThirteenRulebook, case: Case) -> Case:
    goal = of_category(CATEGORIES[case["goal"]])
    return {"fraction": Reach(rules, goal).within(case["throws"])}


KINDS: dict[str, Callable[[Any, Case], Any]] = {
    "classify": classify,
    "compare": compare,
    "ranking": ranking,
    "legal": legal,
    "turn": turn,
    "round": cycle,
    "half": half,
    "match": match,
    "points": points,
    "starter": starter,
    "start_pips": start_pips,
    "visible": visible,
    "tief_points": tief_points,
    "tief_lids": tief_lids,
    "tief_round": tief_round,
    "tief_game": tief_game,
    "stb_moves": stb_moves,
    "stb_turn": stb_turn,
    "stb_match": stb_match,
    "stb_value": stb_value,
    "probability": probability,
}
