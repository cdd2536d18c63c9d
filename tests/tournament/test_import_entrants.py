"""A list on its way in: read, checked, corrected, stored once or not at all."""

import html
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import cast
from tests.address import english
from tournament.models import Entrant, LogEntry, Tournament
from tournament.services.entrants import add_entrant

from .lists.test_grid import workbook

SAMPLES = Path(__file__).parent.parent / "samples"


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    """Nobody is entered yet."""
    return cast.make_tournament(organiser)


def paste(client: Client, tournament: Tournament, text: str) -> Any:
    return client.post(english("import", tournament.slug), {"text": text})


def upload(client: Client, tournament: Tournament, name: str, content: bytes) -> Any:
    file = SimpleUploadedFile(name, content)
    return client.post(english("import", tournament.slug), {"file": file})


def fields(answer: Any) -> dict[str, Any]:
    """What a browser would send back from the preview as it stands."""
    found: dict[str, Any] = {}
    text = answer.content.decode()
    for tag in re.findall(r"<input[^>]*>", text):
        said = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if "name" not in said or said["name"] == "csrfmiddlewaretoken":
            continue
        if said.get("type") == "checkbox" and " checked" not in tag:
            continue
        value = html.unescape(said.get("value", ""))
        if said["name"] == "sheet":
            found.setdefault("sheet", []).append(value)
        else:
            found[said["name"]] = value
    for name, body in re.findall(
        r'<select name="([\w-]+)">(.*?)</select>', text, re.DOTALL
    ):
        chosen = re.search(r'value="(\w+)" selected', body)
        assert chosen
        found[name] = chosen[1]
    return found


def confirm(client: Client, tournament: Tournament, sent: dict[str, Any]) -> Any:
    return client.post(english("confirm_import", tournament.slug), sent)


def again(client: Client, tournament: Tournament, sent: dict[str, Any]) -> Any:
    return client.post(english("import", tournament.slug), sent)


def names(tournament: Tournament) -> list[str]:
    return [one.full_name for one in tournament.entrants.order_by("number")]


@pytest.mark.parametrize(
    ("name", "count"),
    [("meldeliste-27.xlsx", 27), ("teilnehmer-14.csv", 14), ("whatsapp-20.txt", 20)],
)
def test_a_sample_list_is_stored_without_a_correction(
    desk: Client, tournament: Tournament, name: str, count: int
) -> None:
    preview = upload(desk, tournament, name, (SAMPLES / name).read_bytes())

    assert preview.status_code == 200
    assert f"{count} lines are ticked" in preview.content.decode()
    assert not tournament.entrants.exists()

    answer = confirm(desk, tournament, fields(preview))

    assert answer.status_code == 302
    assert [one.number for one in tournament.entrants.all()] == [*range(1, count + 1)]
    entry = LogEntry.objects.first()
    assert entry
    assert (entry.deed, entry.facts) == ("entrants_imported", {"count": count})


def test_the_excel_list_brings_club_paid_and_category(
    desk: Client, tournament: Tournament
) -> None:
    content = (SAMPLES / "meldeliste-27.xlsx").read_bytes()
    confirm(desk, tournament, fields(upload(desk, tournament, "l.xlsx", content)))

    lena = tournament.entrants.get(number=5)
    assert (lena.full_name, lena.club) == ("Lena O'Neill", 'Kegelclub "Alle Neune"')
    assert (lena.category, lena.paid, lena.present) == ("Damen", True, False)
    assert tournament.entrants.filter(paid=True).count() == 20


def test_a_pasted_list_shows_what_is_doubtful(
    desk: Client, tournament: Tournament
) -> None:
    text = paste(
        desk, tournament, "Anmeldungen:\n1. Ute Bäcker\n2. Sabine ?ukasik\nKalle"
    ).content.decode()

    assert "3 lines are ticked" in text
    assert "Looks like a sentence, not a name" in text
    assert "A letter seems to be lost" in text
    assert "Only one word" in text


def test_rows_are_corrected_and_unticked_before_they_are_stored(
    desk: Client, tournament: Tournament
) -> None:
    sent = fields(paste(desk, tournament, "Ute Bäcker\nSabine ?ukasik\nUwe Groß"))
    sent["row-0-2-last_name"] = "Łukasik"
    sent["row-0-2-club"] = "TuS Höhe"
    sent["row-0-2-number"] = "7"
    sent["row-0-2-paid"] = "1"
    del sent["row-0-3-take"]

    confirm(desk, tournament, sent)

    assert names(tournament) == ["Sabine Łukasik", "Ute Bäcker"]
    sabine = tournament.entrants.get(number=7)
    assert (sabine.club, sabine.paid) == ("TuS Höhe", True)
    assert tournament.entrants.get(number=8).full_name == "Ute Bäcker"


