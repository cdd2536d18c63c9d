"""The standings table: its columns, their order, what a cell shows.

To add a column: one attribute of `StandingsTable` and one test. For a figure,
say how many games somebody lost, that is

    lost = FigureColumn(_("Games lost"), lambda line: line.games and line.games[2])

with what it shows of a `StandingLine`; sorting, header and the narrow screen
come with it, and it is left out where nobody has such a figure. What is no
plain figure overrides `cell`. The test asks for the cell or the order, as in
tests/tournament/test_standings_table.py.

django-tables2 holds the definition (header, sequence, sorting). Its rendering
inspects signatures for every cell, 0.8 ms a row; `StandingsTable.body` writes
the rows itself.
"""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode

import django_tables2 as tables
from django.utils.functional import cached_property
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django_tables2.data import TableListData
from django_tables2.utils import OrderByTuple

from scoring.points import MOST_ROUNDS
from tournament.links import entrants_at, link, told_apart
from tournament.queries.public import Board, Mark, PlayOffState, StandingLine

MIDDLE = "middle-only"
"""The class of what a phone leaves out; `WIDE` of what a tablet does too."""
WIDE = "wide-only"

SIGNS = {
    Mark.SIT_OUT: (pgettext_lazy("sign", "s"), _("sit-out")),
    Mark.RULING: (pgettext_lazy("sign", "r"), _("ruling by the organisers")),
    Mark.MISSED: (pgettext_lazy("sign", "m"), _("missed, entered late")),
    Mark.OPEN: ("…", _("still being played")),
    Mark.ABSENT: ("–", _("did not play")),
    PlayOffState.DECIDED: (pgettext_lazy("sign", "p"), _("decided by a play-off")),
    PlayOffState.TO_COME: (pgettext_lazy("sign", "p?"), _("play-off still to come")),
}
"""What stands behind a figure: a sign for the eye, words for everybody."""


def sign(mark: Mark | PlayOffState) -> str:
    short, words = SIGNS[mark]
    return (
        f'<span class="sign" aria-hidden="true">{short}</span>'
        f'<span class="visually-hidden"> ({words})</span>'
    )


class LineColumn(tables.Column):
    """What a column shows of a line. `short` heads it where space is scarce."""

    def __init__(
        self,
        header: Any,
        show: Callable[[StandingLine], Any],
        *,
        short: Any = "",
        classes: str = "",
        most_first: bool = False,
    ) -> None:
        super().__init__(header, initial_sort_descending=most_first)
        self.show = show
        self.short = short
        self.classes = classes

    def cell(self, line: StandingLine) -> str:
        """The HTML inside the cell; text is escaped here."""
        value = self.show(line)
        return "–" if value is None else escape(value)

    def sorts_by(self, line: StandingLine) -> Any:
        return self.show(line)

    def is_known(self, lines: Sequence[StandingLine]) -> bool:
        """Whether the column is worth its place."""
        return True


class FigureColumn(LineColumn):
    """A number on the right; left out where nobody has one."""

    def __init__(
        self,
        header: Any,
        show: Callable[[StandingLine], int | None],
        *,
        short: Any = "",
        classes: str = WIDE,
        most_first: bool = True,
    ) -> None:
        super().__init__(
            header,
            show,
            short=short,
            classes=f"num {classes}".strip(),
            most_first=most_first,
        )

    def is_known(self, lines: Sequence[StandingLine]) -> bool:
        return any(self.show(line) is not None for line in lines)


class RankColumn(FigureColumn):
    def cell(self, line: StandingLine) -> str:
        return f"{line.rank}{sign(line.play_off) if line.play_off else ''}"


class ChangeColumn(FigureColumn):
    """Places won or lost since the last round."""

    def cell(self, line: StandingLine) -> str:
        change = line.change
        if change is None:
            return ""
        if change == 0:
            return spoken("=", gettext("unchanged"))
        if change > 0:
            words = ngettext("up %(count)s place", "up %(count)s places", change)
            return spoken(f"▲{change}", words % {"count": change}, "rise")
        words = ngettext("down %(count)s place", "down %(count)s places", -change)
        return spoken(f"▼{-change}", words % {"count": -change}, "fall")


class NameColumn(LineColumn):
    """The name, a link to the entrant's page; the club where names are equal."""

    pages = ""

    def cell(self, line: StandingLine) -> str:
        person = line.person
        name = link(person, self.pages) + told_apart(person)
        if person.withdrawn:
            name += f' <span class="badge">{escape(gettext("withdrawn"))}</span>'
        return name

    def sorts_by(self, line: StandingLine) -> Any:
        return line.person.order


class ClubColumn(LineColumn):
    def cell(self, line: StandingLine) -> str:
        return escape(line.person.club)

    def sorts_by(self, line: StandingLine) -> Any:
        return line.person.club.casefold() or None

    def is_known(self, lines: Sequence[StandingLine]) -> bool:
        return any(line.person.club for line in lines)


class RoundColumn(FigureColumn):
    """The points of one round, with the sign of what was not simply played."""

    def __init__(self, number: int) -> None:
        super().__init__(
            gettext("Round %(number)s") % {"number": number},
            lambda line: line.rounds[number - 1].points,
            short=pgettext("short for round", "R%(number)s") % {"number": number},
            classes=MIDDLE,
        )
        self.number = number

    def cell(self, line: StandingLine) -> str:
        score = line.rounds[self.number - 1]
        if score.mark is Mark.PLAYED:
            return str(score.points)
        if score.mark in {Mark.OPEN, Mark.ABSENT}:
            return sign(score.mark)
        return f"{score.points}{sign(score.mark)}"


