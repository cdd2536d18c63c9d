"""Everything to print: what is on it, who may print it, and by which names."""

from io import BytesIO
from random import Random
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from scoring.evening import Line
from tests import cast
from tournament.evening import load_evening
from tournament.models import Deed, Tournament
from tournament.paper.certificates import (
    default_text,
    lines_for,
    unknown_placeholders,
)
from tournament.services.draws import draw_round
from tournament.services.play_offs import enter_play_off
from tournament.services.results import enter_games

from .books import opened


def body(client: Client, name: str, *args: object, query: str = "") -> str:
    answer = client.get(reverse(name, args=args) + query)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.fixture
def played(tournament: Tournament, organiser: User) -> Tournament:
    """One of two rounds is played, the second is at the tables."""
    cast.play_rounds(tournament, organiser, rounds=1)
    cast.start_round(tournament, organiser)
    return tournament


def test_the_page_offers_what_there_is_to_print_now(
    tournament: Tournament, organiser: User, desk: Client
) -> None:
    page = body(desk, "paper", tournament.slug)
    assert "Vor dem ersten Durchgang <span" in page
    assert reverse("paper_seating", args=[tournament.slug, 1]) not in page

    cast.play_rounds(tournament, organiser, rounds=2)

    page = body(desk, "paper", tournament.slug)
    assert "Jeder Durchgang <span" in page
    assert reverse("paper_seating", args=[tournament.slug, 2]) in page
    assert "Frühere Durchgänge" in page


def test_a_score_sheet_names_table_seats_and_the_check(
    played: Tournament, desk: Client
) -> None:
    page = body(desk, "paper_sheets", played.slug, 2)

    assert page.count('<article class="score">') == 3
    assert page.count("Platz 1 (beginnt)") == 3
    assert page.count("Kontrolle = 90") == 3
    assert page.count("<svg") == 3
    table = load_evening(played).rounds[1].tables[0]
    names = [played.entrants.get(number=one).full_name for one in table.seats]
    at = [page.index(f"<bdi>{escape(name)}</bdi>") for name in names]
    assert at == sorted(at), "in drawn order"
    address = reverse("sheet", args=[played.slug, 2, 1])
    assert f"http://testserver{address}" in page


@pytest.mark.parametrize(
    ("size", "pages"), [("a4", 3), ("a4x2", 2), ("a5", 3), ("falsch", 3)]
)
def test_score_sheets_come_in_three_sizes(
    played: Tournament, desk: Client, size: str, pages: int
) -> None:
    page = body(desk, "paper_sheets", played.slug, 1, query=f"?size={size}")

    assert page.count('<section class="page ') == pages


def test_blank_sheets_have_no_names_and_many_games_get_a_page_each(
    organiser: User, desk: Client
) -> None:
    tournament = cast.make_tournament(organiser, entrants=3, games=20)

    page = body(desk, "blank_sheets", tournament.slug, query="?size=a4x2")

    assert page.count('<article class="score">') == 1
    assert page.count('<th scope="row">20</th>') == 1
    assert "Vorname" not in page


@pytest.mark.parametrize(
    ("games", "sizes"), [(14, "a4 a4x2 a5"), (30, "a4 a5"), (50, "a4")]
)
def test_a_size_is_offered_as_long_as_there_is_room_to_write(
    organiser: User, desk: Client, games: int, sizes: str
) -> None:
    tournament = cast.make_tournament(organiser, entrants=3, games=games)

    for size in ("a4", "a4x2", "a5"):
        page = body(desk, "blank_sheets", tournament.slug, query=f"?size={size}")
        assert (f'href="?size={size}"' in page) == (size in sizes.split())
        look = size if size in sizes.split() else "a4"
        assert f'<section class="page {look} ' in page


def test_a_certificate_has_no_more_lines_than_fit(
    played: Tournament, desk: Client
) -> None:
    address = reverse("certificate_text", args=[played.slug])

    answer = desk.post(address, {"text": "[name]\n" + "Zeile\n" * 16})

    assert answer.status_code == 422
    assert "höchstens 16 Zeilen" in answer.content.decode()
    assert answer.content.decode().count("Zeile\n") == 16
    assert (
        desk.post(address, {"text": "[name]\n\n" + "Zeile\n\n" * 15}).status_code == 302
    )


def test_the_score_sheets_as_a_workbook_say_the_same(
    played: Tournament, desk: Client
) -> None:
    answer = desk.get(reverse("sheets_xlsx", args=[played.slug, 1]) + "?size=a5")
    blank = desk.get(reverse("blank_xlsx", args=[played.slug]) + "?size=a4x2")

    page = opened(answer.content)["Durchgang 1"]
    assert page.page_setup.paperSize == 11
    cells = [cell.value for row in page for cell in row]
    assert cells.count("Platz 1 (beginnt)") == 3
    assert not {5, 3, 1} & {page.cell(row, 2).value for row in range(6, 16)}
    with ZipFile(BytesIO(answer.content)) as archive:
        pictures = [one for one in archive.namelist() if one.startswith("xl/media/")]
        assert len(pictures) == 3
        assert archive.read(pictures[0]).startswith(b"\x89PNG")
    [empty] = [one for one in opened(blank.content) if one.sheet_state == "visible"]
    assert [cell.value for cell in empty["A"]].count("Tisch ___") == 2


