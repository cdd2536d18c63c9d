"""The desk's one next thing to do, at every point of an evening."""

from random import Random

from django.contrib.auth.models import User

from scoring.draw import Effect
from tests import cast
from tournament.evening import load_evening
from tournament.models import Draw, Entrant, Tournament
from tournament.queries.desk import NextStep, Step, next_step
from tournament.services.draws import draw_round
from tournament.services.entrants import withdraw_entrant
from tournament.services.play_offs import enter_play_off
from tournament.services.tournaments import close_tournament, reopen_tournament


def step_of(tournament: Tournament) -> NextStep:
    tournament.refresh_from_db()
    return next_step(load_evening(tournament))


def test_nobody_is_entered_so_entrants_are_added(organiser: User) -> None:
    tournament = cast.make_tournament(organiser)

    assert step_of(tournament) == NextStep(Step.ADD_ENTRANTS, round=1)


def test_two_are_too_few_however_present_they_are(organiser: User) -> None:
    tournament = cast.make_tournament(organiser, entrants=2)

    assert step_of(tournament).step is Step.ADD_ENTRANTS


def test_fewer_than_three_are_present_so_people_are_checked_in(
    organiser: User,
) -> None:
    tournament = cast.make_tournament(organiser, entrants=9)
    Entrant.objects.filter(number__gt=2).update(present=False)

    assert step_of(tournament) == NextStep(Step.CHECK_IN, round=1)


def test_three_are_present_so_round_1_is_drawn(organiser: User) -> None:
    tournament = cast.make_tournament(organiser, entrants=9)
    Entrant.objects.filter(number__gt=3).update(present=False)

    assert step_of(tournament) == NextStep(Step.DRAW, 1, Effect(1, 0, 0))


def test_the_effect_of_the_head_count_is_told_before_the_draw(organiser: User) -> None:
    pausing = cast.make_tournament(organiser, entrants=14)
    filled = cast.make_tournament(organiser, entrants=14, head_count_policy="stand_in")

    assert step_of(pausing).effect == Effect(tables=4, sit_outs=2, stand_ins=0)
    assert step_of(filled).effect == Effect(tables=5, sit_outs=0, stand_ins=1)


def test_a_drawn_round_is_published(tournament: Tournament, organiser: User) -> None:
    draw_round(tournament=tournament, round=1, by=organiser)

    assert step_of(tournament) == NextStep(Step.PUBLISH, round=1)


def test_a_published_round_waits_for_its_missing_sheets(
    tournament: Tournament, draw: Draw
) -> None:
    assert step_of(tournament) == NextStep(Step.COLLECT, 1, missing=(1, 2, 3))


def test_all_sheets_are_in_so_the_next_round_is_drawn(
    tournament: Tournament, draw: Draw, organiser: User
) -> None:
    cast.enter_all(draw, organiser, Random(1))

    assert step_of(tournament) == NextStep(Step.DRAW, 2, Effect(3, 0, 0))


def test_everybody_left_after_round_1_so_people_are_needed(
    tournament: Tournament, draw: Draw, organiser: User
) -> None:
    cast.enter_all(draw, organiser, Random(1))
    for entrant in tournament.entrants.filter(number__gt=2):
        withdraw_entrant(entrant=entrant, by=organiser)

    assert step_of(tournament) == NextStep(Step.ADD_ENTRANTS, round=2)


def test_after_the_last_round_ties_are_played_off_then_it_is_closed(
    organiser: User,
) -> None:
    tournament = cast.make_tournament(organiser, entrants=3, rounds=1, games=3)
    draw = cast.start_round(tournament, organiser)
    table = draw.tables.get()
    seats = table.seats.order_by("position").values_list("entrant__number", flat=True)
    cast.enter_games(table=table, games=["123", "231", "312"], number=1, by=organiser)

    step = step_of(tournament)
    assert step.step is Step.PLAY_OFFS
    assert [(one.rank, len(one.people)) for one in step.play_offs] == [(1, 3)]

    enter_play_off(
        tournament=tournament, order=list(seats), behind=[], number=1, by=organiser
    )
    assert step_of(tournament) == NextStep(Step.CLOSE)

    close_tournament(tournament=tournament, by=organiser)
    assert step_of(tournament) == NextStep(Step.CLOSED)

    tournament.refresh_from_db()
    reopen_tournament(tournament=tournament, by=organiser, reason="Zettel vertauscht")
    assert step_of(tournament) == NextStep(Step.CLOSE)
