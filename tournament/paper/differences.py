"""A filled-in workbook against what is stored: every difference, named by its cell.

Three things are compared: what the workbook says now, what it said when it was
saved, and what is stored now. Only what was changed in the workbook is a change;
where both were changed since, they are in conflict. Nothing is written here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import RuleBroken
from scoring.evening import PlayedTable
from scoring.points import SEATS, Format
from scoring.sheets import (
    Problem,
    ruling_problems,
    schock_outs_problems,
    totals_problems,
)
from scoring.standings import PlayOff, check_play_off
from tournament import wording
from tournament.evening import Evening
from tournament.lists.roster import MAX_NUMBER, Doubt, Remark
from tournament.models import Entrant
from tournament.names import name_key, tidy

from .blocks import SEAT_LETTERS, digest, name_of
from .cells import LETTERS
from .facts import Facts, Version
from .reading import EntrantRow, Fault, Filled, PlayOffRows, TableRows
from .workbook import BEHIND, FIELDS, TICKED, fields_of, fingerprint, plain


class Kind(StrEnum):
    """How the workbook and what is stored differ."""

    NEW = "new"
    CHANGED = "changed"
    CONFLICT = "conflict"
    OLD = "old"


@dataclass(frozen=True)
class Change:
    """One difference: where, about what, what the workbook says and what is here.

    `deed` says which of the plan's lists `facts` belong to; OLD changes nothing,
    the workbook only does not know yet what is stored.
    """

    kind: Kind
    sheet: str
    cell: str
    subject: str
    file: str
    here: str
    deed: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def needs_reason(self) -> bool:
        """A correction of a result does; a ruling brings its own."""
        if self.deed not in {"sheets", "play_offs"} or self.facts.get("ruling"):
            return False
        return bool(self.facts.get("number", 1) > 1)


@dataclass(frozen=True)
class Plan:
    """Everything a workbook would change, and everything that cannot be."""

    changes: tuple[Change, ...] = ()
    faults: tuple[Fault, ...] = ()

    def of(self, kind: str) -> list[Change]:
        return [change for change in self.changes if change.kind == kind]

    def deeds(self, deed: str, *, conflicts: bool) -> list[dict[str, Any]]:
        """What is to be written, with or without what is in conflict."""
        return [
            dict(change.facts)
            for change in self.writes(conflicts=conflicts)
            if change.deed == deed
        ]

    def writes(self, *, conflicts: bool) -> list[Change]:
        kinds = {Kind.NEW, Kind.CHANGED} | ({Kind.CONFLICT} if conflicts else set())
        return [one for one in self.changes if one.kind in kinds]


@dataclass(frozen=True)
class Content:
    """What a sheet says, comparable: games by points, as no file knows places."""

    games: tuple[tuple[int, ...], ...] | None = None
    totals: tuple[int, int, int] | None = None
    ruling: bool = False
    schock_outs: tuple[int, int, int] | None = None
    reason: str = ""


def compare(filled: Filled, facts: Facts) -> Plan:
    comparison = Comparison(filled, facts)
    comparison.look_at_entrants()
    comparison.look_at_tables()
    comparison.look_at_play_offs()
    return Plan(tuple(comparison.changes), tuple(filled.faults))


class Comparison:
    def __init__(self, filled: Filled, facts: Facts) -> None:
        self.filled, self.facts = filled, facts
        self.evening: Evening = facts.evening
        self.format: Format = facts.tournament.format
        self.changes: list[Change] = []
        fields = fields_of(private=filled.private)
        self.fields = fields
        self.labels = {one.name: str(one.verbose_name) for one in Entrant._meta.fields}
        self.rows = self._paired(filled.entrants)
        self.names = {
            row.known: name_key(row.values["first_name"], row.values["last_name"])
            for row in self.rows
            if row.known is not None and row.values
        }
        renumbered = {
            row.known
            for row in self.rows
            if row.values and row.values["number"] not in {None, row.known}
        }
        self.kept_numbers = self.evening.entrants.keys() - renumbered
        self.taken_in: set[int] = set()

    # The list

    def _paired(self, rows: list[EntrantRow]) -> list[EntrantRow]:
        """Each line with its own key, even if the list was sorted without the keys.

        Then some lines stand unchanged beside the key of another one, and the
        visible number says whose they are.
        """
        marks = {row.known: row.mark for row in rows if row.known is not None}
        of_others = set(marks.values())
        filled = [row for row in rows if row.values]
        if all(
            found == row.mark or found not in of_others
            for row in filled
            if (found := self._digest(row))
        ):
            return rows
        paired = [row for row in rows if not row.values]
        for row in filled:
            number = row.values["number"]
            known = number if number in marks else None
            paired.append(replace(row, known=known, mark=marks.get(number, "")))
        return paired

    def _digest(self, row: EntrantRow) -> str:
        return digest([row.values[name] for name in self.fields])

    def look_at_entrants(self) -> None:
        title = self.filled.titles.get("entrants", "")
        missing_sheet = any(
            fault.sheet == title and not fault.cell for fault in self.filled.faults
        )
        known = {row.known for row in self.rows}
        refused = {fault.cell for fault in self.filled.faults if fault.sheet == title}
        for number in self.filled.written_for:
            entrant = self.evening.entrants.get(number)
            if number not in known and entrant and not missing_sheet and not refused:
                sentence = _(
                    "The line of No. %(number)s %(name)s is missing. Nobody is "
                    "deleted like this; mark the line as withdrawn."
                )
                facts = {"number": number, "name": entrant.full_name}
                self.filled.fault(title, "", sentence % facts)
        taken: dict[int, EntrantRow] = {}
        for row in self.rows:
            if not row.values:
                continue
            number = row.values["number"]
            if number is not None and number in taken:
                self._fault(
                    row,
                    "number",
                    _("No. %(number)s stands here twice, in row %(row)s too.")
                    % {"number": number, "row": taken[number].row},
                )
                continue
            if number is not None:
                taken[number] = row
            if row.known is None:
                self._new_entrant(row)
            else:
                self._known_entrant(row, row.known)

    def _fault(self, row: EntrantRow, name: str, sentence: str) -> None:
        self.filled.fault(row.sheet, self._at(row, name), sentence)

    def _at(self, row: EntrantRow, name: str) -> str:
        return f"{LETTERS[FIELDS.index(name)]}{row.row}"

    def _sound(self, row: EntrantRow) -> bool:
        """Whether this line can be a person; says what is wrong with it."""
        before = len(self.filled.faults)
        if not (row.values["first_name"] or row.values["last_name"]):
            self._fault(row, "first_name", _("A name is missing."))
        number = row.values["number"]
        if number == 0:
            self._fault(row, "number", _("Start numbers begin with 1."))
        elif number is not None and number > MAX_NUMBER:
            sentence = _("Start numbers end with %(most)s.")
            self._fault(row, "number", sentence % {"most": MAX_NUMBER})
        for name in self.fields:
            most = getattr(Entrant._meta.get_field(name), "max_length", None)
            value = row.values[name]
            if most and isinstance(value, str) and len(value) > most:
                sentence = _("The text is too long: %(most)s letters at most.")
                self._fault(row, name, sentence % {"most": most})
        return len(self.filled.faults) == before

    def _new_entrant(self, row: EntrantRow) -> None:
        if not self._sound(row):
            return
        if (here := self._added_since(row)) is not None:
            self._known_since(row, here)
            return
        values = dict(row.values)
        if self._is_taken(row):
            return
        if values.pop("withdrawn"):
            sentence = _("Who is new cannot have withdrawn.")
            self._fault(row, "withdrawn", sentence)
            return
        name = f"{values['first_name']} {values['last_name']}".strip()
        number = values["number"]
        said = f"{number} {name}" if number else name
        self._change(
            Kind.NEW,
            row.sheet,
            self._at(row, "first_name"),
            _("Entrant"),
            said,
            self._namesake(row),
            "added",
            values,
        )

    def _namesake(self, row: EntrantRow) -> str:
        """Who else is called so; the desk asks for that too before it adds somebody."""
        name = name_key(row.values["first_name"], row.values["last_name"])
        if number := self._numbers_by_name.get(name):
            remark = Remark(Doubt.SAME_NAME_ENTERED, {"number": number})
        elif (line := self._new_lines_by_name[name]) < row.row:
            remark = Remark(Doubt.SAME_NAME_LISTED, {"line": line})
        else:
            return ""
        return wording.doubtful(remark)

    @cached_property
    def _numbers_by_name(self) -> dict[str, int]:
        """The first who is entered under each name."""
        numbers: dict[str, int] = {}
        for one in self.evening.entrants.values():
            numbers.setdefault(name_key(one.full_name), one.number)
        return numbers

    @cached_property
    def _new_lines_by_name(self) -> dict[str, int]:
        """The first new line of each name."""
        lines: dict[str, int] = {}
        for row in self.rows:
            if row.known is None and row.values:
                name = name_key(row.values["first_name"], row.values["last_name"])
                lines[name] = min(row.row, lines.get(name, row.row))
        return lines

    def _is_taken(self, row: EntrantRow) -> bool:
        """Whether somebody has the number who keeps it, and then says so."""
        number = row.values["number"]
        if number not in self.kept_numbers:
            return False
        here = self.evening.entrants[number]
        sentence = _("No. %(number)s is taken by %(name)s.")
        facts = {"number": number, "name": here.full_name}
        self._fault(row, "number", sentence % facts)
        return True

    def _added_since(self, row: EntrantRow) -> Entrant | None:
        """Who this line means, where it was taken in already or typed in here too.

        The workbook goes on being filled in after it was read back, and then its
        new lines come a second time.
        """
        name = name_key(row.values["first_name"], row.values["last_name"])
        number, club = row.values["number"], name_key(row.values["club"])
        for here in self.evening.entrants.values():
            if here.number in self.taken_in or here.number in self.filled.written_for:
                continue
            same_club = not (club and here.club) or name_key(here.club) == club
            same_number = number in {None, here.number}
            if same_number and same_club and name_key(here.full_name) == name:
                self.taken_in.add(here.number)
                return here
        return None

    def _known_since(self, row: EntrantRow, here: Entrant) -> None:
        values = {**row.values, "number": here.number}
        stored = {name: plain(getattr(here, name)) for name in self.fields}
        differ = [name for name in self.fields if values[name] != stored[name]]
        if differ:
            self._change_entrant(Kind.CONFLICT, row, here, values, stored, differ)

    def _renumbered_since(
        self, row: EntrantRow, here: Entrant | None
    ) -> Entrant | None:
        """Who got the number of this line already, where it was read back before.

        The number that it was written for is nobody's then, or somebody else's.
        """
        there = self.evening.entrants.get(row.values["number"] or 0)
        name = name_key(row.values["first_name"], row.values["last_name"])
        if there is None or (here and name_key(here.full_name) == name):
            return None
        return there if name_key(there.full_name) == name else None

    def _known_entrant(self, row: EntrantRow, known: int) -> None:
        here = self.evening.entrants.get(known)
        here = self._renumbered_since(row, here) or here
        untouched = self._digest(row) == row.mark
        if here is None:
            if not untouched:
                sentence = _("No. %(number)s is not in the list any more.")
                self._fault(row, "number", sentence % {"number": known})
            return
        stored = {name: plain(getattr(here, name)) for name in self.fields}
        differ = [name for name in self.fields if row.values[name] != stored[name]]
        if not differ:
            return
        kind = Kind.CHANGED
        if fingerprint(here, self.fields) != row.mark:
            kind = Kind.OLD if untouched else Kind.CONFLICT
        if kind is not Kind.OLD and not self._sound(row):
            return
        if kind is not Kind.OLD and "number" in differ:
            if row.values["number"] is None:
                self._fault(row, "number", _("The start number is missing."))
                return
            if self.facts.drawn:
                sentence = _("After the first draw start numbers are fixed.")
                self._fault(row, "number", sentence)
                return
            if self._is_taken(row):
                return
        self._change_entrant(kind, row, here, row.values, stored, differ)

    def _change_entrant(
        self,
        kind: Kind,
        row: EntrantRow,
        here: Entrant,
        values: Mapping[str, Any],
        stored: Mapping[str, Any],
        differ: Sequence[str],
    ) -> None:
        subject = _("No. %(number)s %(name)s") % {
            "number": here.number,
            "name": here.full_name,
        }
        fields = {name: values[name] for name in differ if name != "withdrawn"}
        self._change(
            kind,
            row.sheet,
            self._at(row, differ[0]),
            subject,
            self._spell(values, differ),
            self._spell(stored, differ),
            "changed",
            {
                "entrant": here.number,
                "fields": fields,
                "withdrawn": values["withdrawn"] if "withdrawn" in differ else None,
            },
        )

    def _spell(self, values: Mapping[str, Any], names: Sequence[str]) -> str:
        """The fields that differ, as a person reads them."""

        def word(name: str) -> object:
            if name in TICKED:
                return _("yes") if values[name] else _("no")
            return values[name] or BEHIND

        return "; ".join(f"{self.labels[name]}: {word(name)}" for name in names)

    # The score sheets

    def look_at_tables(self) -> None:
        tables = {
            (played.number, table.number): table
            for played in self.evening.rounds
            for table in played.tables
        }
        there = {(one.round, one.number) for one in self.filled.tables}
        faulty = {fault.sheet for fault in self.filled.faults}
        for round, number in tables:
            title = self.filled.titles.get(f"round {round}")
            if title and title not in faulty and (round, number) not in there:
                sentence = _("Table %(table)s is missing in this sheet.")
                self.filled.fault(title, "", sentence % {"table": number})
        for one in self.filled.tables:
            self._table(one, tables.get((one.round, one.number)))

    def _table(self, one: TableRows, table: PlayedTable | None) -> None:
        if one.broken:
            # What cannot be is named all at once, not one fault an upload.
            if played := played_in(one):
                self._games(one, played)
            return
        before = len(self.filled.faults)
        content = self._content(one)
        if len(self.filled.faults) > before:
            return
        versions = self.facts.versions.get((one.round, one.number), ())
        base = versions[one.version - 1] if 0 < one.version <= len(versions) else None
        here = versions[-1] if versions else None
        if table is None or table.seats != one.seats or one.version > len(versions):
            if content is not None and content != self._stored(base):
                sentence = _(
                    "Table %(table)s of round %(round)s was drawn anew: other people "
                    "sit there now."
                )
                facts = {"table": one.number, "round": one.round}
                self.filled.fault(one.sheet, one.top, sentence % facts)
            return
        if not self._names_fit(one, table):
            return
        if content == self._stored(here):
            return
        if content == self._stored(base):
            kind = Kind.OLD
        elif content is None:
            sentence = _("A result can be corrected, but not taken away.")
            self.filled.fault(one.sheet, one.top, sentence)
            return
        elif one.version != len(versions):
            kind = Kind.CONFLICT
        else:
            kind = Kind.CHANGED if here else Kind.NEW
        self._change(
            kind,
            one.sheet,
            one.sums_at if content and content.games is None else one.games_at[1],
            _("Round %(round)s, table %(table)s")
            % {"round": one.round, "table": one.number},
            self._say(content),
            self._say(self._stored(here)),
            "sheets",
            self._deed(one, content, len(versions) + 1, here),
        )

    def _names_fit(self, one: TableRows, table: PlayedTable) -> bool:
        """001 rule 4: who sits there was drawn; a sheet cannot change it."""
        if digest(one.names) == one.names_mark:
            return True
        fit = True
        for person, name, at in zip(table.seats, one.names, one.names_at, strict=True):
            if person < 0:
                continue
            said = name_key(name)
            expected = name_key(name_of(self.evening, person))
            if said not in {expected, self.names.get(person)}:
                sentence = _("“%(name)s” does not sit there, but %(entrant)s.")
                facts = {"name": name, "entrant": self.evening.entrants[person]}
                self.filled.fault(one.sheet, at, sentence % facts)
                fit = False
        return fit

    def _content(self, one: TableRows) -> Content | None:
        """What the sheet says, None where it is empty; faults where it cannot be."""
        outs = self._outs(one)
        played = played_in(one)
        content: Content | None = None
        if one.reason:
            totals = self._totals(one, ruling_problems)
            if outs:
                sentence = _("A ruling has no Schock outs.")
                self.filled.fault(one.sheet, one.outs_at, sentence)
            content = Content(None, totals, ruling=True, reason=one.reason)
        elif played:
            games = self._games(one, played)
            content = Content(games, schock_outs=outs)
        elif any_of(one.sums):
            content = Content(None, self._totals(one, totals_problems), False, outs)
        elif outs:
            sentence = _("There are Schock outs, but no points.")
            self.filled.fault(one.sheet, one.outs_at, sentence)
        return content

    def _outs(self, one: TableRows) -> tuple[int, int, int] | None:
        if not any_of(one.outs):
            return None
        first, second, third = (count or 0 for count in one.outs)
        outs = (first, second, third)
        self._problems(one, one.outs_at, schock_outs_problems(outs, self.format))
        return outs

    def _totals(
        self,
        one: TableRows,
        problems: Callable[[tuple[int, int, int], Format], list[Problem]],
    ) -> tuple[int, int, int] | None:
        if len(one.sums) != SEATS or None in one.sums:
            sentence = (
                _("A ruling needs three totals in the row “Sum”.")
                if one.reason
                else _("A total is missing: all three or none.")
            )
            self.filled.fault(one.sheet, one.sums_at, sentence)
            return None
        first, second, third = (total or 0 for total in one.sums)
        totals = (first, second, third)
        self._problems(one, one.sums_at, problems(totals, self.format))
        return totals

    def _problems(self, one: TableRows, at: str, problems: list[Problem]) -> None:
        for problem in problems:
            letter = SEAT_LETTERS[problem.seat - 1] if problem.seat else "B"
            sentence = wording.sentence(problem.refusal())
            self.filled.fault(one.sheet, f"{letter}{at[1:]}", sentence)

    def _games(
        self, one: TableRows, played: Mapping[int, list[int | None]]
    ) -> tuple[tuple[int, ...], ...] | None:
        games: list[tuple[int, ...]] = []
        wanted = sorted(self.format.points)
        for game in sorted(one.games.keys() - one.unreadable):
            row = [point for point in one.games[game] if point is not None]
            if sorted(row) == wanted:
                games.append(tuple(row))
                continue
            if game not in played:
                sentence = _("Game %(game)s is missing.")
            else:
                sentence = _("Game %(game)s: %(points)s are given once each.")
            points = ", ".join(map(str, self.format.points))
            facts = {"game": game, "points": points}
            self.filled.fault(one.sheet, one.games_at[game], sentence % facts)
        for seat, typed in enumerate(one.sums):
            total = sum(row[seat] for row in games)
            if typed is not None and typed != total and len(games) == len(one.games):
                sentence = _("%(typed)s is typed here, but the games sum to %(total)s.")
                at = f"{SEAT_LETTERS[seat]}{one.sums_at[1:]}"
                facts = {"typed": typed, "total": total}
                self.filled.fault(one.sheet, at, sentence % facts)
        return tuple(games)

    def _stored(self, version: Version | None) -> Content | None:
        if version is None:
            return None
        sheet = version.sheet
        return Content(
            games=tuple(
                tuple(self.format.points[int(place) - 1] for place in game)
                for game in sheet.games
            )
            if sheet.games is not None
            else None,
            totals=sheet.totals,
            ruling=sheet.ruling,
            schock_outs=sheet.schock_outs,
            reason=tidy(version.reason) if sheet.ruling else "",
        )

    def _say(self, content: Content | None) -> str:
        """A sheet in one line: totals, and the games where they are known."""
        if content is None:
            return _("no sheet")
        if content.games is not None:
            totals = [sum(seat) for seat in zip(*content.games, strict=True)]
            games = " ".join("".join(map(str, game)) for game in content.games)
            said = f"{spelled(totals)} ({games})"
        else:
            said = spelled(content.totals or ())
        if content.schock_outs is not None:
            said += "; " + _("Schock outs: %(counts)s") % {
                "counts": spelled(content.schock_outs)
            }
        if content.ruling:
            said += "; " + _("ruling: %(reason)s") % {"reason": content.reason}
        return said

    def _deed(
        self,
        one: TableRows,
        content: Content | None,
        number: int,
        here: Version | None,
    ) -> dict[str, Any]:
        if content is None:
            return {}
        games = None
        if content.games is not None:
            known = here.sheet.games if here and here.sheet.games else ()
            games = [
                places(points, self.format, known[at] if at < len(known) else "")
                for at, points in enumerate(content.games)
            ]
        return {
            "round": one.round,
            "table": one.number,
            "number": number,
            "seats": list(one.seats),
            "games": games,
            "totals": content.totals,
            "ruling": content.ruling,
            "schock_outs": content.schock_outs,
            "reason": content.reason,
        }

    # The play-offs

    def look_at_play_offs(self) -> None:
        groups = {
            tuple(sorted(group.members)): group
            for group in self.evening.play_off_groups
        }
        for one in self.filled.play_offs:
            if one.broken:
                continue
            versions = self.facts.play_offs.get(frozenset(one.members), ())
            if not 0 <= one.version <= len(versions):
                sentence = _("The hidden column was changed; this line cannot be read.")
                self.filled.fault(one.sheet, one.top, sentence)
                continue
            if not one.order:
                # Nothing was played, or what was known when it was saved is gone.
                if one.version:
                    sentence = _("A result can be corrected, but not taken away.")
                    self.filled.fault(one.sheet, one.top, sentence)
                continue
            base = versions[one.version - 1] if one.version else None
            result = self._result(one)
            if result is None:
                continue
            group = groups.get(tuple(sorted(one.members)))
            here = self.evening.result_of(group) if group else None
            if result in {here, base} and (group is None or result == here):
                continue
            if group is None:
                sentence = _("These entrants have no play-off any more.")
                self.filled.fault(one.sheet, one.top, sentence)
                continue
            withdrawn = self.evening.withdrawn_of(group)
            if placed := [who for who in result.order if who in withdrawn]:
                sentence = _("No. %(number)s has withdrawn: type – for the place.")
                self.filled.fault(one.sheet, one.top, sentence % {"number": placed[0]})
                continue
            try:
                check_play_off(group.members, result, withdrawn)
            except RuleBroken as error:
                self.filled.fault(one.sheet, one.top, wording.sentence(error))
                continue
            kind = Kind.NEW if not versions else Kind.CHANGED
            if one.version != len(versions):
                kind = Kind.OLD if result == base else Kind.CONFLICT
            self._change(
                kind,
                one.sheet,
                one.top,
                _("Play-off for place %(rank)s") % {"rank": group.rank},
                self._order(result),
                self._order(here),
                "play_offs",
                {
                    "order": list(result.order),
                    "behind": sorted(result.behind),
                    "number": len(versions) + 1,
                },
            )

    def _result(self, one: PlayOffRows) -> PlayOff | None:
        placed = {number: place for number, place in one.order.items() if place}
        ordered = sorted(placed, key=lambda number: placed[number])
        if sorted(placed.values()) != list(range(1, len(placed) + 1)) or any(
            place == 0 for place in one.order.values()
        ):
            sentence = _("The places must be 1, 2, 3 and so on, each once.")
            self.filled.fault(one.sheet, one.top, sentence)
            return None
        return PlayOff(tuple(ordered), frozenset(one.members) - set(ordered))

    def _order(self, result: PlayOff | None) -> str:
        if result is None:
            return _("no result")
        entrants = self.evening.entrants
        placed = [
            f"{place}. {entrants[number].full_name}"
            for place, number in enumerate(result.order, start=1)
        ]
        behind = [
            f"{BEHIND} {entrants[number].full_name}" for number in sorted(result.behind)
        ]
        return ", ".join([*placed, *behind])

    def _change(
        self,
        kind: Kind,
        sheet: str,
        cell: str,
        subject: str,
        file: str,
        here: str,
        deed: str,
        facts: Mapping[str, Any],
    ) -> None:
        self.changes.append(Change(kind, sheet, cell, subject, file, here, deed, facts))


def played_in(one: TableRows) -> dict[int, list[int | None]]:
    """The games of which anything is filled in."""
    return {game: row for game, row in one.games.items() if any_of(row)}


def any_of(values: Sequence[int | None]) -> bool:
    return any(value is not None for value in values)


def spelled(numbers: Sequence[int]) -> str:
    return " – ".join(map(str, numbers))


def places(game: Sequence[int], format: Format, known: str = "") -> str:
    """Points to places. Equal points keep the places that are `known` to have given
    them, else they take theirs in the order of the seats.
    """
    if [format.points[int(place) - 1] for place in known] == list(game):
        return known
    free = list(enumerate(format.points, start=1))
    found = []
    for points in game:
        place = next(one for one in free if one[1] == points)
        free.remove(place)
        found.append(str(place[0]))
    return "".join(found)
