"""Play-offs at the desk: found, drawn lots for, entered, corrected, outdated."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import cast
from tournament.evening import load_evening
from tournament.models import Entrant, PlayOffEntry, PlayOffGame, Table, Tournament
from tournament.services.entrants import reinstate_entrant, withdraw_entrant
from tournament.services.play_offs import enter_play_off
from tournament.services.results import enter_games, enter_totals
from tournament.services.tournaments import close_tournament


@pytest.fixture
def tie(organiser: User) -> list[int]:
    """Nine people, one round: seat 1 of each table has 50 points, 2 has 30."""
    tournament = cast.make_tournament(organiser, 9, name="Finale", rounds=1)
    draw = cast.start_round(tournament, organiser)
    tables = draw.tables.order_by("number")
    for table in tables:
        enter_games(table=table, games=["123"] * 10, number=1, by=organiser)
    return sorted(table.people()[0] for table in tables)


@pytest.fixture
def finale(tie: list[int]) -> Tournament:
    return Tournament.objects.get(name="Finale")


@pytest.fixture
def at(finale: Tournament) -> str:
    return reverse("play_offs", args=[finale.slug])


def key(members: list[int]) -> str:
    return " ".join(map(str, members))


def result(members: list[int], *places: Any, **more: Any) -> dict[str, Any]:
    """What the page sends for a group."""
    prefix = f"group{members[0]}"
    chosen = {
        f"{prefix}-place_{member}": place
        for member, place in zip(members, places, strict=True)
    }
    extra = {f"{prefix}-{name}": value for name, value in {"number": 1, **more}.items()}
    return {"group": key(members), **chosen, **extra}


def faults(response: HttpResponse) -> dict[str, list[str]]:
    [form] = [form for _group, form in response.context["groups"] if form.is_bound]
    return {name: list(texts) for name, texts in form.errors.items()}


def ranks(tournament: Tournament) -> dict[int, int]:
    return {line.entrant: line.rank for line in load_evening(tournament).lines()}


def withdraw(tournament: Tournament, number: int, by: User) -> None:
    entrant = Entrant.objects.get(tournament=tournament, number=number)
    withdraw_entrant(entrant=entrant, by=by)


def test_who_plays_and_why_is_said(desk: Client, at: str, tie: list[int]) -> None:
    page = desk.get(at)

    [(group, _form)] = page.context["groups"]
    assert [member.number for member in group.members] == tie
    assert (group.rank, group.last_rank, group.points) == (1, 3, 50)
    assert group.is_open
    text = page.content.decode()
    for number in tie:
        assert f"Nachname{number}" in text


def test_before_the_last_sheet_there_are_none(
    desk: Client, tournament: Tournament
) -> None:
    page = desk.get(reverse("play_offs", args=[tournament.slug]))

    assert page.status_code == 200
    assert page.context["groups"] == []


def test_the_finishing_order_decides_the_places(
    desk: Client, at: str, tie: list[int], finale: Tournament, organiser: User
) -> None:
    answer = desk.post(at, result(tie, 3, 1, 2))

    assert answer.url == at
    one, two, three = tie
    final = ranks(finale)
    assert [final[two], final[three], final[one]] == [1, 2, 3]
    assert PlayOffEntry.objects.get().by == organiser
    [(group, _form)] = desk.get(at).context["groups"]
    assert [member.number for member in group.final] == [two, three, one]
    close_tournament(tournament=finale, by=organiser)
    assert "<select" not in desk.get(at).content.decode()


def test_who_declines_stands_behind(
    desk: Client, at: str, tie: list[int], finale: Tournament
) -> None:
    desk.post(at, result(tie, "declined", 1, "declined"))

    final = ranks(finale)
    assert [final[number] for number in tie] == [2, 1, 2]


def test_withdrawn_members_are_placed_behind_by_themselves(
    desk: Client, at: str, tie: list[int], finale: Tournament, organiser: User
) -> None:
    one, two, three = tie
    withdraw(finale, two, organiser)

    page = desk.get(at)
    [(group, form)] = page.context["groups"]
    assert [member.number for member in group.withdrawn] == [two]
    assert set(form.fields) >= {f"place_{one}", f"place_{three}"}
    assert f"place_{two}" not in form.fields

    sent = result(tie, 2, "", 1)
    desk.post(at, sent)
    final = ranks(finale)
    assert [final[one], final[two], final[three]] == [2, 3, 1]


def test_a_group_with_one_left_needs_no_game(
    desk: Client, at: str, tie: list[int], finale: Tournament, organiser: User
) -> None:
    for number in tie[1:]:
        withdraw(finale, number, organiser)

    page = desk.get(at)
    [(group, _form)] = page.context["groups"]
    assert group.needs_no_game
    assert [member.place for member in group.final] == [1, 2, 2]
    assert "<select" not in page.content.decode()
    close_tournament(tournament=finale, by=organiser)


def test_who_leaves_after_the_play_off_keeps_the_place_in_a_correction(
    desk: Client, at: str, tie: list[int], finale: Tournament, organiser: User
) -> None:
    desk.post(at, result(tie, 1, 2, 3))
    withdraw(finale, tie[0], organiser)

    desk.post(at, result(tie, 1, 3, 2, number=2, reason="2 und 3 vertauscht"))

    assert [ranks(finale)[number] for number in tie] == [1, 3, 2]


@pytest.mark.parametrize(
    ("places", "wrong"),
    [
        (("", "", ""), (0, 1, 2)),
        ((1, 1, 2), (0, 1)),
        ((1, 3, "declined"), (1,)),
        ((1, 2, ""), (2,)),
        ((1, 2, 4), (2,)),
        ((1, 2, 0), (2,)),
        ((1, 2, "x" * 5_000), (2,)),
        ((1, 2, "🎲"), (2,)),
        ((1, 2, "3\0"), (2,)),
        ((1, 2, "<b>3</b>"), (2,)),
        ((1, 2, 10**9), (2,)),
    ],
)
def test_a_wrong_order_is_told_at_its_place(
    desk: Client,
    at: str,
    tie: list[int],
    places: tuple[Any, ...],
    wrong: tuple[int, ...],
) -> None:
    page = desk.post(at, result(tie, *places))

    assert page.status_code == 422
    assert set(faults(page)) == {f"place_{tie[seat]}" for seat in wrong}
    assert not PlayOffEntry.objects.exists()


@pytest.mark.parametrize("number", ["", "0", "x", "-1", "9" * 5_000, "\0"])
def test_a_forged_number_is_told(
    desk: Client, at: str, tie: list[int], number: str
) -> None:
    page = desk.post(at, result(tie, 1, 2, 3, number=number))

    assert page.status_code == 422
    assert "number" in faults(page)
    assert not PlayOffEntry.objects.exists()


def test_a_correction_needs_a_reason_and_keeps_every_version(
    desk: Client, at: str, tie: list[int], finale: Tournament
) -> None:
    desk.post(at, result(tie, 1, 2, 3))
    [(_group, form)] = desk.get(at).context["groups"]
    assert [form[f"place_{number}"].value() for number in tie] == [1, 2, 3]

    assert set(faults(desk.post(at, result(tie, 2, 1, 3, number=2)))) == {"reason"}
    long = result(tie, 2, 1, 3, number=2, reason="x" * 5_000)
    assert set(faults(desk.post(at, long))) == {"reason"}
    desk.post(at, result(tie, 2, 1, 3, number=2, reason="falsch notiert"))

    assert [ranks(finale)[number] for number in tie] == [2, 1, 3]
    page = desk.get(at)
    [(group, _form)] = page.context["groups"]
    assert [one.number for one in group.results] == [2, 1]
    assert "falsch notiert" in page.content.decode()


def test_saving_what_is_stored_changes_nothing(
    desk: Client, at: str, tie: list[int]
) -> None:
    desk.post(at, result(tie, 1, 2, 3))
    desk.post(at, result(tie, 1, 2, 3, number=2, reason="Versehen"))

    assert PlayOffEntry.objects.count() == 1


def test_the_second_of_two_is_told_and_nothing_is_lost(
    desk: Client, at: str, tie: list[int], finale: Tournament, organiser: User
) -> None:
    enter_play_off(tournament=finale, order=tie, behind=[], number=1, by=organiser)

    answer = desk.post(at, result(tie, 1, 2, 3))
    assert answer.status_code == 302

    page = desk.post(at, result(tie, 3, 2, 1))
    assert page.status_code == 409
    assert PlayOffEntry.objects.count() == 1
    [(group, form)] = page.context["groups"]
    assert [one.number for one in group.current.order] == tie
    assert form[f"place_{tie[0]}"].value() == "3"
    assert form["number"].value() == "2"
    assert set(faults(page)) == {"__all__"}


@pytest.mark.parametrize("fault", [{}, {"number": 2}])
def test_what_was_typed_counts_though_its_places_have_moved(
    desk: Client,
    at: str,
    tie: list[int],
    finale: Tournament,
    organiser: User,
    fault: dict[str, int],
) -> None:
    """The sheet of the winner is corrected while the play-off for place 2 runs."""

    def correct(person: int, number: int, totals: tuple[int, int, int]) -> None:
        table = Table.objects.get(
            draw__tournament=finale, seats__entrant__number=person
        )
        enter_totals(
            table=table, totals=totals, number=number, by=organiser, reason="Lesefehler"
        )

    winner, *others = tie
    for person in others:
        correct(person, 2, (48, 32, 10))
    [(shown, form)] = desk.get(at).context["groups"]
    assert (shown.rank, form.before) == (2, 1)
    correct(winner, 2, (46, 34, 10))
    answer = desk.post(at, result(others, 2, 1, **fault))

    if fault:  # somebody else's version is said to be there: asked again
        assert answer.status_code == 409
        [(_group, form)] = answer.context["groups"]
        assert [form[f"place_{one}"].value() for one in others] == ["2", "1"]
    else:
        assert answer.status_code == 302
        assert ranks(finale)[others[1]] == 1
        assert ranks(finale)[others[0]] == 2
        assert ranks(finale)[winner] == 3


def test_a_corrected_sheet_keeps_old_results_that_count_no_more(
    desk: Client, at: str, tie: list[int], finale: Tournament, organiser: User
) -> None:
    desk.post(at, result(tie, 3, 1, 2))
    table = Table.objects.get(draw__tournament=finale, seats__entrant__number=tie[0])
    enter_totals(
        table=table, totals=(48, 32, 10), number=2, by=organiser, reason="Lesefehler"
    )

    page = desk.get(at)
    [(group, _form)] = page.context["groups"]
    assert [member.number for member in group.members] == tie[1:]
    [former] = page.context["page"].former
    assert [one.number for one in former.members] == tie
    assert ranks(finale)[tie[0]] == 3

    answer = desk.post(at, result(tie, 1, 2, 3, number=2, reason="zu spät"))
    assert answer.status_code == 302
    assert PlayOffEntry.objects.count() == 1


def test_lots_are_drawn_once(
    desk: Client, at: str, tie: list[int], finale: Tournament
) -> None:
    lots = reverse("play_off_lots", args=[finale.slug])
    assert desk.post(lots, {"group": key(tie)}).url == at
    order = PlayOffGame.objects.get().starting_order
    assert sorted(order) == tie

    assert desk.post(lots, {"group": key(tie)}).url == at
    assert PlayOffGame.objects.get().starting_order == order
    [(group, _form)] = desk.get(at).context["groups"]
    assert [entrant.number for entrant in group.lots] == order


def test_lots_are_drawn_again_for_who_plays_after_all(
    desk: Client, at: str, tie: list[int], finale: Tournament, organiser: User
) -> None:
    lots = reverse("play_off_lots", args=[finale.slug])
    withdraw(finale, tie[2], organiser)
    desk.post(lots, {"group": key(tie)})
    back = Entrant.objects.get(tournament=finale, number=tie[2])
    reinstate_entrant(entrant=back, by=organiser)

    page = desk.get(at)
    assert page.context["groups"][0][0].lots == ()
    assert reverse("play_off_lots", args=[finale.slug]) in page.content.decode()

    desk.post(lots, {"group": key(tie)})
    order = PlayOffGame.objects.get().starting_order
    assert sorted(order) == tie
    withdraw(finale, tie[2], organiser)
    desk.post(lots, {"group": key(tie)})
    assert PlayOffGame.objects.get().starting_order == order


@pytest.mark.parametrize("group", ["", "1", "x", "🎲", "\0", "9" * 5_000, "<b>"])
def test_a_group_that_is_none_is_told(
    desk: Client, at: str, finale: Tournament, group: str
) -> None:
    for address in (at, reverse("play_off_lots", args=[finale.slug])):
        answer = desk.post(address, {"group": group})
        assert answer.url == at
    assert not PlayOffGame.objects.exists()


def test_a_helper_enters_and_a_stranger_may_not(
    client: Client, at: str, tie: list[int], finale: Tournament
) -> None:
    lots = reverse("play_off_lots", args=[finale.slug])
    assert client.get(at).url.startswith("/login/")
    client.force_login(User.objects.create_user("fremd"))
    assert client.get(at).status_code == 404
    assert client.post(at, result(tie, 1, 2, 3)).status_code == 404
    assert client.post(lots, {"group": key(tie)}).status_code == 404
    assert not PlayOffGame.objects.exists()

    client.force_login(cast.make_helper(finale))
    assert client.post(at, result(tie, 1, 2, 3)).status_code == 302
    assert PlayOffEntry.objects.count() == 1


def test_lots_are_only_drawn_by_a_button(desk: Client, finale: Tournament) -> None:
    desk.get(reverse("play_off_lots", args=[finale.slug]))
    assert not PlayOffGame.objects.exists()


def test_statements_do_not_grow_with_the_entrants(
    desk: Client, organiser: User
) -> None:
    def statements(entrants: int) -> int:
        tournament = cast.make_tournament(organiser, entrants, rounds=1)
        draw = cast.start_round(tournament, organiser)
        for table in draw.tables.all():
            enter_games(table=table, games=["123"] * 10, number=1, by=organiser)
        address = reverse("play_offs", args=[tournament.slug])
        [group] = load_evening(tournament).play_off_groups
        members = list(group.members)
        with CaptureQueriesContext(connection) as written:
            desk.post(address, result(members, *range(1, len(members) + 1)))
        return len(written)

    assert statements(9) == statements(30) == statements(99)


@pytest.mark.parametrize("played", [0, 1])
def test_a_tournament_without_play_offs_says_so(
    desk: Client, organiser: User, played: int
) -> None:
    tournament = cast.make_tournament(organiser, 9, rounds=1, play_off_places=0)
    cast.play_rounds(tournament, organiser, played)

    page = desk.get(reverse("play_offs", args=[tournament.slug])).content.decode()

    assert "Dieses Turnier hat keine Entscheidungsspiele" in page
    assert "1 bis 0" not in page
