"""Who does not sit together: the page, the log, and what the draw makes of it."""

from itertools import combinations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import cast
from tournament.errors import Refused
from tournament.evening import clubs_of, draw_request, load_evening
from tournament.models import Deed, Draw, KeptApart, Tournament
from tournament.services.draws import draw_round
from tournament.services.entrants import delete_entrant
from tournament.services.kept_apart import keep_apart
from tournament.services.tournaments import change_tournament

pytestmark = pytest.mark.usefixtures("english")


def at(tournament: Tournament) -> str:
    return reverse("kept_apart", args=[tournament.slug])


def pairs_of(draw: Draw) -> set[tuple[int, ...]]:
    return {
        pair
        for table in draw.record["tables"]
        for pair in combinations(sorted(table), 2)
    }


def test_two_are_kept_apart_in_whichever_order_they_were_chosen(
    desk: Client, tournament: Tournament, organiser: User
) -> None:
    answer = desk.post(at(tournament), {"one": 7, "other": 2}, follow=True)
    assert "The two are kept apart from the next draw." in answer.content.decode()
    again = desk.post(at(tournament), {"one": 2, "other": 7}, follow=True)

    said = "2 Vorname2 Nachname2 and 7 Vorname7 Nachname7 are kept apart already."
    assert said in again.content.decode()
    pair = KeptApart.objects.get()
    log = tournament.log.get(deed=Deed.KEPT_APART)
    assert log.facts == {"one": "2 Vorname2 Nachname2", "other": "7 Vorname7 Nachname7"}

    draw = draw_round(tournament=tournament, round=1, by=organiser)
    assert draw.record["request"]["apart"] == [[2, 7]]
    assert (2, 7) not in pairs_of(draw)

    let = reverse("let_meet", args=[tournament.slug, pair.pk])
    assert "The two may meet again." in desk.post(let, follow=True).content.decode()
    assert "not kept apart any more" in desk.post(let, follow=True).content.decode()
    assert tournament.log.filter(deed=Deed.NOT_KEPT_APART).count() == 1


@pytest.mark.parametrize(
    ("one", "other"), [("", ""), ("3", "3"), ("3", "99"), ("x", "2"), ("\0", "2")]
)
def test_a_pair_that_cannot_be_is_said_at_the_place(
    desk: Client, tournament: Tournament, one: str, other: str
) -> None:
    answer = desk.post(at(tournament), {"one": one, "other": other})

    assert answer.status_code == 422
    assert 'class="errorlist' in answer.content.decode()
    assert not KeptApart.objects.exists()


def test_somebody_deleted_since_the_list_was_shown_is_refused(
    tournament: Tournament, organiser: User
) -> None:
    delete_entrant(entrant=tournament.entrants.get(number=2), by=organiser)

    for one, other in ((1, 2), (2, 1), (2, 2), (1, 1)):
        with pytest.raises(Refused):
            keep_apart(tournament=tournament, one=one, other=other, by=organiser)


def test_a_pair_of_another_tournament_stays(
    desk: Client, tournament: Tournament, organiser: User
) -> None:
    other = cast.make_tournament(cast.make_organiser("otto"), entrants=3)
    pair = keep_apart(tournament=other, one=1, other=2, by=organiser)

    desk.post(reverse("let_meet", args=[tournament.slug, pair.pk]))
    assert KeptApart.objects.get() == pair


def test_clubs_are_kept_apart_by_a_switch(
    tournament: Tournament, organiser: User
) -> None:
    clubs = ["KC Neun", " kc  neun", "Kc Neun", "", "Linde", "LINDE", "", " ", "Solo"]
    for number, club in enumerate(clubs, start=1):
        tournament.entrants.filter(number=number).update(club=club)
    assert draw_request(load_evening(tournament)).apart == ()

    change_tournament(tournament=tournament, by=organiser, apart_by_club=True)
    tournament.refresh_from_db()
    evening = load_evening(tournament)
    assert list(clubs_of(evening.entrants.values())) == ["KC Neun", "Linde"]
    assert draw_request(evening).apart == ((1, 2, 3), (5, 6))

    met = pairs_of(draw_round(tournament=tournament, round=1, by=organiser))
    assert not met & {(1, 2), (1, 3), (2, 3), (5, 6)}


def test_whoever_is_absent_is_not_named_in_the_record(
    tournament: Tournament, organiser: User
) -> None:
    keep_apart(tournament=tournament, one=1, other=2, by=organiser)
    change_tournament(tournament=tournament, by=organiser, apart_by_club=True)
    tournament.entrants.filter(number__in=(2, 9)).update(present=False)
    tournament.refresh_from_db()

    assert draw_request(load_evening(tournament)).apart == ((1, 3, 5, 7),)


def test_a_club_larger_than_the_tables_is_told_beforehand_and_afterwards(
    desk: Client, tournament: Tournament, organiser: User
) -> None:
    change_tournament(tournament=tournament, by=organiser, apart_by_club=True)
    page = desk.get(at(tournament)).content.decode()
    assert "There are only 3 tables, so some of them must meet" in page

    draw_round(tournament=tournament, round=1, by=organiser)
    drawn = desk.get(reverse("draw", args=[tournament.slug, 1])).content.decode()
    assert "Meet although they should be kept apart:" in drawn
    assert "these 5 people must not meet, and with 3 tables two of them" in drawn


def test_the_desk_leads_there(desk: Client, tournament: Tournament) -> None:
    for page in (("draw", 1), ("entrants",)):
        name, *more = page
        shown = desk.get(reverse(name, args=[tournament.slug, *more]))
        assert at(tournament) in shown.content.decode()
