"""The sentence for every rule, refusal and deed: the only place for their words."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from django.db.models import DateField
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from scoring.draw import Explanation, Finding, HandFinding, Proof, Why
from scoring.draw_record import Part
from scoring.errors import Rule, RuleBroken
from tournament.errors import Refusal, Refused
from tournament.lists.grid import Trouble, Unreadable
from tournament.lists.roster import Doubt, Meaning, Remark
from tournament.lists.tables import Fault, Slip
from tournament.models import Deed, Entrant, LogEntry, Membership, Tournament

SENTENCES = {
    Rule.GAME_COUNT: gettext_lazy(
        "The sheet has %(got)s games, it must have %(want)s."
    ),
    Rule.GAME_MISSING: gettext_lazy("Game %(game)s is missing."),
    Rule.GAME_PLACES: gettext_lazy(
        "Game %(game)s: first, second and third place are given once each."
    ),
    Rule.TOTAL_RANGE: gettext_lazy(
        "Seat %(seat)s: %(total)s points cannot be, only %(least)s to %(most)s can."
    ),
    Rule.TOTAL_UNREACHABLE: gettext_lazy(
        "Seat %(seat)s: no games add up to %(total)s points."
    ),
    Rule.TOTALS_SUM: gettext_lazy(
        "The three totals sum to %(got)s, it must be %(want)s."
    ),
    Rule.TOTALS_IMPOSSIBLE: ngettext_lazy(
        "Each total could be, but no single game gives all three together.",
        "Each total could be, but no %(games)s games give all three together.",
        "games",
    ),
    Rule.SCHOCK_OUTS: gettext_lazy(
        "Seat %(seat)s: the number of Schock outs is 0 to %(most)s."
    ),
    Rule.TOO_FEW_ENTRANTS: gettext_lazy(
        "A draw needs at least %(want)s people who are present, there are %(got)s."
    ),
    Rule.PLAY_OFF_MEMBERS: gettext_lazy(
        "The finishing order must name each of the %(want)s players once."
    ),
    Rule.FORMAT_NUMBERS: gettext_lazy(
        "1 to %(rounds)s rounds, 1 to %(games)s games and at most %(points)s points "
        "for a win; the points fall from first to third place."
    ),
    Rule.FIXED_TABLES: gettext_lazy(
        "The fixed tables do not fit: numbers 1 to %(tables)s, three people at most, "
        "and nobody twice."
    ),
    Rule.OPTION_UNKNOWN: gettext_lazy("This game has no option “%(option)s”."),
    Rule.OPTION_VALUE: gettext_lazy("The option “%(option)s” cannot be “%(value)s”."),
    Rule.PLAYER_COUNT: gettext_lazy(
        "This game is for %(least)s to %(most)s players, not %(got)s."
    ),
    Rule.STARTER_SEAT: gettext_lazy("There is no seat %(got)s to start the game."),
    Rule.GAME_OVER: gettext_lazy("The game is over."),
    Rule.NOT_YOUR_TURN: gettext_lazy("It is somebody else’s turn."),
    Rule.ACTION_UNKNOWN: gettext_lazy("This game knows no such action."),
    Rule.DICE_COUNT: gettext_lazy("%(want)s dice are thrown here, not %(got)s."),
    Rule.THROW_FIRST: gettext_lazy("Throw first."),
    Rule.THROWS_SPENT: gettext_lazy("All %(limit)s throws are used up."),
    Rule.KEEP_NOT_THROWN: gettext_lazy(
        "Only dice of this throw can be put aside: %(thrown)s."
    ),
    Rule.KEEP_ONLY_ONES: gettext_lazy("Only ones may be put aside."),
    Rule.TURN_NEEDS_SIXES: gettext_lazy(
        "Two sixes of one throw become a one, three sixes become two ones."
    ),
    Rule.LEFT_OVER_SIX: gettext_lazy("The six left over is thrown again."),
    Rule.THROW_ONE_DIE: gettext_lazy("At least one die must be thrown again."),
    Rule.CLOSE_FIRST: gettext_lazy("Close flaps for %(dice)s first."),
    Rule.FLAP_NOT_OPEN: gettext_lazy("Flap %(flap)s is closed already."),
    Rule.FLAPS_DO_NOT_FIT: gettext_lazy(
        "The flaps %(flaps)s cannot be closed with %(dice)s."
    ),
}

REFUSALS = {
    Refusal.CREATED_ALREADY: gettext_lazy("“%(name)s” has been created just now."),
    Refusal.CLOSED: gettext_lazy(
        "The tournament is closed. It must be reopened before anything can change."
    ),
    Refusal.NOT_CLOSED: gettext_lazy("The tournament is not closed."),
    Refusal.NOT_PLAYED_OUT: gettext_lazy(
        "The tournament can be closed once all rounds are played and all sheets are in."
    ),
    Refusal.PLAY_OFFS_OPEN: gettext_lazy("A play-off has no result yet."),
    Refusal.FORMAT_FIXED: gettext_lazy(
        "After the first draw, games, points and the head-count rule are fixed."
    ),
    Refusal.ROUNDS_DRAWN: gettext_lazy(
        "%(rounds)s rounds are drawn already, there cannot be fewer."
    ),
    Refusal.NAME_DIFFERS: gettext_lazy(
        "That is not the name of this tournament. Nothing was deleted."
    ),
    Refusal.NUMBER_TAKEN: gettext_lazy("Start number %(number)s is taken."),
    Refusal.NUMBERS_FIXED: gettext_lazy(
        "After the first draw start numbers are fixed."
    ),
    Refusal.SAME_NAME: gettext_lazy(
        "%(name)s is entered already: %(others)s. If this is another person, add "
        "them anyway; number and club tell them apart."
    ),
    Refusal.LIST_CHANGED: ngettext_lazy(
        "The list of entrants has changed since this page was opened: it has "
        "%(count)s entrant now. Nothing was stored. Whoever is entered already is "
        "unticked below. Please check and store again.",
        "The list of entrants has changed since this page was opened: it has "
        "%(count)s entrants now. Nothing was stored. Whoever is entered already is "
        "unticked below. Please check and store again.",
        "count",
    ),
    Refusal.WAS_DRAWN: gettext_lazy(
        "%(name)s has been drawn and cannot be deleted, only withdrawn."
    ),
    Refusal.IS_WITHDRAWN: gettext_lazy("%(name)s has withdrawn already."),
    Refusal.IS_NOT_WITHDRAWN: gettext_lazy("%(name)s has not withdrawn."),
    Refusal.ALL_ROUNDS_DRAWN: gettext_lazy("This round cannot be drawn now."),
    Refusal.SHEETS_MISSING: gettext_lazy(
        "The next round is drawn once all sheets are in. Missing: %(tables)s."
    ),
    Refusal.NOT_PUBLISHED: gettext_lazy(
        "Round %(round)s is not published yet, so there is nothing to enter."
    ),
    Refusal.HAS_RESULTS: gettext_lazy(
        "Round %(round)s has a result there already, so its seats are fixed."
    ),
    Refusal.SAME_SEAT: gettext_lazy(
        "Choose two different people of this draw, at least one of them seated."
    ),
    Refusal.SAME_PERSON: gettext_lazy("Choose two different people."),
    Refusal.APART_ALREADY: gettext_lazy(
        "%(one)s and %(other)s are kept apart already."
    ),
    Refusal.APART_NO_LONGER: gettext_lazy(
        "These two are not kept apart any more: somebody has just changed it."
    ),
    Refusal.REASON_MISSING: gettext_lazy("Please give a reason."),
    Refusal.NO_PLAY_OFF: gettext_lazy(
        "This group has no play-off any more: the points have changed."
    ),
    Refusal.LAST_ORGANISER: gettext_lazy("A tournament keeps at least one organiser."),
    Refusal.SET_UP_ALREADY: gettext_lazy(
        "This server is set up already. Please log in."
    ),
    Refusal.INVITATION_USED: gettext_lazy("This invitation was used or taken back."),
    Refusal.ALREADY_DRAWN: gettext_lazy("Round %(round)s has been drawn just now."),
    Refusal.DRAW_GONE: gettext_lazy(
        "This draw of round %(round)s was withdrawn meanwhile."
    ),
    Refusal.ALREADY_ENTERED: gettext_lazy(
        "Somebody else has just entered this result."
    ),
    Refusal.SEATS_CHANGED: gettext_lazy(
        "Other people sit at table %(table)s now. Compare the names with the "
        "paper, then save again."
    ),
    Refusal.LOTS_DRAWN: gettext_lazy("The lots for this play-off are drawn already."),
    Refusal.NO_DICE_TABLES: gettext_lazy(
        "The organisers have not opened the dice tables of this tournament."
    ),
    Refusal.OTHERS_PLAYED: gettext_lazy(
        "Others sit at this table now, and games were played here before. "
        "Please ask the organisers."
    ),
    Refusal.ONLY_COMPUTERS: gettext_lazy("At least one seat must be for a person."),
    Refusal.TOO_MANY_TABLES: gettext_lazy(
        "Very many tables were opened in the last hour. Please try again later."
    ),
    Refusal.PLAY_OFF_BY_HAND: gettext_lazy(
        "A dice table seats %(least)s to %(most)s players whose order of play is "
        "drawn. This play-off is entered by hand."
    ),
    Refusal.SEAT_TAKEN: gettext_lazy("Somebody has just taken this seat."),
    Refusal.NOT_YOUR_SEAT: gettext_lazy("That is not the key of this seat."),
    Refusal.SEATS_FREE: gettext_lazy(
        "The game begins once every seat is taken or played by the computer."
    ),
    Refusal.PARTS_MAY_COME: gettext_lazy(
        "The words that are missing may come for %(seconds)s more seconds."
    ),
    Refusal.NOT_STARTED: gettext_lazy("The game has not begun yet."),
    Refusal.COMPUTER_PLAYS: gettext_lazy(
        "The computer plays for this seat. Take over again first."
    ),
    Refusal.CLOCK_RUNS: gettext_lazy("There is time left for this move."),
    Refusal.DICE_MOVED_ON: gettext_lazy(
        "The game has moved on meanwhile. This is how it stands now."
    ),
    Refusal.ORDER_INCOMPLETE: gettext_lazy(
        "The finishing order must name every player once."
    ),
    Refusal.WORKBOOK_STALE: gettext_lazy(
        "Something has changed here since the workbook was compared. Nothing was "
        "stored. Please look at the differences again."
    ),
}

TROUBLES = {
    Trouble.EMPTY: gettext_lazy("There is nothing in this list."),
    Trouble.TOO_LARGE: gettext_lazy(
        "The file is too large. A list may have up to %(megabytes)s MB; a list of "
        "names is far smaller. Remove pictures and other sheets, or paste the names."
    ),
    Trouble.TOO_MANY_ROWS: gettext_lazy(
        "The list has too many rows. Up to %(rows)s can be read at once."
    ),
    Trouble.TOO_MUCH_TEXT: gettext_lazy(
        "There is too much text in this list. Keep only the columns that are needed."
    ),
    Trouble.UNPACKS_TOO_LARGE: gettext_lazy(
        "This workbook is far larger inside than a list of names can be. Copy the "
        "list into a new workbook, or paste it as text."
    ),
    Trouble.NOT_XLSX: gettext_lazy(
        "The file is named .xlsx but is no Excel workbook. Open it in the program it "
        "came from and save it as .xlsx or .csv."
    ),
    Trouble.BROKEN_XLSX: gettext_lazy(
        "This Excel workbook is damaged. Open it in Excel or LibreOffice, save it "
        "anew as .xlsx or .csv, and upload that."
    ),
    Trouble.ENCRYPTED: gettext_lazy(
        "This workbook is protected by a password. Save it without the password, "
        "and upload that."
    ),
    Trouble.OLD_EXCEL: gettext_lazy(
        "This is a workbook in another Excel format (.xls or .xlsb). Open it and save "
        "it as .xlsx or .csv."
    ),
    Trouble.OPEN_DOCUMENT: gettext_lazy(
        "This is a LibreOffice or Numbers document. Save it as .xlsx or .csv."
    ),
    Trouble.WORD: gettext_lazy(
        "This is a text document. Copy the names from it and paste them here."
    ),
    Trouble.PDF: gettext_lazy(
        "This is a PDF. Save the list as .xlsx or .csv, or copy the names from it and "
        "paste them here."
    ),
    Trouble.IMAGE: gettext_lazy(
        "This is a picture; names cannot be read from it. Please type or paste them."
    ),
    Trouble.WEB_PAGE: gettext_lazy(
        "This is a web page or XML file, whatever its name says. Open it in Excel or "
        "LibreOffice and save it as .xlsx or .csv."
    ),
    Trouble.ARCHIVE: gettext_lazy(
        "This is an archive. Unpack it and upload the list that is in it."
    ),
    Trouble.NO_TEXT: gettext_lazy(
        "This file holds no readable text. Save the list as .xlsx or .csv."
    ),
}

# A filled-in workbook comes back as what it was; there is nothing to paste.
ONLY_XLSX = gettext_lazy(
    "Only .xlsx can be read back. Open the workbook in Excel or LibreOffice, save it "
    "as .xlsx, and upload that."
)
NO_WORKBOOK = gettext_lazy(
    "This is no Excel workbook. Upload the .xlsx file that was saved here and filled "
    "in."
)
WORKBOOK_TROUBLES = {
    Trouble.TOO_LARGE: gettext_lazy(
        "The file is too large. A workbook may have up to %(megabytes)s MB; remove "
        "the pictures and sheets that were added."
    ),
    Trouble.UNPACKS_TOO_LARGE: gettext_lazy(
        "This workbook is far larger inside than one that was saved here. Remove what "
        "was added, or fill in the file that was saved here."
    ),
    Trouble.BROKEN_XLSX: gettext_lazy(
        "This Excel workbook is damaged. Open it in Excel or LibreOffice, save it "
        "anew as .xlsx, and upload that."
    ),
    Trouble.ENCRYPTED: TROUBLES[Trouble.ENCRYPTED],
    Trouble.OLD_EXCEL: ONLY_XLSX,
    Trouble.OPEN_DOCUMENT: ONLY_XLSX,
}

MEANINGS = {
    Meaning.IGNORE: gettext_lazy("– ignore –"),
    Meaning.NUMBER: gettext_lazy("Start number"),
    Meaning.FIRST_NAME: gettext_lazy("First name"),
    Meaning.LAST_NAME: gettext_lazy("Last name"),
    Meaning.FULL_NAME: gettext_lazy("First and last name"),
    Meaning.LAST_FIRST: gettext_lazy("Last name, first name"),
    Meaning.CLUB: gettext_lazy("Club or team"),
    Meaning.CATEGORY: gettext_lazy("Category"),
    Meaning.PAID: gettext_lazy("Paid"),
    Meaning.PHONE: gettext_lazy("Phone"),
    Meaning.NOTE: gettext_lazy("Note"),
}

DOUBTS = {
    Doubt.HEADING: gettext_lazy("Title or heading"),
    Doubt.SUMMARY: gettext_lazy("Total, not a person"),
    Doubt.NO_NAME: gettext_lazy("No name in this line"),
    Doubt.SENTENCE: gettext_lazy("Looks like a sentence, not a name"),
    Doubt.TOO_LONG: gettext_lazy("Too long for a name"),
    Doubt.LOST_LETTER: gettext_lazy("A letter seems to be lost, or is uncertain (“?”)"),
    Doubt.DIGITS: gettext_lazy("Digits in the name"),
    Doubt.SYMBOL: gettext_lazy("A symbol in the name"),
    Doubt.ONE_WORD: gettext_lazy("Only one word"),
    Doubt.SEVERAL: gettext_lazy("More than one person?"),
    Doubt.NUMBER_UNCLEAR: gettext_lazy("“%(value)s” is no start number"),
    Doubt.PAID_UNCLEAR: gettext_lazy("Paid? The list says “%(value)s”"),
    Doubt.MARK: gettext_lazy("Paid? The list has “%(mark)s” here"),
    Doubt.CUT: gettext_lazy("Phone or note is cut off after %(most)s letters"),
    Doubt.NUMBER_TAKEN: gettext_lazy("No. %(number)s is taken; gets %(free)s"),
    Doubt.NUMBER_TWICE: gettext_lazy(
        "No. %(number)s is in this list twice; gets %(free)s"
    ),
    Doubt.SAME_NAME_LISTED: gettext_lazy("Same name as line %(line)s"),
    Doubt.SAME_NAME_ENTERED: gettext_lazy("Same name as No. %(number)s"),
    Doubt.SAME_PERSON_LISTED: gettext_lazy("In this list already, line %(line)s"),
    Doubt.SAME_PERSON_ENTERED: gettext_lazy("Entered already as No. %(number)s"),
}

DEEDS = {
    Deed.TOURNAMENT_CREATED: gettext_lazy("Tournament “%(name)s” created"),
    Deed.TOURNAMENT_CHANGED: gettext_lazy("Settings changed: %(changes)s"),
    Deed.TOURNAMENT_CLOSED: gettext_lazy("Tournament closed"),
    Deed.TOURNAMENT_REOPENED: gettext_lazy("Tournament reopened"),
    Deed.MEMBER_INVITED: gettext_lazy("Invitation made: %(role)s"),
    Deed.INVITATION_REVOKED: gettext_lazy("Invitation taken back: %(role)s"),
    Deed.MEMBER_JOINED: gettext_lazy("%(name)s joined: %(role)s"),
    Deed.MEMBER_REMOVED: gettext_lazy("%(name)s no longer helps"),
    Deed.ENTRANT_ADDED: gettext_lazy("No. %(number)s %(name)s entered"),
    Deed.ENTRANTS_IMPORTED: ngettext_lazy(
        "%(count)s entrant taken from a list",
        "%(count)s entrants taken from a list",
        "count",
    ),
    Deed.ENTRANT_CHANGED: gettext_lazy("No. %(number)s %(name)s changed: %(changes)s"),
    Deed.ENTRANT_DELETED: gettext_lazy("No. %(number)s %(name)s deleted"),
    Deed.ENTRANT_PRESENT: gettext_lazy("No. %(number)s %(name)s is present"),
    Deed.ENTRANT_ABSENT: gettext_lazy("No. %(number)s %(name)s is not present"),
    Deed.ENTRANT_PAID: gettext_lazy("No. %(number)s %(name)s has paid"),
    Deed.ENTRANT_UNPAID: gettext_lazy("No. %(number)s %(name)s has not paid"),
    Deed.ALL_PRESENT: ngettext_lazy(
        "%(count)s entrant marked as present",
        "%(count)s entrants marked as present",
        "count",
    ),
    Deed.ENTRANT_WITHDRAWN: gettext_lazy("No. %(number)s %(name)s withdrew"),
    Deed.ENTRANT_REINSTATED: gettext_lazy("No. %(number)s %(name)s plays again"),
    Deed.ENTRANT_REPLACED: gettext_lazy(
        "No. %(number)s: %(name)s takes the place of %(before)s"
    ),
    Deed.KEPT_APART: gettext_lazy("%(one)s and %(other)s are kept apart"),
    Deed.NOT_KEPT_APART: gettext_lazy("%(one)s and %(other)s may meet again"),
    Deed.ROUND_DRAWN: ngettext_lazy(
        "Round %(round)s drawn (draw %(attempt)s): %(tables)s table",
        "Round %(round)s drawn (draw %(attempt)s): %(tables)s tables",
        "tables",
    ),
    Deed.ROUND_DRAWN_AROUND: ngettext_lazy(
        "Round %(round)s drawn (draw %(attempt)s): %(tables)s table, set by hand in "
        "part",
        "Round %(round)s drawn (draw %(attempt)s): %(tables)s tables, %(fixed)s of "
        "them set by hand",
        "tables",
    ),
    Deed.ROUND_DRAWN_BY_HAND: ngettext_lazy(
        "Round %(round)s drawn by hand (draw %(attempt)s): %(tables)s table",
        "Round %(round)s drawn by hand (draw %(attempt)s): %(tables)s tables",
        "tables",
    ),
    Deed.DRAW_PUBLISHED: gettext_lazy("Draw of round %(round)s published"),
    Deed.DRAW_WITHDRAWN: gettext_lazy("Draw %(attempt)s of round %(round)s withdrawn"),
    Deed.SEATS_SWAPPED: gettext_lazy(
        "Round %(round)s: %(one)s and %(other)s changed places"
    ),
    Deed.SHEET_ENTERED: gettext_lazy(
        "Round %(round)s, table %(table)s: sheet entered, %(totals)s"
    ),
    Deed.SHEET_CORRECTED: gettext_lazy(
        "Round %(round)s, table %(table)s: sheet corrected, %(totals)s"
    ),
    Deed.RULING_ENTERED: gettext_lazy(
        "Round %(round)s, table %(table)s: ruling, %(totals)s"
    ),
    Deed.LOTS_DRAWN: gettext_lazy("Order of play of a play-off drawn: %(order)s"),
    Deed.PLAY_OFF_ENTERED: gettext_lazy("Play-off entered: %(order)s"),
    Deed.PLAY_OFF_CORRECTED: gettext_lazy("Play-off corrected: %(order)s"),
    Deed.DICE_TABLE_OPENED: gettext_lazy("Dice table %(code)s opened"),
    Deed.DICE_SEAT_FREED: gettext_lazy("Dice table %(code)s: seat %(seat)s freed"),
    Deed.DICE_GAME_ENDED: gettext_lazy(
        "Dice table %(code)s: game %(game)s ended by hand"
    ),
    Deed.CERTIFICATE_CHANGED: gettext_lazy("Text of the certificates changed"),
    Deed.WORKBOOK_TAKEN_IN: ngettext_lazy(
        "Workbook read back: %(count)s change",
        "Workbook read back: %(count)s changes",
        "count",
    ),
}


# A table of a draw: why it is so, and why it could not be otherwise.
WHYS = {
    Why.FIXED: gettext_lazy("Put here by hand: %(who)s."),
    Why.REMATCH: gettext_lazy("Met before, in round %(rounds)s: %(who)s."),
    Why.NOT_KEPT_APART: gettext_lazy(
        "Meet although they should be kept apart: %(who)s."
    ),
}
PROOFS = {
    Proof.HAT: gettext_lazy(
        "This draw is by lot alone; it keeps nobody from meeting again."
    ),
    Proof.BY_HAND: gettext_lazy("They were put together by hand."),
    Proof.FEW_PARTNERS: gettext_lazy(
        "It had to be: of all who are here, only %(new)s would be new and allowed for "
        "%(entrant)s, and a table needs two."
    ),
    Proof.CROWDED: ngettext_lazy(
        "It had to be: these %(size)s people must not meet, and there is only one "
        "table (%(group)s).",
        "It had to be: these %(size)s people must not meet, and with %(tables)s tables "
        "two of them share one (%(group)s).",
        "tables",
    ),
    Proof.PAIRS_USED_UP: gettext_lazy(
        "It had to be: %(players)s players make %(pairs)s pairs, but %(rounds)s rounds "
        "need %(needed)s."
    ),
    Proof.LEAST_C2: gettext_lazy(
        "It had to be: for %(players)s players and %(rounds)s rounds there is no plan "
        "with fewer than %(c2)s repeat meetings."
    ),
    Proof.SEARCHED: gettext_lazy(
        "Nothing better was found in %(steps)s steps of searching; that is no proof."
    ),
}
CHANGED_BY_HAND = gettext_lazy("Changed by hand after the draw.")
NEW_FACES = gettext_lazy("No one here has met before.")

# What the organiser should know of tables that were typed in.
FINDINGS = {
    Finding.SIT_OUT_AGAIN: gettext_lazy(
        "%(who)s sits out once more, before everybody else has."
    ),
    Finding.REMATCH: gettext_lazy(
        "Table %(table)s: %(who)s have met before, in round %(rounds)s."
    ),
    Finding.NOT_KEPT_APART: gettext_lazy(
        "Table %(table)s: %(who)s should be kept apart."
    ),
}
SLIPS = {
    Slip.NO_NUMBER: gettext_lazy("“%(word)s” is no start number."),
    Slip.UNKNOWN: gettext_lazy("nobody has start number %(number)s."),
    Slip.ABSENT: gettext_lazy("No. %(number)s is not present."),
    Slip.TWICE: gettext_lazy("No. %(number)s is in line %(before)s already."),
    Slip.TOO_MANY: gettext_lazy(
        "%(count)s people are too many, a table has %(seats)s seats."
    ),
    Slip.NOBODY: gettext_lazy("there is nobody in this line."),
    Slip.NO_TABLE: gettext_lazy(
        "there is no table %(table)s, only tables 1 to %(tables)s."
    ),
    Slip.TABLE_TWICE: gettext_lazy("table %(table)s is in line %(before)s already."),
    Slip.NO_TABLE_LEFT: gettext_lazy(
        "there is no table left, there will be %(tables)s."
    ),
    Slip.EMPTY: gettext_lazy("Please type at least one table."),
}

# What a check of a draw's record found. The browser fills in the braces.
DIFFERENCES = {
    Part.TEXT: gettext_lazy(
        "The file is not spelled as a record is: something in it was changed, or it "
        "is no record at all."
    ),
    Part.FORMAT: gettext_lazy("This is no record of a draw, but “{recorded}”."),
    Part.VERSION: gettext_lazy(
        "The record is of version {recorded}; this page knows version {computed}."
    ),
    Part.COMMITMENT: gettext_lazy(
        "The secret does not have the fingerprint that the record gives: {recorded} "
        "is recorded, {computed} is right."
    ),
    Part.SEED: gettext_lazy(
        "Secret and room’s words do not give the recorded seed: {recorded} is "
        "recorded, {computed} is right."
    ),
    Part.REQUEST: gettext_lazy(
        "What the draw was made from (people, earlier rounds, settings) is "
        "not as it can be."
    ),
    Part.NAMES: gettext_lazy("The names do not fit those who were drawn."),
    Part.TABLE_COUNT: gettext_lazy(
        "Number of tables: {recorded} is recorded, the draw gives {computed}."
    ),
    Part.TABLE: gettext_lazy(
        "Table {number}: {recorded} is recorded, the draw gives {computed}."
    ),
    Part.SIT_OUTS: gettext_lazy(
        "Sitting out: {recorded} is recorded, the draw gives {computed}."
    ),
    Part.DIGEST: gettext_lazy(
        "The record was changed after it was made: its checksum is wrong."
    ),
}


def sentence(error: RuleBroken | Refused | Unreadable) -> str:
    """What a person reads where a deed was refused or a list not understood."""
    if isinstance(error, Unreadable):
        return str(TROUBLES[error.trouble]) % error.facts
    if isinstance(error, RuleBroken):
        return SENTENCES[error.rule] % error.facts
    facts = dict(error.facts)
    if tables := facts.get("tables"):
        facts["tables"] = table_list(tables)
    return REFUSALS[error.refusal] % facts


def sheet_field(fault: RuleBroken) -> str | None:
    """The field of a sheet's form at which a fault is shown; None for the whole."""
    game, seat = fault.facts["game"], fault.facts["seat"]
    if fault.rule is Rule.SCHOCK_OUTS:
        return f"schock_out_{seat}"
    if game:
        return f"game_{game}"
    return f"total_{seat}" if seat else None