def test_columns_are_read_again_with_another_meaning(
    desk: Client, tournament: Tournament
) -> None:
    sent = fields(paste(desk, tournament, "Ute;Meier;Nord\nUwe;Groß;Süd"))
    sent |= {"meaning-0-0": "last_name", "meaning-0-1": "first_name"}
    sent |= {"meaning-0-2": "note"}

    preview = again(desk, tournament, sent)
    assert preview.status_code == 200
    confirm(desk, tournament, fields(preview))

    assert names(tournament) == ["Meier Ute", "Groß Uwe"]
    assert tournament.entrants.get(number=1).note == "Nord"


def test_columns_changed_but_not_read_again_are_read_again_first(
    desk: Client, tournament: Tournament
) -> None:
    sent = fields(paste(desk, tournament, "Ute;Meier\nUwe;Groß"))
    sent |= {"meaning-0-0": "last_name", "meaning-0-1": "first_name"}

    answer = confirm(desk, tournament, sent)

    assert answer.status_code == 422
    assert "the list was read again" in answer.content.decode()
    assert not tournament.entrants.exists()


def test_one_or_all_sheets_of_a_workbook_are_taken(
    desk: Client, tournament: Tournament
) -> None:
    content = workbook(
        [["Unsere Regeln"]],
        [["Name", "Vorname"], ["Groß", "Lena"], ["Groß", "Uwe"]],
        [["Spieler", "Verein"], ["Ute Meier", "TuS"]],
    )
    preview = upload(desk, tournament, "liste.xlsx", content)
    sent = fields(preview)
    assert sent["sheet"] == ["1"]
    assert "2 lines are ticked" in preview.content.decode()

    sent["sheet"] = ["1", "2"]
    preview = again(desk, tournament, sent)
    confirm(desk, tournament, fields(preview))

    assert names(tournament) == ["Lena Groß", "Uwe Groß", "Ute Meier"]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"row-0-1-first_name": "x" * 61}, "at most 60 characters"),
        ({"row-0-1-first_name": "x" * 5000}, "at most 60 characters"),
        ({"row-0-1-first_name": "U\0te"}, "Null characters"),
        ({"row-0-1-first_name": "", "row-0-1-last_name": " "}, "Please give a name."),
        ({"row-0-1-club": "x" * 81}, "at most 80 characters"),
        ({"row-0-1-category": "x" * 41}, "at most 40 characters"),
        ({"row-0-1-number": "drei"}, "Enter a whole number."),
        ({"row-0-1-number": "-1"}, "greater than or equal to 1"),
        ({"row-0-1-number": "1000000000"}, "less than or equal to 9999"),
        ({"row-0-1-number": "2"}, "No. 2 is taken. The next free number is 3."),
    ],
)
def test_a_wrong_line_brings_everything_back_as_typed(
    desk: Client, tournament: Tournament, wrong: dict[str, str], sentence: str
) -> None:
    sent = fields(paste(desk, tournament, "1. Ute Meier\n2. Uwe Groß"))
    sent["row-0-2-club"] = "<b>KC</b> 🎲"

    answer = confirm(desk, tournament, {**sent, **wrong})

    text = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in text
    assert "Nothing was stored" in text
    assert not tournament.entrants.exists()
    kept = fields(answer)
    assert kept["row-0-2-club"] == "<b>KC</b> 🎲"
    for name, value in wrong.items():
        if "\0" not in value:
            assert kept[name] == value or sentence.startswith("No. 2")
    assert "<b>KC" not in text

    assert confirm(desk, tournament, {**kept, **sent}).status_code == 302


def test_without_a_tick_nothing_is_stored(desk: Client, tournament: Tournament) -> None:
    sent = fields(paste(desk, tournament, "Ute Meier\nUwe Groß"))
    del sent["row-0-1-take"], sent["row-0-2-take"]

    answer = confirm(desk, tournament, sent)

    assert answer.status_code == 422
    assert "No line is ticked" in answer.content.decode()


