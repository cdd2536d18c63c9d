"""What the rules can refuse."""

from enum import StrEnum


class Rule(StrEnum):
    """Every rule that can be broken. The words live in tournament/wording.py."""

    # a score sheet
    GAME_COUNT = "game_count"
    GAME_MISSING = "game_missing"
    GAME_PLACES = "game_places"
    TOTAL_RANGE = "total_range"
    TOTAL_UNREACHABLE = "total_unreachable"
    TOTALS_SUM = "totals_sum"
    TOTALS_IMPOSSIBLE = "totals_impossible"
    SCHOCK_OUTS = "schock_outs"
    # a draw
    TOO_FEW_ENTRANTS = "too_few_entrants"
    FIXED_TABLES = "fixed_tables"
    # a play-off
    PLAY_OFF_MEMBERS = "play_off_members"
    # a format
    FORMAT_NUMBERS = "format_numbers"
    # a rulebook and its options
    OPTION_UNKNOWN = "option_unknown"
    OPTION_VALUE = "option_value"
    PLAYER_COUNT = "player_count"
    STARTER_SEAT = "starter_seat"
    # a running game
    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    ACTION_UNKNOWN = "action_unknown"
    DICE_COUNT = "dice_count"
    # a turn with the cup
    THROW_FIRST = "throw_first"
    THROWS_SPENT = "throws_spent"
    KEEP_NOT_THROWN = "keep_not_thrown"
    KEEP_ONLY_ONES = "keep_only_ones"
    TURN_NEEDS_SIXES = "turn_needs_sixes"
    LEFT_OVER_SIX = "left_over_six"
    THROW_ONE_DIE = "throw_one_die"
    # a turn at the flaps
    CLOSE_FIRST = "close_first"
    FLAP_NOT_OPEN = "flap_not_open"
    FLAPS_DO_NOT_FIT = "flaps_do_not_fit"


class ScoringError(Exception):
    """Base of every error this package raises on purpose."""


class BadNotation(ScoringError):
    """Text that is no value at all: a bug or a forged request, never a player."""


class RuleBroken(ScoringError):
    """A player or scorer asked for something the rules forbid."""

    def __init__(self, rule: Rule, **facts: object) -> None:
        super().__init__(rule, facts)
        self.rule = rule
        self.facts = facts

    def __str__(self) -> str:
        """For the command line; a page has a sentence for each rule."""
        facts = ", ".join(f"{name} {value}" for name, value in self.facts.items())
        return f"{self.rule} ({facts})" if facts else str(self.rule)


class SheetWrong(RuleBroken):
    """A sheet that cannot be: the first fault, and all of them in `faults`."""

    def __init__(self, *faults: RuleBroken) -> None:
        super().__init__(faults[0].rule, **faults[0].facts)
        self.faults = faults
