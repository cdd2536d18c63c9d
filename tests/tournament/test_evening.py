"""A whole evening through the services, from the list to the final places."""

import pytest
from django.contrib.auth.models import User

from tests import cast
from tournament.errors import Refusal, Refused
from tournament.evening import load_evening
from tournament.models import Tournament
from tournament.services.entrants import add_entrant
from tournament.services.play_offs import draw_starting_order, enter_play_off
from tournament.services.tournaments import close_tournament, reopen_tournament


@pytest.mark.parametrize("entrants", [3, 9, 14])
def test_an_evening_ends_with_final_places(organiser: User, entrants: int) -> None:
    tournament = cast.make_tournament(organiser, entrants=entrants)
    cast.play_rounds(tournament, organiser, rounds=5)

    for group in load_evening(tournament).open_play_offs:
        members = list(group.members)
        game = draw_starting_order(tournament=tournament, members=members, by=organiser)
        assert sorted(game.starting_order) == members
        enter_play_off(
            tournament=tournament, order=members, behind=[], number=1, by=organiser
        )
    close_tournament(tournament=tournament, by=organiser)

    lines = load_evening(tournament).lines()
    assert [line.rank for line in lines[:3]] == [1, 2, 3]
    sat_out = sum(len(one.sit_outs) for one in load_evening(tournament).rounds)
    tables = sum(len(one.tables) for one in load_evening(tournament).rounds)
    assert sum(line.points for line in lines) == 90 * tables + 30 * sat_out


def test_a_closed_tournament_is_read_only(
    tournament: Tournament, organiser: User
) -> None:
    with pytest.raises(Refused) as refused:
        close_tournament(tournament=tournament, by=organiser)
    assert refused.value.refusal is Refusal.NOT_PLAYED_OUT

    with pytest.raises(Refused) as refused:
        reopen_tournament(tournament=tournament, by=organiser, reason="Versehen")
    assert refused.value.refusal is Refusal.NOT_CLOSED


def test_who_comes_after_the_last_round_is_drawn_is_not_ranked(
    organiser: User,
) -> None:
    tournament = cast.make_tournament(organiser, entrants=9, rounds=2)
    cast.play_rounds(tournament, organiser, rounds=1)
    late = {"first_name": "Spät", "present": True, "by": organiser}
    add_entrant(tournament=tournament, **late)
    assert len(load_evening(tournament).lines()) == 10

    cast.start_round(tournament, organiser)
    add_entrant(tournament=tournament, **late)
    assert sorted(line.entrant for line in load_evening(tournament).lines()) == [
        *range(1, 11)
    ]


def test_change_and_rank_after_each_round_agree_for_late_entries(
    organiser: User,
) -> None:
    tournament = cast.make_tournament(organiser, entrants=9, missed_points=25)
    cast.play_rounds(tournament, organiser, rounds=1)
    add_entrant(tournament=tournament, first_name="Spät", present=True, by=organiser)
    cast.play_rounds(tournament, organiser, rounds=1, seed=2)

    evening = load_evening(tournament)
    then = {line.entrant: line for line in evening.lines(1)}
    for line in evening.lines():
        assert then[line.entrant].rank == line.previous_rank
        assert then[line.entrant].rounds == line.rounds[:1]
