"""What a player finds with a phone in one hand."""

import datetime
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests import cast
from tournament.evening import load_evening
from tournament.models import Draw, Entrant, Table, Tournament
from tournament.services.entrants import withdraw_entrant
from tournament.services.play_offs import enter_play_off
from tournament.services.results import enter_ruling, enter_totals
from tournament.services.tournaments import close_tournament


def get(client: Client, tournament: Tournament, page: str = "") -> str:
    response = client.get(f"/en/t/{tournament.slug}/{page}")
    assert response.status_code == 200
    return response.content.decode()


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_the_first_page_lists_running_then_coming_then_past(
    client: Client, organiser: User
) -> None:
    today = timezone.localdate()
    week = datetime.timedelta(days=7)
    cast.make_tournament(organiser, name="Vorbei", date=today - week)
    cast.make_tournament(organiser, name="Im Advent", date=today + 2 * week)
    cast.make_tournament(organiser, name="Bald", date=today + week)
    running = cast.make_tournament(organiser, entrants=3, name="Läuft", date=today)
    cast.start_round(running, organiser)

    page = words(client.get("/en/").content.decode())

    order = ["Running now", "Läuft", "round 1 of 5", "3 entrants", "Coming up", "Bald"]
    order += ["Im Advent", "Past", "Vorbei"]
    places = [page.index(one) for one in order]
    assert places == sorted(places)


def test_without_a_tournament_the_first_page_says_so(db: None, client: Client) -> None:
    assert "There is no tournament yet." in client.get("/en/").content.decode()


def test_before_the_first_draw_the_page_shows_who_is_entered(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    withdraw_entrant(entrant=tournament.entrants.get(number=9), by=organiser)

    page = words(get(client, tournament))

    assert "The first round is not drawn yet" in page
    assert "8 people are entered" in page
    assert "Vorname9" not in page


def test_everybody_is_listed_by_name_with_table_and_seat(
    client: Client, tournament: Tournament, draw: Draw
) -> None:
    page = words(get(client, tournament))

    listed = re.findall(r"(Vorname\d) Nachname\d \d Table \d, seat", page)
    assert listed == [f"Vorname{number}" for number in range(1, 10)]
    for seat in draw.seats.select_related("entrant", "table"):
        assert seat.entrant
        place = f"{seat.entrant.number} Table {seat.table.number}, seat {seat.position}"
        assert place in page


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("Schmitz", {1, 2}),
        ("uwe schm", {1}),
        ("3", {3}),
        ("03", {3}),
        ("13", {13}),
        ("müßig", {3}),
        ("mussig", {3}),
        ("muessig", {3}),
        ("linde", {2}),
        ("lodz", {3}),
        ("Łódź", {3}),
        ("niemand", set()),
        ("<b>", set()),
        ("\0", set(range(1, 4)) | {13}),
        ("x" * 5000, set()),
        ("😀", set()),
        ("99999999999999999999", set()),
    ],
)
def test_a_player_is_found_by_name_club_or_number(
    client: Client, organiser: User, typed: str, found: set[int]
) -> None:
    tournament = cast.make_tournament(organiser)
    for number, first, last, club in [
        (1, "Uwe", "Schmitz", ""),
        (2, "Ute", "Schmitz", "Zur Linde"),
        (3, "Ulf", "Müßig", "Łódź"),
        (13, "Ina", "Dreizehn", ""),
    ]:
        Entrant.objects.create(
            tournament=tournament,
            number=number,
            first_name=first,
            last_name=last,
            club=club,
            present=number != 13,
        )
    cast.start_round(tournament, organiser)

    response = client.get(f"/en/t/{tournament.slug}/", {"q": typed})
    page = response.content.decode()

    assert response.status_code == 200
    assert {int(one) for one in re.findall(r'data-no="(\d+)"', page)} == found
    if not found:
        assert "Nobody found." in page
    if 1 in found and len(found) < 4:
        assert re.search(r"Table 1, seat \d", page)
        assert "with " in words(page)
    assert "<b>" not in page


def test_who_comes_late_is_told_that_he_is_not_drawn_yet(
    client: Client, tournament: Tournament, draw: Draw
) -> None:
    Entrant.objects.create(tournament=tournament, number=20, first_name="Spät")
    Tournament.objects.update(revision=100)

    assert "not drawn in this round" in words(get(client, tournament, "?q=20"))


def test_sit_outs_are_named_with_their_points(client: Client, organiser: User) -> None:
    tournament = cast.make_tournament(organiser, entrants=4)
    draw = cast.start_round(tournament, organiser)
    number = draw.sit_outs.get().entrant.number

    page = words(get(client, tournament))

    assert f"Vorname{number} Nachname{number} ({number}): 30 points" in page
    assert "sits out this round" in words(get(client, tournament, f"?q={number}"))
    assert "You sit out this round" in get(client, tournament, f"entrants/{number}/")


def test_a_table_shows_who_starts_until_its_points_are_in(
    client: Client, tournament: Tournament, table: Table, organiser: User
) -> None:
    assert words(get(client, tournament)).count("starts") == 3

    enter_totals(table=table, totals=(44, 34, 12), number=1, by=organiser)

    page = words(get(client, tournament))
    assert page.count("starts") == 2
    assert "Table 1 sheet is in" in page
    assert "1 of 3 sheets are in." in page
    for points in (44, 34, 12):
        assert str(points) in page


