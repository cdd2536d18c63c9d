"""Who is on a list: the three sample lists, and the ways in which clubs write."""

import doctest
from pathlib import Path

import pytest

from tournament.lists import roster
from tournament.lists.grid import read_file, read_text
from tournament.lists.roster import Doubt, Meaning, Person, best_first, understand

from .test_grid import workbook

SAMPLES = Path(__file__).parent.parent.parent / "samples"


def sample(name: str) -> list[Person]:
    (sheet,) = read_file(name, (SAMPLES / name).read_bytes())
    return [person for person in understand(sheet).people if person.is_person]


def read(text: str) -> list[Person]:
    return list(understand(read_text(text)[0]).people)


def one(text: str) -> Person:
    (person,) = read(text)
    return person


def doubts(person: Person) -> set[Doubt]:
    return {remark.doubt for remark in person.remarks}


def name(person: Person) -> tuple[str, str]:
    return person.first_name, person.last_name


def test_examples_in_docstrings_are_true() -> None:
    result = doctest.testmod(roster)
    assert result.attempted
    assert not result.failed


def test_the_excel_list_gives_27_entrants() -> None:
    people = sample("meldeliste-27.xlsx")

    assert [person.number for person in people] == list(range(1, 28))
    assert name(people[4]) == ("Lena", "O'Neill")
    assert people[4].club == 'Kegelclub "Alle Neune"'
    assert sum(person.paid for person in people) == 20
    assert [one.number for one in people if one.category == "Damen"] == [
        3, 4, 5, 11, 12, 14, 25,
    ]  # fmt: skip
    assert {one.category for one in people} == {"", "Damen"}
    assert not any(person.remarks for person in people)


def test_the_csv_list_gives_14_entrants_and_marks_the_lost_letter() -> None:
    people = sample("teilnehmer-14.csv")

    assert len(people) == 14
    assert [name(one) for one in people if one.remarks] == [("Sabine", "?ukasik")]
    assert doubts(people[1]) == {Doubt.LOST_LETTER}
    assert name(people[8]) == ("Uwe", "von der Heide")
    assert people[8].club == "Schützenverein 1887 e. V."
    assert [name(one) for one in people if one.paid] == [
        ("Özlem", "d'Angelo"),
        ("Zoë", "Weiß"),
    ]


def test_the_whatsapp_list_gives_20_entrants_and_marks_the_ticks() -> None:
    people = sample("whatsapp-20.txt")

    assert [person.number for person in people] == list(range(1, 21))
    assert name(people[11]) == ("Détlef", "Łukasik")
    assert people[11].club == "FF Löschzug 3"
    assert [one.number for one in people if one.paid] == [4, 8, 12, 16, 20]
    assert {one.number for one in people if Doubt.MARK in doubts(one)} == {
        4, 8, 12, 16, 20,
    }  # fmt: skip
    assert not any(doubts(one) - {Doubt.MARK} for one in people)


@pytest.mark.parametrize(
    ("header", "meanings"),
    [
        ("Nr.;Nachname;Vorname", "number last_name first_name"),
        ("Startnummer;Name;Vorname;Team", "number last_name first_name club"),
        ("#;First name;Surname;Club", "number first_name last_name club"),
        ("Lfd. Nr.;Vor- und Nachname;Kegelclub", "number full_name club"),
        ("Nachname, Vorname;Handy-Nr.", "last_first phone"),
        ("Name, Vorname;Telefon", "last_first phone"),
        ("Spieler;Verein / Mannschaft;Bemerkung", "full_name club note"),
        ("Teilnehmer/in;Damen/Herren;Startgeld bezahlt?", "full_name category paid"),
        ("NAME;M/W;gezahlt", "full_name category paid"),
        ("Player;Team;Entry fee;Comments", "full_name club paid note"),
        ("Name;E-Mail;Ort", "full_name ignore ignore"),
        ("Vorname;Nachname;Name des Vereins", "first_name last_name club"),
    ],
)
def test_headings_are_understood(header: str, meanings: str) -> None:
    width = header.count(";")
    row = ";".join(["Lena", *["Müller"] * width])
    understood = understand(read_text(f"{header}\n{row}\n")[0])

    assert " ".join(understood.meanings) == meanings
    assert understood.count == 1


