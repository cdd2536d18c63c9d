"""The draw that anybody can check: promised before, told and recorded afterwards."""

import json
import re
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring import fair
from scoring.draw_record import spell, verify_text
from tests import cast
from tournament.models import Draw, DrawSecret, Tournament
from tournament.services.draws import (
    draw_round,
    publish_draw,
    swap_seats,
    withdraw_draw,
)
from tournament.services.tournaments import change_tournament

from .addresses import public_addresses
from .product import ADDRESSES

pytestmark = pytest.mark.usefixtures("english")


def at(name: str, tournament: Tournament, *more: object) -> str:
    return reverse(name, args=[tournament.slug, *more])


def waiting(tournament: Tournament) -> DrawSecret:
    return tournament.secrets.get(draw=None)


def plain(content: bytes) -> str:
    return " ".join(re.sub("</span><span>", "", content.decode()).split())


# The promise


def test_a_secret_waits_from_the_first_moment_and_each_is_used_once(
    tournament: Tournament, organiser: User
) -> None:
    promised = waiting(tournament)
    assert re.fullmatch("[0-9a-f]{64}", promised.secret)

    draw = draw_round(tournament=tournament, round=1, by=organiser, room="17")
    promised.refresh_from_db()
    assert promised.draw == draw
    assert draw.record["secret"] == promised.secret
    assert draw.record["commitment"] == promised.fingerprint
    assert draw.record["seed"] == fair.seed(promised.secret, "17")
    assert waiting(tournament).secret != promised.secret
    with pytest.raises(IntegrityError), transaction.atomic():
        DrawSecret.objects.create(tournament=tournament, secret="00" * 32)


def test_a_refused_draw_keeps_its_secret(desk: Client, organiser: User) -> None:
    tournament = cast.make_tournament(organiser, entrants=2)
    before = waiting(tournament)

    assert desk.post(at("draw_round", tournament, 1)).status_code == 422
    assert waiting(tournament) == before