def test_only_organisers_print_what_is_not_published(
    client: Client, tournament: Tournament, organiser: User, helper: User
) -> None:
    draw_round(tournament=tournament, round=1, by=organiser)
    pages = ("paper_sheets", "sheets_xlsx", "paper_seating", "paper_plan")

    for user, status in ((organiser, 200), (helper, 404)):
        client.force_login(user)
        for name in pages:
            address = reverse(name, args=[tournament.slug, 1])
            assert client.get(address).status_code == status, (name, user)


def test_the_wall_is_alphabetical_and_as_public_as_the_players_pages(
    organiser: User, desk: Client
) -> None:
    tournament = cast.make_tournament(organiser, entrants=10)
    names = ((1, "Uwe", "Özil"), (2, "Änne", "Zorn"), (3, "Piotr", "Łukasik"))
    for number, first, last in names:
        tournament.entrants.filter(number=number).update(
            first_name=first, last_name=last
        )
    cast.start_round(tournament, organiser)

    page = body(desk, "paper_seating", tournament.slug, 1)

    ordered = ("Łukasik, ", "Nachname10, ", "Özil, Uwe", "Zorn, ")
    assert list(ordered) == sorted(ordered, key=page.index)
    assert page.count("setzt aus") == 1

    Tournament.objects.update(full_names=False)
    page = body(desk, "paper_seating", tournament.slug, 1)
    assert "Özil" not in page
    assert page.index("Änne Z.") < page.index("Uwe Ö.") < page.index("Vorname10 N.")


def test_lists_and_cards_before_the_evening(
    tournament: Tournament, desk: Client
) -> None:
    tournament.entrants.filter(number=1).update(paid=True, club="<b>KC</b>")
    tournament.entrants.filter(number=2).update(withdrawn=True)

    tournament.entrants.filter(number=3).update(last_name="Łukasik")

    check_in = body(desk, "check_in_list", tournament.slug)
    numbers = body(desk, "start_numbers", tournament.slug)
    cards = body(desk, "table_cards", tournament.slug)

    assert check_in.count("✓") == 9 + 1
    assert check_in.index("Łukasik") < check_in.index("Nachname1")
    assert "zurückgezogen" in check_in
    assert "<b>KC</b>" not in check_in + numbers
    assert numbers.count("badge-number") == 8
    assert cards.count('<section class="card">') == 3
    assert f"http://testserver/t/{tournament.slug}/" in cards


def test_the_ceremony_is_read_from_the_last_to_the_first(
    played: Tournament, organiser: User, desk: Client
) -> None:
    page = body(desk, "paper_ceremony", played.slug)
    lines = load_evening(played).lines()
    names = [played.entrants.get(number=line.entrant).full_name for line in lines]
    at = [page.index(f"<bdi>{name}</bdi>") for name in names]
    assert at == sorted(at, reverse=True)
    assert "noch nicht entschieden" in page


def test_the_printed_standings_say_when_they_stood_so(
    played: Tournament, organiser: User, desk: Client
) -> None:
    page = body(desk, "paper_standings", played.slug)
    assert "Rangliste während Durchgang 2" in page
    cast.enter_all(played.draws.get(round=2), organiser, Random(2))
    page = body(desk, "paper_standings", played.slug)
    assert "Rangliste nach 2 von 5 Durchgängen" in page

    # While a play-off is open nothing is final.
    tied, game = cast.equal_heads(organiser)
    page = body(desk, "paper_standings", tied.slug)
    assert "Rangliste nach 1 von 1 Durchgang<" in page
    assert game.starting_order
    order = game.starting_order
    enter_play_off(tournament=tied, order=order, behind=[], number=1, by=organiser)
    assert "Schlussrangliste</h2>" in body(desk, "paper_standings", tied.slug)


# Certificates


def test_certificates_are_for_the_best_or_for_everybody(
    organiser: User, desk: Client
) -> None:
    tournament = cast.make_tournament(organiser, entrants=9, rounds=1, place="Linde")
    draw = cast.start_round(tournament, organiser)
    for table, games in zip(
        draw.tables.all(),
        (["123"] * 10, ["123"] * 9 + ["213"], ["132"] * 10),
        strict=True,
    ):
        enter_games(table=table, games=games, number=1, by=organiser)

    best = body(desk, "paper_certificates", tournament.slug)
    all = body(desk, "paper_certificates", tournament.slug, query="?for=all")

    ranks = [line.rank for line in load_evening(tournament).lines()]
    assert best.count("a4 certificate") == sum(rank <= 3 for rank in ranks)
    assert all.count("a4 certificate") == 9
    assert "Linde, 6. November 2026" in all
    assert "hat mit 50 Punkten" in best