def test_confirming_twice_stores_once(desk: Client, tournament: Tournament) -> None:
    sent = fields(paste(desk, tournament, "Ute Meier\nUwe Groß"))
    sent["row-0-1-club"] = "KC Neun"
    assert confirm(desk, tournament, sent).status_code == 302

    answer = confirm(desk, tournament, sent)

    text = " ".join(answer.content.decode().split())
    assert answer.status_code == 422
    assert "it has 2 entrants now. Nothing was stored." in text
    assert "Entered already as No. 1" in text
    assert fields(answer)["row-0-1-club"] == "KC Neun"
    # What comes back stores nobody twice either.
    assert "row-0-1-take" not in fields(answer)
    assert confirm(desk, tournament, fields(answer)).status_code == 422
    assert tournament.entrants.count() == 2


def test_somebody_entered_meanwhile_is_shown_and_the_rest_is_stored(
    desk: Client, tournament: Tournament, organiser: User
) -> None:
    sent = fields(paste(desk, tournament, "1. Ute Meier\n2. Uwe Groß"))
    add_entrant(
        tournament=tournament, by=organiser, first_name="Ute", last_name="Meier"
    )

    answer = confirm(desk, tournament, sent)
    assert answer.status_code == 422
    assert confirm(desk, tournament, fields(answer)).status_code == 302

    assert names(tournament) == ["Ute Meier", "Uwe Groß"]


def test_duplicates_in_the_list_and_among_the_entrants_are_marked(
    desk: Client, tournament: Tournament
) -> None:
    Entrant.objects.create(
        tournament=tournament, number=1, first_name="Lena", last_name="Müller"
    )
    Entrant.objects.create(
        tournament=tournament, number=2, first_name="Uwe", last_name="Groß", club="A"
    )

    preview = paste(
        desk,
        tournament,
        "Name;Verein\nLena Mueller;\nUwe Groß;B\nUte Meier;\nUte Meier;\nUte Meier;KC",
    )

    text = preview.content.decode()
    assert "Entered already as No. 1" in text
    assert "Same name as No. 2" in text
    assert "In this list already, line 4" in text
    assert "Same name as line 4" in text
    ticked = {name for name in fields(preview) if name.endswith("-take")}
    assert ticked == {"row-0-3-take", "row-0-4-take", "row-0-6-take"}


def test_numbers_that_are_taken_are_replaced_by_the_next_free_ones(
    desk: Client, tournament: Tournament
) -> None:
    Entrant.objects.create(tournament=tournament, number=2, first_name="Lena")

    preview = paste(
        desk, tournament, "1. Ute Meier\n2. Uwe Groß\n3. Udo Groß\n3. Ina Au"
    )

    text = preview.content.decode()
    assert "No. 2 is taken; gets 4" in text
    assert "No. 3 is in this list twice; gets 5" in text
    confirm(desk, tournament, fields(preview))
    assert [one.number for one in tournament.entrants.all()] == [1, 2, 3, 4, 5]
    assert tournament.entrants.get(number=4).full_name == "Uwe Groß"


def test_phone_and_note_are_stored_and_stay_private(
    desk: Client, client: Client, tournament: Tournament
) -> None:
    preview = paste(
        desk,
        tournament,
        "Name;Telefon;Bemerkung\nUte Meier;0171 1234567;kommt später\n",
    )
    assert "0171 1234567" in preview.content.decode()
    confirm(desk, tournament, fields(preview))

    ute = tournament.entrants.get(number=1)
    assert (ute.phone, ute.note) == ("0171 1234567", "kommt später")


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("leer.csv", b"", "There is nothing in this list."),
        ("liste.xlsx", b"no workbook", "is no Excel workbook"),
        ("liste.pdf", b"%PDF-1.7", "This is a PDF."),
        ("liste.xlsx", b"PK\x03\x04", "is damaged"),
        ("gross.csv", b"x" * (2 * 1024 * 1024 + 1), "The file is too large."),
        ("bild.jpg", b"\xff\xd8\xff\xe0", "This is a picture"),
    ],
)
def test_a_file_that_is_no_list_is_refused_in_words(
    desk: Client, tournament: Tournament, name: str, content: bytes, sentence: str
) -> None:
    answer = upload(desk, tournament, name, content)

    assert answer.status_code == 422
    assert sentence in answer.content.decode()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Please paste a list or choose a file."),
        (" \n\t", "Please paste a list or choose a file."),
        (";;;\n;;", "There is nothing in this list."),
        ("Ute\0Meier", "Null characters"),
        ("x" * 600_001, "at most 600000 characters"),
    ],
)
def test_a_paste_that_is_no_list_is_refused_in_words(
    desk: Client, tournament: Tournament, text: str, sentence: str
) -> None:
    answer = paste(desk, tournament, text)

    assert answer.status_code == 422
    assert sentence in answer.content.decode()


