"""Whole evenings as people run them: in German, in a browser, from list to podium."""

from collections.abc import Sequence
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from scoring.points import Format
from scoring.sheets import Totals, games_totals, write_keys
from tests.depth import only_thorough
from tournament.evening import load_evening
from tournament.models import Tournament

SAMPLES = Path(__file__).parents[1] / "samples"
GAMES = ("123", "132", "213", "231", "312", "321")
EVEN = (30, 30, 30)


@cache
def games_for(totals: Totals) -> list[str]:
    """Ten games that end with these totals."""
    for counts in product(range(11), repeat=5):
        if sum(counts) <= 10:
            last = 10 - sum(counts)
            games = [
                game
                for game, count in zip(GAMES, (*counts, last), strict=True)
                for _ in range(count)
            ]
            if games_totals(games, Format()) == totals:
                return games
    raise AssertionError(totals)


class Desk:
    """The organiser in front of the laptop."""

    def __init__(self, page: Page, organiser: User, name: str) -> None:
        self.page = page
        page.goto("/login/")
        page.get_by_label("Benutzername").fill(organiser.username)
        page.get_by_label("Passwort").fill("schock-aus-111")
        page.get_by_role("button", name="Anmelden").click()
        page.get_by_role("button", name="Neues Turnier").first.click()
        page.locator("[name=name]").fill(name)
        page.get_by_role("button", name="Turnier anlegen").click()
        self.tournament = Tournament.objects.get()
        self.desk = f"/desk/{self.tournament.slug}/"

    def open(self, *parts: object) -> None:
        self.page.goto(self.desk + "".join(f"{part}/" for part in parts))

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).first.click()

    def unfold(self, name: str) -> None:
        self.page.locator("summary", has_text=name).first.click()

    def read_list(self, file: str, expected: int) -> None:
        self.open("entrants", "import")
        self.page.locator("input[type=file]").set_input_files(SAMPLES / file)
        self.press("Liste lesen")
        expect(self.page.locator("h1")).to_have_text("Liste prüfen")
        assert not self.tournament.entrants.exists()
        self.press("Alle angekreuzten Zeilen speichern")
        expect(self.page.locator(".message.success")).to_contain_text(str(expected))

    def check_everybody_in(self) -> None:
        self.open("check-in")
        self.unfold("Alle sind da")
        self.press("Alle als anwesend eintragen")

    def add(self, first_name: str, last_name: str) -> int:
        self.open("entrants")
        self.page.get_by_label("Vorname").fill(first_name)
        self.page.get_by_label("Nachname").fill(last_name)
        present = self.page.get_by_label("Anwesend")
        if present.count():
            present.check()
        self.press("Hinzufügen")
        expect(self.page.locator(".message.success")).to_contain_text(last_name)
        number = self.tournament.entrants.get(last_name=last_name).number
        if not self.tournament.entrants.get(number=number).present:
            self.open("check-in")
            self.page.locator(f"#entrant-{number} button").first.click()
            expect(self.page.locator(f"#entrant-{number}")).to_contain_text("da")
        return number

    def draw(self, round: int) -> None:
        self.open()
        self.press(f"Durchgang {round} auslosen")
        expect(self.page.locator("h1")).to_contain_text(f"Durchgang {round}")
        self.press("Veröffentlichen")

    def tables(self, round: int) -> list[Sequence[int]]:
        """Who sits where in this round, by table."""
        played = load_evening(self.tournament).rounds[round - 1]
        return [table.seats for table in played.tables]

    def type_sheet(self, round: int, table: int, totals: Totals) -> None:
        """With the keyboard alone, game by game."""
        self.open("rounds", round, "tables", table)
        self.type_games(totals)

    def type_games(self, totals: Totals) -> None:
        expect(self.page.locator("[data-sheet] [autofocus]")).to_be_focused()
        before = self.page.url
        keys = [write_keys(game, Format())[:2] for game in games_for(totals)]
        self.page.keyboard.type("".join(keys))
        expect(self.page.locator("[data-save]")).to_be_focused()
        self.page.keyboard.press("Enter")
        self.page.wait_for_url(lambda url: url != before)

    def type_pile(self, round: int, sheets: Sequence[Totals]) -> None:
        """The stack of a round: after each sheet the next missing one is there."""
        self.open("rounds", round, "tables", 1)
        for totals in sheets:
            self.type_games(totals)
        expect(self.page).to_have_url(f"{self.origin}{self.desk}")

    @property
    def origin(self) -> str:
        return self.page.evaluate("location.origin")

    def correct(self, round: int, table: int, totals: Totals, reason: str) -> None:
        self.open("rounds", round, "tables", table)
        self.unfold("Zettel korrigieren")
        for number, game in enumerate(games_for(totals), start=1):
            field = self.page.locator(f"[name=game_{number}]")
            field.fill(write_keys(game, Format()))
        self.page.get_by_label("Grund").first.fill(reason)
        self.press("Korrektur speichern")
        expect(self.page.locator(".message.success")).to_be_visible()

    def withdraw(self, number: int, reason: str) -> None:
        self.open("entrants", number)
        self.unfold("Zurückziehen")
        form = self.page.locator("form[action$='/withdraw/']")
        form.get_by_label("Grund").fill(reason)
        form.get_by_role("button").click()
        expect(self.page.locator(".message.success")).to_contain_text("zurückgezogen")

    def settle(self, order: Sequence[int]) -> None:
        """Enter the one open play-off, the winner first."""
        self.open()
        self.press("Zu den Entscheidungsspielen")
        group = self.page.locator(".play-off.is-open")
        group.get_by_role("button", name="Spielreihenfolge auslosen").click()
        group = self.page.locator(".play-off.is-open")
        for place, number in enumerate(order, start=1):
            entrant = self.tournament.entrants.get(number=number)
            select = group.get_by_label(entrant.full_name)
            select.select_option(index=place)
        group.get_by_role("button", name="Ergebnis speichern").click()
        expect(self.page.locator(".play-off.is-open")).to_have_count(0)

    def close(self) -> None:
        self.open()
        self.press("Turnier abschließen")
        expect(self.page.locator(".next-step")).to_contain_text("abgeschlossen")

    def final_places(self) -> list[tuple[int, int]]:
        """What the players' standings say: place and start number, best first."""
        self.page.goto(f"/t/{self.tournament.slug}/standings/")
        cells = self.page.locator(".figures tbody tr").evaluate_all(
            "rows => rows.map(row => [row.cells[0], row.cells[2]]"
            ".map(cell => parseInt(cell.textContent)))"
        )
        return [(rank, number) for rank, number in cells]

    def standings_order(self) -> list[int]:
        return [line.entrant for line in load_evening(self.tournament).lines()]