def spoken(seen: str, words: str, classes: str = "") -> str:
    return (
        f'<span class="{classes}" aria-hidden="true">{seen}</span>'
        f'<span class="visually-hidden">{escape(words)}</span>'
    )


class Lines(TableListData):
    """Sorted by what the column says; whoever has no figure comes last."""

    data: list[StandingLine]

    def order_by(self, aliases: OrderByTuple) -> None:
        for alias in reversed(aliases):
            by = self.table.columns[alias.bare].column.sorts_by
            known = [line for line in self.data if by(line) is not None]
            unknown = [line for line in self.data if by(line) is None]
            known.sort(key=by, reverse=alias.is_descending)
            self.data = known + unknown


class StandingsTable(tables.Table):
    """See the recipe above. The columns of the rounds stand behind the club."""

    rank = RankColumn(_("Rank"), attrgetter("rank"), classes="strong", most_first=False)
    change = ChangeColumn(
        _("Change since the last round"), attrgetter("change"), short="±", classes=""
    )
    number = FigureColumn(
        _("Start number"),
        attrgetter("person.number"),
        short=pgettext_lazy("short for start number", "No."),
        classes="quiet",
        most_first=False,
    )
    name = NameColumn(_("Name"), attrgetter("person.name"))
    club = ClubColumn(_("Club"), attrgetter("person.club"), classes=WIDE)
    points = FigureColumn(_("Points"), attrgetter("points"), classes="strong")
    won = FigureColumn(
        _("Games won"), lambda line: line.games and line.games[0], short=_("Won")
    )
    second = FigureColumn(
        _("Games second"), lambda line: line.games and line.games[1], short=_("Second")
    )
    lost = FigureColumn(
        _("Games lost"), lambda line: line.games and line.games[2], short=_("Lost")
    )
    schock_outs = FigureColumn(_("Schock outs"), attrgetter("schock_outs"))

    class Meta:
        sequence = ("rank", "change", "number", "name", "club", "...")

    def __init__(
        self, board: Board, *, sort: str = "", keep: Mapping[str, str] | None = None
    ) -> None:
        """`keep` is what header links keep of the query, such as round=2."""
        rounds = [(f"round{n}", RoundColumn(n)) for n in range(1, board.after + 1)]
        behind_club = [*self.Meta.sequence[:-1], *(name for name, _column in rounds)]
        super().__init__(
            Lines(list(board.lines)),
            order_by=sort or None,
            sequence=[*behind_club, "..."],
            extra_columns=rounds,
            orderable=True,
        )
        self.keep = {name: value for name, value in (keep or {}).items() if value}
        self.columns["name"].column.pages = entrants_at(board.tournament.slug)
        self.shown = [
            bound for bound in self.columns if bound.column.is_known(board.lines)
        ]

    @cached_property
    def head(self) -> SafeString:
        """The header cells: links that sort, saying how it is sorted now."""
        cells = []
        for bound in self.shown:
            column = bound.column
            link = urlencode({**self.keep, "sort": bound.order_by_alias.next})
            state = ""
            if bound.is_ordered:
                falls = bound.order_by_alias.is_descending
                state = "descending" if falls else "ascending"
            cells.append(
                format_html(
                    '<th scope="col" class="{}"{}>'
                    '<a id="sort-{}" href="?{}">{}</a></th>',
                    column.classes,
                    format_html(' aria-sort="{}"', state) if state else "",
                    bound.name,
                    link,
                    mark_safe(spoken(str(column.short), str(bound.header)))
                    if column.short
                    else bound.header,
                )
            )
        return mark_safe("".join(cells))

    @cached_property
    def body(self) -> SafeString:
        """All rows, written at once; every cell escapes its own text."""
        columns = [(one.column.cell, *self._tags(one)) for one in self.shown]
        return mark_safe(
            "".join(
                f'<tr id="no-{line.person.number}" data-no="{line.person.number}" '
                f'data-find="{escape(line.person.find)}">'
                + "".join(
                    f"{opening}{cell(line)}{closing}"
                    for cell, opening, closing in columns
                )
                + "</tr>"
                for line in self.data
            )
        )

    def _tags(self, bound: Any) -> tuple[str, str]:
        tag = 'th scope="row"' if bound.name == "name" else "td"
        classes = bound.column.classes
        opening = f'<{tag} class="{classes}">' if classes else f"<{tag}>"
        return opening, f"</{tag.partition(' ')[0]}>"

    @property
    def legend(self) -> list[tuple[Any, Any]]:
        """The signs that occur, with their words."""
        used: set[Mark | PlayOffState] = {
            score.mark for line in self.data for score in line.rounds
        }
        used |= {line.play_off for line in self.data}
        return [words for mark, words in SIGNS.items() if mark in used]


SORTABLE = frozenset(StandingsTable.base_columns) | {
    f"round{number}" for number in range(1, MOST_ROUNDS + 1)
}


def known_sort(asked: str) -> str:
    """The order asked for, "-points" or "name"; nothing for anything else."""
    return asked if asked.removeprefix("-") in SORTABLE else ""