def test_an_earlier_round_stays_to_be_seen_and_a_later_one_is_not_there(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    cast.play_rounds(tournament, organiser, 1)
    cast.start_round(tournament, organiser)

    assert "This is an earlier round." in get(client, tournament, "rounds/1/")
    assert f"/en/t/{tournament.slug}/rounds/1/" in get(client, tournament)
    assert "Round 2 of 5" in words(get(client, tournament, "rounds/2/"))
    for number in ("0", "3", "99999999999999999999999"):
        address = f"/en/t/{tournament.slug}/rounds/{number}/"
        assert client.get(address).status_code == 404


def test_after_closing_the_podium_stands_on_top(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    cast.play_rounds(tournament, organiser, 5)
    assert "Final places" not in get(client, tournament)
    for group in load_evening(tournament).open_play_offs:
        enter_play_off(
            tournament=tournament,
            order=list(group.members),
            behind=[],
            number=1,
            by=organiser,
        )
    close_tournament(tournament=tournament, by=organiser)

    page = words(get(client, tournament))

    best = load_evening(tournament).lines()[:3]
    assert page.index("Final places") < page.index("Round 5 of 5")
    for line in best:
        assert f"{line.rank}. Vorname{line.entrant} " in page


def test_one_entrant_sees_the_next_table_first_then_what_was_played(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    cast.play_rounds(tournament, organiser, 2)
    draw = cast.start_round(tournament, organiser)
    seat = draw.seats.get(entrant__number=7)

    page = words(get(client, tournament, "entrants/7/"))

    assert f"Table {seat.table.number}, seat {seat.position}" in page
    assert page.index("Round 3 of 5") < page.index("Round 2 ·")
    line = next(one for one in load_evening(tournament).lines() if one.entrant == 7)
    assert f"Points {line.points}" in page
    for number in (1, 2):
        after = load_evening(tournament).lines(number)
        rank = next(one.rank for one in after if one.entrant == 7)
        points = line.rounds[number - 1].points
        assert f"Round {number} · {points} points" in page
        assert f"Place after this round: {rank}" in page


def test_an_unknown_start_number_has_no_page(
    client: Client, tournament: Tournament
) -> None:
    for number in ("0", "77", "99999999999999999999999"):
        address = f"/en/t/{tournament.slug}/entrants/{number}/"
        assert client.get(address).status_code == 404


def test_a_ruling_is_marked_wherever_it_is_shown(
    client: Client, tournament: Tournament, table: Table, organiser: User
) -> None:
    enter_ruling(
        table=table, totals=(30, 20, 10), number=1, by=organiser, reason="Abbruch"
    )
    number = table.seats.get(position=1).entrant
    assert number

    assert "Table 1 ruling" in words(get(client, tournament))
    assert "ruling" in words(get(client, tournament, f"entrants/{number.number}/"))
    assert "ruling by the organisers" in get(client, tournament, "standings/")


def test_the_rules_name_this_tournaments_numbers(
    client: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(
        organiser,
        rounds=4,
        games=8,
        points_first=6,
        missed_points=2,
        play_off_places=1,
        next_starter="rotating",
        head_count_policy="stand_in",
    )

    page = words(get(client, tournament, "rules/"))

    for sentence in (
        "There are 4 rounds.",
        "every table plays 8 games",
        "6 points to the winner, 3 to the second and 1 to the loser",
        "must sum to 80",
        "After that seats 2, 3 and 1 start in turn.",
        "stand-ins fill the last table",
        "A missed round gives 2 points.",
        "Only the first place is decided by a play-off",
    ):
        assert sentence in page


@pytest.mark.parametrize("page", ["", "standings/", "rules/", "rounds/1/", "x.json"])
def test_an_unknown_tournament_is_not_found(
    db: None, client: Client, page: str
) -> None:
    assert client.get(f"/en/t/gibt-es-nicht/{page}").status_code == 404


@pytest.mark.parametrize("page", ["", "standings/", "rules/", "entrants/1/"])
def test_players_pages_are_not_for_search_engines_and_take_no_post(
    client: Client, tournament: Tournament, page: str
) -> None:
    assert '<meta name="robots" content="noindex">' in get(client, tournament, page)
    assert client.post(f"/en/t/{tournament.slug}/{page}").status_code == 405


def test_hostile_names_are_escaped_everywhere(client: Client, organiser: User) -> None:
    tournament = cast.make_tournament(organiser, entrants=3)
    tournament.entrants.update(
        first_name='<img src=x onerror="1">',
        last_name="O'Hara & Söhne",
        club="<b>x</b>",
    )
    cast.play_rounds(tournament, organiser, 1)

    for page in ("", "standings/", "entrants/1/", "rounds/1/", "?q=o'hara"):
        html = get(client, tournament, page)
        assert "<img" not in html
        assert "<b>" not in html
        assert "O&#x27;Hara &amp; Söhne" in html
