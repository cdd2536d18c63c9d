"""A draw that the room can check, and its tables on the wall, in a browser."""

import json
from collections.abc import Callable
from pathlib import Path

from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from scoring.draw_record import digest_of, spell
from tests import cast
from tournament.models import Draw


def test_a_draw_is_called_out_published_and_checked_by_a_player(
    page: Page, sign_in: Callable[[User], None], organiser: User, tmp_path: Path
) -> None:
    tournament = cast.make_tournament(organiser, entrants=10)
    sign_in(organiser)
    page.goto(f"/desk/{tournament.slug}/rounds/1/")
    promised = page.locator(".fingerprint").inner_text().split()
    page.get_by_label("Wörter oder Zahlen").fill("siebzehn  Äpfel")
    page.get_by_role("button", name="Durchgang 1 auslosen").click()

    # On the wall: one table after the other, then all, then published.
    page.get_by_role("link", name="An der Wand aufdecken").click()
    expect(page.locator("[data-cue]")).to_be_visible()
    expect(page.locator("[data-wall]")).to_be_hidden()
    for number in (1, 2, 3):
        page.keyboard.press("Space")
        expect(page.locator(".revealed h2")).to_have_text(f"Tisch {number}")
    page.mouse.click(400, 500)
    expect(page.locator(".revealed h2")).to_have_text("Setzt aus")
    page.keyboard.press("Space")
    expect(page.locator("[data-wall] > li")).to_have_count(4)
    expect(page.locator("[data-wall]")).to_be_visible()
    page.get_by_role("button", name="Veröffentlichen").click()

    page.goto(f"/t/{tournament.slug}/")
    page.get_by_role("link", name="So wurde dieser Durchgang gelost").click()
    assert page.locator(".fingerprint").first.inner_text().split() == promised
    page.get_by_role("button", name="In diesem Browser neu auslosen").click()
    outcome = page.locator("[data-outcome]")
    expect(outcome.locator(".message.success")).to_have_text(
        "Der Nachweis stimmt. In diesem Browser geprüft:"
    )
    expect(outcome).to_contain_text("siebzehn Äpfel")
    expect(outcome).to_contain_text(" ".join(promised))

    # The file, from disk: as it was saved, then forged.
    page.goto("/verify/")
    record = Draw.objects.get().record
    file = tmp_path / "draw.json"
    file.write_bytes(spell(record).encode())
    page.locator("[data-check-file]").set_input_files(file)
    expect(outcome.locator(".message.success")).to_be_visible()

    forged = json.loads(spell(record))
    one, other, third = forged["tables"][1]
    forged["tables"][1] = [other, one, third]
    forged["digest"] = digest_of(forged)
    file = tmp_path / "forged.json"
    file.write_bytes(spell(forged).encode())
    page.locator("[data-check-file]").set_input_files(file)
    expect(outcome.locator(".message.error")).to_be_visible()
    expect(outcome.locator("li")).to_have_text(
        f"Tisch 2: Im Nachweis steht {other}, {one}, {third}, "
        f"die Auslosung ergibt {one}, {other}, {third}."
    )
