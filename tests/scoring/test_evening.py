"""A whole evening against a plain ledger that this test keeps by itself."""

from dataclasses import dataclass, field
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.evening import (
    Awards,
    Mark,
    PlayedRound,
    PlayedTable,
    Sheet,
    is_played_out,
    last_round_with_result,
    standings,
)
from scoring.points import Format
from scoring.standings import PlayOff
from tests.depth import examples

WHOLE = ["".join(places) for places in permutations("123")]
POINTS = {"1": 5, "2": 3, "3": 1}


@dataclass
class Ledger:
    """What everybody got in each round, written down as it happened."""

    points: dict[int, dict[int, int]] = field(default_factory=dict)
    marks: dict[int, dict[int, Mark]] = field(default_factory=dict)
    wins: dict[int, list[int]] = field(default_factory=dict)
    schock_outs: dict[int, int] = field(default_factory=dict)

    def write(self, who: int, round: int, mark: Mark, points: int) -> None:
        self.points.setdefault(who, {})[round] = points
        self.marks.setdefault(who, {})[round] = mark

    def total(self, who: int, until: int) -> int:
        return sum(
            points for at, points in self.points.get(who, {}).items() if at <= until
        )


def random_sheet(rng: Random) -> Sheet:
    """Game by game, as totals, or ruled on; Schock outs known or not."""
    games = [rng.choice(WHOLE) for _ in range(10)]
    outs = (
        (rng.randrange(4), rng.randrange(4), rng.randrange(4))
        if rng.random() < 0.5
        else None
    )
    kind = rng.choice(["games", "games", "totals", "ruling"])
    if kind == "games":
        return Sheet(games=tuple(games), schock_outs=outs)
    if kind == "ruling":
        one, two, three = (rng.randrange(51) for _ in range(3))
        return Sheet(totals=(one, two, three), ruling=True)
    one, two, three = (sum(POINTS[game[seat]] for game in games) for seat in range(3))
    return Sheet(totals=(one, two, three), schock_outs=outs)


def write_sheet(ledger: Ledger, round: int, table: PlayedTable) -> None:
    for position, who in enumerate(table.seats):
        sheet = table.sheet
        if sheet is None:
            ledger.write(who, round, Mark.OPEN, 0)
            continue
        if sheet.totals is not None:
            points = sheet.totals[position]
        else:
            places = [game[position] for game in sheet.games or ()]
            points = sum(POINTS[place] for place in places)
            counts = ledger.wins.setdefault(who, [0, 0, 0])
            for at, place in enumerate("123"):
                counts[at] += places.count(place)
        ledger.write(who, round, Mark.RULING if sheet.ruling else Mark.PLAYED, points)
        if sheet.schock_outs is not None:
            before = ledger.schock_outs.get(who, 0)
            ledger.schock_outs[who] = before + sheet.schock_outs[position]


def play(
    rng: Random, people: int, rounds: int, awards: Awards, stand_ins: bool
) -> tuple[set[int], list[PlayedRound], Ledger]:
    """Rounds with late entries and withdrawals; of the last some sheets miss."""
    ledger, evening = Ledger(), []
    here = set(range(1, people + 1))
    ever, newest = set(here), people
    for round in range(1, rounds + 1):
        if round > 1:
            for gone in rng.sample(sorted(here), rng.randrange(3)):
                if len(here) > 3:
                    here.remove(gone)
            for _ in range(rng.randrange(3)):
                newest += 1
                here.add(newest)
                ever.add(newest)
                for missed in range(1, round):
                    ledger.write(newest, missed, Mark.MISSED, awards.missed)
        seated = rng.sample(sorted(here), len(here))
        left = len(seated) % 3
        if stand_ins:
            seated += [-1, -2][: -left % 3]
            rng.shuffle(seated)
            out: list[int] = []
        else:
            out = sorted(seated[:left])
            seated = seated[left:]
        tables = []
        for number, first in enumerate(range(0, len(seated), 3), start=1):
            one, two, three = seated[first : first + 3]
            is_open = round == rounds and rng.random() < 0.2
            sheet = None if is_open else random_sheet(rng)
            tables.append(PlayedTable(number, (one, two, three), sheet))
            write_sheet(ledger, round, tables[-1])
        for who in out:
            ledger.write(who, round, Mark.SIT_OUT, awards.sit_out)
        evening.append(PlayedRound(round, tuple(tables), tuple(out)))
    return ever, evening, ledger