def sheet_words(least: int, most: int) -> dict[str, str]:
    """The same sentences for the check while typing, which fills in the braces."""
    rules = {
        "game": RuleBroken(Rule.GAME_PLACES, game="{game}"),
        "range": RuleBroken(
            Rule.TOTAL_RANGE, seat="{seat}", total="{total}", least=least, most=most
        ),
        "unreachable": RuleBroken(
            Rule.TOTAL_UNREACHABLE, seat="{seat}", total="{total}"
        ),
    }
    return {name: sentence(rule) for name, rule in rules.items()}


def why_no_play_off(places: int, *, is_played_out: bool) -> str:
    """Where there is none: at all, not yet, or none needed."""
    if not places:
        return _("This tournament has no play-offs: equal points share a place.")
    if is_played_out:
        return _("No play-off is needed: nobody shares a place at stake.")
    sentence = ngettext(
        "Play-offs are found by themselves after the last round: everybody with "
        "equal points plays one deciding game if place %(places)s is at stake.",
        "Play-offs are found by themselves after the last round: everybody with "
        "equal points plays one deciding game if places 1 to %(places)s are at stake.",
        places,
    )
    return sentence % {"places": places}


def unreadable_workbook(error: Unreadable) -> str:
    """Why a filled-in workbook cannot be read back, and what to do."""
    return str(WORKBOOK_TROUBLES.get(error.trouble, NO_WORKBOOK)) % error.facts