@pytest.mark.parametrize(
    "text", ["123\n456", "🎲", "<script>alert(1)</script>", "x" * 5000]
)
def test_odd_text_is_shown_and_never_an_error(
    desk: Client, tournament: Tournament, text: str
) -> None:
    answer = paste(desk, tournament, text)

    assert answer.status_code == 200
    assert "<script>alert" not in answer.content.decode()


class Untouchable:
    """A body that counts what is read of it at once."""

    def __init__(self, size: int) -> None:
        self.left, self.largest = size, 0

    def read(self, size: int = -1) -> bytes:
        size = self.left if size < 0 else min(size, self.left)
        self.largest = max(self.largest, size)
        self.left -= size
        return b"x" * size

    readline = read


def test_fifty_megabytes_are_refused_without_holding_them_in_memory(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(organiser)
    body = Untouchable(50 * 1024 * 1024)

    answer = strict.generic(
        "POST",
        english("import", tournament.slug),
        content_type="multipart/form-data; boundary=b",
        CONTENT_LENGTH=str(body.left),
        **{"wsgi.input": body},
    )

    assert answer.status_code == 413
    assert "The file is too large." in answer.content.decode()
    assert body.left == 0
    assert body.largest <= 64 * 1024


def test_a_forged_request_is_refused(organiser: User, tournament: Tournament) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(organiser)

    assert paste(strict, tournament, "Ute Meier").status_code == 403


@pytest.mark.parametrize("token", ["", "nonsense", "a:b:c", "🎲\0"])
def test_a_preview_that_was_not_made_here_starts_again(
    desk: Client, tournament: Tournament, token: str
) -> None:
    for deed in (confirm, again):
        answer = deed(desk, tournament, {"list": token, "row-0-1-take": "1"})
        assert answer.status_code == 302
    assert not tournament.entrants.exists()


def test_a_preview_of_another_tournament_starts_again(
    desk: Client, tournament: Tournament, organiser: User
) -> None:
    other = cast.make_tournament(organiser, name="Anderes")
    sent = fields(paste(desk, other, "Ute Meier"))

    assert confirm(desk, tournament, sent).status_code == 302
    assert not Entrant.objects.exists()


def test_a_closed_tournament_keeps_what_was_typed(
    desk: Client, tournament: Tournament
) -> None:
    sent = fields(paste(desk, tournament, "Ute Meier"))
    Tournament.objects.update(closed_at="2026-11-06T23:00Z")

    answer = confirm(desk, tournament, {**sent, "row-0-1-club": "KC Neun"})

    assert answer.status_code == 422
    assert "The tournament is closed." in answer.content.decode()
    assert fields(answer)["row-0-1-club"] == "KC Neun"


def test_999_people_are_stored_with_as_few_queries_as_nine(
    desk: Client, organiser: User
) -> None:
    counts = []
    for people in (9, 99, 999):
        tournament = cast.make_tournament(organiser)
        lines = (f"{n};Vorname{n};Nachname{n};TuS" for n in range(1, people + 1))
        preview = paste(desk, tournament, "\n".join(["Nr;Vorname;Name;Verein", *lines]))
        sent = fields(preview)
        with CaptureQueriesContext(connection) as queries:
            answer = confirm(desk, tournament, sent)
        assert answer.status_code == 302
        assert tournament.entrants.count() == people
        inserts = sum("INSERT INTO" in one["sql"] for one in queries)
        counts.append(len(queries) - inserts)

    assert len(set(counts)) == 1


@pytest.mark.parametrize("name", ["import", "confirm_import"])
def test_a_helper_and_a_stranger_may_not(
    client: Client, tournament: Tournament, name: str
) -> None:
    address = english(name, tournament.slug)
    client.force_login(cast.make_helper(tournament))
    assert client.post(address, {"text": "Ute Meier"}).status_code == 403

    client.force_login(User.objects.create_user("fremd"))
    assert client.post(address, {"text": "Ute Meier"}).status_code == 404
