"""Pages are made once per revision, are never stale, and the same for everybody."""

import gzip
import json
import threading
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import cast
from tests.reading import numbers
from tournament import pages
from tournament.models import SheetEntry, Table, Tournament
from tournament.queries import public, snapshot
from tournament.services.results import enter_totals
from tournament.services.tournaments import delete_tournament

CACHED = ("", "rounds/1/", "standings/", "standings/?sort=name", "entrants/1/")
CACHED += ("rules/", "standings.json", "rounds.json", "entrants.json")
LIVE = CACHED[:5]
# The record of a draw is too long to be read for every page, and never changes.
OF_A_DRAW = ("rounds/1/draw/", "rounds/1/draw.json")


@pytest.fixture
def played(tournament: Tournament, organiser: User) -> Tournament:
    cast.play_rounds(tournament, organiser, 1)
    tournament.refresh_from_db()
    return tournament


def statements(client: Client, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_the_first_page_asks_once_for_any_number_of_tournaments(
    client: Client, organiser: User
) -> None:
    for entrants in (3, 9):
        cast.start_round(cast.make_tournament(organiser, entrants=entrants), organiser)
        assert statements(client, "/") == 1


@pytest.mark.parametrize("page", [*CACHED, *OF_A_DRAW])
def test_a_second_reader_costs_one_query(
    client: Client, played: Tournament, page: str
) -> None:
    address = f"/t/{played.slug}/{page}"
    first = client.get(address).content

    assert statements(client, address) == 1
    assert Client().get(address).content == first


@pytest.mark.parametrize("page", CACHED)
def test_pages_of_one_revision_are_read_from_one_snapshot(
    client: Client, played: Tournament, page: str
) -> None:
    client.get(f"/t/{played.slug}/standings/")

    assert statements(client, f"/t/{played.slug}/{page}") <= 2


@pytest.mark.parametrize("page", ["", "standings/", "standings.json", "rounds.json"])
def test_a_correction_shows_at_once(
    client: Client, tournament: Tournament, table: Table, organiser: User, page: str
) -> None:
    address = f"/t/{tournament.slug}/{page}"
    enter_totals(table=table, totals=(48, 30, 12), number=1, by=organiser)
    before = client.get(address)
    enter_totals(
        table=table, totals=(46, 32, 12), number=2, by=organiser, reason="Vertippt"
    )
    after = client.get(address)

    assert "48" in numbers(before.content.decode())
    assert "46" in numbers(after.content.decode())
    assert "48" not in numbers(after.content.decode())
    assert before["ETag"] != after["ETag"]


@pytest.mark.parametrize("page", LIVE)
def test_a_live_part_that_is_current_answers_204(
    client: Client, played: Tournament, page: str
) -> None:
    address = f"/t/{played.slug}/{page}"
    joint = "&" if "?" in page else "?"

    current = client.get(f"{address}{joint}v={played.revision}")
    assert current.status_code == 204
    assert not current.content
    for old in (played.revision - 1, played.revision + 1, "abc", ""):
        part = client.get(f"{address}{joint}v={old}")
        assert part.status_code == 200
        html = part.content.decode()
        assert html.lstrip().startswith('<div id="live"')
        assert f"v={played.revision}" in html
        assert "<html" not in html
        assert html.strip() in client.get(address).content.decode()


def test_a_live_part_asks_for_what_it_shows(client: Client, played: Tournament) -> None:
    address = f"/t/{played.slug}/standings/?sort=-name&round=1&utm_source=x"

    html = client.get(address).content.decode()

    assert f'hx-get="?v={played.revision}&amp;round=1&amp;sort=-name"' in html
    assert 'hx-trigger="every 5s, nudge, online from:window"' in html
    assert "utm_source" not in html


@pytest.mark.parametrize("page", CACHED)
def test_an_unchanged_page_answers_304_and_a_changed_one_200(
    client: Client, played: Tournament, organiser: User, page: str
) -> None:
    address = f"/t/{played.slug}/{page}"
    tag = client.get(address)["ETag"]

    same = client.get(address, headers={"If-None-Match": tag})
    assert same.status_code == 304
    assert not same.content
    assert same["ETag"] == tag
    Tournament.objects.update(revision=100, name="Umbenannt")
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("page", CACHED)
def test_gzip_holds_the_same_page(
    client: Client, played: Tournament, page: str
) -> None:
    address = f"/t/{played.slug}/{page}"
    plain = client.get(address)
    zipped = client.get(address, headers={"Accept-Encoding": "br, gzip"})

    assert "Content-Encoding" not in plain
    assert zipped["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in zipped["Vary"]
    assert gzip.decompress(zipped.content) == plain.content
    assert plain["ETag"] == zipped["ETag"]


def test_languages_are_kept_apart(client: Client, played: Tournament) -> None:
    for page in ("", "standings/", "rules/"):
        german = client.get(f"/t/{played.slug}/{page}").content.decode()
        english = client.get(f"/en/t/{played.slug}/{page}").content.decode()
        assert '<html lang="de">' in german
        assert '<html lang="en">' in english
        assert f'href="/en/t/{played.slug}/{page}"' in german
        assert f'href="/t/{played.slug}/{page}"' in english


@pytest.mark.parametrize("page", CACHED)
def test_a_page_is_the_same_for_the_organiser_and_sets_no_cookie(
    desk: Client, played: Tournament, page: str
) -> None:
    address = f"/t/{played.slug}/{page}"
    seen = desk.get(address)

    assert "olga" not in seen.content.decode()
    assert "csrf" not in seen.content.decode()
    assert not seen.cookies
    cache.clear()
    stranger = Client().get(address)
    assert stranger.content == seen.content
    assert "Cookie" not in stranger["Vary"]


def test_searches_leave_nothing_in_the_cache(
    client: Client, played: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[object] = []
    monkeypatch.setattr(
        type(cache), "set_many", lambda *args, **more: kept.append(args), raising=False
    )
    for number in range(5):
        client.get(f"/t/{played.slug}/?q=name{number}")
        client.get(f"/t/{played.slug}/standings/?q=name{number}&sort=name")
    assert not kept


def test_a_fact_written_while_the_evening_is_read_is_not_half_shown(
    played: Tournament, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table.objects.get(number=1)
    read = snapshot.load_evening
    readings: list[Any] = []

    def read_and_be_overtaken(tournament: Tournament) -> Any:
        evening = read(tournament)
        readings.append(evening)
        if len(readings) == 1:
            enter_totals(
                table=table, totals=(50, 20, 20), number=2, by=organiser, reason="x"
            )
        return evening

    monkeypatch.setattr(snapshot, "load_evening", read_and_be_overtaken)
    taken = snapshot.take_snapshot(played.pk)

    assert len(readings) == 2
    assert taken.revision == played.revision + 1
    sheet = taken.evening.rounds[0].tables[0].sheet
    assert sheet
    assert sheet.totals == (50, 20, 20)


@pytest.mark.django_db(transaction=True)
def test_a_crowd_makes_a_page_once(
    client: Client, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = cast.make_tournament(organiser, entrants=9)
    cast.play_rounds(tournament, organiser, 1)
    made, together = [], threading.Barrier(8)
    build = public.standings

    def slow(*args: Any, **options: Any) -> Any:
        made.append(threading.current_thread())
        together_slept.wait(0.2)
        return build(*args, **options)

    together_slept = threading.Event()
    monkeypatch.setattr(public, "standings", slow)
    answers: list[bytes] = []

    def ask() -> None:
        together.wait()
        answers.append(Client().get(f"/t/{tournament.slug}/standings/").content)
        connection.close()

    crowd = [threading.Thread(target=ask) for _ in range(8)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()

    assert len(made) == 1
    assert len(answers) == 8
    assert len(set(answers)) == 1


def test_a_deleted_tournament_is_gone_from_the_cache_too(
    client: Client, played: Tournament
) -> None:
    assert client.get(f"/t/{played.slug}/standings/").status_code == 200
    SheetEntry.objects.all().delete()
    delete_tournament(tournament=played, typed_name=played.name)

    for page in CACHED:
        assert client.get(f"/t/{played.slug}/{page}").status_code == 404


def test_only_the_latest_tournaments_are_kept_in_memory(organiser: User) -> None:
    for _ in range(snapshot.KEPT + 3):
        snapshot.take_snapshot(cast.make_tournament(organiser).pk)

    assert len(snapshot._latest) == snapshot.KEPT


@pytest.mark.parametrize("name", ["standings", "rounds", "entrants"])
def test_json_may_be_read_by_any_page(
    client: Client, played: Tournament, name: str
) -> None:
    found = client.get(f"/t/{played.slug}/{name}.json")

    assert found["Content-Type"] == "application/json"
    assert found["Access-Control-Allow-Origin"] == "*"
    assert json.loads(found.content)["tournament"]["name"] == "Kneipenpokal"
    unknown = client.get(f"/t/gibt-es-nicht/{name}.json")
    assert unknown.status_code == 404
    assert unknown["Access-Control-Allow-Origin"] == "*"
    assert list(unknown.json()) == ["detail"]


def test_rounds_in_json_can_be_asked_for_one_by_one(
    client: Client, played: Tournament, organiser: User
) -> None:
    cast.start_round(played, organiser)

    both = client.get(f"/t/{played.slug}/rounds.json").json()
    second = client.get(f"/t/{played.slug}/rounds.json?round=2").json()

    assert [one["number"] for one in both["rounds"]] == [1, 2]
    assert second["rounds"] == both["rounds"][1:]
    assert both["rounds"][0]["finished"]
    assert not both["rounds"][1]["finished"]


@pytest.mark.parametrize(
    ("typed", "clean"),
    [
        ("  Uwe \n Schmitz ", "Uwe Schmitz"),
        ("\0", ""),
        ("x" * 5000, "x" * pages.LONGEST_SEARCH),
        ("😀", "😀"),
    ],
)
def test_a_search_is_one_line_of_bearable_length(typed: str, clean: str) -> None:
    assert pages.clean_search(typed) == clean
