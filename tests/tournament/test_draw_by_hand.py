"""Lots drawn in the room, or some tables set: typed, checked, drawn."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.draw_record import verify
from scoring.errors import Rule, RuleBroken
from tests import cast
from tournament.models import Deed, Draw, Tournament
from tournament.services.draws import draw_round
from tournament.services.kept_apart import keep_apart

pytestmark = pytest.mark.usefixtures("english")

ALL_NINE = "4 7 1\n2: 9, 3, 5\n6;8;2"


def at(name: str, tournament: Tournament, round: int = 1) -> str:
    return reverse(name, args=[tournament.slug, round])


def look(
    desk: Client, tournament: Tournament, text: str, round: int = 1
) -> tuple[str, dict[str, str]]:
    """The page of step 1, and what its button for step 2 would send."""
    answer = desk.post(at("by_hand", tournament, round), {"tables": text})
    assert answer.status_code == 200
    page = answer.content.decode()
    checked = re.search(r'name="checked" value="(\w+)"', page)
    assert checked
    return page, {"tables": text, "checked": checked[1]}


def test_a_room_that_draws_its_own_lots(desk: Client, tournament: Tournament) -> None:
    page, sent = look(desk, tournament, ALL_NINE)
    assert "Everybody is placed by hand" in page
    assert "Nobody here has met before" in page
    assert not tournament.draws.exists()

    answer = desk.post(at("draw_by_hand", tournament), sent, follow=True)
    draw = Draw.objects.get()
    assert draw.record["tables"] == [[4, 7, 1], [9, 3, 5], [6, 8, 2]]
    assert verify(draw.record) == []
    assert "drawn by hand" in answer.content.decode()
    assert tournament.log.filter(deed=Deed.ROUND_DRAWN_BY_HAND).exists()
    log = desk.get(reverse("log", args=[tournament.slug])).content.decode()
    assert "Round 1 drawn by hand (draw 1): 3 tables" in log


def test_some_tables_are_set_and_the_rest_is_drawn(
    desk: Client, tournament: Tournament
) -> None:
    page, sent = look(desk, tournament, "3: 5 2\n7 4 9")
    assert "2 tables are set, the rest is drawn" in page
    assert "4 people are left for the lot." in page

    desk.post(at("draw_by_hand", tournament), {**sent, "room": " Los  jetzt "})
    draw = Draw.objects.get()
    assert draw.record["tables"][0] == [7, 4, 9]
    assert {2, 5} < set(draw.record["tables"][2])
    assert draw.record["room"] == "Los jetzt"
    assert draw.record["request"]["fixed"] == [[1, [7, 4, 9]], [3, [5, 2]]]
    assert verify(draw.record) == []
    log = desk.get(reverse("log", args=[tournament.slug])).content.decode()
    assert "3 tables, 2 of them set by hand" in log
    drawn = desk.get(at("draw", tournament)).content.decode()
    assert "Put here by hand: 2 Vorname2 Nachname2, 5 Vorname5 Nachname5." in drawn


def test_what_is_worth_knowing_is_said_with_names_and_rounds(
    desk: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, entrants=10)
    first = cast.start_round(tournament, organiser)
    cast.enter_all(first, organiser, cast.Random(1))
    one, other, third = sorted(first.record["tables"][0])
    [out] = first.record["sit_outs"]
    rest = sorted({*range(1, 11)} - {one, other, third, out})
    keep_apart(tournament=tournament, one=one, other=other, by=organiser)

    page, _ = look(desk, tournament, f"3: {other} {one}", round=2)
    both = f"Vorname{other} Nachname{other} and {one} Vorname{one} Nachname{one}"
    assert f"Table 3: {other} {both} have met before, in round 1." in page
    assert f"Table 3: {other} {both} should be kept apart." in page

    # All nine others placed: whoever sat out already would sit out again.
    rows = [rest[:3], rest[3:6], [one, other, third]]
    text = "\n".join(" ".join(map(str, row)) for row in rows)
    page, _ = look(desk, tournament, text, round=2)
    assert f"{out} Vorname{out} Nachname{out} sits out once more" in page
    assert "Everybody is placed by hand" in page


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 2 3\n4 77", "Line 2: nobody has start number 77."),
        ("1 2\n3 2", "Line 2: No. 2 is in line 1 already."),
        ("1 2 3 4", "Line 1: 4 people are too many, a table has 3 seats."),
        ("4: 1 2", "Line 1: there is no table 4, only tables 1 to 3."),
        ("1 zwei", "Line 1: “zwei” is no start number."),
        ("9", "Line 1: No. 9 is not present."),
        ("\n" * 3, "Please type at least one table."),
        ("x\n" * 100, "… and 177 more."),
    ],
)
def test_what_is_wrong_stands_at_the_text_which_is_kept(
    desk: Client, tournament: Tournament, text: str, said: str
) -> None:
    tournament.entrants.filter(number=9).update(present=False)
    # Ten people are entered, so that there are three tables without number 9.
    cast.Entrant.objects.create(
        tournament=tournament, number=10, first_name="Zehn", present=True
    )
    answer = desk.post(at("by_hand", tournament), {"tables": text})
    page = answer.content.decode()

    assert answer.status_code == 422
    assert said in page.split('class="errorlist')[1].split("</ul>")[0]
    assert text.strip() in page
    assert not tournament.draws.exists()


def test_what_was_not_looked_at_is_not_drawn(
    desk: Client, tournament: Tournament
) -> None:
    _, sent = look(desk, tournament, ALL_NINE)
    for other in (
        {**sent, "tables": "1 2 3"},
        {**sent, "checked": "x"},
        {"tables": ALL_NINE},
        {**sent, "room": "x" * 201},
    ):
        answer = desk.post(at("draw_by_hand", tournament), other)
        assert answer.status_code == 422
        assert other["tables"] in answer.content.decode()
    tournament.entrants.filter(number=9).update(present=False)
    answer = desk.post(at("draw_by_hand", tournament), sent)

    assert answer.status_code == 422
    assert "Line 2: No. 9 is not present." in answer.content.decode()
    assert not tournament.draws.exists()


@pytest.mark.parametrize(
    "fixed",
    [
        [(1, (4, 7, 9))],  # absent
        [(1, (4, 7, 77))],  # nobody
        [(1, (4, 7, 4))],
        [(1, (4, 7)), (2, (7, 1))],
        [(1, (4, 7, 1, 2))],
        [(1, (4, 7)), (1, (2, 1))],
        [(3, (4, 7, 1))],
    ],
)
def test_tables_that_became_wrong_after_the_last_look_are_refused(
    tournament: Tournament, organiser: User, fixed: list[tuple[int, tuple[int, ...]]]
) -> None:
    tournament.entrants.filter(number=9).update(present=False)
    with pytest.raises(RuleBroken) as refused:
        draw_round(tournament=tournament, round=1, by=organiser, fixed=fixed)

    assert refused.value.rule is Rule.FIXED_TABLES
    assert not tournament.draws.exists()


def test_two_presses_make_one_draw(
    desk: Client, tournament: Tournament, organiser: User
) -> None:
    _, sent = look(desk, tournament, ALL_NINE)
    draw_round(tournament=tournament, round=1, by=organiser)
    answer = desk.post(at("draw_by_hand", tournament), sent, follow=True)

    assert "This round cannot be drawn now." in answer.content.decode()
    assert tournament.draws.count() == 1
    page = desk.get(at("by_hand", tournament)).content.decode()
    assert "This round cannot be drawn now." in page


def test_stand_ins_fill_what_was_typed(desk: Client, organiser: User) -> None:
    tournament = cast.make_tournament(organiser, 8, head_count_policy="stand_in")
    page, sent = look(desk, tournament, "1 2 3\n4 5 6\n7 8")
    assert "Everybody is placed by hand" in page

    desk.post(at("draw_by_hand", tournament), sent)
    assert sorted(Draw.objects.get().record["tables"][2]) == [-1, 7, 8]
