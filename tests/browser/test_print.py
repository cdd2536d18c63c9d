"""Printed pages with the longest names and the most games: nothing is cut off."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db.models import F
from django.urls import reverse
from playwright.sync_api import Page

from tests import cast
from tests.depth import only_thorough
from tournament.models import Tournament

LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenxx"

CUT = """() => {
    const cut = [];
    for (const paper of document.querySelectorAll(".page, .badge-card, .flow")) {
        const edge = paper.getBoundingClientRect();
        for (const one of paper.querySelectorAll("table, p, h2, td, th, bdi")) {
            const box = one.getBoundingClientRect();
            if (box.right > edge.right + 1 || box.bottom > edge.bottom + 1)
                cut.push(`${one.tagName} ${one.textContent.trim().slice(0, 40)}`);
        }
        const hand = paper.querySelector(".hand")?.getBoundingClientRect();
        const words = paper.querySelector(".words")?.getBoundingClientRect();
        if (hand && words.bottom > hand.top) cut.push("words over the signature");
        for (const row of paper.querySelectorAll("tr.sign"))
            if (row.getBoundingClientRect().height < 30) cut.push("no room to sign");
    }
    for (const one of document.querySelectorAll("td.num")) {
        const text = document.createRange();
        text.selectNodeContents(one);
        if (text.getClientRects().length > 1) cut.push(`broken: ${one.textContent}`);
    }
    return cut;
}"""


@pytest.fixture
def crowded(organiser: User) -> Tournament:
    """Names of 60 letters, 50 games, 30 rounds."""
    tournament = cast.make_tournament(
        organiser, 3, name=f"{LONG} und Freunde", rounds=30, games=50
    )
    tournament.entrants.update(first_name=LONG, last_name=LONG, club=f"{LONG} e. V.")
    tournament.entrants.filter(number=3).update(
        first_name="Karl Theodor Maria Nikolaus Johann Jacob Philipp Franz"
    )
    cast.play_rounds(tournament, organiser, rounds=30)
    return tournament


@only_thorough
def test_nothing_is_cut_off_on_paper(
    crowded: Tournament,
    organiser: User,
    page: Page,
    sign_in: Callable[[User], None],
) -> None:
    sign_in(organiser)
    page.emulate_media(media="print")
    # Millimetres of A4 upright or across, less the margins of the paper.
    for name, args, query, width, height in (
        ("paper_sheets", (1,), "?size=a4", 190, 277),
        ("paper_sheets", (1,), "?size=a5", 190, 277),
        ("start_numbers", (), "", 190, 277),
        ("paper_standings", (), "", 277, 190),
        ("check_in_list", (), "", 190, 277),
        ("paper_seating", (30,), "", 190, 277),
        ("paper_plan", (30,), "", 190, 277),
        ("paper_ceremony", (), "", 190, 277),
        ("paper_certificates", (), "", 190, 277),
    ):
        size = {"width": round(width / 25.4 * 96), "height": round(height / 25.4 * 96)}
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.goto(reverse(name, args=[crowded.slug, *args]) + query)
        assert page.evaluate(CUT) == [], (name, query)

    for text in (
        "\n".join(["[name]", *["mit [points] Punkten auf Platz [rank]"] * 15]),
        "Wort " * 199,
    ):
        Tournament.objects.update(certificate_text=text, revision=F("revision") + 1)
        page.goto(reverse("paper_certificates", args=[crowded.slug]))
        assert page.evaluate(CUT) == [], text
    Tournament.objects.update(games=30)
    page.set_viewport_size({"width": round(132 / 25.4 * 96), "height": 733})
    page.goto(reverse("paper_sheets", args=[crowded.slug, 1]) + "?size=a5")
    assert page.locator(".page.a5").count() == 1
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("entrants", [3, 6])
def test_two_sheets_a_page_are_cut_in_the_middle(
    organiser: User,
    page: Page,
    sign_in: Callable[[User], None],
    entrants: int,
) -> None:
    tournament = cast.make_tournament(organiser, entrants)
    cast.start_round(tournament, organiser)
    sign_in(organiser)
    page.emulate_media(media="print")

    page.goto(reverse("paper_sheets", args=[tournament.slug, 1]) + "?size=a4x2")

    half = "(page) => page.getBoundingClientRect().top + page.offsetHeight / 2"
    middle = page.locator(".page").evaluate(half)
    first = page.locator(".score").first.bounding_box()
    assert first
    end = first["y"] + first["height"]
    assert middle - 40 < end < middle
