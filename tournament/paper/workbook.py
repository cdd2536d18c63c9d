"""The whole tournament as one workbook: list, rounds, standings, play-offs, log.

It is an interface, not a dump: it calculates, and what is filled in offline is
read back (reading.py, differences.py). For that the last sheet, which is hidden,
says whose workbook it is, and a hidden column names the rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _
from openpyxl.worksheet.datavalidation import DataValidation

from scoring.evening import Line, Mark, PlayedRound
from scoring.standings import Group
from tournament import wording
from tournament.evening import Evening
from tournament.models import Entrant, Tournament
from tournament.names import tidy

from .blocks import SEAT_LETTERS, SIZES, Blocks, digest, name_of
from .cells import LETTERS, Book, Page, Tell, reference
from .facts import Facts

FORMAT = 1
"""Of the file. Raise it when older files can no longer be read back."""

FIRST_LINE = 3
FEW_ROUNDS = 10
"""With more of them the columns of the standings become narrow."""

MARK = "x"

# The columns of the list of entrants; the last ones are for organisers only.
FIELDS = (
    "number",
    "first_name",
    "last_name",
    "club",
    "category",
    "paid",
    "present",
    "withdrawn",
    "phone",
    "note",
)
TICKED = ("paid", "present", "withdrawn")
ENTRANT_KEY = len(FIELDS) + 1

PLAY_OFF_ORDER, PLAY_OFF_KEY = 5, 6
BEHIND = "–"
COLUMNS = "columns"
"""Stands in the hidden column beside the headings, wherever they are moved to."""


@dataclass(frozen=True)
class Whole:
    """What the parts of one workbook share while it is written."""

    book: Book
    facts: Facts
    private: bool

    @property
    def evening(self) -> Evening:
        return self.facts.evening

    @property
    def tournament(self) -> Tournament:
        return self.facts.tournament


def fields_of(*, private: bool) -> list[str]:
    """The columns of the entry list."""
    return [name for name in FIELDS if private or name not in Entrant.PRIVATE]


def workbook(
    facts: Facts, *, private: bool = True, tell: Tell = lambda _done, _all: None
) -> bytes:
    """An .xlsx file. `private`: with phones, notes and the log, for organisers."""
    whole = Whole(Book(), facts, private)
    steps = len(facts.evening.rounds) + 5
    done = 0

    def step() -> None:
        nonlocal done
        tell(done, steps)
        done += 1

    step()
    entrants = write_entrants(whole)
    sums: list[Mapping[int, str]] = []
    rounds = []
    for played in facts.evening.rounds:
        step()
        page, cells = write_round(whole, played)
        rounds.append(page)
        sums.append(cells)
    step()
    standings = whole.book.page(_("Standings"))
    play_offs, offsets = write_play_offs(whole)
    write_standings(whole, standings, sums, offsets)
    if private:
        step()
        write_log(whole)
    titles = {"entrants": entrants.name, "play_offs": play_offs.name}
    for played, page in zip(facts.evening.rounds, rounds, strict=True):
        titles[f"round {played.number}"] = page.name
    write_identity(whole, titles)
    step()
    content = whole.book.save()
    tell(steps, steps)
    return content


def write_head(page: Page, title: str, headings: Sequence[str]) -> None:
    """Title and headings in rows 1 and 2, which stay in sight and on each print."""
    page.title(title, len(headings))
    page.headings(2, headings)


def write_entrants(whole: Whole) -> Page:
    """Everybody who is entered, by start number."""
    page = whole.book.page(_("Entry list"))
    fields = fields_of(private=whole.private)
    labels = {one.name: str(one.verbose_name) for one in Entrant._meta.fields}
    write_head(page, str(whole.tournament), [labels[name] for name in fields])
    page.text(2, ENTRANT_KEY, COLUMNS, "small")
    row = FIRST_LINE
    for entrant in whole.evening.entrants.values():
        for column, name in enumerate(fields, start=1):
            value = getattr(entrant, name)
            if name == "number":
                page.number(row, column, value, "start_number")
            elif name in TICKED:
                page.text(row, column, MARK if value else "")
            else:
                page.text(row, column, value, "field")
        key = f"{entrant.number} {fingerprint(entrant, fields)}"
        page.text(row, ENTRANT_KEY, key, "small")
        row += 1
    widths = [13, 20, 24, 28, 14, 9, 11, 16, *([20, 40] if whole.private else ())]
    page.widths(widths)
    page.grow_rows(widths)
    page.texts_below(LETTERS[at] for at, name in enumerate(fields) if is_text(name))
    page.hide_column(ENTRANT_KEY)
    # Below the last line is room for who comes without an entry.
    last = row + 200
    columns = [LETTERS[FIELDS.index(name)] for name in TICKED]
    ticks = DataValidation(
        type="list",
        formula1=f'"{MARK}"',
        allow_blank=True,
        showErrorMessage=True,
        error=_("%(mark)s or empty.") % {"mark": MARK},
    )
    ticks.sqref = ticks.sqref.__class__(
        " ".join(f"{one}{FIRST_LINE}:{one}{last}" for one in columns)
    )
    page.sheet.add_data_validation(ticks)
    page.sheet.freeze_panes = "D3"
    page.paper(columns=len(fields), landscape=True, heads="1:2")
    return page


def is_text(field: str) -> bool:
    return field != "number" and field not in TICKED


def fingerprint(entrant: Entrant, fields: Sequence[str]) -> str:
    """Tells whether a line is still as it was when the workbook was written."""
    return digest([plain(getattr(entrant, name)) for name in fields])


def plain(value: object) -> object:
    """A stored value as a cell gives it back."""
    return tidy(value) if isinstance(value, str) else value


def write_round(whole: Whole, played: PlayedRound) -> tuple[Page, dict[int, str]]:
    """The round's score sheets, one a page; and the cell of everybody's sum."""
    evening, facts = whole.evening, whole.facts
    page = whole.book.page(_("Round %(number)s") % {"number": played.number})
    title = f"{evening.tournament} · {page.name}"
    page.text(1, 1, title, "title")
    blocks = Blocks(
        page,
        evening.tournament,
        played.number,
        size=SIZES["a4"],
        first_row=2,
    )
    sums: dict[int, str] = {}
    for table in played.tables:
        versions = facts.versions.get((played.number, table.number), ())
        reason = versions[-1].reason if versions else ""
        rows = blocks.add(evening, table, version=len(versions), reason=reason)
        for person, letter in zip(table.seats, SEAT_LETTERS, strict=True):
            sums[person] = reference(page, f"{letter}{rows.sum}")
    row = blocks.row
    for person in played.sit_outs:
        page.text(row, 1, _("Sit-out"), "bold")
        page.text(row, 2, evening.entrants[person])
        points = _("%(points)s points") % {"points": evening.awards.sit_out}
        page.text(row, 3, points)
        row += 1
    blocks.finish()
    page.sheet.freeze_panes = "A2"
    size = SIZES["a4"]
    page.paper(columns=5, first_row=2, size=size.paper, scale=size.scale)
    return page, sums


def write_play_offs(whole: Whole) -> tuple[Page, dict[int, tuple[str, int]]]:
    """The deciding games; and what each member's place adds to the shared rank,
    as a formula with its value.
    """
    evening = whole.evening
    page = whole.book.page(_("Play-offs"))
    headings = [
        _("Shared rank"),
        _("Start number"),
        _("Name"),
        _("Points"),
        _("Order: 1 is the winner, – does not play"),
        "",
    ]
    write_head(page, f"{evening.tournament} · {page.name}", headings[:5])
    page.text(2, PLAY_OFF_KEY, COLUMNS, "small")
    row = FIRST_LINE
    offsets: dict[int, tuple[str, int]] = {}
    groups = evening.play_off_groups
    for group in groups:
        row = write_group(whole, page, row, group, offsets) + 1
    if not groups:
        why = wording.why_no_play_off(
            evening.tournament.play_off_places, is_played_out=evening.is_played_out
        )
        page.text(row, 1, why, "small")
        page.sheet.merged_cells.add(f"A{row}:E{row}")
        page.height(row, 26)
    else:
        most = max(len(group.members) for group in groups)
        order = ",".join([*map(str, range(1, min(most, 30) + 1)), BEHIND])
        choice = DataValidation(
            type="list",
            formula1=f'"{order}"',
            allow_blank=True,
            showErrorMessage=True,
            error=_("The place in this play-off, or – for who does not play."),
        )
        column = LETTERS[PLAY_OFF_ORDER - 1]
        choice.add(f"{column}{FIRST_LINE}:{column}{row}")
        page.sheet.add_data_validation(choice)
    widths = [12, 13, 34, 10, 30]
    page.widths(widths)
    page.grow_rows(widths)
    page.hide_column(PLAY_OFF_KEY)
    page.sheet.freeze_panes = "A3"
    page.paper(columns=5, heads="1:2")
    return page, offsets


def write_group(
    whole: Whole,
    page: Page,
    top: int,
    group: Group,
    offsets: dict[int, tuple[str, int]],
) -> int:
    evening = whole.evening
    result = evening.result_of(group)
    members = sorted(group.members)
    count = len(whole.facts.play_offs.get(frozenset(members), ()))
    last = top + len(members) - 1
    for row, number in enumerate(members, start=top):
        page.number(row, 1, group.rank, "start_number")
        page.number(row, 2, number, "start_number")
        page.text(row, 3, name_of(evening, number))
        page.number(row, 4, group.points)
        place = 0
        if result and number in result.order:
            place = result.order.index(number)
            page.number(row, PLAY_OFF_ORDER, place + 1, "box_number")
        elif result:
            place = len(result.order)
            page.text(row, PLAY_OFF_ORDER, BEHIND, "box_number")
        else:
            page.blank(row, PLAY_OFF_ORDER, "box_number")
        key = f"{','.join(map(str, members))} {count} {number}"
        page.text(row, PLAY_OFF_KEY, key, "small")
        cell = reference(page, f"$E${row}")
        among = reference(page, f"$E${top}:$E${last}")
        offsets[number] = (f"IF(ISNUMBER({cell}),{cell}-1,COUNT({among}))", place)
    return last + 1


def write_standings(
    whole: Whole,
    page: Page,
    sums: Sequence[Mapping[int, str]],
    offsets: Mapping[int, tuple[str, int]],
) -> None:
    """One line an entrant, best first; points, totals and ranks are formulas."""
    evening = whole.evening
    rounds = len(evening.rounds)
    first, total = 6, 6 + rounds
    of_round = _("Round %(number)s") if rounds <= FEW_ROUNDS else _("R%(n)s")
    headings = [
        _("Rank"),
        _("Start number"),
        _("Name"),
        _("Club or team"),
        _("Category"),
        *(of_round % {"number": one.number, "n": one.number} for one in evening.rounds),
        _("Total"),
        _("Play-off"),
        _("Games won"),
        _("Games second"),
        _("Games lost"),
        _("Schock outs"),
        _("Remarks"),
    ]
    write_head(page, f"{evening.tournament} · {page.name}", headings)
    lines = evening.lines()
    last = FIRST_LINE + len(lines) - 1
    letter = LETTERS[total - 1]
    for row, line in enumerate(lines, start=FIRST_LINE):
        entrant = evening.entrants[line.entrant]
        place = f"RANK({letter}{row},{letter}${FIRST_LINE}:{letter}${last})"
        play_off = LETTERS[total]
        page.formula(row, 1, f"{place}+{play_off}{row}", line.rank, "bold")
        page.number(row, 2, line.entrant, "start_number")
        page.text(row, 3, entrant.full_name)
        page.text(row, 4, entrant.club)
        page.text(row, 5, entrant.category)
        for at, score in enumerate(line.rounds):
            if line.entrant in sums[at]:
                look = "unless_zero" if score.mark is Mark.OPEN else "number"
                cell = sums[at][line.entrant]
                page.formula(row, first + at, cell, score.points, look)
            elif score.mark is not Mark.ABSENT:
                page.number(row, first + at, score.points)
        if rounds:
            from_, to = LETTERS[first - 1], LETTERS[total - 2]
            page.formula(
                row, total, f"SUM({from_}{row}:{to}{row})", line.points, "total"
            )
        else:
            page.number(row, total, 0, "total")
        if line.entrant in offsets:
            formula, value = offsets[line.entrant]
            page.formula(row, total + 1, formula, value, "unless_zero")
        else:
            page.number(row, total + 1, 0, "unless_zero")
        for column, count in enumerate(line.games or (), start=total + 2):
            page.number(row, column, count)
        if line.schock_outs is not None:
            page.number(row, total + 5, line.schock_outs)
        remarks = standings_remarks(line, withdrawn=entrant.withdrawn)
        page.text(row, total + 6, remarks)
    wide = 11 if rounds <= FEW_ROUNDS else 5
    widths = [8, 13, 28, 24, 14, *[wide] * rounds, 9, 19, 11, 11, 11, 11, 40]
    page.widths(widths)
    page.grow_rows(widths)
    page.sheet.freeze_panes = "D3"
    page.paper(columns=len(headings), landscape=True, heads="1:2")


def standings_remarks(line: Line, *, withdrawn: bool) -> str:
    """What stands behind points that no game gave, round by round."""
    words = {
        Mark.RULING: _("ruling"),
        Mark.SIT_OUT: _("sit-out"),
        Mark.MISSED: _("not entered yet"),
        Mark.OPEN: _("sheet missing"),
    }
    remarks = [
        _("Round %(number)s: %(remark)s")
        % {"number": number, "remark": words[one.mark]}
        for number, one in enumerate(line.rounds, start=1)
        if one.mark in words
    ]
    return "; ".join([*([_("withdrawn")] if withdrawn else []), *remarks])


def write_log(whole: Whole) -> None:
    """Every change, the last one first."""
    page = whole.book.page(_("Log"))
    headings = [_("When"), _("Who"), _("What"), _("Reason")]
    write_head(page, f"{whole.tournament} · {page.name}", headings)
    for row, entry in enumerate(whole.facts.log, start=FIRST_LINE):
        at = timezone.localtime(entry.at).replace(tzinfo=None)
        page.moment(row, 1, at, "moment")
        page.text(row, 2, entry.by.get_username() if entry.by else "")
        page.text(row, 3, wording.deed(entry))
        page.text(row, 4, entry.reason)
    widths = [18, 16, 80, 40]
    page.widths(widths)
    page.grow_rows(widths)
    page.sheet.freeze_panes = "A3"
    page.paper(columns=4, landscape=True, heads="1:2")


def write_identity(whole: Whole, titles: Mapping[str, str]) -> None:
    """Whose workbook this is, as of when, and which sheet is which."""
    page = whole.book.page("schockturnier")
    facts: list[tuple[str, object]] = [
        ("format", FORMAT),
        ("tournament", whole.tournament.slug),
        ("revision", whole.tournament.revision),
        ("private", int(whole.private)),
        ("entrants", ",".join(map(str, whole.evening.entrants))),
        *((f"sheet {role}", title) for role, title in titles.items()),
    ]
    for row, (key, value) in enumerate(facts, start=1):
        page.text(row, 1, key)
        page.text(row, 2, value)
    page.sheet.sheet_state = "veryHidden"
