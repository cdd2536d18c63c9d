"""What a table shows of a game, and what it offers to whoever is to act.

Dice come out of `Game.view` and nothing else, so that a die under a cup is in no
page: not even its owner's, who peeks by a request of his own (`peeked`).
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from scoring.dice import NOTHING, Throw
from scoring.errors import RuleBroken
from scoring.games import Action, Game, View
from scoring.games.cup import Laid, Shown, Turn
from scoring.games.klappen import FLAPS, KlappenGame, KlappenView, TurnEnd
from scoring.games.lids import CycleEnd
from scoring.games.play import ROLL, STAND, roll
from scoring.games.schock_ut import RollOffView
from scoring.games.thirteen import Cycle, LidGame, LidView, ThirteenRulebook
from scoring.games.tief import TiefCycle, TiefEnd, TiefGame, TiefView
from scoring.hands import Category
from scoring.odds import Reach, at_least, better_than, box_turn, of_category
from tournament import dice_words as words
from tournament.playing import Play, Sitting, Step
from tournament.wording import sentence

SIX = 6
LONG_WORD = 9


@dataclass(frozen=True)
class Die:
    """A die that lies there. `name` is its own, so that a new throw is new dice."""

    pip: int
    name: str


@dataclass(frozen=True)
class Lying:
    """What lies before a player; `hidden` dice are under his cup."""

    aside: tuple[Die, ...] = ()
    loose: tuple[Die, ...] = ()
    hidden: int = 0
    hand: str = ""
    throws: int = 0
    is_old: bool = False

    @property
    def is_covered(self) -> bool:
        return self.hidden > 0


@dataclass(frozen=True)
class Seat:
    """A place at the table, as it is drawn."""

    position: int
    name: str
    is_taken: bool
    is_mine: bool
    computer: str
    is_turn: bool = False
    begins: bool = False
    lids: int | None = None
    total: int | None = None
    is_out: bool = False
    lying: Lying | None = None
    can_peek: bool = False

    @property
    def has_long_name(self) -> bool:
        """Whether a word of it is wider than a seat on a phone."""
        return any(len(word) > LONG_WORD for word in self.name.split())

    @property
    def is_free(self) -> bool:
        return not (self.is_taken or self.computer)


@dataclass(frozen=True)
class Flap:
    number: int
    is_open: bool


@dataclass(frozen=True)
class Board:
    """The middle of the table: the state of a game without its people."""

    seats: tuple[Seat, ...]
    stage: str = ""
    cycle: int = 0
    stack: int | None = None
    limit: int | None = None
    most: int | None = None
    calls: tuple[str, ...] = ()
    flaps: tuple[Flap, ...] = ()
    dice: tuple[Die, ...] = ()
    last: tuple[str, ...] = ()


@dataclass(frozen=True)
class Handle:
    """A die of one's own throw, and whether it may be put aside."""

    die: Die
    may_keep: bool


@dataclass(frozen=True)
class Chance:
    label: str
    percent: str


@dataclass(frozen=True)
class Control:
    """What the player in focus may do now, and why not more."""

    position: int
    name: str
    is_alone: bool
    can_throw: bool
    can_stand: bool
    is_first: bool
    throws: int
    limit: int
    hand: str
    aside: tuple[Die, ...]
    loose: tuple[Handle, ...]
    turns: tuple[tuple[str, str], ...]
    flaps: tuple[Flap, ...]
    closings: tuple[tuple[str, str], ...]
    dice: tuple[Die, ...]
    reasons: tuple[str, ...]
    chances: tuple[Chance, ...]

    @property
    def can_keep(self) -> bool:
        return any(handle.may_keep for handle in self.loose)


@dataclass(frozen=True)
class Line:
    """One event in words. `is_end` tells what a cycle came to."""

    text: str
    by_computer: bool = False
    is_end: bool = False


# What lies on the table


def dice_of(pips: Sequence[int], name: str) -> tuple[Die, ...]:
    return tuple(Die(pip, f"{name}-{at}") for at, pip in enumerate(pips))


