"""Sheets at the desk: entered in two ways, corrected, ruled on, by several at once."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import cast
from tournament.errors import Refusal, Stale
from tournament.models import Draw, LogEntry, SheetEntry, Table, Tournament
from tournament.services.draws import swap_seats, withdraw_draw
from tournament.services.results import (
    enter_games,
    enter_ruling,
    enter_totals,
)
from tournament.services.tournaments import close_tournament

TEN = ["35", "53", "135", "15", "51", "315", "13", "31", "53", "53"]
PLACES = ["213", "123", "321", "312", "132", "231", "321", "231", "123", "123"]
TOTALS = [32, 28, 30]


def sheet(table: Table, games: list[str] = TEN, **more: Any) -> dict[str, Any]:
    """What the page sends: a new sheet, unless `more` says otherwise."""
    return {
        "way": "games",
        "number": 1,
        "seats": " ".join(map(str, table.people())),
        **{f"game_{at}": keys for at, keys in enumerate(games, start=1)},
        **more,
    }


def totals(table: Table, *points: Any, **more: Any) -> dict[str, Any]:
    typed = {f"total_{seat}": total for seat, total in enumerate(points, start=1)}
    return sheet(table, [], way="totals", **{**typed, **more})


def ruling(table: Table, *points: Any, **more: Any) -> dict[str, Any]:
    sent = totals(table, *points, **{"reason": "Spieler ging in Spiel 7", **more})
    return {f"ruling-{name}": value for name, value in sent.items()}


def said(response: HttpResponse) -> str:
    return " ".join(str(message) for message in get_messages(response.wsgi_request))


def faults(response: HttpResponse, form: str = "form") -> dict[str, list[str]]:
    return {name: list(texts) for name, texts in response.context[form].errors.items()}


@pytest.fixture
def at(table: Table) -> str:
    return table.get_absolute_url()


class TestEntering:
    def test_the_page_names_the_three_people_in_seat_order(
        self, desk: Client, table: Table, at: str
    ) -> None:
        page = desk.get(at)

        names = [seat.entrant.full_name for seat in table.seats.order_by("position")]
        assert [person.name for person in page.context["page"].people] == names
        text = page.content.decode()
        assert [text.index(name) for name in names] == sorted(map(text.index, names))
        assert "autofocus" in str(page.context["form"]["game_1"])

    def test_points_are_typed_as_they_stand_on_the_paper(
        self, desk: Client, table: Table, at: str, organiser: User
    ) -> None:
        desk.post(at, sheet(table, schock_out_2="1"))

        entry = table.entries.get()
        assert (entry.games, entry.by) == (PLACES, organiser)
        assert list(entry.points(table.draw.tournament.format)) == TOTALS
        assert entry.schock_outs == [0, 1, 0]

    def test_saving_says_the_totals_and_goes_on_to_the_next_missing_sheet(
        self, desk: Client, draw: Draw
    ) -> None:
        first, second, third = draw.tables.order_by("number")
        answer = desk.post(second.get_absolute_url(), sheet(second))
        assert answer.url == third.get_absolute_url()
        assert "28" in said(answer)
        assert second.get_absolute_url() in said(answer)

        answer = desk.post(third.get_absolute_url(), totals(third, *TOTALS))
        assert answer.url == first.get_absolute_url() + "?way=totals"
        page = desk.get(answer.url)
        assert page.context["form"]["way"].value() == "totals"
        assert "autofocus" in str(page.context["form"]["total_1"])

        answer = desk.post(first.get_absolute_url(), sheet(first))
        assert answer.url == reverse("overview", args=[draw.tournament.slug])

    def test_a_helper_enters_too(
        self, client: Client, helper: User, table: Table, at: str
    ) -> None:
        client.force_login(helper)

        assert client.post(at, sheet(table)).status_code == 302
        assert table.entries.get().by == helper

    def test_another_table_is_reached_by_its_number(
        self, desk: Client, draw: Draw, at: str
    ) -> None:
        other = draw.tables.get(number=3)
        assert desk.get(at, {"table": "3"}).url == other.get_absolute_url()

        for nonsense in ("77", "", "drei", "-1", "9" * 5_000, "\0", "<b>"):
            page = desk.get(at, {"table": nonsense})
            assert page.status_code == 422
            assert page.context["jump_form"].errors["table"]

    def test_a_sheet_is_entered_with_few_statements(
        self, desk: Client, table: Table, at: str
    ) -> None:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            desk.post(at, sheet(table))

        assert table.entries.count() == 1
        assert len(seen) <= 20

    def test_statements_do_not_grow_with_the_entrants(
        self, desk: Client, organiser: User
    ) -> None:
        def statements(entrants: int) -> int:
            tournament = cast.make_tournament(organiser, entrants)
            table = cast.start_round(tournament, organiser).tables.get(number=2)
            with CaptureQueriesContext(connection) as written:
                desk.post(table.get_absolute_url(), sheet(table))
            return len(written)

        assert statements(9) == statements(30) == statements(99)


class TestFaults:
    def test_every_wrong_game_is_named_at_its_place_and_kept(
        self, desk: Client, table: Table, at: str
    ) -> None:
        typed = ["35", "55", "", "14", *TEN[4:]]
        page = desk.post(at, sheet(table, typed))

        assert page.status_code == 422
        assert set(faults(page)) == {"game_2", "game_3", "game_4"}
        assert "2" in faults(page)["game_2"][0]
        assert [page.context["form"][f"game_{n}"].value() for n in (1, 2, 3, 4)] == (
            typed[:4]
        )
        assert "autofocus" in str(page.context["form"]["game_2"])
        assert not table.entries.exists()

    def test_every_wrong_total_is_named_and_the_sum_as_well(
        self, desk: Client, table: Table, at: str
    ) -> None:
        page = desk.post(at, totals(table, 31, 8, 30, schock_out_1="11"))

        assert page.status_code == 422
        assert set(faults(page)) == {"total_1", "total_2", "schock_out_1", "__all__"}
        assert "69" in faults(page)["__all__"][0]

    def test_what_stands_in_the_other_way_is_kept_and_not_judged(
        self, desk: Client, table: Table, at: str
    ) -> None:
        page = desk.post(at, sheet(table, ["55"], total_1="viele", total_2="12"))
        assert "total_1" not in faults(page)
        assert page.context["form"]["total_1"].value() == "viele"

        answer = desk.post(at, totals(table, *TOTALS, game_1="zu lang für ein Spiel"))
        assert answer.status_code == 302
        assert table.entries.get().totals == TOTALS

    @pytest.mark.parametrize(
        "text",
        ["abc", "-3", "1000000000", "x" * 5_000, "9" * 5_000, "🎲", "3\0", "<b>5</b>"],
    )
    @pytest.mark.parametrize(
        "field",
        ["game_1", "total_1", "schock_out_1", "way", "number", "seats"],
    )
    def test_nonsense_is_told_and_nothing_is_stored(
        self, desk: Client, table: Table, at: str, field: str, text: str
    ) -> None:
        sent = totals(table, *TOTALS) if field == "total_1" else sheet(table)
        page = desk.post(at, {**sent, field: text})

        assert page.status_code == 422
        assert page.context["form"].errors
        assert "<b>5" not in page.content.decode()
        assert not SheetEntry.objects.exists()

    def test_an_empty_form_names_every_game(
        self, desk: Client, table: Table, at: str
    ) -> None:
        page = desk.post(at, sheet(table, []))
        assert set(faults(page)) == {f"game_{game}" for game in range(1, 11)}

        page = desk.post(at, {})
        assert page.status_code == 422
        page = desk.post(at, totals(table))
        assert set(faults(page)) == {"total_1", "total_2", "total_3"}

    def test_a_long_reason_is_told(self, desk: Client, table: Table, at: str) -> None:
        desk.post(at, sheet(table))
        page = desk.post(at, totals(table, 50, 30, 10, number=2, reason="x" * 5_000))

        assert set(faults(page)) == {"reason"}
        assert table.entries.count() == 1


class TestCorrecting:
    def test_a_correction_needs_a_reason_and_keeps_every_version(
        self, desk: Client, table: Table, at: str
    ) -> None:
        desk.post(at, sheet(table))
        page = desk.get(at)
        assert page.context["form"]["game_1"].value() == "351"
        assert page.context["form"]["total_2"].value() == 28

        better = ["53", *TEN[1:]]
        page = desk.post(at, sheet(table, better, number=2))
        assert set(faults(page)) == {"reason"}

        answer = desk.post(at, sheet(table, better, number=2, reason="Lesefehler"))
        assert answer.url == reverse("overview", args=[table.draw.tournament.slug])
        versions = desk.get(at).context["page"].versions
        assert [version.totals for version in versions] == [(34, 26, 30), (32, 28, 30)]
        assert versions[0].reason == "Lesefehler"
        changes = [(one.what, one.at, one.old, one.new) for one in versions[0].changes]
        assert changes == [
            ("game", 1, "351", "531"),
            ("total", 1, 32, 34),
            ("total", 2, 28, 26),
        ]
        assert "Lesefehler" in desk.get(at).content.decode()

    def test_saving_what_is_stored_changes_nothing(
        self, desk: Client, table: Table, at: str
    ) -> None:
        desk.post(at, sheet(table))
        desk.post(at, sheet(table, number=2, reason="Versehen"))

        assert table.entries.count() == 1

    def test_a_closed_tournament_takes_none(
        self, desk: Client, organiser: User, tournament: Tournament
    ) -> None:
        tournament.rounds, tournament.play_off_places = 1, 0
        tournament.save()
        cast.play_rounds(tournament, organiser, 1)
        table = Table.objects.get(draw__tournament=tournament, number=1)
        close_tournament(tournament=tournament, by=organiser)
        sent = totals(table, 50, 30, 10, number=2, reason="zu spät")

        page = desk.post(table.get_absolute_url(), sent)

        assert page.status_code == 422
        assert table.entries.count() == 1
        assert "data-sheet" not in desk.get(table.get_absolute_url()).content.decode()


class TestRulings:
    def test_a_ruling_may_miss_the_check_and_is_marked(
        self, desk: Client, table: Table, at: str
    ) -> None:
        answer = desk.post(at, ruling(table, 21, 0, 17))
        assert answer.status_code == 302

        version = desk.get(at).context["page"].current
        assert (version.is_ruling, version.totals) == (True, (21, 0, 17))
        assert version.reason == "Spieler ging in Spiel 7"

    @pytest.mark.parametrize("number", ["", "-1", "51", "ein paar", "1" * 5_000, "🎲"])
    def test_a_ruling_knows_limits_and_needs_its_reason(
        self, desk: Client, table: Table, at: str, number: str
    ) -> None:
        page = desk.post(at, ruling(table, number, 0, 17))
        assert page.status_code == 422
        assert set(faults(page, "ruling_form")) == {"total_1"}

        page = desk.post(at, ruling(table, 21, 0, 17, reason=" "))
        assert set(faults(page, "ruling_form")) == {"reason"}
        assert not table.entries.exists()

    def test_a_helper_may_not_rule(
        self, client: Client, helper: User, table: Table, at: str
    ) -> None:
        client.force_login(helper)

        assert client.post(at, ruling(table, 21, 0, 17)).status_code == 403
        assert "ruling-number" not in client.get(at).content.decode()
        assert not table.entries.exists()

    def test_only_its_reason_is_corrected_and_sent_again_nothing_is(
        self, desk: Client, table: Table, at: str
    ) -> None:
        desk.post(at, ruling(table, 21, 0, 17))
        better = ruling(table, 21, 0, 17, number=2, reason="Uwe ging in Spiel 7")
        for _ in range(2):
            assert desk.post(at, better).status_code == 302

        assert [one.reason for one in table.entries.order_by("number")] == [
            "Spieler ging in Spiel 7",
            "Uwe ging in Spiel 7",
        ]

    def test_a_normal_sheet_can_follow_a_ruling(
        self, desk: Client, table: Table, at: str
    ) -> None:
        desk.post(at, ruling(table, *TOTALS))
        desk.post(at, totals(table, *TOTALS, number=2, reason="Zettel gefunden"))

        assert not table.entries.last().is_ruling


class TestTwoAtOnce:
    def test_the_second_sees_both_and_saves_his_as_a_correction(
        self, desk: Client, table: Table, at: str, helper: User
    ) -> None:
        enter_games(table=table, games=PLACES, number=1, by=helper)
        mine = ["53", *TEN[1:]]

        page = desk.post(at, sheet(table, mine))

        assert page.status_code == 409
        assert table.entries.count() == 1
        assert page.context["page"].current.by == helper.username
        assert page.context["conflict"]
        form = page.context["form"]
        assert form["game_1"].value() == "53"
        assert set(faults(page)) == {"__all__"}
        text = page.content.decode()
        assert helper.username in text
        assert "351" in text

        sent = {name: form[name].value() or "" for name in form.fields}
        answer = desk.post(at, {**sent, "reason": "Ich habe das Papier in der Hand"})
        assert answer.status_code == 302
        assert table.entries.get(number=2).games == ["123", *PLACES[1:]]

    def test_the_same_twice_is_one_and_typing_goes_on(
        self, desk: Client, table: Table, at: str, helper: User
    ) -> None:
        enter_games(table=table, games=PLACES, number=1, by=helper)

        answer = desk.post(at, sheet(table))

        assert answer.url.endswith("/tables/2/")
        assert said(answer)
        assert table.entries.count() == 1

    def test_a_ruling_that_comes_second_is_told_too(
        self, desk: Client, table: Table, at: str, helper: User
    ) -> None:
        enter_totals(table=table, totals=(32, 28, 30), number=1, by=helper)

        page = desk.post(at, ruling(table, 10, 10, 10))

        assert page.status_code == 409
        assert page.context["ruling_form"]["number"].value() == "2"
        assert table.entries.count() == 1

    def test_a_sheet_never_lands_on_people_swapped_in_meanwhile(
        self, desk: Client, draw: Draw, table: Table, at: str, organiser: User
    ) -> None:
        sent = sheet(table)
        one, other = table.people()[0], draw.tables.get(number=2).people()[0]
        swap_seats(draw=draw, one=one, other=other, by=organiser, reason="Brüder")

        page = desk.post(at, sent)

        assert page.status_code == 409
        assert not table.entries.exists()
        form = page.context["form"]
        assert form["game_1"].value() == "35"
        again = {name: form[name].value() or "" for name in form.fields}
        assert desk.post(at, again).status_code == 302

    def test_a_sheet_of_a_withdrawn_draw_is_told_at_the_desk(
        self, desk: Client, draw: Draw, table: Table, at: str, organiser: User
    ) -> None:
        sent = sheet(table)
        withdraw_draw(draw=draw, by=organiser, reason="Jemand fehlte")

        answer = desk.post(at, sent)

        assert answer.url == reverse("overview", args=[draw.tournament.slug])
        assert said(answer)
        with pytest.raises(Stale) as stale:
            enter_games(table=table, games=PLACES, number=1, by=organiser)
        assert stale.value.refusal is Refusal.DRAW_GONE


class TestAccess:
    def test_a_stranger_may_not(self, client: Client, table: Table, at: str) -> None:
        assert client.get(at).url.startswith("/login/")
        client.force_login(User.objects.create_user("fremd"))

        assert client.get(at).status_code == 404
        assert client.post(at, sheet(table)).status_code == 404
        assert not table.entries.exists()

    @pytest.mark.parametrize(("round", "number"), [(9, 1), (1, 99)])
    def test_there_is_no_such_table(
        self, desk: Client, draw: Draw, round: int, number: int
    ) -> None:
        address = reverse("sheet", args=[draw.tournament.slug, round, number])

        assert desk.get(address).status_code == 404

    def test_nothing_is_entered_before_the_draw_is_published(
        self, desk: Client, draw: Draw, table: Table, at: str
    ) -> None:
        Draw.objects.update(published_at=None)

        assert "data-sheet" not in desk.get(at).content.decode()
        assert desk.post(at, sheet(table)).status_code == 422
        assert not table.entries.exists()


def test_every_entry_is_logged_with_its_totals(table: Table, organiser: User) -> None:
    deeds = ["ruling_entered", "sheet_entered"]
    enter_games(table=table, games=PLACES, number=1, by=organiser)
    enter_ruling(
        table=table, totals=(20, 20, 20), number=2, by=organiser, reason="Abbruch"
    )

    ruled, entered = LogEntry.objects.filter(deed__in=deeds)
    assert entered.facts["totals"] == TOTALS
    assert (ruled.facts["totals"], ruled.reason) == ([20, 20, 20], "Abbruch")


def test_stand_ins_have_a_seat_and_a_word(desk: Client, organiser: User) -> None:
    tournament = cast.make_tournament(organiser, 4, head_count_policy="stand_in")
    draw = cast.start_round(tournament, organiser)
    table = next(one for one in draw.tables.all() if min(one.people()) < 0)

    page = desk.get(table.get_absolute_url())
    assert None in [person.number for person in page.context["page"].people]
    assert desk.post(table.get_absolute_url(), sheet(table)).status_code == 302