@only_thorough
def test_27_from_an_excel_list_to_the_final_places(page: Page, organiser: User) -> None:
    desk = Desk(page, organiser, "Kneipenpokal")
    desk.read_list("meldeliste-27.xlsx", 27)
    desk.check_everybody_in()

    desk.draw(1)
    desk.type_pile(1, [EVEN] * 9)

    late = desk.add("Nora", "Nachzügler")
    assert late == 28
    desk.draw(2)
    assert len(load_evening(desk.tournament).rounds[1].sit_outs) == 1
    desk.type_pile(2, [(40, 30, 20)] + [EVEN] * 8)
    desk.correct(2, 1, EVEN, "Zettel falsch abgeschrieben")

    desk.draw(3)
    desk.type_pile(3, [EVEN] * 9)
    gone = desk.tables(3)[0][0]
    if gone == late:
        gone = desk.tables(3)[0][1]
    desk.withdraw(gone, "musste nach Hause")

    desk.draw(4)
    assert not load_evening(desk.tournament).rounds[3].sit_outs
    desk.type_pile(4, [EVEN] * 9)

    # Before the last round everybody has 120 points but the late one and the one
    # who has gone, so the last sheets decide: 160, twice 158, then 152.
    desk.draw(5)
    tables = desk.tables(5)
    first, second, third = [
        number for number, seats in enumerate(tables, start=1) if late not in seats
    ][:3]
    sheets: list[Totals] = [EVEN] * 9
    sheets[first - 1] = (40, 32, 18)
    sheets[second - 1] = sheets[third - 1] = (38, 28, 24)
    desk.type_pile(5, sheets)
    winner, behind = tables[first - 1][0], tables[first - 1][1]
    one, other = tables[second - 1][0], tables[third - 1][0]

    # A tie on place 2.
    desk.settle([other, one])
    assert desk.standings_order()[:4] == [winner, other, one, behind]

    # A sheet was misread: now three share place 3 and reach beyond it.
    desk.correct(5, third, (32, 32, 26), "Zahlendreher")
    desk.settle([tables[third - 1][1], behind, other])
    desk.close()

    places = desk.final_places()
    assert places[:5] == [
        (1, winner),
        (2, one),
        (3, tables[third - 1][1]),
        (4, behind),
        (5, other),
    ]
    assert len(places) == 28
    assert places[-1][1] in {late, gone}

    page.goto(f"/t/{desk.tournament.slug}/entrants/{winner}/")
    expect(page.locator("main")).to_contain_text("160")
    desk.open("rounds", 5, "tables", 1)
    expect(page.locator("[data-sheet]")).to_have_count(0)


@only_thorough
@pytest.mark.parametrize("policy", ["sit_out", "stand_in"])
def test_14_from_a_csv_list_with_nobody_left_over(
    page: Page, organiser: User, policy: str
) -> None:
    desk = Desk(page, organiser, "Vereinsabend")
    desk.open("settings")
    page.locator("[name=head_count_policy]").select_option(policy)
    page.locator("form:has([name=head_count_policy]) [type=submit]").click()
    told = {"sit_out": "Nichts wurde geändert.", "stand_in": "gespeichert"}
    expect(page.locator(".message")).to_contain_text(told[policy])
    desk.read_list("teilnehmer-14.csv", 14)
    desk.check_everybody_in()

    tables = 4 if policy == "sit_out" else 5
    for round in range(1, 6):
        desk.draw(round)
        sheets: list[Totals] = [EVEN] * tables
        if round == 5:
            sheets[0] = (42, 30, 18)
        desk.type_pile(round, sheets)

    evening = load_evening(desk.tournament)
    sat_out = [number for one in evening.rounds for number in one.sit_outs]
    assert len(sat_out) == len(set(sat_out)) == (10 if policy == "sit_out" else 0)
    groups = evening.open_play_offs
    for group in groups:
        desk.settle(group.members)
    desk.close()

    places = desk.final_places()
    assert [rank for rank, _number in places[:3]] == [1, 2, 3]
    assert len(places) == 14
