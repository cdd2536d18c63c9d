"""What is said at a dice table: hands, throws, results and calls in words.

What the rules refuse is told by `wording.py`. Names come in by position.
"""

from collections.abc import Sequence

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.dice import Throw
from scoring.games import GAMES, Event, Game, Place, Reason
from scoring.games.cup import Laid
from scoring.games.klappen import KlappenGame, TurnEnd
from scoring.games.lids import CycleEnd, Edge, Source
from scoring.games.schock_ut import RollOff
from scoring.games.thirteen import (
    LidGame,
    Stage,
    StageKind,
    ThirteenRulebook,
)
from scoring.games.tief import Call, CallKind, TiefEnd, TiefGame
from scoring.hands import Category, Hand

Names = Sequence[str]

COUNTS = (
    gettext_lazy("none"),
    gettext_lazy("one"),
    gettext_lazy("two"),
    gettext_lazy("three"),
)

TITLES = {
    "turnierschocken": gettext_lazy("Tournament Schocken"),
    "schock-ut": gettext_lazy("Schock-Ut"),
    "schocken": gettext_lazy("Schocken"),
    "tief": gettext_lazy("Tief"),
    "klappen": gettext_lazy("Klappen"),
}

ABOUT = {
    "turnierschocken": gettext_lazy(
        "One half with 13 lids, as in the tournament: only ones are put aside."
    ),
    "schock-ut": gettext_lazy(
        "Two halves and a final: any die may be put aside, sixes become ones."
    ),
    "schocken": gettext_lazy(
        "Two halves and a final: a general is better than Schock 2."
    ),
    "tief": gettext_lazy(
        "One counts 100, six counts 60. Do not be the last one who is left."
    ),
    "klappen": gettext_lazy("Two dice and nine flaps: close as many as you can."),
}

REASONS = {
    Reason.OUT_STACK_EMPTY: gettext_lazy("no lid when the stack ran out"),
    Reason.OUT_GAVE_LAST_LID: gettext_lazy("gave the last lid away"),
    Reason.OUT_SCHOCK_OUT: gettext_lazy("out by a Schock out"),
    Reason.ALL_LIDS: gettext_lazy("has all lids"),
    Reason.WORST_AT_SCHOCK_OUT: gettext_lazy("worst hand at a Schock out"),
    Reason.PLAY_OFF: gettext_lazy("decided by a half among themselves"),
    Reason.THREE_ONES: gettext_lazy("three ones"),
    Reason.LAST_LEFT: gettext_lazy("the last one left"),
    Reason.LOST_BOTH_HALVES: gettext_lazy("lost both halves"),
    Reason.LOST_FINAL: gettext_lazy("lost the final"),
    Reason.WON_FINAL: gettext_lazy("won the final"),
    Reason.SUM_OF_PLACES: gettext_lazy("by the places in both halves"),
    Reason.SHUT_THE_BOX: gettext_lazy("closed every flap"),
    Reason.STILL_IN: gettext_lazy("still in"),
    Reason.ELIMINATED: gettext_lazy("out with too many points"),
    Reason.TOTAL: gettext_lazy("by the total"),
}


def title(game: str) -> str:
    return str(TITLES.get(game, GAMES[game].title))


def hand_words(hand: Hand) -> str:
    """ "Schock 4", "General 3", "Straight 543", "641" """
    if hand.category is Category.SCHOCK_OUT:
        return _("Schock out")
    if hand.category is Category.SCHOCK:
        return _("Schock %(value)s") % {"value": hand.value}
    if hand.category is Category.GENERAL:
        return _("General %(value)s") % {"value": hand.value}
    if hand.category is Category.STRAIGHT:
        return _("Straight %(dice)s") % {"dice": hand.throw}
    if hand.category is Category.SCRAP:
        return _("scrap")
    if hand.category is Category.POINTS:
        return points_words(hand.value)
    return str(hand.throw)


def kind_words(kind: Category) -> str:
    """What a kind of hand that takes lids is called, with no dice in mind."""
    return {
        Category.SCHOCK_OUT: _("Schock out"),
        Category.SCHOCK: _("Schock"),
        Category.GENERAL: _("General"),
        Category.STRAIGHT: _("Straight"),
        Category.PLAIN: _("Plain throw"),
    }[kind]