def lying(shown: Shown, name: str) -> Lying | None:
    """A turn as it is shown; nothing before its first throw."""
    if not shown.throws:
        return None
    return Lying(
        aside=dice_of(shown.aside, f"a{name}"),
        loose=dice_of(shown.loose, f"d{name}-{shown.throws}"),
        hidden=shown.hidden,
        hand=words.hand_words(shown.hand) if shown.hand else "",
        throws=shown.throws,
    )


def board_of(play: Play, state: Game, seats: Sequence[Seat], is_running: bool) -> Board:
    """What everybody sees: nothing but the view of a spectator."""
    view = state.view(None)
    name = f"{play.row.number}"
    board = Board(tuple(seats))
    if isinstance(view, LidView) and isinstance(state, LidGame):
        board = lid_board(view, state, seats, name)
    elif isinstance(view, TiefView) and isinstance(state, TiefGame):
        board = tief_board(view, state, seats, name)
    elif isinstance(view, KlappenView):
        board = flap_board(view, seats, name, play)
    elif isinstance(view, RollOffView):
        board = start_board(view, seats, name)
    to_act = state.to_act if is_running and play.order is None else ()
    turned = tuple(
        replace(seat, is_turn=seat.position in to_act, can_peek=may_peek(state, seat))
        for seat in board.seats
    )
    return replace(board, seats=turned)


def may_peek(state: Game, seat: Seat) -> bool:
    """Whether this browser may lift the cup of the seat for itself."""
    return (
        seat.is_mine
        and bool(seat.lying and seat.lying.is_covered)
        and bool(peeked(state, seat.position))
    )


def lid_board(view: LidView, state: LidGame, seats: Sequence[Seat], name: str) -> Board:
    cycle = view.cycle
    name = f"{name}-{len(view.match.played)}-{cycle.number}"
    before = cycle.before
    shown: dict[int, Lying | None] = {}
    is_new = not view.laid and not (view.turn and view.turn.throws)
    if before is not None and is_new:
        shown = {
            one.player: lifted(one, f"{name}-o{one.player}") for one in before.ranked
        }
    for player, turn in zip(cycle.order, view.laid, strict=False):
        shown[player] = lying(turn, f"{name}-{player}")
    if view.turn is not None and view.turn.throws:
        player = cycle.order[len(view.laid)]
        shown[player] = lying(view.turn, f"{name}-{player}")
    return Board(
        seats=with_lids(seats, cycle, shown),
        stage=words.stage_words(view.match.stage, state.rules),
        cycle=cycle.number,
        stack=cycle.stack,
        limit=view.limit,
        most=state.rules.throws,
        last=tuple(last_cycle(before, state, seats)),
    )


def with_lids(
    seats: Sequence[Seat], cycle: Cycle | TiefCycle, shown: Mapping[int, Lying | None]
) -> tuple[Seat, ...]:
    """The places in a cycle: lids, and what lies before each player."""
    return tuple(
        replace(
            seat,
            lids=cycle.lids[seat.position],
            lying=shown.get(seat.position),
            begins=cycle.order[:1] == (seat.position,),
            is_out=seat.position not in cycle.order,
        )
        for seat in seats
    )


def lifted(laid: Laid, name: str) -> Lying:
    """A hand of the cycle before, as it lay when all cups were lifted."""
    return Lying(
        loose=dice_of(laid.hand.throw, name),
        hand=words.hand_words(laid.hand),
        throws=laid.throws,
        is_old=True,
    )


def last_cycle(
    before: CycleEnd | TiefEnd | None, state: Game, seats: Sequence[Seat]
) -> list[str]:
    names = [seat.name for seat in seats]
    if isinstance(before, CycleEnd) and isinstance(state, LidGame):
        return words.cycle_words(before, state.rules, names)
    if isinstance(before, TiefEnd):
        return words.tief_words(before, names)
    return []


