"""The standings as a table: its columns, their order, their signs."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import cast
from tournament.evening import load_evening
from tournament.models import Table, Tournament
from tournament.queries import public
from tournament.queries.snapshot import Snapshot
from tournament.services.entrants import add_entrant, withdraw_entrant
from tournament.services.play_offs import enter_play_off
from tournament.services.results import enter_games, enter_totals
from tournament.services.tournaments import change_tournament
from tournament.tables import SORTABLE, StandingsTable, known_sort

from .test_players_pages import get, words


def board(tournament: Tournament, **options: object) -> public.Board:
    found = public.standings(Snapshot(load_evening(tournament)), **options)  # type: ignore[arg-type]
    assert found is not None
    return found


def order(html: str) -> list[int]:
    return [int(number) for number in re.findall(r'<tr id="no-(\d+)"', html)]


def row(html: str, number: int) -> str:
    found = re.search(rf'<tr id="no-{number}".*?</tr>', html)
    assert found
    return words(found.group())


def test_lines_stand_by_rank_and_equals_share_one(
    client: Client, tournament: Tournament, draw: object, organiser: User
) -> None:
    for table in Table.objects.all():
        enter_totals(table=table, totals=(44, 34, 12), number=1, by=organiser)

    html = get(client, tournament, "standings/")

    ranks = [row(html, number).split()[0] for number in order(html)]
    assert ranks == ["1", "1", "1", "4", "4", "4", "7", "7", "7"]
    assert "Standings after round 1" in html


def test_every_column_sorts_both_ways(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    cast.play_rounds(tournament, organiser, 2)
    lines = {one.person.number: one for one in board(tournament).lines}
    keys = {
        "rank": lambda number: lines[number].rank,
        "change": lambda number: lines[number].change,
        "number": lambda number: number,
        "name": lambda number: lines[number].person.name,
        "points": lambda number: lines[number].points,
        "round2": lambda number: lines[number].rounds[1].points,
        "won": lambda number: lines[number].games[0],
        "second": lambda number: lines[number].games[1],
        "lost": lambda number: lines[number].games[2],
    }
    for name, key in keys.items():
        up = order(get(client, tournament, f"standings/?sort={name}"))
        down = order(get(client, tournament, f"standings/?sort=-{name}"))
        assert [key(number) for number in up] == sorted(map(key, lines)), name
        assert [key(number) for number in down] == sorted(
            map(key, lines), reverse=True
        ), name
        assert name in SORTABLE


def test_who_has_no_figure_comes_last_both_ways(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    clubs = tournament.entrants.exclude(club="").count()
    cast.play_rounds(tournament, organiser, 1)

    for sort in ("club", "-club"):
        last = order(get(client, tournament, f"standings/?sort={sort}"))[clubs:]
        assert all(number % 2 == 0 for number in last)


def test_the_header_says_how_it_is_sorted_and_links_the_other_way(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    cast.play_rounds(tournament, organiser, 2)

    html = get(client, tournament, "standings/?sort=-points&round=1")

    assert html.count("aria-sort") == 1
    assert re.search(
        r'aria-sort="descending"><a id="sort-points" href="\?round=1&amp;sort=points"',
        html,
    )
    assert 'href="?round=1&amp;sort=-won"' in html
    assert 'href="?round=1&amp;sort=name"' in html


@pytest.mark.parametrize(
    "sort", ["", "phone", "-", "--points", "name;drop", "\0", "x" * 5000, "round31"]
)
def test_an_unknown_order_is_the_usual_one(
    client: Client, tournament: Tournament, organiser: User, sort: str
) -> None:
    cast.play_rounds(tournament, organiser, 1)
    assert known_sort(sort) == ""

    response = client.get(f"/t/{tournament.slug}/standings/", {"sort": sort})

    assert response.content == client.get(f"/t/{tournament.slug}/standings/").content


def test_standings_after_an_earlier_round_can_be_seen(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    cast.play_rounds(tournament, organiser, 3)

    html = get(client, tournament, "standings/?round=2")

    expected = [line.entrant for line in load_evening(tournament).lines(2)]
    assert order(html) == expected
    assert "Standings after round 2" in html
    assert '<a href="?round=2" aria-current="true">2</a>' in html
    for number in ("0", "4", "77", "abc", "-1", "9" * 5000):
        for page in ("standings/", "standings.json"):
            address = f"/t/{tournament.slug}/{page}?round={number}"
            assert client.get(address).status_code == 404, address


def test_signs_stand_behind_points_that_were_not_simply_played(
    client: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, entrants=4)
    first = cast.start_round(tournament, organiser)
    sat_out = first.sit_outs.get().entrant.number
    enter_totals(table=first.tables.get(), totals=(44, 34, 12), number=1, by=organiser)
    gone = next(one for one in tournament.entrants.all() if one.number != sat_out)
    withdraw_entrant(entrant=gone, by=organiser)
    late = add_entrant(
        tournament=tournament, by=organiser, first_name="Spät", present=True
    )
    cast.start_round(tournament, organiser)

    html = get(client, tournament, "standings/")

    assert "30 s (sit-out)" in row(html, sat_out)
    assert "… (still being played)" in row(html, sat_out)
    assert "0 m (missed, entered late)" in row(html, late.number)
    assert "withdrawn" in row(html, gone.number)
    assert "– (did not play)" in row(html, gone.number)
    legend = words(html[html.index('<dl class="legend') :])
    for sentence in ("s sit-out", "m missed, entered late", "… still being played"):
        assert sentence in legend
    assert "ruling" not in legend


def test_the_change_is_told_in_words_too(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    cast.play_rounds(tournament, organiser, 2)
    html = get(client, tournament, "standings/")

    for line in board(tournament).lines:
        shown = row(html, line.person.number)
        assert line.change is not None
        if line.change > 0:
            assert f"▲{line.change} up {line.change} place" in shown
        elif line.change < 0:
            assert f"▼{-line.change} down {-line.change} place" in shown
        else:
            assert "= unchanged" in shown


def test_a_play_off_is_announced_and_then_decides(
    client: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, entrants=6, rounds=1)
    draw = cast.start_round(tournament, organiser)
    for table in draw.tables.all():
        enter_totals(table=table, totals=(44, 34, 12), number=1, by=organiser)
    first, second = load_evening(tournament).play_off_groups

    html = get(client, tournament, "standings/")
    assert row(html, first.members[0]).startswith("1 p? (play-off still to come)")
    assert "a play-off decides" in get(
        client, tournament, f"entrants/{first.members[0]}/"
    )

    winner, loser = reversed(first.members)
    enter_play_off(
        tournament=tournament, order=[winner, loser], behind=[], number=1, by=organiser
    )
    html = get(client, tournament, "standings/")
    assert row(html, winner).startswith("1 p (decided by a play-off)")
    assert row(html, loser).startswith("2 p (decided by a play-off)")
    assert row(html, second.members[0]).startswith("3 p? (play-off still to come)")


def test_columns_without_any_figure_are_left_out(
    client: Client, tournament: Tournament, table: Table, organiser: User
) -> None:
    enter_totals(table=table, totals=(44, 34, 12), number=1, by=organiser)
    html = get(client, tournament, "standings/")
    assert "Games won" not in html
    assert "Schock outs" not in html

    other = Table.objects.get(number=2)
    enter_games(
        table=other,
        games=["123"] * 10,
        number=1,
        by=organiser,
        schock_outs=(3, 0, 1),
    )
    html = get(client, tournament, "standings/")
    winner = other.seats.get(position=1).entrant
    assert winner
    assert row(html, winner.number).endswith("50 10 0 0 3")


def test_a_search_without_javascript_keeps_sort_and_round(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    cast.play_rounds(tournament, organiser, 2)

    html = get(client, tournament, "standings/?q=vorname3&sort=-name&round=1")

    assert order(html) == [3]
    assert 'value="vorname3"' in html
    assert '<input type="hidden" name="sort" value="-name">' in html
    assert '<input type="hidden" name="round" value="1">' in html
    assert "q=vorname3&amp;sort=points" in html or "q=vorname3&amp;sort=-points" in html


def test_an_organiser_sees_full_names_and_hidden_standings(
    tournament: Tournament, organiser: User
) -> None:
    cast.play_rounds(tournament, organiser, 1)
    tournament = change_tournament(
        tournament=tournament, by=organiser, full_names=False, standings_hidden=True
    )

    assert board(tournament).hidden
    assert not board(tournament).lines
    shown = board(tournament, organiser=True)
    assert not shown.hidden
    assert len(shown.lines) == 9
    assert "Nachname3" in StandingsTable(shown).body


@pytest.mark.parametrize("rounds", [1, 5])
def test_json_and_page_show_the_same_figures(
    client: Client, tournament: Tournament, organiser: User, rounds: int
) -> None:
    cast.play_rounds(tournament, organiser, rounds)
    html = get(client, tournament, "standings/")
    data = client.get(f"/t/{tournament.slug}/standings.json").json()

    assert order(html) == [one["number"] for one in data["standings"]]
    tournament.refresh_from_db()
    assert data["tournament"]["revision"] == tournament.revision
    for one in data["standings"]:
        shown = row(html, one["number"]).split()
        assert shown[0] == str(one["rank"])
        assert one["points"] == sum(score["points"] for score in one["rounds"])
        for score in one["rounds"]:
            assert str(score["points"]) in shown
        assert str(one["points"]) in shown
        games = one["games"]
        assert games["won"] + games["second"] + games["lost"] == 10 * rounds
