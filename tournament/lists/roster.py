"""Who is on a list: from rows of cells to people, with what is doubtful.

Pure. Every guess can be corrected: `understand` takes the meanings of columns
that a person chose, and every person it returns names its line of the list.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tournament.names import fold

from .first_names import FIRST_NAMES
from .grid import Sheet

MAX_NUMBER = 9_999
MAX_NAME = 60
MAX_PHONE = 40
MAX_CATEGORY = 40
MAX_NOTE = 200


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


class Meaning(StrEnum):
    """What a column says."""

    IGNORE = "ignore"
    NUMBER = "number"
    FIRST_NAME = "first_name"
    LAST_NAME = "last_name"
    FULL_NAME = "full_name"
    LAST_FIRST = "last_first"
    CLUB = "club"
    CATEGORY = "category"
    PAID = "paid"
    PHONE = "phone"
    NOTE = "note"


NAMES = frozenset(
    {Meaning.FIRST_NAME, Meaning.LAST_NAME, Meaning.FULL_NAME, Meaning.LAST_FIRST}
)


class Doubt(StrEnum):
    """What a person should look at. The words live in tournament/wording.py."""

    HEADING = "heading"
    SUMMARY = "summary"
    NO_NAME = "no_name"
    SENTENCE = "sentence"
    TOO_LONG = "too_long"
    LOST_LETTER = "lost_letter"
    DIGITS = "digits"
    SYMBOL = "symbol"
    ONE_WORD = "one_word"
    SEVERAL = "several"
    NUMBER_UNCLEAR = "number_unclear"
    PAID_UNCLEAR = "paid_unclear"
    MARK = "mark"
    CUT = "cut"
    NUMBER_TAKEN = "number_taken"
    NUMBER_TWICE = "number_twice"
    SAME_NAME_LISTED = "same_name_listed"
    SAME_NAME_ENTERED = "same_name_entered"
    SAME_PERSON_LISTED = "same_person_listed"
    SAME_PERSON_ENTERED = "same_person_entered"


# Lines with one of these are no person, or not one that could be stored.
NO_PERSON = frozenset(
    {Doubt.HEADING, Doubt.SUMMARY, Doubt.NO_NAME, Doubt.SENTENCE, Doubt.TOO_LONG}
)


@dataclass(frozen=True, slots=True)
class Remark:
    """A doubt, with the facts that its sentence needs."""

    doubt: Doubt
    facts: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Person:
    """A line of a list as it was understood."""

    line: int
    number: int | None = None
    first_name: str = ""
    last_name: str = ""
    club: str = ""
    category: str = ""
    paid: bool = False
    phone: str = ""
    note: str = ""
    remarks: tuple[Remark, ...] = ()

    @property
    def is_person(self) -> bool:
        return not any(remark.doubt in NO_PERSON for remark in self.remarks)


@dataclass(frozen=True, slots=True)
class Column:
    index: int
    heading: str
    meaning: Meaning
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Understood:
    """One sheet of a list: its columns and its lines, as they stand in it."""

    columns: tuple[Column, ...]
    people: tuple[Person, ...]

    @property
    def meanings(self) -> tuple[Meaning, ...]:
        return tuple(column.meaning for column in self.columns)

    @property
    def count(self) -> int:
        return sum(person.is_person for person in self.people)


def understand(sheet: Sheet, meanings: Sequence[Meaning] | None = None) -> Understood:
    """Read a sheet, by the meanings given or by what its columns look like."""
    width = max(map(len, sheet.rows), default=0)
    grid = [row + ("",) * (width - len(row)) for row in sheet.rows]
    header = find_header(grid)
    headings = grid[header] if header is not None else ("",) * width
    body = grid if header is None else grid[header + 1 :]
    if meanings is None or len(meanings) != width:
        meanings = guess(headings, [row for row in body if has_more_than_number(row)])
    people = []
    for index, row in enumerate(grid):
        if not any(row):
            continue
        line = index + 1
        if header is not None and (index <= header or row == headings):
            people.append(heading_line(line, row))
        elif has_more_than_number(row):
            people.append(read_person(line, row, headings, meanings))
    columns = (
        Column(index, headings[index], Meaning(meanings[index]), examples(body, index))
        for index in range(width)
    )
    return Understood(tuple(columns), tuple(people))


def best_first(sheets: Sequence[Sheet]) -> list[int]:
    """The places of the sheets, the one that looks most like a list first."""

    def promise(place: int) -> tuple[bool, bool, int]:
        sheet = sheets[place]
        headed = find_header([*sheet.rows]) is not None
        return not sheet.hidden, headed, understand(sheet).count

    return sorted(range(len(sheets)), key=promise, reverse=True)


def examples(body: Sequence[Sequence[str]], index: int) -> tuple[str, ...]:
    found = dict.fromkeys(row[index] for row in body if row[index])
    return tuple(found)[:3]


# Headings


def words_of(heading: str) -> str:
    """
    >>> words_of("Verein / Mannschaft:"), words_of("Start-Nr.")
    ('verein mannschaft', 'start nr')
    """
    return " ".join(re.split(r"[\W_]+", fold(heading))).strip()


FIRST = frozenset({"vorname", "vornamen", "rufname", "firstname", "forename"})
LAST = frozenset({"nachname", "familienname", "zuname", "lastname", "surname"})
FULL = words(
    "name namen spieler spielerin spielername teilnehmer teilnehmerin teilnehmende"
    " teilnehmername person player players entrant participant fullname mitspieler"
    " wer who"
)
CLUB = words(
    "verein vereins vereine vereinsname mannschaft mannschaftsname team teamname club"
    " clubname klub gruppe stammtisch kegelclub kegelklub group"
)
CATEGORY = words(
    "damen dame herren herr kategorie category klasse geschlecht gender sex ladies"
    " women men jugend wertung altersklasse damenwertung"
)
PAID = words(
    "bezahlt startgeld gezahlt zahlung paid fee payment kasse startgebuhr bez gez"
    " beglichen"
)
PHONE = words(
    "telefon telefonnummer tel handy handynummer handynr mobil mobilnummer phone"
    " mobile rufnummer whatsapp cell telefonnr festnetz"
)
NOTE = words(
    "bemerkung bemerkungen notiz notizen anmerkung anmerkungen note notes kommentar"
    " comment comments hinweis hinweise info sonstiges remark remarks"
)
NUMBER = words("nr no nummer startnummer startnr lfd lfdnr number num pos position")
# Known, and of no use to us: they still show that a row is one of headings.
OTHER = words(
    "mail email adresse address ort strasse plz datum date geburtsdatum alter"
    " anwesend unterschrift stadt wohnort town city punkte platz"
)


def meaning_of(heading: str) -> Meaning | None:
    """What a heading says; None where it says nothing that we know.

    >>> [str(meaning_of(one)) for one in ("Startgeld bezahlt", "Vor- und Nachname")]
    ['paid', 'full_name']
    """
    if heading.strip() in {"#", "№"}:
        return Meaning.NUMBER
    said = words_of(heading)
    said = said.replace("first name", "firstname").replace("given name", "firstname")
    said = said.replace("last name", "lastname").replace("family name", "lastname")
    said = said.replace("full name", "fullname").replace("vor und", "vorname und")
    said = said.replace("e mail", "email")
    order = said.split()
    if not order or len(order) > 6:
        return None
    known = set(order)
    if len(order) > 1 and known <= {"m", "w", "d", "h", "f"}:
        return Meaning.CATEGORY
    if known & FIRST and known & (LAST | FULL):
        first = min(order.index(word) for word in known & FIRST)
        last = min(order.index(word) for word in known & (LAST | FULL))
        return Meaning.FULL_NAME if first < last else Meaning.LAST_FIRST
    for meaning, vocabulary in (
        (Meaning.IGNORE, OTHER & {"mail", "email"}),
        (Meaning.PAID, PAID),
        (Meaning.PHONE, PHONE),
        (Meaning.CLUB, CLUB),
        (Meaning.FIRST_NAME, FIRST),
        (Meaning.LAST_NAME, LAST),
        (Meaning.CATEGORY, CATEGORY),
        (Meaning.NOTE, NOTE),
        (Meaning.NUMBER, NUMBER),
        (Meaning.FULL_NAME, FULL),
        (Meaning.IGNORE, OTHER),
    ):
        if known & vocabulary:
            return meaning
    return None


def find_header(grid: Sequence[Sequence[str]]) -> int | None:
    """The row near the top that holds the most known headings, a name among them."""
    filled = [index for index, row in enumerate(grid) if any(row)][:30]
    best, count = None, 0
    for index in filled:
        cells = [cell for cell in grid[index] if cell]
        known = [said for cell in cells if (said := heading_of(cell)) is not None]
        # A single cell is a title ("Teilnehmer 2026") unless it says just "Name".
        is_title = len(cells) == 1 and words_of(cells[0]) not in FIRST | LAST | FULL
        if is_title or not NAMES & set(known) or len(known) * 2 < len(cells):
            continue
        if len(known) > count:
            best, count = index, len(known)
    return best


def heading_of(cell: str) -> Meaning | None:
    """As `meaning_of`, but "Spieler 1" and a sentence are no headings."""
    if len(cell) > 40 or any(letter.isdigit() for letter in cell):
        return None
    return meaning_of(cell)


# What columns without a heading look like

YES = words("x xx ja j yes y 1 bezahlt bez paid wahr true ok gezahlt erledigt")
NO = words("nein n no 0 offen open unbezahlt falsch false - – —")
PAID_MARKS = frozenset("✅✔✓☑💶💰💵💳👍")
UNPAID_MARKS = frozenset("❌✖✗✘❎")
WOMEN = frozenset({"d", "w", "dame", "damen", "frau", "weiblich"})
MEN = frozenset({"h", "m", "herr", "herren", "mann", "mannlich"})


def said_paid(cell: str) -> bool | None:
    """Whether a cell says that somebody paid; None where that is not clear.

    >>> said_paid("Ja"), said_paid(""), said_paid("✅"), said_paid("10 €")
    (True, False, True, None)
    """
    plain = fold(cell).strip(" .!()").replace("\ufe0f", "")
    if plain in YES or (plain and set(plain) <= PAID_MARKS):
        return True
    if not plain or plain in NO or set(plain) <= UNPAID_MARKS:
        return False
    return None


def is_number(cell: str) -> bool:
    """
    >>> [is_number(one) for one in ("7", "#7", "7.", "7.)", "(7)", "7 x")]
    [True, True, True, True, True, False]
    """
    return bool(re.fullmatch(r"[#(\[]?\d{1,4}[.):\]]{0,2}", cell))


def is_phone(cell: str) -> bool:
    return bool(re.fullmatch(r"[+(]?[\d ()/.+-]{6,}", cell)) and (
        sum(letter.isdigit() for letter in cell) > 5
    )


def is_text(cell: str) -> bool:
    return any(letter.isalpha() for letter in cell) and "@" not in cell


def most(cells: Sequence[str], test: Callable[[str], bool], share: float = 0.8) -> bool:
    return bool(cells) and sum(map(test, cells)) >= share * len(cells)


def guess(
    headings: Sequence[str], body: Sequence[Sequence[str]]
) -> tuple[Meaning, ...]:
    """The meaning of every column: what its heading says, else how it looks."""
    said = [meaning_of(heading) for heading in headings]
    if Meaning.FIRST_NAME in said and Meaning.LAST_NAME not in said:
        # "Name" beside "Vorname" is the last name.
        said = [Meaning.LAST_NAME if one is Meaning.FULL_NAME else one for one in said]
    cells = [
        [row[index] for row in body if row[index]] for index in range(len(headings))
    ]
    for index, meaning in enumerate(said):
        if meaning is Meaning.FULL_NAME and most(cells[index], is_last_first):
            said[index] = Meaning.LAST_FIRST
    headed = any(headings)
    if not NAMES & set(said):
        guess_names(said, cells)
    if not headed:
        guess_rest(said, cells)
    return tuple(only_once([one or Meaning.IGNORE for one in said]))


def only_once(meanings: list[Meaning]) -> list[Meaning]:
    """A second column of a name, number or mark would fight with the first.

    Several columns may say the category ("Damen", "Jugend"), phone or note.
    """
    seen: set[Meaning] = set()
    several = {Meaning.CATEGORY, Meaning.PHONE, Meaning.NOTE}
    result = []
    for meaning in meanings:
        twice = meaning in seen and meaning not in several
        result.append(Meaning.IGNORE if twice else meaning)
        seen.add(meaning)
    return result


def is_last_first(cell: str) -> bool:
    last, comma, first = peel(cell).text.partition(",")
    is_name = is_half(last) and 1 <= len(first.split()) <= 2
    return bool(comma) and is_name and "," not in first


def guess_names(said: list[Meaning | None], cells: Sequence[Sequence[str]]) -> None:
    """The first column of words is the name, or with the next one both halves."""
    free = [
        index
        for index, meaning in enumerate(said)
        if meaning is None and most(cells[index], is_text, 0.6)
    ]
    if not free:
        return
    one, other = free[0], free[1] if len(free) > 1 else None
    if most(cells[one], is_last_first):
        said[one] = Meaning.LAST_FIRST
    elif other is None or not (halves(cells[one]) and halves(cells[other])):
        said[one] = Meaning.FULL_NAME
    elif given_names(cells[one]) > given_names(cells[other]):
        said[one], said[other] = Meaning.FIRST_NAME, Meaning.LAST_NAME
    else:
        said[one], said[other] = Meaning.LAST_NAME, Meaning.FIRST_NAME


def halves(cells: Sequence[str]) -> bool:
    """Whether a column holds one half of names."""
    return most(cells, lambda cell: is_half(peel(cell).text), 0.6)


def given_names(cells: Sequence[str]) -> int:
    return sum(
        fold(re.split(r"[ -]", peel(one).text)[0]) in FIRST_NAMES for one in cells
    )


def guess_rest(said: list[Meaning | None], cells: Sequence[Sequence[str]]) -> None:
    seen_text = False
    for index, column in enumerate(cells):
        if said[index] in NAMES:
            seen_text = True
        if said[index] is not None or not column:
            continue
        if most(column, is_number) and Meaning.NUMBER not in said:
            # Names stand to the right of start numbers; ones alone are marks.
            marks = set(column) <= {"0", "1"}
            said[index] = Meaning.PAID if marks else Meaning.NUMBER
        elif most(column, is_phone, 0.6):
            said[index] = Meaning.PHONE
        elif most(column, lambda cell: fold(cell) in WOMEN | MEN):
            said[index] = Meaning.CATEGORY
        elif most(column, lambda cell: said_paid(cell) is not None):
            said[index] = Meaning.PAID
        elif seen_text and most(column, is_text, 0.6):
            club_known = Meaning.CLUB in said
            said[index] = Meaning.NOTE if club_known else Meaning.CLUB


# Names

PARTICLES = words(
    "von vom van der den de del della di da do dos das du zu zum zur ter ten la le el"
    " al bin ibn"
)
SUFFIXES = frozenset({"jun", "jun.", "jr", "jr.", "sen", "sen.", "sr", "sr.", "ii"})


def split_full(text: str) -> tuple[str, str]:
    """First and last name of a name written in the usual order.

    >>> split_full("Uwe von der Heide"), split_full("Ute Meier jun.")
    (('Uwe', 'von der Heide'), ('Ute', 'Meier jun.'))
    """
    parts = text.split()
    if len(parts) < 2:
        return text, ""
    for place in range(1, len(parts) - 1):
        if parts[place].casefold() in PARTICLES:
            return " ".join(parts[:place]), " ".join(parts[place:])
    count = 2 if len(parts) > 2 and parts[-1].casefold() in SUFFIXES else 1
    return " ".join(parts[:-count]), " ".join(parts[-count:])


def split_last_first(text: str) -> tuple[str, str]:
    """First and last name of a name written the other way round.

    >>> split_last_first("von der Heide, Uwe"), split_last_first("Meyer Karl-Heinz")
    (('Uwe', 'von der Heide'), ('Karl-Heinz', 'Meyer'))
    """
    last, comma, first = text.partition(",")
    if comma:
        return first.strip(" ,"), last.strip()
    parts = text.split()
    place = 0
    while place < len(parts) - 2 and parts[place].casefold() in PARTICLES:
        place += 1
    return " ".join(parts[place + 1 :]), " ".join(parts[: place + 1])


@dataclass(frozen=True, slots=True)
class Peeled:
    """A name without what people write around it."""

    text: str
    number: int | None = None
    asides: tuple[str, ...] = ()
    mark: str = ""


_MARKS = re.compile(f"[{''.join(PAID_MARKS | UNPAID_MARKS)}]\ufe0f?")
_NUMBERED = re.compile(
    r"(?:#\s*|(?P<open>[(\[]))?(?P<number>\d{1,4})"
    r"(?(open)\s*[)\]][.:]?\s*|"
    "(?:\ufe0f?\u20e3\\s*|\\s*[.):\\]]{1,2}\\s*|\\s+[-–—]\\s+|\\s+))"
    r"(?=[^\d\s])"
)
_BULLET = re.compile(r"[-–—•·▪►>☐]+\s+|[•·▪►☐]")
_ASIDE = re.compile(r"[(\[](?P<inside>[^()\[\]]*)[)\]]")


def peel(text: str) -> Peeled:
    """Take off number, marks and what stands in brackets.

    >>> peel('3. Maik Schmidt (KC "Alle Neune") ✅')
    Peeled(text='Maik Schmidt', number=3, asides=('KC "Alle Neune"',), mark='✅')
    """
    marks = _MARKS.findall(text)
    text = _MARKS.sub("", text).strip(" *_~")
    if bullet := _BULLET.match(text):
        text = text[bullet.end() :]
    number = None
    if numbered := _NUMBERED.match(text):
        number, text = int(numbered["number"]), text[numbered.end() :]
    asides = [one["inside"].strip() for one in _ASIDE.finditer(text)]
    text = " ".join(_ASIDE.sub(" ", text).split()).strip(" ;,-–*_~")
    return Peeled(text, number, tuple(filter(None, asides)), "".join(marks[:1]))


def part(peeled: Peeled) -> Peeled:
    """A whole line: what follows the name after a comma or a dash stands aside.

    >>> part(peel("Ute Meier, TuS Höhe - bezahlt"))
    Peeled(text='Ute Meier', number=None, asides=('TuS Höhe', 'bezahlt'), mark='')
    >>> part(peel("von der Heide, Uwe, TuS Höhe")).text
    'von der Heide, Uwe'
    """
    name, *rest = re.split(r"\s*,\s*|\s+[-–—]\s+", peeled.text)
    if rest and is_half(name) and "," in peeled.text:
        name = f"{name}, {rest.pop(0)}"
    return replace(peeled, text=name, asides=(*rest, *peeled.asides))


def is_half(name: str) -> bool:
    """Whether a name is one word, particles aside: "von der Heide"."""
    return sum(word.casefold() not in PARTICLES for word in name.split()) == 1


# Lines

SUMMARY = words("summe gesamt total insgesamt anzahl zwischensumme gesamtsumme sum")


def heading_line(line: int, row: Sequence[str]) -> Person:
    text = " ".join(cell for cell in row if cell)[:MAX_NAME]
    return Person(line, last_name=text, remarks=(Remark(Doubt.HEADING),))


def has_more_than_number(row: Sequence[str]) -> bool:
    """Lists with numbers printed in advance end in lines without a name."""
    return any(cell and not is_number(cell) for cell in row)


def read_person(
    line: int,
    row: Sequence[str],
    headings: Sequence[str],
    meanings: Sequence[Meaning],
) -> Person:
    def values(meaning: Meaning) -> list[str]:
        return [
            cell
            for cell, said in zip(row, meanings, strict=True)
            if cell and said == meaning
        ]

    first, last, peeled = read_names(
        " ".join(values(Meaning.FIRST_NAME)),
        " ".join(values(Meaning.LAST_NAME)),
        " ".join(values(Meaning.FULL_NAME)),
        " ".join(values(Meaning.LAST_FIRST)),
    )
    remarks: list[Remark] = []
    paid = read_paid(values(Meaning.PAID), remarks)
    clubs, phones = values(Meaning.CLUB), values(Meaning.PHONE)
    notes = values(Meaning.NOTE)
    for one in peeled:
        if one.mark:
            paid = paid or one.mark[0] in PAID_MARKS
            remarks.append(Remark(Doubt.MARK, {"mark": one.mark}))
        for aside in one.asides:
            if (said := said_paid(aside)) is not None:
                paid = paid or said
            elif is_phone(aside):
                phones.append(aside)
            else:
                (notes if clubs else clubs).append(aside)
    number = read_number(values(Meaning.NUMBER), remarks)
    if number is None:
        number = next((one.number for one in peeled if one.number), None)
    categories = [
        category
        for cell, heading, said in zip(row, headings, meanings, strict=True)
        if said == Meaning.CATEGORY and (category := read_category(cell, heading))
    ]
    person = Person(
        line,
        number=number,
        first_name=first,
        last_name=last,
        club=" ".join(clubs),
        category=" ".join(categories)[:MAX_CATEGORY],
        paid=paid,
        phone=cut(" / ".join(phones), MAX_PHONE, remarks),
        note=cut("; ".join(notes), MAX_NOTE, remarks),
    )
    opening = next((one for one in row if is_text(one)), "")
    if words_of(opening).split(" ")[0] in SUMMARY:
        return replace(person, remarks=(Remark(Doubt.SUMMARY),))
    doubts = [Remark(doubt) for doubt in name_doubts(first, last, person.club)]
    return replace(person, remarks=(*doubts, *remarks))


def read_names(
    first: str, last: str, full: str, last_first: str
) -> tuple[str, str, list[Peeled]]:
    """First name, last name, and what stood around them."""
    if last_first:
        peeled = part(peel(last_first))
        return *split_last_first(peeled.text), [peeled]
    if full:
        peeled = part(peel(full))
        split = split_last_first if "," in peeled.text else split_full
        return *split(peeled.text), [peeled]
    halves = [peel(first), peel(last)]
    return halves[0].text, halves[1].text, halves


def name_doubts(first: str, last: str, club: str) -> list[Doubt]:
    """What makes a line doubtful; the first ones mean that it is no person."""
    name = f"{first} {last}".strip()
    if not any(letter.isalpha() or is_symbol(letter) for letter in name):
        return [Doubt.NO_NAME]
    if is_sentence(name):
        return [Doubt.SENTENCE]
    if max(len(first), len(last)) > MAX_NAME:
        return [Doubt.TOO_LONG]
    several = {"und", "and", "&", "+", "u.", "/"} & set(name.casefold().split())
    found = {
        Doubt.LOST_LETTER: "?" in name or "\ufffd" in name + club,
        Doubt.DIGITS: any(letter.isdigit() for letter in name),
        Doubt.SYMBOL: any(map(is_symbol, name)),
        Doubt.ONE_WORD: not (first and last),
        Doubt.SEVERAL: bool(several) or bool(re.search(r"\+ ?\d", name)),
    }
    return [doubt for doubt, here in found.items() if here]


def is_symbol(letter: str) -> bool:
    return letter != "\ufffd" and unicodedata.category(letter) in {"So", "Sk", "Cs"}


def is_sentence(name: str) -> bool:
    """ "Wer fehlt noch??" and "Anmeldungen Schocken:" are nobody's name.

    >>> [is_sentence(one) for one in ("Wer fehlt noch??", "maik schmidt", "Ute?")]
    [True, False, False]
    """
    if ":" in name or len(name.split()) > 6:
        return True
    small = [
        word
        for word in name.split()
        if word[0].islower() and word.casefold() not in PARTICLES and "'" not in word
    ]
    if name.endswith(("?", "!", "…", "..")):
        return bool(small) or len(name.split()) > 3
    return len(small) > 1 and len(name.split()) > 3


def read_paid(cells: Sequence[str], remarks: list[Remark]) -> bool:
    for cell in cells:
        said = said_paid(cell)
        if said is None:
            remarks.append(Remark(Doubt.PAID_UNCLEAR, {"value": cell}))
        elif said:
            return True
    return False


def read_number(cells: Sequence[str], remarks: list[Remark]) -> int | None:
    for cell in cells:
        plain = cell.strip(" .:#()[]")
        if plain.isascii() and plain.isdigit() and 1 <= int(plain) <= MAX_NUMBER:
            return int(plain)
        remarks.append(Remark(Doubt.NUMBER_UNCLEAR, {"value": cell}))
    return None


def read_category(cell: str, heading: str) -> str:
    """ "D" is Damen; a cross below "Jugend" is Jugend.

    >>> read_category("D", "Damen"), read_category("x", "Jugend")
    ('Damen', 'Jugend')
    """
    plain, said = fold(cell).strip(" ."), set(words_of(heading).split())
    if not said & {"ladies", "women", "men", "gender", "sex", "category"}:
        if plain in WOMEN:
            return "Damen"
        if plain in MEN:
            return "Herren"
    if len(said) == 1 and said_paid(cell):
        return heading
    return "" if said_paid(cell) is False else cell


def cut(text: str, most: int, remarks: list[Remark]) -> str:
    if len(text) > most:
        remarks.append(Remark(Doubt.CUT, {"most": most}))
    return text[:most]
