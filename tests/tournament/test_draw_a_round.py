"""Drawing, looking, publishing, withdrawing and swapping, in the browser."""

from random import Random

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import cast
from tournament.models import Deed, Draw, Entrant, Seat, SitOut, Tournament
from tournament.services.draws import draw_round, publish_draw, withdraw_draw
from tournament.services.entrants import add_entrant, set_present, withdraw_entrant

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def drawn(tournament: Tournament, organiser: User) -> Draw:
    """Round 1, drawn and not published."""
    return draw_round(tournament=tournament, round=1, by=organiser)


def at(name: str, tournament: Tournament, round: int = 1) -> str:
    return reverse(name, args=[tournament.slug, round])


def plain(content: bytes) -> str:
    return " ".join(content.decode().split())


def test_before_the_draw_one_sees_who_will_be_drawn_and_what_it_does(
    desk: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, entrants=14)
    Entrant.objects.filter(number=14).update(present=False)
    page = plain(desk.get(at("draw", tournament)).content)

    assert "13 present: 4 tables, 1 sits out and receives 30 points." in page
    assert "1 person is not checked in and will not be drawn." in page
    assert "Vorname13 Nachname13" in page
    assert "Vorname14 Nachname14" not in page


def test_four_people_who_press_eight_times_make_one_draw(
    tournament: Tournament, organiser: User
) -> None:
    for one in ("anna", "bert", "cleo", "dora"):
        user = User.objects.create_user(one)
        tournament.memberships.create(user=user, role="organiser")
        for _ in range(2):
            browser = Client()
            browser.force_login(user)
            answer = browser.post(at("draw_round", tournament), follow=True)
            assert answer.status_code == 200
            assert "Look at it, then publish it" in answer.content.decode()
    assert "Round 1 has been drawn just now." in answer.content.decode()

    assert tournament.draws.count() == 1
    assert Seat.objects.count() == 9


def test_too_few_people_are_refused_in_words(desk: Client, organiser: User) -> None:
    tournament = cast.make_tournament(organiser, entrants=2)
    answer = desk.post(at("draw_round", tournament))

    assert answer.status_code == 422
    assert "at least 3 people who are present, there are 2" in answer.content.decode()
    assert not tournament.draws.exists()


def test_the_next_round_waits_for_the_missing_sheets(
    desk: Client, tournament: Tournament, draw: Draw
) -> None:
    answer = desk.post(at("draw_round", tournament, 2))

    assert answer.status_code == 422
    assert "Missing: tables 1, 2, 3." in answer.content.decode()


@pytest.mark.parametrize("round", [0, 6, 10**6, 10**30])
def test_a_round_that_is_not_planned_is_not_there(
    desk: Client, tournament: Tournament, round: int
) -> None:
    assert desk.get(at("draw", tournament, round)).status_code == 404
    for deed in ("draw_round", "publish_draw", "withdraw_draw", "swap_seats"):
        answer = desk.post(at(deed, tournament, round), follow=True)
        assert answer.status_code == 404, deed
    assert not tournament.draws.exists()


def test_a_later_round_says_that_it_is_not_its_turn(
    desk: Client, tournament: Tournament
) -> None:
    page = desk.get(at("draw", tournament, 3)).content.decode()

    assert "This round cannot be drawn yet." in page


def test_a_drawn_round_is_published(
    desk: Client, tournament: Tournament, drawn: Draw
) -> None:
    page = desk.get(at("draw", tournament)).content.decode()
    assert "Table 3" in page
    assert 'name="attempt" value="1"' in page

    answer = desk.post(at("publish_draw", tournament), {"attempt": 1}, follow=True)
    assert "Round 1 is published" in answer.content.decode()
    assert Draw.objects.get().published_at


def test_a_draw_that_was_drawn_again_meanwhile_is_not_published_unseen(
    desk: Client, tournament: Tournament, drawn: Draw, organiser: User
) -> None:
    withdraw_draw(draw=drawn, by=organiser, reason="Uwe kam noch")
    draw_round(tournament=tournament, round=1, by=organiser)
    answer = desk.post(at("publish_draw", tournament), {"attempt": 1}, follow=True)

    assert "This draw of round 1 was withdrawn meanwhile." in answer.content.decode()
    assert not Draw.objects.filter(published_at__isnull=False).exists()