def test_title_rows_and_repeated_headings_are_no_people() -> None:
    people = read(
        "Schockturnier 2026;;\n;;\nNr;Name;Verein\n1;Lena Groß;TuS\n"
        "Nr;Name;Verein\n2;Uwe Groß;TuS\n;Summe;2\n3;;\n"
    )

    assert [name(one) for one in people if one.is_person] == [
        ("Lena", "Groß"),
        ("Uwe", "Groß"),
    ]
    assert [doubts(one) for one in people if not one.is_person] == [
        {Doubt.HEADING},
        {Doubt.HEADING},
        {Doubt.HEADING},
        {Doubt.SUMMARY},
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Müller, Lena\nGroß, Uwe",
        "Müller;Lena\nGroß;Uwe",
        "Lena;Müller\nUwe;Groß",
        "Lena Müller\nUwe Groß",
        "1. Müller, Lena\n2. Groß, Uwe",
        "1) Lena Müller\n2) Uwe Groß",
        "1.) Lena Müller\n2.) Uwe Groß",
        "(1) Lena Müller\n(2) Uwe Groß",
        "1.);Lena Müller\n2.);Uwe Groß",
        "(1);Lena Müller\n(2);Uwe Groß",
        "1. Lena Müller\n2. Uwe Groß\n3.\n4.\n5.",
        "1.) Lena Müller\n2.) Uwe Groß\n3.)\n4.)\n5.)",
        "1;Lena;Müller\n2;Uwe;Groß\n3;;\n4;;\n5;;",
        "- Lena Müller\n- Uwe Groß",
        "1️⃣ Lena Müller\n2️⃣ Uwe Groß",
        "*Lena Müller*\n*Uwe Groß*",
        "Lena\tMüller\tTuS\nUwe\tGroß\tTuS",
        "1;Lena Müller;0171 1234567;ja\n2;Uwe Groß;0171 7654321;nein",
    ],
)
def test_lists_without_a_heading_are_understood(text: str) -> None:
    assert [name(one) for one in read(text)] == [("Lena", "Müller"), ("Uwe", "Groß")]


@pytest.mark.parametrize(
    "before",
    [
        "1. ",
        "1) ",
        "1.) ",
        "(1) ",
        "[1] ",
        "#1 ",
        "1: ",
        "1 - ",
        "1️⃣ ",
        "1.)",
        "1.;",
        "1);",
        "1.);",
        "(1);",
        "[1];",
        "#1;",
        "1:;",
    ],
)
def test_a_number_before_a_name_is_a_start_number(before: str) -> None:
    """And nothing else: "(1)" does not say that somebody paid."""
    people = [
        before.replace("1", str(number)) + somebody
        for number, somebody in enumerate(("Lena Müller", "Uwe Groß"), start=1)
    ]

    assert [(*name(one), one.number, one.paid) for one in read("\n".join(people))] == [
        ("Lena", "Müller", 1, False),
        ("Uwe", "Groß", 2, False),
    ]


@pytest.mark.parametrize(
    "line", ["(0171) 1234567 Uwe Groß", "(2 Teams) Uwe Groß", "0171  1234567 Uwe Groß"]
)
def test_a_number_in_brackets_is_not_always_a_start_number(line: str) -> None:
    assert one(line).number is None


def test_columns_without_a_heading_are_told_by_their_looks() -> None:
    (sheet,) = read_text(
        "1;Lena Müller;TuS Höhe;0171 1234567;D;ja;kommt später an\n"
        "2;Uwe Groß;KC Neun;+49 171 7654321;H;nein;bringt Kuchen mit\n"
    )
    understood = understand(sheet)

    assert " ".join(understood.meanings) == (
        "number full_name club phone category paid note"
    )
    lena, uwe = understood.people
    assert (lena.category, lena.paid, lena.note) == ("Damen", True, "kommt später an")
    assert (uwe.category, uwe.paid, uwe.phone) == ("Herren", False, "+49 171 7654321")


@pytest.mark.parametrize(
    ("line", "club", "paid"),
    [
        ("Lena Müller (TuS Höhe)", "TuS Höhe", False),
        ("Lena Müller - TuS Höhe", "TuS Höhe", False),
        ("Lena Müller, TuS Höhe, bezahlt", "TuS Höhe", True),
        ("Lena Müller (bezahlt)", "", True),
        ("Lena Müller ❌", "", False),
        ("Lena Müller 💶", "", True),
    ],
)
def test_what_stands_behind_a_name_is_club_or_mark(
    line: str, club: str, paid: bool
) -> None:
    person = one(line)

    assert name(person) == ("Lena", "Müller")
    assert (person.club, person.paid) == (club, paid)


