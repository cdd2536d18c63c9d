"""What the tournament's flow can refuse. The words live in tournament/wording.py."""

from enum import StrEnum


class Refusal(StrEnum):
    """Every deed that comes at the wrong moment or from a stale page."""

    CREATED_ALREADY = "created_already"
    CLOSED = "closed"
    NOT_CLOSED = "not_closed"
    NOT_PLAYED_OUT = "not_played_out"
    PLAY_OFFS_OPEN = "play_offs_open"
    FORMAT_FIXED = "format_fixed"
    ROUNDS_DRAWN = "rounds_drawn"
    NAME_DIFFERS = "name_differs"
    NUMBER_TAKEN = "number_taken"
    NUMBERS_FIXED = "numbers_fixed"
    SAME_NAME = "same_name"
    LIST_CHANGED = "list_changed"
    WAS_DRAWN = "was_drawn"
    IS_WITHDRAWN = "is_withdrawn"
    IS_NOT_WITHDRAWN = "is_not_withdrawn"
    ALL_ROUNDS_DRAWN = "all_rounds_drawn"
    SHEETS_MISSING = "sheets_missing"
    NOT_PUBLISHED = "not_published"
    HAS_RESULTS = "has_results"
    SAME_SEAT = "same_seat"
    SAME_PERSON = "same_person"
    APART_ALREADY = "apart_already"
    APART_NO_LONGER = "apart_no_longer"
    REASON_MISSING = "reason_missing"
    NO_PLAY_OFF = "no_play_off"
    LAST_ORGANISER = "last_organiser"
    SET_UP_ALREADY = "set_up_already"
    INVITATION_USED = "invitation_used"
    ALREADY_DRAWN = "already_drawn"
    DRAW_GONE = "draw_gone"
    ALREADY_ENTERED = "already_entered"
    SEATS_CHANGED = "seats_changed"
    LOTS_DRAWN = "lots_drawn"
    # at the dice table
    NO_DICE_TABLES = "no_dice_tables"
    OTHERS_PLAYED = "others_played"
    ONLY_COMPUTERS = "only_computers"
    TOO_MANY_TABLES = "too_many_tables"
    PLAY_OFF_BY_HAND = "play_off_by_hand"
    SEAT_TAKEN = "seat_taken"
    NOT_YOUR_SEAT = "not_your_seat"
    SEATS_FREE = "seats_free"
    PARTS_MAY_COME = "parts_may_come"
    NOT_STARTED = "not_started"
    COMPUTER_PLAYS = "computer_plays"
    CLOCK_RUNS = "clock_runs"
    DICE_MOVED_ON = "dice_moved_on"
    ORDER_INCOMPLETE = "order_incomplete"
    WORKBOOK_STALE = "workbook_stale"


class Refused(Exception):
    """A deed was refused, with the facts that its sentence needs."""

    def __init__(self, refusal: Refusal, **facts: object) -> None:
        super().__init__(refusal, facts)
        self.refusal = refusal
        self.facts = facts


class Stale(Refused):
    """Somebody else was faster; what they did stands and can be looked at."""
