"""A whole evening through the services, from the list to the final places."""

import pytest
from django.contrib.auth.models import User

from tests import cast
from tournament.errors import Refusal, Refused
from tournament.evening import load_evening
from tournament.models import Tournament
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