@examples(250, 80)
@given(
    people=st.integers(3, 40),
    rounds=st.integers(0, 6),
    sit_out=st.sampled_from([0, 30, 35]),
    missed=st.sampled_from([0, 20]),
    stand_ins=st.booleans(),
    seed=st.integers(0, 10**6),
)
def test_every_line_is_what_a_plain_ledger_says(
    people: int, rounds: int, sit_out: int, missed: int, stand_ins: bool, seed: int
) -> None:
    awards = Awards(sit_out, missed)
    entrants, evening, ledger = play(Random(seed), people, rounds, awards, stand_ins)

    lines = standings(Format(), awards, entrants, evening)

    assert sorted(line.entrant for line in lines) == sorted(entrants)
    last = max(
        (one.number for one in evening if any(table.sheet for table in one.tables)),
        default=0,
    )
    totals = {who: ledger.total(who, rounds) for who in entrants}
    before = {who: ledger.total(who, last - 1) for who in entrants}
    for line in lines:
        who = line.entrant
        assert line.points == totals[who]
        assert line.rank == 1 + sum(one > totals[who] for one in totals.values())
        assert line.previous_rank == (
            1 + sum(one > before[who] for one in before.values()) if last > 1 else None
        )
        assert [(one.mark, one.points) for one in line.rounds] == [
            (
                ledger.marks.get(who, {}).get(round, Mark.ABSENT),
                ledger.points.get(who, {}).get(round, 0),
            )
            for round in range(1, rounds + 1)
        ]
        assert line.games == (tuple(ledger.wins[who]) if who in ledger.wins else None)
        assert line.schock_outs == ledger.schock_outs.get(who)
    assert [(line.rank, line.entrant) for line in lines] == sorted(
        (line.rank, line.entrant) for line in lines
    )


@examples(250, 80)
@given(
    people=st.integers(3, 40),
    rounds=st.integers(1, 5),
    stand_ins=st.booleans(),
    seed=st.integers(0, 10**6),
)
def test_all_points_are_accounted_for(
    people: int, rounds: int, stand_ins: bool, seed: int
) -> None:
    """Standings and stand-ins = 90 a sheet + sit-outs + missed rounds."""
    awards = Awards(sit_out=30, missed=20)
    entrants, evening, ledger = play(Random(seed), people, rounds, awards, stand_ins)

    lines = standings(Format(), awards, entrants, evening)

    sheets = [table.sheet for one in evening for table in one.tables if table.sheet]
    given_out = sum(
        90 if not sheet.ruling else sum(sheet.totals or ()) for sheet in sheets
    )
    given_out += 30 * sum(len(one.sit_outs) for one in evening)
    given_out += 20 * sum(
        one.mark is Mark.MISSED for line in lines for one in line.rounds
    )
    house = sum(sum(ledger.points.get(who, {}).values()) for who in (-1, -2))
    assert sum(line.points for line in lines) + house == given_out


def one_round(*sheets: Sheet | None) -> PlayedRound:
    tables = tuple(
        PlayedTable(number, (3 * number - 2, 3 * number - 1, 3 * number), sheet)
        for number, sheet in enumerate(sheets, start=1)
    )
    return PlayedRound(1, tables)


EVEN = Sheet(totals=(30, 30, 30))


def test_a_round_is_closed_when_all_its_sheets_are_in() -> None:
    assert [table.number for table in one_round(EVEN, None).missing] == [2]
    assert not is_played_out(Format(rounds=1), [one_round(EVEN, None)])
    assert is_played_out(Format(rounds=1), [one_round(EVEN, EVEN)])
    assert not is_played_out(Format(rounds=2), [one_round(EVEN, EVEN)])
    assert not is_played_out(Format(), [])


def test_the_last_round_with_a_result_counts_for_the_change() -> None:
    assert last_round_with_result([]) == 0
    assert last_round_with_result([one_round(None, None)]) == 0
    assert last_round_with_result([one_round(None, EVEN)]) == 1


def test_end_2_a_play_off_settles_the_places_and_gives_no_points() -> None:
    lines = standings(
        Format(rounds=1),
        Awards(),
        [1, 2, 3],
        [one_round(EVEN)],
        [PlayOff((2, 3), frozenset({1}))],
    )

    assert [(one.entrant, one.rank, one.points) for one in lines] == [
        (2, 1, 30),
        (3, 2, 30),
        (1, 3, 30),
    ]


@pytest.mark.parametrize("missed", [0, 20])
def test_who_is_here_but_was_never_drawn_has_missed_nothing_yet(missed: int) -> None:
    lines = standings(Format(), Awards(missed=missed), [1, 2, 3, 4], [one_round(EVEN)])

    assert lines[-1].entrant == 4
    assert (lines[-1].points, lines[-1].rounds[0].mark) == (0, Mark.ABSENT)


@pytest.mark.parametrize("missed", [0, 20])
def test_an_earlier_round_gives_late_entries_what_it_gives_them_now(
    missed: int,
) -> None:
    early = one_round(EVEN)
    later = PlayedRound(2, (PlayedTable(1, (1, 2, 4), EVEN),), sit_outs=(3,))
    people, awards = [1, 2, 3, 4], Awards(missed=missed)

    now = {
        one.entrant: one for one in standings(Format(), awards, people, [early, later])
    }
    then = standings(Format(), awards, people, [early], late=[1, 2, 3, 4])

    for line in then:
        assert line.rounds == now[line.entrant].rounds[:1]
        assert line.rank == now[line.entrant].previous_rank