def test_nobody_gets_a_certificate_before_there_are_places(
    tournament: Tournament, organiser: User, desk: Client
) -> None:
    for _ in range(2):
        page = body(desk, "paper_certificates", tournament.slug, query="?for=all")
        assert "Es gibt noch keine Plätze." in page
        assert "a4 certificate" not in page
        if not tournament.draws.exists():
            cast.start_round(tournament, organiser)


def test_the_text_is_changed_and_kept_for_the_tournament(
    played: Tournament, desk: Client
) -> None:
    address = reverse("certificate_text", args=[played.slug])
    text = "Ehrenbrief\r\n[Name] ist  [rang].\r\n<b>[verein]</b>"

    assert desk.post(address, {"text": text}).status_code == 302

    played.refresh_from_db()
    assert played.certificate_text == "Ehrenbrief\n[Name] ist [rang].\n<b>[verein]</b>"
    assert played.log.latest("pk").deed == Deed.CERTIFICATE_CHANGED
    page = body(desk, "paper_certificates", played.slug, query="?for=all")
    assert "<bdi>Ehrenbrief</bdi>" in page
    assert "&lt;b&gt;" in page
    assert "Ehrenbrief" in body(desk, "certificate_text", played.slug)
    desk.post(address, {"text": ""})
    played.refresh_from_db()
    assert played.certificate_text == ""


def test_a_word_that_stands_for_nothing_is_named(
    played: Tournament, desk: Client
) -> None:
    address = reverse("certificate_text", args=[played.slug])

    answer = desk.post(address, {"text": "[pokal] für [name]"})

    assert answer.status_code == 422
    assert "[pokal] steht für nichts" in answer.content.decode()
    assert "[pokal] für [name]" in answer.content.decode()
    played.refresh_from_db()
    assert played.certificate_text == ""


def test_placeholders_work_in_both_languages_and_any_case(
    tournament: Tournament,
) -> None:
    entrant = tournament.entrants.get(number=1)
    line = Line(1, 2, None, 160, (), None, None)
    tournament.certificate_text = "Erste\n[NAME], [club]\n[rank]. = [rang].\n[ort], [x]"

    lines = lines_for(tournament, entrant, line)

    assert lines == [
        ("heading", "Erste"),
        ("name", "Vorname1 Nachname1, TuS Höhe"),
        ("text", "2. = 2."),
        ("end", "[x]"),
    ]
    assert unknown_placeholders(tournament.certificate_text) == ["x"]
    assert unknown_placeholders(default_text()) == []


# CSV


def test_csv_opens_in_a_german_excel_and_in_everything_else(
    played: Tournament, desk: Client
) -> None:
    played.entrants.filter(number=1).update(
        first_name="Änne", last_name="=1+1", club='KC "Neun"; Höhe'
    )
    address = reverse("entrants_csv", args=[played.slug])

    german = desk.get(address + "?for=excel").content
    standard = desk.get(address).content

    assert german.startswith(b"\xef\xbb\xbf")
    first, second = german.decode("utf-8-sig").split("\r\n")[:2]
    assert first.startswith("Startnummer;Vorname;Nachname;")
    assert second.startswith('1;Änne;\'=1+1;"KC ""Neun""; Höhe";;;x;')
    assert standard.decode().split("\r\n")[1].startswith('1,Änne,\'=1+1,"KC ""Neun""')


def test_the_standings_as_csv_are_those_of_the_product(
    played: Tournament, desk: Client
) -> None:
    answer = desk.get(reverse("standings_csv", args=[played.slug]) + "?for=excel")

    assert answer["Content-Type"].startswith("text/csv")
    heading, *rows = answer.content.decode("utf-8-sig").strip().split("\r\n")
    assert heading.split(";")[:3] == ["Rang", "Startnummer", "Name"]
    lines = load_evening(played).lines()
    assert [row.split(";")[:2] for row in rows] == [
        [str(line.rank), str(line.entrant)] for line in lines
    ]
    assert [int(row.split(";")[7]) for row in rows] == [line.points for line in lines]


def test_a_helper_gets_no_phones(
    client: Client, played: Tournament, helper: User
) -> None:
    played.entrants.update(phone="0171 2345678", note="Knie")
    client.force_login(helper)

    for name in ("entrants_csv", "export"):
        content = client.get(reverse(name, args=[played.slug])).content
        if content.startswith(b"PK"):
            cells = {
                cell.value for page in opened(content) for row in page for cell in row
            }
            assert "0171 2345678" not in cells
        else:
            assert b"0171 2345678" not in content