def tief_board(
    view: TiefView, state: TiefGame, seats: Sequence[Seat], name: str
) -> Board:
    cycle = view.cycle
    name = f"{name}-{cycle.number}"
    before = cycle.before
    shown: dict[int, Lying | None] = {}
    if before is not None and len(view.waiting) == len(cycle.order):
        shown = {
            one.player: lifted(one, f"{name}-o{one.player}") for one in before.laid
        }
    for player, turn in zip(cycle.order, view.laid, strict=False):
        shown[player] = lying(turn, f"{name}-{player}")
    if view.turn is not None:
        player = cycle.order[len(view.laid)]
        shown[player] = lying(view.turn, f"{name}-{player}")
    for player in view.covered:
        shown[player] = Lying(hidden=3, throws=1)
    return Board(
        seats=with_lids(seats, cycle, shown),
        cycle=cycle.number,
        stack=cycle.stack,
        limit=view.limit,
        most=state.rules.throws,
        calls=tuple(map(words.call_words, view.calls)),
        last=tuple(last_cycle(before, state, seats)),
    )


def start_board(view: RollOffView, seats: Sequence[Seat], name: str) -> Board:
    """000: what was thrown so far for who begins."""
    shown = {
        player: Lying(loose=dice_of(throw, f"s{name}-{player}"), throws=1)
        for player, throw in enumerate(view.thrown)
        if throw is not None
    }
    return Board(
        seats=tuple(replace(seat, lying=shown.get(seat.position)) for seat in seats),
        stage=_("throwing for who begins"),
    )


def flap_board(
    view: KlappenView, seats: Sequence[Seat], name: str, play: Play
) -> Board:
    tally = view.tally
    before = view.before
    last = (last_flaps(before, view, seats),) if before is not None else ()
    return Board(
        seats=tuple(
            replace(
                seat,
                total=tally.scores[seat.position].total,
                begins=tally.order[:1] == (seat.position,),
                is_out=tally.scores[seat.position].eliminated is not None,
            )
            for seat in seats
        ),
        cycle=tally.number,
        flaps=flaps_of(view.open),
        dice=dice_of(view.dice, f"d{name}-{play.next_number}"),
        last=last,
    )


def last_flaps(end: TurnEnd, view: KlappenView, seats: Sequence[Seat]) -> str:
    names = [seat.name for seat in seats]
    total = view.tally.scores[end.player].total
    said = words.flaps_words(end, total, names)
    return said if not end.open else f"{names[end.player]}: {said}"


def flaps_of(open_flaps: Sequence[int]) -> tuple[Flap, ...]:
    return tuple(Flap(number, number in open_flaps) for number in FLAPS)


# Peeking


def peeked(state: Game, player: int) -> Shown | None:
    """A player's own throw under his cup; None where he has none or may not look."""
    view: View = state.view(player)
    public = state.view(None)
    if not (isinstance(view, LidView) and isinstance(public, LidView)):
        return None  # 002: nobody peeks
    for owner, own, seen in zip(view.cycle.order, view.laid, public.laid, strict=False):
        if owner == player and seen.hidden:
            return own
    return None


# What may be done


def control_of(
    sitting: Sitting, mine: AbstractSet[int], names: Sequence[str]
) -> Control | None:
    """For the seat of this browser that is to act; on a tablet the first of them."""
    play = sitting.now
    state = play.state
    playing = {seat.position for seat in sitting.people} & mine
    player = next((one for one in state.to_act if one in playing), None)
    if player is None:
        return None
    legal = state.legal(player)
    shown = own_turn(state, player)
    name = f"{play.row.number}-{play.next_number}"
    loose = shown.loose if shown else NOTHING
    can_roll = any(action.kind == ROLL.kind for action in legal)
    keeps = {pip for action in legal for pip in action.keep}
    fresh = shown is None or not shown.throws
    flap_state = state if isinstance(state, KlappenGame) else None
    closings = [action for action in legal if action.flaps]
    return Control(
        position=player,
        name=names[player],
        is_alone=len(mine) < 2,
        can_throw=can_roll,
        can_stand=STAND in legal,
        is_first=fresh,
        throws=shown.throws if shown else 0,
        limit=shown.limit if shown else 0,
        hand=words.hand_words(shown.hand) if shown and shown.hand else "",
        aside=dice_of(shown.aside, f"ca{name}") if shown else (),
        loose=tuple(
            Handle(die, die.pip in keeps) for die in dice_of(loose, f"c{name}")
        ),
        turns=tuple(
            (f"t{ones}", words.turn_words(ones))
            for ones in sorted({action.turned for action in legal} - {0})
        ),
        flaps=flaps_of(flap_state.open) if flap_state else (),
        closings=tuple(
            (str(action), " + ".join(map(str, action.flaps))) for action in closings
        ),
        dice=dice_of(flap_state.dice, f"c{name}") if flap_state else (),
        reasons=tuple(reasons(state, player, shown)),
        chances=tuple(chances_of(state)) if sitting.table.chances else (),
    )


