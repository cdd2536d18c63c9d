"""Creating, setting, showing, closing, reopening and deleting a tournament."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import cast
from tournament.models import Deed, Draw, Tournament
from tournament.services.draws import withdraw_draw
from tournament.services.results import enter_games
from tournament.services.tournaments import change_tournament, close_tournament

pytestmark = pytest.mark.usefixtures("english")

USUAL = {
    "name": "Kneipenpokal",
    "place": "Löwen",
    "date": "2026-11-06",
    "rounds": "5",
    "games": "10",
    "points_first": "5",
    "points_second": "3",
    "points_third": "1",
    "next_starter": "loser",
    "head_count_policy": "sit_out",
    "sit_out_points": "",
    "missed_points": "0",
    "play_off_places": "3",
    "draw_policy": "no_rematch",
    "dice_clock": "",
}
SWITCHES = ["apart_by_club", "mend_seats", "dice_tables"]
NUMBERS = [
    "rounds",
    "games",
    "points_first",
    "points_second",
    "points_third",
    "sit_out_points",
    "missed_points",
    "play_off_places",
    "dice_clock",
]
NONSENSE = ["zwei", "-1", "1000000000", "9" * 5000, "🎲", "\0", "<b>1</b>", "1.5"]


def at(name: str, tournament: Tournament) -> str:
    return reverse(name, args=[tournament.slug])


def finished(organiser: User) -> Tournament:
    """All sheets are in, nobody shares a place."""
    tournament = cast.make_tournament(organiser, entrants=3, rounds=1, games=1)
    draw = cast.start_round(tournament, organiser)
    enter_games(table=draw.tables.get(), games=["123"], number=1, by=organiser)
    return tournament


def test_the_form_is_filled_in_as_usual_and_says_what_it_means(desk: Client) -> None:
    page = desk.get(reverse("new_tournament")).content.decode()

    for name, value in USUAL.items():
        if name in NUMBERS and value:
            field = page.split(f'name="{name}"')[1].split(">")[0]
            assert f'value="{value}"' in field, name
    assert "A finished sheet sums to 10 × (5 + 3 + 1) = 90." in page
    assert page.count('class="helptext"') == len(USUAL) + len(SWITCHES)
    assert f'value="{timezone.localdate():%Y-%m-%d}"' in page


def test_a_newcomer_types_a_name_and_has_a_tournament(
    desk: Client, organiser: User
) -> None:
    answer = desk.post(reverse("new_tournament"), USUAL, follow=True)

    tournament = Tournament.objects.get()
    assert tournament.place == "Löwen"
    assert tournament.format.check == 90
    assert tournament.points_for_sit_out == 30
    assert tournament.memberships.get().user == organiser
    assert answer.redirect_chain[-1][0] == at("overview", tournament)
    assert "Nobody is entered yet." in answer.content.decode()


def test_a_double_click_creates_one_tournament(desk: Client) -> None:
    page = desk.get(reverse("new_tournament")).content.decode()
    assert 'name="seen" value="0"' in page
    for _click in range(2):
        answer = desk.post(reverse("new_tournament"), {**USUAL, "seen": "0"})
        assert answer["Location"] == at("overview", Tournament.objects.get())

    page = desk.get(answer["Location"]).content.decode()
    assert "has been created just now" in page


def test_two_tournaments_may_have_the_same_name_and_date(desk: Client) -> None:
    for seen in ("0", "1", ""):
        desk.post(reverse("new_tournament"), {**USUAL, "seen": seen})

    assert Tournament.objects.count() == 3


@pytest.mark.parametrize("seen", ["x", "-1", "9" * 5000, "\0", "🎲"])
def test_a_forged_count_creates_nothing(desk: Client, seen: str) -> None:
    answer = desk.post(reverse("new_tournament"), {**USUAL, "seen": seen})

    assert answer.status_code == 422
    assert not Tournament.objects.exists()


def test_who_may_not_create_tournaments_is_told_so(tournament: Tournament) -> None:
    browser = Client()
    browser.force_login(cast.make_helper(tournament))

    assert (
        reverse("new_tournament") not in browser.get(reverse("desk")).content.decode()
    )
    assert browser.get(reverse("new_tournament")).status_code == 403
    assert browser.post(reverse("new_tournament"), USUAL).status_code == 403
    assert Client().get(reverse("new_tournament")).status_code == 302


@pytest.mark.parametrize("typed", NONSENSE)
@pytest.mark.parametrize("field", NUMBERS)
def test_a_number_that_cannot_be_is_said_and_kept(
    desk: Client, field: str, typed: str
) -> None:
    answer = desk.post(reverse("new_tournament"), {**USUAL, field: typed})
    page = answer.content.decode()

    assert answer.status_code == 422
    assert f'id="id_{field}_error"' in page
    assert "<details" in page
    assert " open>" in page  # the mistake is not folded away
    assert "<b>1</b>" not in page
    assert 'value="Kneipenpokal"' in page
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("name", ""),
        ("name", "   "),
        ("name", "x" * 5000),
        ("name", "a\0b"),
        ("place", "x" * 5000),
        ("place", "\0"),
        ("date", ""),
        ("date", "morgen"),
        ("date", "2026-13-45"),
        ("date", "🎲"),
        ("head_count_policy", "würfeln"),
        ("next_starter", ""),
        ("rounds", "0"),
        ("rounds", "31"),
        ("rounds", ""),
    ],
)
def test_what_cannot_be_is_said_at_its_place(
    desk: Client, field: str, typed: str
) -> None:
    answer = desk.post(reverse("new_tournament"), {**USUAL, field: typed})

    assert answer.status_code == 422
    assert f'id="id_{field}_error"' in answer.content.decode()
    assert not Tournament.objects.exists()


def test_points_that_rise_to_third_place_are_refused_in_words(desk: Client) -> None:
    answer = desk.post(reverse("new_tournament"), {**USUAL, "points_third": "4"})

    assert answer.status_code == 422
    assert "the points fall from first to third place" in answer.content.decode()
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    "name", ["🎲🎲🎲", "<script>alert(1)</script>", "O'Neill & Co"]
)
def test_any_name_people_give_works(desk: Client, name: str) -> None:
    answer = desk.post(reverse("new_tournament"), {**USUAL, "name": name}, follow=True)

    assert answer.status_code == 200
    assert Tournament.objects.get().name == name
    assert "<script>alert" not in answer.content.decode()


# Settings


def test_settings_change_until_the_first_draw(
    desk: Client, tournament: Tournament
) -> None:
    typed = {**USUAL, "games": "8", "sit_out_points": "20"}
    answer = desk.post(at("settings", tournament), typed, follow=True)

    assert "Settings saved." in answer.content.decode()
    tournament.refresh_from_db()
    assert (tournament.games, tournament.points_for_sit_out) == (8, 20)
    log = desk.get(at("log", tournament)).content.decode()
    assert "Games per table: 10 → 8" in log
    assert "Points for a sit-out: – → 20" in log


def test_the_log_writes_choices_switches_and_dates_as_pages_do(
    desk: Client, tournament: Tournament
) -> None:
    settings = {**USUAL, "next_starter": "seat_1", "date": "2026-11-13"}
    desk.post(at("settings", tournament), settings)
    desk.post(at("visibility", tournament), {"standings_hidden": "1"})
    log = desk.get(at("log", tournament)).content.decode()

    assert "the loser of the game before → always seat 1" in log
    assert "Hide the standings from the players: no → yes" in log
    assert "Date: Nov. 6, 2026 → Nov. 13, 2026" in log


def test_after_the_first_draw_points_are_plain_text_with_the_reason(
    desk: Client, tournament: Tournament, draw: Draw
) -> None:
    page = desk.get(at("settings", tournament)).content.decode()

    assert 'name="games"' not in page
    assert "Fixed by the first draw" in page
    assert "<dt>Games per table</dt><dd>10</dd>" in page
    assert "<dd>30</dd>" in page

    answer = desk.post(
        at("settings", tournament), {**USUAL, "name": "Neu", "games": "9"}
    )
    assert answer.status_code == 302
    tournament.refresh_from_db()
    assert (tournament.name, tournament.games) == ("Neu", 10)


def carried(page: Any) -> dict[str, str]:
    """What the form for the settings carries along of what it showed."""
    found = re.findall(
        r'name="(initial-\w+)"(?: value="([^"]*)")?', page.content.decode()
    )
    return dict(found)


def test_settings_that_were_not_changed_are_not_saved(
    desk: Client, tournament: Tournament
) -> None:
    """Going back in the browser may not bring what was seen before, either."""
    page = desk.get(at("settings", tournament))
    assert "no-store" in page["Cache-Control"]
    seen = {**USUAL, "place": tournament.place, "name": tournament.name}
    seen |= {"date": str(tournament.date), **carried(page)}
    answer = desk.post(at("settings", tournament), seen, follow=True)

    assert "Nothing was changed." in answer.content.decode()


@pytest.mark.parametrize(
    ("typed", "is_told"),
    [
        ({"games": "9"}, True),
        ({"sit_out_points": "20"}, True),
        ({"head_count_policy": "stand_in"}, True),
        ({"name": "Neu"}, False),
    ],
)
@pytest.mark.parametrize("games", [10, 12])
def test_settings_opened_before_the_first_draw_say_what_was_not_saved(
    desk: Client,
    tournament: Tournament,
    organiser: User,
    games: int,
    typed: dict[str, str],
    is_told: bool,
) -> None:
    """Of what a colleague has set before he drew nobody else is told anything."""
    seen = USUAL | carried(desk.get(at("settings", tournament)))
    change_tournament(tournament=tournament, by=organiser, games=games)
    cast.start_round(tournament, organiser)
    answer = desk.post(at("settings", tournament), {**seen, **typed}, follow=True)
    page = answer.content.decode()

    assert "Settings saved." in page
    fixed = "After the first draw, games, points and the head-count rule are fixed."
    assert (fixed in page) is is_told


def test_two_organisers_do_not_undo_each_others_settings(
    desk: Client, tournament: Tournament
) -> None:
    also = carried(desk.get(at("settings", tournament)))
    seen = {**USUAL, "place": "", **also}
    assert also.keys() >= {"initial-place", "initial-rounds", "initial-mend_seats"}

    others = {**seen, "place": "Linde", "mend_seats": "on"}
    desk.post(at("settings", tournament), others)
    desk.post(at("settings", tournament), {**seen, "rounds": "3"})

    tournament.refresh_from_db()
    assert (tournament.place, tournament.rounds) == ("Linde", 3)
    assert tournament.mend_seats is True


def test_a_first_draw_that_was_withdrawn_fixes_nothing(
    desk: Client, tournament: Tournament, draw: Draw, organiser: User
) -> None:
    withdraw_draw(draw=draw, by=organiser, reason="lieber mit Hausspielern")
    typed = {**USUAL, "head_count_policy": "stand_in"}
    desk.post(at("settings", tournament), typed)

    tournament.refresh_from_db()
    assert tournament.head_count_policy == "stand_in"


def test_there_cannot_be_fewer_rounds_than_are_drawn(
    desk: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, entrants=3)
    cast.play_rounds(tournament, organiser, 2)
    answer = desk.post(at("settings", tournament), {**USUAL, "rounds": "1"})

    assert answer.status_code == 422
    assert "2 rounds are drawn already, there cannot be fewer." in (
        answer.content.decode()
    )


# What the players see


def test_one_tap_hides_the_standings_and_two_are_as_one(
    desk: Client, tournament: Tournament
) -> None:
    for _ in range(2):
        answer = desk.post(
            at("visibility", tournament), {"standings_hidden": "1"}, follow=True
        )
        assert answer.redirect_chain[-1][0] == at("overview", tournament)
    tournament.refresh_from_db()
    assert tournament.standings_hidden
    assert tournament.log.filter(deed=Deed.TOURNAMENT_CHANGED).count() == 1

    typed = {"full_names": "0", "page": "settings"}
    answer = desk.post(at("visibility", tournament), typed, follow=True)
    assert answer.redirect_chain[-1][0] == at("settings", tournament)
    tournament.refresh_from_db()
    assert not tournament.full_names


@pytest.mark.parametrize("typed", [{}, {"full_names": "x"}, {"full_names": "\0"}])
def test_a_tap_that_says_nothing_changes_nothing(
    desk: Client, tournament: Tournament, typed: dict[str, str]
) -> None:
    answer = desk.post(at("visibility", tournament), typed, follow=True)

    assert "Nothing was changed." in answer.content.decode()


def test_hidden_standings_can_be_shown_after_the_end(
    desk: Client, organiser: User
) -> None:
    tournament = finished(organiser)
    desk.post(at("visibility", tournament), {"standings_hidden": "1"})
    close_tournament(tournament=tournament, by=organiser)
    desk.post(at("visibility", tournament), {"standings_hidden": "0"})

    tournament.refresh_from_db()
    assert not tournament.standings_hidden


# The end


def test_a_tournament_that_runs_is_not_closed(
    desk: Client, tournament: Tournament
) -> None:
    answer = desk.post(at("close", tournament), follow=True)

    assert "once all rounds are played" in answer.content.decode()
    tournament.refresh_from_db()
    assert tournament.closed_at is None


def test_a_closed_tournament_is_read_only_until_it_is_reopened(
    desk: Client, organiser: User
) -> None:
    tournament = finished(organiser)
    answer = desk.post(at("close", tournament), follow=True)
    assert "Well played!" in answer.content.decode()

    page = desk.get(at("settings", tournament)).content.decode()
    assert 'name="rounds"' not in page
    answer = desk.post(at("settings", tournament), {**USUAL, "name": "Neu"})
    assert answer.status_code == 422
    assert "must be reopened" in answer.content.decode()

    for reason in ("", " ", "x" * 5000, "\0"):
        answer = desk.post(at("reopen", tournament), {"reason": reason})
        assert answer.status_code == 422
        assert 'id="id_reason_error"' in answer.content.decode()
    tournament.refresh_from_db()
    assert tournament.closed_at

    answer = desk.post(at("reopen", tournament), {"reason": "Zettel"}, follow=True)
    assert "The tournament is open again." in answer.content.decode()
    answer = desk.post(at("reopen", tournament), {"reason": "Zettel"}, follow=True)
    assert "The tournament is not closed." in answer.content.decode()


def test_a_tournament_is_deleted_only_after_typing_its_name(
    desk: Client, organiser: User
) -> None:
    tournament = finished(organiser)
    page = desk.get(at("delete", tournament)).content.decode()
    assert "3 entrants" in page
    assert "1 score sheet" in page

    for typed in ("", "kneipenpokal", "x" * 5000, "\0", "🎲"):
        answer = desk.post(at("delete", tournament), {"name": typed})
        assert answer.status_code == 422
        assert 'id="id_name_error"' in answer.content.decode()
    assert Tournament.objects.exists()

    answer = desk.post(
        at("delete", tournament), {"name": " Kneipenpokal "}, follow=True
    )
    assert "“Kneipenpokal” is deleted." in answer.content.decode()
    assert not Tournament.objects.exists()
    assert desk.get(at("overview", tournament)).status_code == 404


def test_my_tournaments_are_listed_with_my_role(organiser: User) -> None:
    cast.make_tournament(organiser, entrants=3, name="Meins")
    fremd = cast.make_tournament(cast.make_organiser("otto"), 9, name="Ottos")
    fremd.memberships.create(user=organiser, role="helper")
    cast.make_tournament(cast.make_organiser("ute"), 9, name="Utes")
    browser = Client()
    browser.force_login(organiser)
    page = browser.get(reverse("desk")).content.decode()

    assert "Meins" in page
    assert page.index("Ottos") < page.index("Helper")
    assert "Utes" not in page
    assert "3 entrants" in page