def doubtful(remark: Remark) -> str:
    """What is doubtful about a line of a list."""
    return str(DOUBTS[remark.doubt]) % remark.facts


def table_list(numbers: Any) -> str:
    """ "tables 3, 7" """
    return _("tables %(numbers)s") % {"numbers": ", ".join(map(str, numbers))}


Naming = Callable[[int], str]


def why(
    remark: Explanation, naming: Naming, rounds: Sequence[int] = ()
) -> tuple[str, str]:
    """What is so at a table, and why it could not be otherwise; either may be empty."""
    said = str(WHYS[remark.why]) % {
        "who": ", ".join(map(naming, sorted(remark.who))),
        "rounds": ", ".join(map(str, rounds)),
    }
    return said, because(remark, naming)


def because(remark: Explanation, naming: Naming) -> str:
    if remark.proof is None:
        return ""
    facts: dict[str, Any] = dict(remark.facts)
    if "entrant" in facts:
        facts["entrant"] = naming(facts["entrant"])
    if "group" in facts:
        more = ", …" if facts["size"] > len(facts["group"]) else ""
        facts["group"] = ", ".join(map(naming, facts["group"])) + more
    return PROOFS[remark.proof] % facts


def finding(found: HandFinding, naming: Naming, rounds: Sequence[int] = ()) -> str:
    """What the organiser should know of tables typed in by hand."""
    return str(FINDINGS[found.finding]) % {
        "who": _(" and ").join(map(naming, found.who)),
        "table": found.table,
        "rounds": ", ".join(map(str, rounds)),
    }