@pytest.mark.parametrize(
    ("written", "split"),
    [
        ("Uwe von der Heide", ("Uwe", "von der Heide")),
        ("Anne-Kathrin O'Neill", ("Anne-Kathrin", "O'Neill")),
        ("Maria da Silva Santos", ("Maria", "da Silva Santos")),
        ("Ute Meier jun.", ("Ute", "Meier jun.")),
        ("Dr. Lena Weiß", ("Dr. Lena", "Weiß")),
        ("محمد علي", ("محمد", "علي")),
        ("maik schmidt", ("maik", "schmidt")),
    ],
)
def test_names_are_split(written: str, split: tuple[str, str]) -> None:
    person = one(written)

    assert name(person) == split
    assert not person.remarks


@pytest.mark.parametrize(
    ("line", "doubt", "is_person"),
    [
        ("Sabine ?ukasik", Doubt.LOST_LETTER, True),
        ("Sabine \ufffdukasik", Doubt.LOST_LETTER, True),
        ("Kalle", Doubt.ONE_WORD, True),
        ("Lena Müller2", Doubt.DIGITS, True),
        ("Lena Müller 🎲", Doubt.SYMBOL, True),
        ("Lena und Uwe Müller", Doubt.SEVERAL, True),
        ("Lena Müller + 1", Doubt.SEVERAL, True),
        ("x" * 70 + " Meier", Doubt.TOO_LONG, False),
        ("Anmeldungen Schocken:", Doubt.SENTENCE, False),
        ("Wer fehlt noch??", Doubt.SENTENCE, False),
        ("Bitte bis Freitag bei mir melden", Doubt.SENTENCE, False),
        ("Gesamt 12 Personen", Doubt.SUMMARY, False),
        ("---", Doubt.NO_NAME, False),
    ],
)
def test_doubtful_lines_are_marked(line: str, doubt: Doubt, is_person: bool) -> None:
    person = one(line)

    assert doubt in doubts(person)
    assert person.is_person is is_person


@pytest.mark.parametrize(
    ("said", "paid", "clear"),
    [
        ("x", True, True),
        ("Ja", True, True),
        ("YES", True, True),
        ("1", True, True),
        ("bezahlt", True, True),
        ("✓", True, True),
        ("nein", False, True),
        ("offen", False, True),
        ("", False, True),
        ("10 €", False, False),
        ("halb", False, False),
    ],
)
def test_paid_is_yes_no_or_doubtful(said: str, paid: bool, clear: bool) -> None:
    _, person = read(f"Name;Verein;bezahlt\nLena Groß;TuS;{said}\n")

    assert person.paid is paid
    assert (Doubt.PAID_UNCLEAR not in doubts(person)) is clear


def test_a_number_that_is_none_is_doubtful() -> None:
    _, person = read("Nr;Name\nA3;Lena Groß\n")

    assert person.number is None
    assert doubts(person) == {Doubt.NUMBER_UNCLEAR}


def test_a_cross_in_a_column_of_one_category_means_this_category() -> None:
    _, lena, uwe = read("Name;Jugend;Damen\nLena Groß;x;D\nUwe Groß;;\n")

    assert (lena.category, uwe.category) == ("Jugend Damen", "")


def test_columns_can_be_given_another_meaning() -> None:
    (sheet,) = read_text("Lena;Müller\nUwe;Groß\n")
    swapped = (Meaning.LAST_NAME, Meaning.FIRST_NAME)

    assert [name(one) for one in understand(sheet, swapped).people] == [
        ("Müller", "Lena"),
        ("Groß", "Uwe"),
    ]


def test_the_sheet_that_looks_like_a_list_comes_first() -> None:
    sheets = read_file(
        "liste.xlsx",
        workbook(
            [["Regeln"], ["Jeder spielt gegen jeden."]],
            [["Nr", "Name"], [1, "Lena Groß"], [2, "Uwe Groß"]],
        ),
    )

    assert best_first(sheets) == [1, 0]