def own_turn(state: Game, player: int) -> Shown | None:
    """The player's turn under way, as he sees it."""
    view = state.view(player)
    if isinstance(view, LidView | TiefView):
        return view.turn
    return None


def reasons(state: Game, player: int, shown: Shown | None) -> Iterator[str]:
    """Why something is not offered that a player may look for, in the rule's words."""
    if isinstance(state, KlappenGame):
        if state.dice:
            yield from refusals(state, player, [ROLL])
        return
    if shown is None or not shown.throws:
        return
    tries = [roll(Throw((pip,))) for pip in shown.loose if len(shown.loose) > 1]
    tries.append(roll(shown.loose))
    if SIX in shown.loose:
        tries.append(roll(turned=1))
    yield from refusals(state, player, tries)


def refusals(state: Game, player: int, tries: Sequence[Action]) -> list[str]:
    told: dict[str, None] = {}
    for action in tries:
        try:
            state.dice_for(player, action)
        except RuleBroken as error:
            told[sentence(error)] = None
    return list(told)


# Chances


def chances_of(state: Game) -> Iterator[Chance]:
    """How likely the best decisions still lead to what is worth having."""
    if isinstance(state, LidGame):
        rules: ThirteenRulebook = state.rules
        # The lowest of each, not its name: in 004 a general is better than Schock 2.
        schock = rules.hand(Throw.parse("211"), one_throw=False)
        general = rules.hand(Throw.parse("222"), one_throw=True)
        for label, goal in (
            (_("Schock out"), of_category(Category.SCHOCK_OUT)),
            (_("a Schock or better"), at_least(schock)),
            (_("a general or better"), at_least(general)),
        ):
            likely = Reach(rules, goal).chance(state.turn)
            yield Chance(label, words.percent(float(likely)))
    elif isinstance(state, TiefGame) and state.turn is not None:
        yield from tief_chances(state, state.turn)
    elif isinstance(state, KlappenGame):
        box = box_turn(state.rules)
        if not state.dice:
            yield Chance(
                _("close every flap"), words.percent(float(box.shut(state.open)))
            )
            expected = float(box.penalty(state.open))
            yield Chance(_("points to be expected"), number_format(expected, 1))


def tief_chances(state: TiefGame, turn: Turn) -> Iterator[Chance]:
    """A-25: who only equals the low is the low now."""
    compared = state.rules.compared(state.lying)
    if not compared:
        return
    low = state.rules.low(compared)
    likely = Reach(state.rules, better_than(low.hand)).chance(turn)
    yield Chance(_("higher than the low so far"), words.percent(float(likely)))


# What was said


def covered(state: Game) -> tuple[int, ...]:
    """Whose last throw is under a cup that is not lifted yet."""
    view = state.view(None)
    if isinstance(view, LidView):
        return tuple(
            player
            for player, shown in zip(view.cycle.order, view.laid, strict=False)
            if shown.hidden
        )
    return view.covered if isinstance(view, TiefView) else ()


def under_cups(state: Game, steps: Sequence[Step]) -> set[int]:
    """The places among these steps whose dice nobody may see in this state."""
    waiting = set(covered(state))
    hidden = set()
    for at in range(len(steps) - 1, -1, -1):
        event = steps[at].event
        if event.player in waiting and event.dice:
            hidden.add(at)
            waiting.remove(event.player)
        if not waiting:
            break
    return hidden


def told(state: Game, steps: Sequence[Step], names: Sequence[str]) -> list[Line]:
    """What happened until this state, without the dice that are still covered."""
    hidden = under_cups(state, steps)
    lines = []
    for at, step in enumerate(steps):
        text = words.event_words(step.event, step.after, names, at in hidden)
        lines.append(Line(text, step.written.by_computer))
        lines += [
            Line(end, is_end=True)
            for end in words.end_words(step.before, step.after, names)
        ]
    return lines