@pytest.mark.parametrize("attempt", ["", "0", "x", "-1", "2", "9" * 5000, "\0"])
def test_a_forged_draw_is_not_published(
    desk: Client, tournament: Tournament, drawn: Draw, attempt: str
) -> None:
    answer = desk.post(at("publish_draw", tournament), {"attempt": attempt})

    assert answer.status_code == 302
    assert not Draw.objects.filter(published_at__isnull=False).exists()


def test_a_withdrawn_draw_stays_to_be_seen_with_who_and_why(
    desk: Client, tournament: Tournament, drawn: Draw
) -> None:
    typed = {"withdraw-attempt": 1, "withdraw-reason": "Uwe kam <doch> noch"}
    answer = desk.post(at("withdraw_draw", tournament), typed, follow=True)
    assert "You can draw again" in answer.content.decode()

    desk.post(at("draw_round", tournament))
    page = plain(desk.get(at("draw", tournament)).content)
    old = page.split("Withdrawn draws of this round")[1]
    assert "Draw 1, withdrawn by olga" in old
    assert "Uwe kam &lt;doch&gt; noch" in old
    assert old.count("Nachname") == 9


def test_a_draw_with_a_result_can_no_longer_be_withdrawn(
    desk: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, entrants=9)
    cast.play_rounds(tournament, organiser, 1)
    page = desk.get(at("draw", tournament)).content.decode()
    assert "can no longer be withdrawn" in page

    typed = {"withdraw-attempt": 1, "withdraw-reason": "doch"}
    answer = desk.post(at("withdraw_draw", tournament), typed)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Round 1 has a result there already" in page
    assert 'value="doch"' in page


@pytest.mark.parametrize("reason", ["", "   ", "x" * 5000, "\0", "\n"])
def test_a_draw_is_not_withdrawn_without_a_reason_that_can_be_read(
    desk: Client, tournament: Tournament, drawn: Draw, reason: str
) -> None:
    typed = {"withdraw-attempt": 1, "withdraw-reason": reason}
    answer = desk.post(at("withdraw_draw", tournament), typed)

    assert answer.status_code == 422
    assert 'class="errorlist"' in answer.content.decode()
    assert not Draw.objects.exclude(withdrawn_at=None).exists()


def numbers_at(draw: Draw) -> list[list[int | None]]:
    return [
        [seat.entrant.number if seat.entrant else None for seat in table.seats.all()]
        for table in draw.tables.prefetch_related("seats__entrant")
    ]


def swap(one: object, other: object, reason: str = "Streit") -> dict[str, object]:
    return {
        "swap-attempt": 1,
        "swap-one": one,
        "swap-other": other,
        "swap-reason": reason,
    }


def test_two_people_change_places_with_a_reason(
    desk: Client, tournament: Tournament, drawn: Draw
) -> None:
    before = numbers_at(drawn)
    one, other = before[0][0], before[2][1]
    page = plain(desk.get(at("draw", tournament)).content)
    assert f"{one} Vorname{one} Nachname{one} · table 1, seat 1</option>" in page

    answer = desk.post(at("swap_seats", tournament), swap(one, other), follow=True)
    after = numbers_at(drawn)
    assert (after[0][0], after[2][1]) == (other, one)
    page = answer.content.decode()
    assert "The two have changed places." in page
    assert "Streit" in page.split("<h2>Changed by hand</h2>")[1]
    assert tournament.log.filter(deed=Deed.SEATS_SWAPPED, reason="Streit").exists()


def test_whoever_sits_out_can_be_swapped_in(desk: Client, organiser: User) -> None:
    tournament = cast.make_tournament(organiser, entrants=10)
    draw = draw_round(tournament=tournament, round=1, by=organiser)
    out = draw.sit_outs.get().entrant.number
    one = numbers_at(draw)[0][0]
    page = plain(desk.get(at("draw", tournament)).content)
    assert f"{out} Vorname{out} Nachname{out} · sits out</option>" in page

    desk.post(at("swap_seats", tournament), swap(out, one))
    assert numbers_at(draw)[0][0] == out
    assert SitOut.objects.get().entrant.number == one