def percent(share: float) -> str:
    """ "4.2" or "42", of a share of 1"""
    return number_format(share * 100, decimal_pos=1 if share < 0.1 else 0)


def points_words(points: int) -> str:
    return ngettext("%(points)s point", "%(points)s points", points) % {
        "points": points
    }


def in_throws(throws: int) -> str:
    """ "in two" """
    return _("in %(count)s") % {"count": COUNTS[throws]}


def lids_words(count: int) -> str:
    return ngettext("%(count)s lid", "%(count)s lids", count) % {"count": count}


def dice_words(dice: Throw) -> str:
    return "-".join(map(str, dice))


def listed(words: Sequence[str]) -> str:
    """ "Anna, Bert and Uwe" """
    if len(words) < 2:
        return "".join(words)
    return _("%(some)s and %(last)s") % {
        "some": ", ".join(words[:-1]),
        "last": words[-1],
    }


# One event


def event_words(event: Event, after: Game, names: Names, hidden: bool) -> str:
    """What somebody did. `hidden`: the dice lie under the cup and are not told."""
    action, who = event.action, names[event.player]
    if action.flaps:
        done = _("closes %(flaps)s") % {"flaps": listed([*map(str, action.flaps)])}
    elif action.kind == "s":
        done = _("stands")
    else:
        steps = []
        if action.keep:
            steps.append(_("puts %(dice)s aside") % {"dice": dice_words(action.keep)})
        if action.turned:
            steps.append(turned_words(action.turned))
        if hidden:
            steps.append(_("throws, the cup stays down"))
        else:
            steps.append(_("throws %(dice)s") % {"dice": dice_words(event.dice)})
        done = listed(steps)
        if not hidden and (hand := hand_after(event.player, after)):
            done = f"{done} – {hand_words(hand)}"
    return f"{who}: {done}"


def turned_words(ones: int) -> str:
    if ones == 1:
        return _("turns two sixes into a one")
    return _("turns three sixes into two ones")


def turn_words(ones: int) -> str:
    """The same as a button says it."""
    if ones == 1:
        return _("Turn two sixes into a one")
    return _("Turn three sixes into two ones")


def hand_after(player: int, after: Game) -> Hand | None:
    """What lies before a player after his throw, where the game has hands."""
    if not isinstance(after, LidGame | TiefGame):
        return None
    if after.turn is not None and after.to_act[:1] == (player,):
        return after.turn.hand
    return None


# What came to an end


def end_words(before: Game, after: Game, names: Names) -> list[str]:
    """What ended with an event: a cycle and why it went so, or a turn at the flaps."""
    if isinstance(before, RollOff):
        return start_words(after, names)
    if isinstance(after, LidGame) and isinstance(before, LidGame):
        end = after.cycle.before
        if end is not None and after.cycle is not before.cycle:
            return cycle_words(end, after.rules, names)
    elif isinstance(after, TiefGame) and isinstance(before, TiefGame):
        low = after.cycle.before
        if low is not None and after.cycle is not before.cycle:
            return tief_words(low, names)
    elif (
        isinstance(after, KlappenGame)
        and isinstance(before, KlappenGame)
        and after.before is not None
        and after.tally is not before.tally
    ):
        total = after.tally.scores[after.before.player].total
        return [flaps_words(after.before, total, names)]
    return []


def start_words(after: Game, names: Names) -> list[str]:
    """000: who begins, or who has to throw for it again."""
    if isinstance(after, LidGame):
        starter = names[after.cycle.order[0]]
        return [_("%(name)s has the most pips and begins") % {"name": starter}]
    if isinstance(after, RollOff) and not any(after.thrown):
        again = listed([names[player] for player in after.waiting])
        return [_("Equal pips: %(names)s throw again") % {"names": again}]
    return []