def check_words() -> dict[str, str]:
    """What a check in the browser can find, for the script that fills in the braces."""
    return {part.value: str(words) for part, words in DIFFERENCES.items()}


def slips(faults: Iterable[Fault]) -> list[str]:
    """What is wrong with tables as they were typed, line by line."""
    said = []
    for fault in faults:
        words = str(SLIPS[fault.slip]) % fault.facts
        line = _("Line %(line)s: %(words)s") % {"line": fault.line, "words": words}
        said.append(line if fault.line else words)
    return said


def deed(entry: LogEntry) -> str:
    """What a line of the log says."""
    facts = {name: spell(name, value) for name, value in entry.facts.items()}
    return DEEDS[Deed(entry.deed)] % facts


def spell(name: str, value: Any) -> str | int:
    """A fact of the log in words; a number stays one, it may ask for the plural."""
    if isinstance(value, int):
        return value
    if name == "role":
        return str(Membership.Role(value).label)
    if name == "changes":
        return "; ".join(change(field, values) for field, values in value.items())
    if name == "totals":
        return " – ".join(map(str, value))
    if name in {"order", "behind"}:
        return ", ".join(value)
    if isinstance(value, Mapping):
        return place(value)
    return str(value)


def change(field: str, values: Sequence[str] | None) -> str:
    """A changed field, from what to what; of a private one only its name."""
    if values is None:
        return field_label(field)
    old, new = values
    return f"{field_label(field)}: {setting(field, old)} → {setting(field, new)}"


FIELDS = {
    field.name: field for model in (Entrant, Tournament) for field in model._meta.fields
}


def field_label(field: str) -> str:
    return str(FIELDS[field].verbose_name) if field in FIELDS else field


def setting(field: str, value: str) -> str:
    """A stored value as it reads on the form."""
    if isinstance(FIELDS.get(field), DateField) and value:
        return date_format(date.fromisoformat(value))
    known = {"": "–", "True": _("yes"), "False": _("no")}
    if field in FIELDS and FIELDS[field].choices:
        known |= {str(key): str(label) for key, label in FIELDS[field].flatchoices}
    return known.get(value, value)


def place(facts: Mapping[str, Any]) -> str:
    """A person and where a draw had put him."""
    name = facts["name"] or _("Stand-in")
    if facts["table"] is None:
        return _("%(name)s (sit-out)") % {"name": name}
    return _("%(name)s (table %(table)s, seat %(seat)s)") % {**facts, "name": name}