def test_a_simulation_brings_its_own_secret(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    before = waiting(tournament)
    draw = draw_round(tournament=tournament, round=1, by=organiser, secret="a secret")
    publish_draw(draw=draw, by=organiser)

    assert waiting(tournament) == before
    page = client.get(at("draw_story", tournament, 1)).content.decode()
    assert "not before the draw: this is a rehearsal" in page


def test_the_fingerprint_is_shown_where_it_is_needed(
    desk: Client, tournament: Tournament
) -> None:
    fingerprint = waiting(tournament).fingerprint
    pages = [at("draw", tournament, 1), at("show", tournament, 1)]
    pages += [at("check_in", tournament), at("check_in_list", tournament)]
    for address in [*pages, at("round", tournament)]:
        assert fingerprint in plain(desk.get(address).content), address
    block = f"<span>{fingerprint[:4]}</span><span>{fingerprint[4:8]}</span>"
    assert block in desk.get(pages[0]).content.decode()


def test_players_see_the_fingerprint_of_the_draw_that_comes_to_them(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    first = waiting(tournament).fingerprint
    draw = draw_round(tournament=tournament, round=1, by=organiser)
    second = waiting(tournament).fingerprint
    assert first in plain(client.get(at("round", tournament)).content)

    publish_draw(draw=draw, by=organiser)
    page = plain(client.get(at("round", tournament)).content)
    assert second in page
    assert first not in page
    assert first in plain(client.get(at("draw_story", tournament, 1)).content)


def test_after_the_last_round_no_draw_is_announced(
    desk: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, entrants=3, rounds=1)
    cast.start_round(tournament, organiser)

    for name in ("round", "check_in", "check_in_list"):
        page = desk.get(at(name, tournament)).content.decode()
        assert "Fingerprint of the next draw" not in page, name


def every_page(desk: Client, tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Every address of the product that a test can open, as its organiser."""
    known = {"slug": tournament.slug, "number": 1, "round": 1}
    for name, part_lists in ADDRESSES.items():
        for parts in part_lists:
            if set(parts) <= set(known):
                address = reverse(name, kwargs={part: known[part] for part in parts})
                answer = desk.get(address)
                content = answer.content
                if name == "export" and answer.status_code == 200:
                    content = unpacked(content)
                yield address, content.decode(errors="replace")
    for address in public_addresses(tournament):
        yield address, desk.get(address).content.decode()


def unpacked(workbook: bytes) -> bytes:
    import io
    import zipfile

    with zipfile.ZipFile(io.BytesIO(workbook)) as parts:
        return b"".join(parts.read(name) for name in parts.namelist())


def test_no_page_shows_a_secret_before_its_draw_is_published(
    desk: Client, tournament: Tournament, organiser: User
) -> None:
    withdrawn = draw_round(tournament=tournament, round=1, by=organiser)
    withdraw_draw(draw=withdrawn, by=organiser, reason="Uwe kam noch")
    draw = draw_round(tournament=tournament, round=1, by=organiser)
    hidden = {
        word
        for one in (withdrawn, draw)
        for word in (one.record["secret"], one.record["seed"])
    }
    hidden.add(waiting(tournament).secret)
    pages = dict(every_page(desk, tournament))
    assert len(pages) > 60
    for address, text in pages.items():
        assert not [word for word in hidden if word in text], address

    publish_draw(draw=draw, by=organiser)
    story = desk.get(at("draw_story", tournament, 1)).content.decode()
    assert draw.record["secret"] in story
    assert withdrawn.record["secret"] in story
    assert "Uwe kam noch" in story
    for address, text in every_page(desk, tournament):
        assert waiting(tournament).secret not in text, address


def test_a_tournament_from_before_gets_its_secret(
    tournament: Tournament, draw: Draw
) -> None:
    DrawSecret.objects.all().delete()
    executor = MigrationExecutor(connection)
    name = ("tournament", "0003_every_tournament_has_a_secret")
    migration = executor.loader.get_migration(*name)
    [run] = migration.operations
    run.code(executor.loader.project_state(name).apps, None)  # type: ignore[attr-defined]

    assert len(waiting(tournament).secret) == 64


# The room's part


@pytest.mark.parametrize(
    ("called", "kept"),
    [
        ("", ""),
        ("  siebzehn   Äpfel ", "siebzehn Äpfel"),
        ("x" * 200, "x" * 200),
        ("<b>🎲</b>", "<b>🎲</b>"),
    ],
)
def test_what_the_room_calls_out_is_part_of_the_draw(
    desk: Client, tournament: Tournament, called: str, kept: str
) -> None:
    answer = desk.post(at("draw_round", tournament, 1), {"room": called}, follow=True)
    draw = Draw.objects.get()

    assert draw.record["room"] == kept
    assert draw.record["seed"] == fair.seed(draw.record["secret"], kept)
    assert ("Called out by the room:" in answer.content.decode()) is bool(kept)
    assert b"<b>\xf0" not in answer.content


@pytest.mark.parametrize("called", ["x" * 201, "a\0b"])
def test_too_many_words_are_said_at_the_place(
    desk: Client, tournament: Tournament, called: str
) -> None:
    answer = desk.post(at("draw_round", tournament, 1), {"room": called})

    assert answer.status_code == 422
    assert 'id="id_room_error"' in answer.content.decode()
    assert not tournament.draws.exists()


# The record


def test_the_record_is_the_draw_to_the_byte(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    change_tournament(
        tournament=tournament,
        by=organiser,
        draw_policy="pure",
        mend_seats=True,
        full_names=True,
    )
    withdrawn = draw_round(tournament=tournament, round=1, by=organiser, room="1")
    withdraw_draw(draw=withdrawn, by=organiser, reason="nochmal")
    draw = draw_round(tournament=tournament, round=1, by=organiser, room="2")
    address = at("draw_json", tournament, 1)
    assert client.get(address).status_code == 404
    publish_draw(draw=draw, by=organiser)

    text = client.get(address).content.decode()
    assert text == spell(draw.record) == client.get(f"{address}?attempt=2").text
    assert verify_text(text) == []
    record = json.loads(text)
    assert record["request"]["policy"] == "pure"
    assert record["request"]["mend_seats"]
    # Full names are shown everywhere in this tournament; never in a record.
    assert record["names"][0] == [1, "Vorname1 N."]
    assert "Nachname" not in text

    old = client.get(f"{address}?attempt=1").content.decode()
    assert old == spell(withdrawn.record)
    assert verify_text(old) == []
    for attempt in ("3", "0", "x", "9" * 5000):
        assert client.get(f"{address}?attempt={attempt}").status_code == 404


def test_a_later_draw_that_was_withdrawn_unpublished_stays_unknown(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    cast.play_rounds(tournament, organiser, 1)
    later = draw_round(tournament=tournament, round=2, by=organiser)
    withdraw_draw(draw=later, by=organiser, reason="zu früh")

    for name in ("draw_json", "draw_story"):
        assert client.get(at(name, tournament, 2)).status_code == 404
    address = at("draw_json", tournament, 2)
    assert client.get(f"{address}?attempt=1").status_code == 404


def test_a_draw_from_before_there_were_records_has_no_page(
    desk: Client, tournament: Tournament, draw: Draw
) -> None:
    Draw.objects.update(record={"seed": "old"}, remarks=None)
    cast.own_cache()

    assert desk.get(at("draw_story", tournament, 1)).status_code == 404
    assert desk.get(at("draw_json", tournament, 1)).status_code == 404
    for page in (at("past_round", tournament, 1), at("draw", tournament, 1)):
        answer = desk.get(page)
        assert answer.status_code == 200
        assert at("draw_story", tournament, 1) not in answer.content.decode()


# The story


def test_the_story_tells_what_the_draw_was_made_from(
    client: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, entrants=10, full_names=False)
    promised = waiting(tournament)
    draw = draw_round(tournament=tournament, round=1, by=organiser, room="17 Äpfel")
    publish_draw(draw=draw, by=organiser)
    one, other = (draw.record["tables"][at][0] for at in (0, 1))
    swap_seats(draw=draw, one=one, other=other, by=organiser, reason="Geheim")
    page = plain(client.get(at("draw_story", tournament, 1)).content)

    assert promised.fingerprint in page
    assert promised.secret in page
    assert "17 Äpfel" in page
    assert "By lot among all draws in which nobody meets twice" in page
    assert page.count("No one here has met before.") == 3
    assert page.count("Changed by hand after the draw.") == 2
    assert f"Here now: Vorname{other} N. ({other})" in page
    assert "Nachname" not in page
    assert "Geheim" not in page.replace("Geheimnis", "")
    assert at("draw_story", tournament, 1) in plain(
        client.get(at("round", tournament)).content
    )


def test_who_swaps_with_whom_sits_out_is_told(client: Client, organiser: User) -> None:
    tournament = cast.make_tournament(organiser, entrants=10)
    draw = cast.start_round(tournament, organiser)
    [out] = draw.record["sit_outs"]
    one = draw.record["tables"][0][0]
    swap_seats(draw=draw, one=one, other=out, by=organiser, reason="Knie")

    page = plain(client.get(at("draw_story", tournament, 1)).content)
    assert f"Sitting out now: Vorname{one}" in page


def test_a_rematch_made_by_a_swap_is_told_without_the_draws_reasons(
    desk: Client, organiser: User
) -> None:
    # Over four rounds nine people need not meet again, over five they must.
    tournament = cast.make_tournament(organiser, entrants=9, rounds=4)
    cast.play_rounds(tournament, organiser, 1)
    draw = draw_round(tournament=tournament, round=2, by=organiser)
    assert draw.remarks == []
    first = tournament.draws.get(round=1).record["tables"]
    friends = sorted(first[0][:2])
    table = next(one for one in draw.record["tables"] if friends[0] in one)
    other = next(one for one in table if one != friends[0])
    swap_seats(draw=draw, one=friends[1], other=other, by=organiser, reason="Wunsch")

    page = plain(desk.get(at("draw", tournament, 2)).content)
    names = ", ".join(f"{one} Vorname{one} Nachname{one}" for one in friends)
    assert f"Met before, in round 1: {names}." in page
    assert "At 2 tables somebody meets somebody again; they say why." in page
    assert "It had to be" not in page


# On the wall


def test_the_wall_shows_names_as_players_see_them_and_publishes(
    desk: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, entrants=10, full_names=False)
    before = desk.get(at("show", tournament, 1))
    assert "call out words or numbers" in plain(before.content)
    assert desk.get(at("show", tournament, 2)).status_code == 302
    draw = draw_round(tournament=tournament, round=1, by=organiser)

    page = plain(desk.get(at("show", tournament, 1)).content)
    assert page.count("data-card") == 4
    assert "Vorname3 N. (3)" in page
    assert "Nachname" not in page
    assert "Sits out" in page
    assert 'name="attempt" value="1"' in page

    publish_draw(draw=draw, by=organiser)
    page = plain(desk.get(at("show", tournament, 1)).content)
    assert 'name="attempt"' not in page


# Fast


def test_a_draw_costs_no_statement_per_entrant(organiser: User) -> None:
    costs = {}
    for entrants in (30, 300):
        tournament = cast.make_tournament(organiser, entrants, apart_by_club=True)
        with CaptureQueriesContext(connection) as queries:
            draw_round(tournament=tournament, round=1, by=organiser)
        costs[entrants] = len(queries)

    # 300 seats are two batches of INSERT on SQLite, one on PostgreSQL.
    assert costs[300] - costs[30] <= 1
    assert costs[30] <= 25