def cycle_words(end: CycleEnd, rules: ThirteenRulebook, names: Names) -> list[str]:
    """ "Schock 4 beats General 3: 4 lids to Uwe", and who is out."""
    facts = {
        "why": edge_words(end.best, end.worst, rules),
        "lids": lids_words(end.moved),
        "best": names[end.best.player],
        "worst": names[end.worst.player],
    }
    if end.source is Source.ALL:
        line = _("%(why)s: all lids to %(worst)s") % facts
    elif end.source is Source.STACK:
        line = _("%(why)s: %(lids)s to %(worst)s") % facts
    else:
        line = _("%(why)s: %(lids)s from %(best)s to %(worst)s") % facts
    told = [line]
    if end.out:
        told.append(out_words([one.player for one in end.out], names))
    if end.done:
        told.append(_("%(name)s loses") % {"name": facts["worst"]})
    return told


def edge_words(best: Laid, worst: Laid, rules: ThirteenRulebook) -> str:
    """Why the best hand of a cycle lies before the worst."""
    facts = {
        "best": hand_words(best.hand),
        "worst": hand_words(worst.hand),
        "fewer": in_throws(best.throws),
        "more": in_throws(worst.throws),
    }
    edge = rules.edge(best, worst)
    if edge is Edge.FEWER_THROWS:
        return _("%(best)s %(fewer)s beats %(worst)s %(more)s") % facts
    if edge is Edge.EARLIER:
        return _("%(best)s came before %(worst)s") % facts
    return _("%(best)s beats %(worst)s") % facts


def out_words(players: Sequence[int], names: Names) -> str:
    who = listed([names[player] for player in players])
    return ngettext("%(names)s is out", "%(names)s are out", len(players)) % {
        "names": who
    }


def tief_words(end: TiefEnd, names: Names) -> list[str]:
    told = []
    for one in end.gone:
        line = _("Three ones: %(name)s is out") % {"name": names[one.player]}
        if one.player in end.announced:
            line = _("Three ones in one throw: %(name)s is out and owes a round") % {
                "name": names[one.player]
            }
        told.append(line)
    if end.low is not None and end.high is not None:
        facts = {
            "points": hand_words(end.low.hand),
            "throws": in_throws(end.low.throws),
            "low": names[end.low.player],
            "high": names[end.high.player],
        }
        if end.source is Source.STACK:
            line = _("%(points)s %(throws)s is low: a lid to %(low)s")
        else:
            line = _("%(points)s %(throws)s is low: a lid from %(high)s to %(low)s")
        told.append(line % facts)
    if end.out:
        told.append(out_words([one.player for one in end.out], names))
    return told


def flaps_words(end: TurnEnd, total: int, names: Names) -> str:
    facts = {
        "name": names[end.player],
        "flaps": listed([*map(str, end.open)]),
        "dice": dice_words(end.dice),
        "points": points_words(end.penalty),
        "total": total,
    }
    if not end.open:
        return _("%(name)s closes every flap: %(total)s in all") % facts
    return (
        _("Nothing fits %(dice)s, %(flaps)s stay open: %(points)s, %(total)s in all")
        % facts
    )


def call_words(call: Call) -> str:
    """002, the calls: "64 in zwei ist tief"."""
    facts = {
        "points": call.points or _("Scrap"),
        "throws": in_throws(call.throws),
    }
    if call.kind is CallKind.HIGH:
        return _("%(points)s is high") % facts
    if call.kind is CallKind.SAME_AS_LOW:
        return _("%(points)s again: the later one is low") % facts
    return _("%(points)s %(throws)s is low") % facts


# Where a game stands


def stage_words(stage: Stage | None, rules: ThirteenRulebook) -> str:
    """Which half is played, where a game has more than one."""
    if stage is None:
        return ""
    if stage.kind is StageKind.FINAL:
        return _("Final")
    if stage.kind is StageKind.PLAY_OFF:
        return _("Deciding half")
    if rules.key == "turnierschocken":
        return ""
    return _("Half %(number)s") % {"number": stage.number}


def place_words(place: Place) -> str:
    return str(REASONS[place.reason])


def win_words(order: Sequence[int], names: Names) -> str:
    """ "Uwe wins before Anna; Bert loses" """
    first, *middle, last = (names[player] for player in order)
    facts = {"first": first, "middle": listed(middle), "last": last}
    if not middle:
        return _("%(first)s wins, %(last)s loses") % facts
    return _("%(first)s wins, then %(middle)s; %(last)s loses") % facts