def test_a_stand_in_can_be_swapped(desk: Client, organiser: User) -> None:
    tournament = cast.make_tournament(organiser, 8, head_count_policy="stand_in")
    draw = draw_round(tournament=tournament, round=1, by=organiser)
    stand_in = draw.seats.select_related("table").get(stand_in=1)
    person = draw.seats.exclude(table=stand_in.table).first()
    assert person
    assert person.entrant
    assert "Stand-in 1 · table" in desk.get(at("draw", tournament)).content.decode()

    desk.post(at("swap_seats", tournament), swap(-1, person.entrant.number))
    assert draw.seats.get(stand_in=1).table == person.table


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("", "", "Streit"),
        ("1", "1", "Streit"),
        ("1", "99", "Streit"),
        ("1", "-1", "Streit"),
        ("x", "2", "Streit"),
        ("9" * 5000, "2", "Streit"),
        ("🎲", "<b>", "Streit"),
        ("\0", "2", "Streit"),
        ("1", "2", ""),
        ("1", "2", "x" * 5000),
        ("1", "2", "\0"),
    ],
)
def test_a_swap_that_cannot_be_is_said_and_what_was_typed_is_kept(
    desk: Client, tournament: Tournament, drawn: Draw, one: str, other: str, reason: str
) -> None:
    before = numbers_at(drawn)
    answer = desk.post(at("swap_seats", tournament), swap(one, other, reason))
    page = answer.content.decode()

    assert answer.status_code == 422
    assert 'class="errorlist' in page
    if one == "1":
        assert 'value="1" selected' in page
    assert numbers_at(drawn) == before
    assert not tournament.log.filter(deed=Deed.SEATS_SWAPPED).exists()


def test_a_swap_in_a_draw_that_is_gone_meets_the_new_one(
    desk: Client, tournament: Tournament, drawn: Draw, organiser: User
) -> None:
    withdraw_draw(draw=drawn, by=organiser, reason="neu")
    again = draw_round(tournament=tournament, round=1, by=organiser)
    before = numbers_at(again)
    answer = desk.post(at("swap_seats", tournament), swap(1, 2), follow=True)

    assert "was withdrawn meanwhile" in answer.content.decode()
    assert numbers_at(again) == before


def test_a_forced_rematch_is_told_with_who_and_why(
    desk: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, entrants=3)
    cast.play_rounds(tournament, organiser, 1)
    draw_round(tournament=tournament, round=2, by=organiser)
    page = plain(desk.get(at("draw", tournament, 2)).content)

    assert "At 1 table somebody meets somebody again; it says why." in page
    assert "Met before, in round 1: 1 Vorname1 Nachname1, 2 Vorname2 Nachname2." in page
    assert page.count("Met before") == 3
    reason = "of all who are here, only 0 would be new and allowed for"
    assert page.count(reason) == 1


@pytest.mark.parametrize("published", [False, True])
def test_who_comes_and_goes_after_the_draw_is_told_until_a_sheet_is_in(
    desk: Client, tournament: Tournament, organiser: User, published: bool
) -> None:
    drawn = draw_round(tournament=tournament, round=1, by=organiser)
    if published:
        publish_draw(draw=drawn, by=organiser)
    told = "Since this draw something has changed"
    assert told not in desk.get(at("draw", tournament)).content.decode()

    withdraw_entrant(entrant=tournament.entrants.get(number=4), by=organiser)
    set_present(entrant=tournament.entrants.get(number=5), present=False, by=organiser)
    add_entrant(tournament=tournament, by=organiser, first_name="Spät", present=True)

    answer = desk.get(at("draw", tournament))
    assert told in answer.content.decode()
    page = answer.context["page"]
    assert [one.number for one in page.gone] == [4, 5]
    assert [one.number for one in page.not_drawn] == [10]

    if not published:
        publish_draw(draw=drawn, by=organiser)
    cast.enter_all(drawn, organiser, Random(1))
    assert told not in desk.get(at("draw", tournament)).content.decode()


def test_stand_ins_are_not_missed_after_the_draw(desk: Client, organiser: User) -> None:
    tournament = cast.make_tournament(organiser, 8, head_count_policy="stand_in")
    draw_round(tournament=tournament, round=1, by=organiser)

    assert desk.get(at("draw", tournament)).context["page"].gone == ()
