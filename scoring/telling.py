"""A game as readable text, for the command line. Pages have their own words."""

from collections.abc import Iterator

from .games.cup import Laid
from .games.klappen import KlappenGame
from .games.lids import CycleEnd, Source
from .games.play import STAND, Event, Game, Record
from .games.thirteen import LidGame, Stage, StageKind
from .games.tief import TiefEnd, TiefGame


def name(player: int) -> str:
    return f"P{player + 1}"


def event_line(event: Event) -> str:
    """
    >>> event_line(Event.parse("0r1t1:3")), event_line(Event.parse("2c18"))
    ('P1 puts 1 aside, turns 1, throws 3', 'P3 closes 1 8')
    """
    action, who = event.action, name(event.player)
    if action == STAND:
        return f"{who} stands"
    if action.flaps:
        return f"{who} closes {' '.join(map(str, action.flaps))}"
    parts = [f"puts {action.keep} aside"] if action.keep else []
    parts += [f"turns {action.turned}"] if action.turned else []
    return f"{who} {', '.join([*parts, f'throws {event.dice}'])}"


def hand_words(laid: Laid) -> str:
    return f"{name(laid.player)} {laid.hand} in {laid.throws}"


def cycle_line(end: CycleEnd) -> str:
    """What a cycle did to the lids."""
    hands = " > ".join(map(hand_words, end.ranked))
    source = {
        Source.STACK: f"from the stack, {end.stack} left",
        Source.BEST: f"from {name(end.best.player)}",
        Source.ALL: "after the Schock out",
    }[end.source]
    line = f"   {hands}: {end.moved} to {name(end.worst.player)} {source}"
    out = "".join(f"; {name(one.player)} is out" for one in end.out)
    lost = f"; {name(end.worst.player)} has lost the half" if end.done else ""
    return f"{line}{out}{lost}"


def stage_line(stage: Stage) -> str:
    """Which half comes next."""
    title = {
        StageKind.HALF: f"Half {stage.number}",
        StageKind.PLAY_OFF: f"Play-off of half {stage.number}",
        StageKind.FINAL: "Final",
    }[stage.kind]
    players = ", ".join(map(name, stage.players))
    return f"{title}: {players}; {name(stage.starter)} begins"


def tief_line(end: TiefEnd) -> str:
    line = "   " + ", ".join(map(hand_words, end.laid))
    if end.low is not None and end.high is not None:
        giver = "the stack" if end.source is Source.STACK else name(end.high.player)
        line += f": {name(end.low.player)} is low, 1 from {giver}, {end.stack} left"
    return line + "".join(
        f"; {name(one.player)} is out" for one in (*end.gone, *end.out)
    )


def end_lines(before: Game, after: Game) -> Iterator[str]:
    """What came to an end with an event: a cycle, or a turn at the flaps."""
    if isinstance(after, LidGame) and isinstance(before, LidGame):
        if after.cycle.before is not None and after.cycle != before.cycle:
            yield cycle_line(after.cycle.before)
        stage = after.match.stage
        if stage is not None and stage is not before.match.stage:
            yield stage_line(stage)
    elif isinstance(after, TiefGame) and isinstance(before, TiefGame):
        if after.cycle.before is not None and after.cycle != before.cycle:
            yield tief_line(after.cycle.before)
    elif (
        isinstance(after, KlappenGame)
        and isinstance(before, KlappenGame)
        and after.before is not None
        and after.tally != before.tally
    ):
        end = after.before
        total = after.tally.scores[end.player].total
        left = " ".join(map(str, end.open)) or "nothing"
        yield f"   {name(end.player)} leaves {left} open: {end.penalty}, in all {total}"


def tell(record: Record, game: Game) -> Iterator[str]:
    """The story of a record, from the game before its first event."""
    yield f"{record.game}, {record.players} players"
    for event in record.events:
        after = game.after(event)
        yield event_line(event)
        yield from end_lines(game, after)
        game = after
    if game.outcome is None:
        yield "The game is not over."
        return
    for place in game.outcome.places:
        facts = ", ".join(f"{fact} {value}" for fact, value in place.facts)
        yield f"{place.place}. {name(place.player)}: {place.reason} ({facts})"
