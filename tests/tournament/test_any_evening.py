"""Whole evenings of any size and any course, against a plain ledger."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from django.contrib.auth.models import User
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import cast
from tests.depth import THOROUGH
from tournament.evening import load_evening
from tournament.models import Draw, Table, Tournament
from tournament.services.entrants import add_entrant, replace_entrant, withdraw_entrant
from tournament.services.play_offs import enter_play_off
from tournament.services.results import (
    enter_games,
    enter_ruling,
    enter_totals,
)
from tournament.services.tournaments import close_tournament

POINTS = {"1": 5, "2": 3, "3": 1}


@dataclass
class Night:
    """One evening and what this test wrote down of it: points by round."""

    tournament: Tournament
    by: User
    rng: Random
    points: dict[int, dict[int, int]] = field(default_factory=dict)
    sat_out: Counter[int] = field(default_factory=Counter)
    given_out: int = 0

    def write(self, who: int, round: int, points: int) -> None:
        self.points.setdefault(who, {})[round] = points

    def here(self) -> set[int]:
        people = self.tournament.entrants.filter(present=True, withdrawn=False)
        return set(people.values_list("number", flat=True))


def people_come_and_go(night: Night, round: int) -> None:
    rng, tournament, by = night.rng, night.tournament, night.by
    for _ in range(rng.randrange(3)):
        here = night.here()
        if len(here) > 3:
            gone = tournament.entrants.get(number=rng.choice(sorted(here)))
            withdraw_entrant(entrant=gone, by=by, reason="muss weg")
    someone = tournament.entrants.get(number=rng.choice(sorted(night.here())))
    replace_entrant(entrant=someone, by=by, first_name="Ersatz", last_name="Mann")
    for _ in range(rng.randrange(3)):
        new = add_entrant(
            tournament=tournament, by=by, first_name="Neu", last_name="", present=True
        )
        for missed in range(1, round):
            night.write(new.number, missed, tournament.missed_points)
            night.given_out += tournament.missed_points


def check_draw(night: Night, draw: Draw, here: set[int]) -> None:
    """Nobody twice, tables of exactly three, sit-outs as rarely as can be."""
    tables = [table.people() for table in draw.tables.all()]
    assert all(len(people) == 3 for people in tables)
    out = list(draw.sit_outs.values_list("entrant__number", flat=True))
    seated = [person for people in tables for person in people]
    people = Counter([*seated, *out])
    assert set(people.values()) == {1}
    assert {person for person in people if person > 0} == here
    if night.tournament.head_count_policy == "sit_out":
        assert len(out) == len(here) % 3
        assert min(seated) > 0
        most = max((night.sat_out[person] for person in out), default=0)
        assert all(night.sat_out[person] >= most for person in here - set(out))
    else:
        assert not out
        assert sum(person < 0 for person in seated) == -len(here) % 3
    for person in out:
        night.sat_out[person] += 1
        night.write(person, draw.round, 30)
        night.given_out += 30


def enter(night: Night, table: Table, number: int) -> tuple[int, ...]:
    """One version in any of the three ways; its points by seat."""
    rng, by = night.rng, night.by
    reason = "" if number == 1 else "verlesen"
    way = rng.choice(["games", "games", "totals", "ruling"])
    games = cast.random_games(rng)
    sums = tuple(sum(POINTS[game[seat]] for game in games) for seat in range(3))
    if way == "games":
        enter_games(table=table, games=games, number=number, by=by, reason=reason)
    elif way == "totals":
        enter_totals(table=table, totals=sums, number=number, by=by, reason=reason)
    else:
        sums = tuple(rng.randrange(51) for _ in range(3))
        enter_ruling(table=table, totals=sums, number=number, by=by, reason="Abbruch")
    return sums


def play_round(night: Night, round: int) -> None:
    """Sheets come in any order; some are corrected, once or twice."""
    here = night.here()
    draw = cast.start_round(night.tournament, night.by)
    check_draw(night, draw, here)
    tables = list(draw.tables.select_related("draw__tournament"))
    night.rng.shuffle(tables)
    for table in tables:
        for number in range(1, night.rng.choice([1, 1, 1, 2, 3]) + 1):
            sums = enter(night, table, number)
        night.given_out += sum(sums)
        for person, points in zip(table.people(), sums, strict=True):
            night.write(person, round, points)


@settings(
    max_examples=25 if THOROUGH else 10,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    entrants=st.integers(3, 40),
    policy=st.sampled_from(["sit_out", "stand_in"]),
    missed=st.sampled_from([0, 20]),
    seed=st.integers(0, 10**6),
)
def test_all_points_are_accounted_for_and_ranks_are_right(
    organiser: User, entrants: int, policy: str, missed: int, seed: int
) -> None:
    tournament = cast.make_tournament(
        organiser, entrants, rounds=3, head_count_policy=policy, missed_points=missed
    )
    night = Night(tournament, organiser, Random(seed))
    for round in (1, 2, 3):
        if round > 1:
            people_come_and_go(night, round)
        play_round(night, round)

    evening = load_evening(tournament)
    lines = evening.lines()
    gone = {number for number, one in evening.entrants.items() if one.withdrawn}
    totals = {
        who: sum(points.values()) for who, points in night.points.items() if who > 0
    }
    assert {line.entrant: line.points for line in lines} == totals
    for line in lines:
        ahead = sum(points > line.points for points in totals.values())
        equals = {who for who, points in totals.items() if points == line.points}
        # Where one alone is left of a group that would play, no game is needed:
        # those who have gone stand behind.
        alone = ahead < 3 and len(equals - gone) == 1
        assert line.rank == ahead + 1 + (alone and line.entrant in gone)
    house = sum(sum(night.points.get(who, {}).values()) for who in (-1, -2))
    assert sum(totals.values()) + house == night.given_out

    settle_and_close(night, totals)


def settle_and_close(night: Night, totals: dict[int, int]) -> None:
    """Play-offs by any finishing order; places 1 to 3 are then decided."""
    behind: dict[int, int] = {}
    evening = load_evening(night.tournament)
    for group in evening.open_play_offs:
        gone = evening.withdrawn_of(group)
        order = [number for number in group.members if number not in gone]
        night.rng.shuffle(order)
        enter_play_off(
            tournament=night.tournament, order=order, behind=gone, number=1, by=night.by
        )
        behind.update({number: at for at, number in enumerate(order)})
        behind.update(dict.fromkeys(gone, len(order)))
    close_tournament(tournament=night.tournament, by=night.by)
    for line in load_evening(night.tournament).lines():
        ahead = sum(points > totals[line.entrant] for points in totals.values())
        if line.entrant in behind:
            assert line.rank == ahead + 1 + behind[line.entrant]
