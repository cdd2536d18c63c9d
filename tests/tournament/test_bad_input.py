"""Whatever is sent to whichever field of whichever page: a sentence, never a fault.

Addresses come from the URL resolver and forms from the pages, so nothing can
be forgotten. Every field of every form is sent everything that people, phones
and programs send; what is stored then must be something the field allows.
"""

from collections.abc import Callable, Iterator
from functools import partial
from http.cookies import SimpleCookie
from typing import Any, ClassVar
from urllib.parse import quote, urlencode

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpRequest, HttpResponse, QueryDict
from django.test import Client, override_settings
from django.urls import resolve, reverse

from tests import cast
from tests.depth import some
from tournament.access import setup_token
from tournament.models import Draw, Entrant, LogEntry, SheetEntry, Tournament

from .books import content_of, opened, row_of, saved, upload
from .product import ADDRESSES, SUBMIT, Field, Form, Page, family, sentences
from .world import TYPED_LIST, World, in_browser, make_world

pytestmark = pytest.mark.django_db

HTML = """<b id=bad>"'&amp;</b>"""
RAW = b"<b id=bad>"
NOTHING: list[Any] = []

BAD: dict[str, Any] = {
    "empty": "",
    "letters": "zwölf",
    "negative": "-7",
    "zero": "0",
    "a thousand million": str(10**9),
    "far too large": str(10**30),
    "5,000 digits": "9" * 5_000,
    "5,000 letters": "x" * 5_000,
    "emoji": "🎲🍺",
    "NUL": "a\0b",
    "HTML": HTML,
    "no UTF-8": b"Uwe\xed\xa0\x80\xff",
    "full width": "１",
    "plus": "+5",
    "point": "5.0",
    "missing": NOTHING,
    "twice": ["5", "x" * 5_000],
}
# Numbers that a person may well write like this.
ALSO_NUMBERS = {"0", "１", "+5", "5.0"}

# What makes a form complete where its page leaves a field empty.
FILLED = {
    "reason": "Weil es so war",
    "first_name": "Ute",
    "last_name": "Ausgedacht",
    "name": "Hafenpokal",
    "username": "ute",
    "login-username": "fremd",
    "password": "schock-aus-111",
    "old_password": "schock-aus-111",
    "password1": "deckel-weg-222",
    "password2": "deckel-weg-222",
    "new_password1": "deckel-weg-222",
    "new_password2": "deckel-weg-222",
    "game_#": "53",
    "table": "1",
    "key": cast.KEY,
    "part": "Kartoffelsalat",
    "tables": "1 2 4",
}
TOTALS = {"total_1": "50", "total_2": "30", "total_3": "10"}

# Fields of which nothing is stored: where to go afterwards, what a list was
# read as before it is shown again, and what only lets namesakes pass.
HARMLESS = {
    "page",
    "next",
    "meaning-#-#",
    "sheet",
    "new-namesakes",
    "row-#-#-take",
    # Tells a double click from a second tournament of the same name.
    "new_tournament.seen",
}


# A log-in has one sentence for name and password, a line of a list has its own;
# the rules judge games once everything else on the sheet can be read.
UNMARKED = {
    "login.username",
    "invitation.login-username",
    "sheet.game_#",
    *(
        f"confirm_import.row-#-#-{name}"
        for name in ("number", "first_name", "last_name", "club", "category")
    ),
}


class Watched(QueryDict):
    """A query that notes what a view asks it for."""

    asked: ClassVar[set[str]] = set()

    def __getitem__(self, key: str) -> Any:
        self.asked.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.asked.add(str(key))
        return super().__contains__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.asked.add(key)
        return super().get(key, default)

    def getlist(self, key: str, default: Any = None) -> Any:
        self.asked.add(key)
        return super().getlist(key, default)


def watch_queries(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware, the innermost: only views are watched."""

    def answer(request: HttpRequest) -> HttpResponse:
        request.GET = Watched(request.META.get("QUERY_STRING", ""))  # type: ignore[assignment]
        return get_response(request)

    return answer


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Made once; every request is undone."""
    from django.conf import settings

    changed = override_settings(
        MIDDLEWARE=[*settings.MIDDLEWARE, f"{__name__}.watch_queries"],
    )
    with django_db_blocker.unblock(), changed, cast.undone():
        cast.own_cache()
        with cast.own_secrets("world"):
            made = make_world()
        yield made


def stored() -> tuple[Any, ...]:
    """What there is: the rows of every model, every revision, the password."""
    tables = sorted(model._meta.db_table for model in apps.get_models())
    counts = ", ".join(f'(SELECT COUNT(*) FROM "{table}")' for table in tables)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {counts}, (SELECT SUM(revision) FROM tournament_tournament),"
            " (SELECT MIN(password) FROM auth_user WHERE username = 'olga')"
        )
        return tuple(cursor.fetchone())


class Sent:
    """An answer, and whether anything is stored now that was not before."""

    def __init__(self, client: Client, send: Callable[[], HttpResponse]) -> None:
        cookies = SimpleCookie(client.cookies.output(header="", sep=";"))
        before = stored()
        with cast.undone():
            response = send()
            self.status = response.status_code
            self.is_stored = stored() != before
            self.url = response.headers.get("Location", "")
            self.content = response.content
            self.messages = []
            if self.status == 302 and not self.is_stored:
                self.messages = told(client, self.url)
        client.cookies = cookies

    def page(self, address: str) -> Page:
        return Page(self.content.decode(), address)


def told(client: Client, url: str) -> list[str]:
    """The messages on the page that a redirect leads to."""
    response = client.get(url, follow=True)
    return sentences(Page(response.content.decode(), url).messages)


def data_of(payload: dict[str, Any]) -> list[tuple[str, Any]]:
    return [
        (name, one)
        for name, value in payload.items()
        for one in (value if isinstance(value, list) else [value])
    ]


def post(
    client: Client, form: Form, payload: dict[str, Any], **headers: str
) -> HttpResponse:
    if form.is_multipart:
        return client.post(form.action, payload, **headers)
    return client.post(
        form.action,
        urlencode(data_of(payload)),
        content_type="application/x-www-form-urlencoded",
        **headers,
    )


# The forms


def pages_of(world: World) -> Iterator[tuple[User | None, str]]:
    """Every page that offers a form, in every state, and who sees it."""
    olga = world.organiser
    yield None, reverse("login")
    yield None, reverse("invitation", args=[world.invitation.token])
    yield world.stranger, reverse("invitation", args=[world.invitation.token])
    for name in ("desk", "new_tournament", "password", "dice"):
        yield olga, reverse(name)
    for code in world.dice.values():
        yield olga, reverse("dice_table", args=[code])
    for tournament in world.tournaments.values():
        for name, part_lists in ADDRESSES.items():
            for parts in part_lists:
                kwargs = {**world.parts, "slug": tournament.slug}
                for more in ({}, {"number": 2}, {"number": 9}):
                    if "slug" not in parts or (more and "number" not in parts):
                        continue
                    asked = {part: {**kwargs, **more}[part] for part in parts}
                    yield olga, reverse(name, kwargs=asked)


def name_of(action: str) -> str:
    return resolve(action.partition("?")[0]).view_name


Found = tuple[User | None, Form]


@pytest.fixture(scope="module")
def forms(world: World) -> dict[str, list[Found]]:
    """Every form of the product by the name of its address, each shape once."""
    found: dict[tuple[str, bool, tuple[str, ...]], Found] = {}

    def look(user: User | None, response: HttpResponse, address: str) -> None:
        if "html" not in response.headers.get("Content-Type", ""):
            return
        for form in Page(response.content.decode(), address).forms:
            key = (name_of(form.action), user is None, form.shape)
            if key not in found:
                found[key] = user, form

    browsers = {}
    for user, address in pages_of(world):
        if user not in browsers:
            browsers[user] = world.browser(user)
        look(user, browsers[user].get(address), address)
    # Three forms stand on pages that only an answer shows.
    olga, desk = world.organiser, browsers[world.organiser]
    slug = world.running.slug
    address = reverse("import", args=[slug])
    look(olga, desk.post(address, {"text": TYPED_LIST}), address)
    namesake = {"new-first_name": "Vorname1", "new-last_name": "Nachname1"}
    address = reverse("add_entrant", args=[slug])
    look(olga, desk.post(address, namesake), address)
    address = reverse("by_hand", args=[world.tournaments["waiting"].slug, 1])
    look(olga, desk.post(address, {"tables": FILLED["tables"]}), address)
    address = reverse("read_back", args=[slug])
    look(olga, upload(desk, world.running, corrected(world.running)), address)
    by_name: dict[str, list[Found]] = {name: [] for name in ADDRESSES}
    for (name, *_rest), one in found.items():
        by_name[name].append(one)
    return by_name


def corrected(tournament: Tournament) -> bytes:
    """A workbook in which the sheet of table 1 was corrected."""
    book = opened(saved(tournament))
    page = book["Durchgang 1"]
    row = row_of(page, "1 game 1")
    points = [page.cell(row, column).value for column in (2, 3, 4)]
    for column, value in zip((2, 3, 4), reversed(points), strict=True):
        page.cell(row, column).value = value
    return content_of(book)


def complete(form: Form) -> dict[str, Any]:
    """The form as somebody sends it who makes no mistake."""
    payload: dict[str, Any] = {}
    chosen = 0
    for name, field in form.fields.items():
        value = field.value
        plain = name.rpartition("-")[2]
        if field.kind in {"checkbox", "file", SUBMIT} and not value:
            continue
        if field.kind == "select" and not value:
            chosen += 1
            value = [one for one in field.offered if one][chosen - 1]
        elif field.kind == SUBMIT:
            value = field.offered[0]
        elif not value and field.is_typed | (field.kind == "password"):
            value = FILLED.get(name) or FILLED.get(plain, FILLED.get(family(plain), ""))
        payload[name] = value
    if {"text", "file"} <= set(form.fields):
        payload["text"] = TYPED_LIST
    elif "file" in form.fields:
        slug = resolve(form.action).kwargs["slug"]
        whole = saved(Tournament.objects.get(slug=slug))
        payload["file"] = SimpleUploadedFile("mappe.xlsx", whole)
    return payload


def variants(name: str, form: Form) -> Iterator[dict[str, Any]]:
    """A sheet is sent in both its ways, everything else once."""
    payload = complete(form)
    if name == "delete" and "name" in payload:
        slug = resolve(form.action).kwargs["slug"]
        payload["name"] = Tournament.objects.get(slug=slug).name
    if name == "login":
        payload["username"] = "fremd"
    if name == "sheet":
        names = [key for key in payload if key.rpartition("-")[2] in TOTALS]
        totals = {key: TOTALS[key.rpartition("-")[2]] for key in names}
        if "way" not in payload:
            yield {**payload, **totals}
            return
        games = {key: "53" for key in payload if key.startswith("game_")}
        yield {**payload, **games, "way": "games"}
        yield {**payload, **totals, "way": "totals"}
    else:
        yield payload


def may_store(
    name: str, form: Form, field: Field, payload: dict[str, Any], value: Any
) -> bool:
    """Whether a form may be stored that says this in this field."""
    if field.name in HARMLESS or family(field.name) in HARMLESS:
        return True
    if f"{name}.{field.name}" in HARMLESS or field.kind == "checkbox":
        return True
    row = field.name.rpartition("-")[0]
    if row.startswith("row-") and f"{row}-take" not in payload:
        return True
    # The other way of a sheet is kept as typed and never judged.
    if payload.get("way") == "games" and field.name.startswith("total_"):
        return True
    if payload.get("way") == "totals" and field.name.startswith("game_"):
        return True
    if value is NOTHING:
        value = ""
    if isinstance(value, list):
        value = value[-1]
    if isinstance(value, bytes):
        value = value.decode(errors="replace")
    if not value:
        return not field.is_required and field.kind not in {"hidden", "radio"}
    if field.kind == "date":
        return False
    if field.is_number:
        return value in ALSO_NUMBERS
    if field.is_typed or field.kind == "password":
        return "\0" not in value and len(value) <= (field.longest or 5_000)
    if field.kind == "hidden" and field.value.isdecimal():
        return value in ALSO_NUMBERS and float(value) == int(field.value)
    return value in field.offered


def faults_of(
    name: str,
    client: Client,
    form: Form,
    fields: list[Field],
    payload: dict[str, Any],
    value: Any,
) -> Iterator[str]:
    """What is wrong with the answer to this value in these fields.

    The fields are alike: either all of them may store it, or none may.
    """
    changed = dict(payload)
    for field in fields:
        changed.pop(field.name, None)
        if value is not NOTHING:
            changed[field.name] = value
    try:
        sent = Sent(client, lambda: post(client, form, changed))
    except Exception as error:
        yield f"raised {error!r}"
        return
    if RAW in sent.content:
        yield "shows HTML as it was sent"
    if may_store(name, form, fields[0], payload, value):
        if sent.is_stored or sent.status in {200, 302}:
            return
    elif sent.is_stored:
        yield f"stored it, {sent.status}"
        return
    if sent.status in {400, 413}:
        return
    if sent.status in {200, 302}:
        if any(field.is_typed for field in fields):
            yield f"answered {sent.status} to what was typed"
        elif not sent.messages:
            yield f"answered {sent.status} to {sent.url} without a word"
        return
    if sent.status not in {409, 422}:
        yield f"answered {sent.status}"
        return
    page = sent.page(form.action)
    if not sentences(page.complaints):
        yield f"answered {sent.status} without a sentence"
    again = page.form_like(form)
    for field in fields:
        if field.is_typed and value is not NOTHING and not isinstance(value, bytes):
            typed = value[-1] if isinstance(value, list) else value
            kept = again.fields.get(field.name) if again else None
            if kept is None or kept.value != typed:
                yield f"did not keep {field.name}"
            elif (
                "aria-invalid" not in kept.attrs
                and f"{name}.{family(field.name)}" not in UNMARKED
                and not may_store(name, form, field, payload, value)
            ):
                yield f"did not mark {field.name}"


Attempt = tuple[list[Field], str]


def attempts(name: str, form: Form, payload: dict[str, Any]) -> Iterator[Attempt]:
    """What to send: every kind of nonsense to every field.

    What people type goes to all fields at once that take it, and to all that do
    not; then, of equal rows, to the first alone, every fifth kind. What a page
    carries goes alone. Every form begins with another kind, so that even a part
    of the walk has sent each to many fields.
    """
    kinds = some(BAD, 16, sum(map(len, form.fields)))
    fields = [field for field in form.fields.values() if field.kind != "file"]
    typed = [one for one in fields if one.is_typed or one.kind == "password"]
    for kind in kinds:
        value = BAD[kind]
        takes = {one.name: may_store(name, form, one, payload, value) for one in typed}
        for taken in (True, False):
            if batch := [one for one in typed if takes[one.name] is taken]:
                yield batch, kind
    rows = set()
    for place, field in enumerate(fields):
        if field in typed and family(field.name) in rows:
            continue
        rows.add(family(field.name))
        for kind in kinds[place % 5 :: 5] if field in typed else kinds:
            yield [field], kind


@pytest.mark.parametrize("name", ADDRESSES)
def test_no_field_of_a_form_takes_what_it_should_not(
    world: World, forms: dict[str, list[Found]], name: str
) -> None:
    faults = []
    for user, form in forms[name]:
        client = world.browser(user)
        for payload in variants(name, form):
            good = Sent(client, partial(post, client, form, payload))
            refused = sentences(good.page(form.action).complaints)
            assert good.status in {200, 302}, (form.action, payload, refused)
            for fields, kind in attempts(name, form, payload):
                names = ", ".join(field.name for field in fields)
                faults += [
                    f"{form.action} {payload.get('way', '')} {names}, {kind}: {fault}"
                    for fault in faults_of(
                        name, client, form, fields, payload, BAD[kind]
                    )
                ]
    assert not faults, "\n".join(faults)


def test_every_address_that_takes_a_post_has_a_form_that_is_tried(
    world: World, forms: dict[str, list[Found]]
) -> None:
    """All but the first run, which there is only while nobody is there."""
    desk = world.browser(world.organiser)
    for name, part_lists in ADDRESSES.items():
        for parts in part_lists:
            address = world.address(name, parts)
            sent = Sent(desk, lambda at=address: desk.post(at))
            has_form = bool(forms[name]) or name == "setup"
            assert (sent.status != 405) is has_form, (name, sent.status)


def test_the_first_run_takes_no_nonsense(world: World) -> None:
    with cast.undone():
        Draw.objects.all().delete()
        Tournament.objects.all().delete()
        User.objects.all().delete()
        client = Client()
        address = reverse("setup", args=[setup_token()])
        [form] = Page(client.get(address).content.decode(), address).forms
        payload = complete(form)
        assert Sent(client, lambda: post(client, form, payload)).status == 302
        for fields, kind in attempts("setup", form, payload):
            faults = faults_of("setup", client, form, fields, payload, BAD[kind])
            assert not list(faults), (fields, kind)


# Addresses


WRONG: dict[str, list[str]] = {
    "slug": ["gibt-es-nicht", "x" * 5_000, "9" * 5_000],
    "code": ["gibt-es-nicht", "x" * 5_000, "🎲", "a\0b", HTML],
    "position": ["8", "99999999999", str(10**30), "9" * 5_000],
    "token": ["gibt-es-nicht", "x" * 5_000, "🎲", "a\0b", HTML],
    "topic": ["gibt-es-nicht", "x" * 5_000, "🎲", "a\0b", HTML, "dice-1."],
    "number": ["0", "99999999999", str(10**30), "9" * 5_000, "１", "-1", "x"],
    "round": ["0", "99999999999", str(10**30), "9" * 5_000],
    "pk": ["0", "99999999999", str(10**30), "9" * 5_000],
}
# Somebody else was faster, or the link is old: that is said, not 404.
SAID = {"setup": {302}, "revoke_invitation": {302}, "let_meet": {302}}


@pytest.mark.parametrize("name", [name for name in ADDRESSES if any(ADDRESSES[name])])
def test_an_address_that_leads_nowhere_is_not_found(world: World, name: str) -> None:
    desk = world.browser(world.organiser)
    for parts in ADDRESSES[name]:
        good = world.address(name, parts)
        kwargs = resolve(good).kwargs
        # The address of a button, opened as a page, leads to the desk.
        to_desk = {302} if desk.get(good).status_code == 302 else set()
        for part in parts:
            for wrong in some(WRONG[part], 5, len(name)):
                # The last one: a start number may look like the round before it.
                head, _, tail = good.rpartition(f"/{kwargs[part]}/")
                if part == "round":
                    head, _, tail = good.partition(f"/{kwargs[part]}/")
                if part == "slug" and not tail:
                    head, _, tail = good.rpartition(f"/{kwargs[part]}/")
                at = f"{head}/{quote(wrong, safe='')}/{tail}"
                for send in (desk.get, desk.post):
                    sent = Sent(desk, lambda at=at, send=send: send(at))
                    assert not sent.is_stored
                    allowed = {404, 405, *SAID.get(name, ())}
                    if send == desk.get:
                        allowed |= to_desk
                    assert sent.status in allowed, (at[:90], send, sent.status)
                    assert RAW not in sent.content


@pytest.mark.parametrize("name", ADDRESSES)
def test_no_address_answers_a_method_that_it_does_not_know(
    world: World, name: str
) -> None:
    desk = world.browser(world.organiser)
    for parts in ADDRESSES[name]:
        for method in (desk.put, desk.patch, desk.delete):
            address = world.address(name, parts)
            sent = Sent(desk, lambda at=address, method=method: method(at))
            assert sent.status == 405, address
            assert not sent.is_stored


# What stands behind the question mark


@pytest.mark.parametrize("name", ADDRESSES)
@pytest.mark.parametrize("headers", [{}, {"HTTP_HX_REQUEST": "true"}], ids=["", "htmx"])
def test_no_question_disturbs_a_page(
    world: World, name: str, headers: dict[str, str]
) -> None:
    faults = []
    desk = in_browser(None if name == "login" else world.organiser)
    for parts in ADDRESSES[name]:
        address = world.address(name, parts)
        for place, asked in enumerate(sorted(asked_by(desk, address, headers))):
            for kind in some(BAD, 17, place):
                value = BAD[kind]
                query = urlencode(data_of({asked: value}))
                at = f"{address}?{query}"
                try:
                    sent = Sent(desk, lambda at=at: desk.get(at, **headers))
                except Exception as error:
                    faults.append(f"{address} {asked}, {kind}: raised {error!r}")
                    continue
                if sent.status not in {200, 204, 302, 404, 422} or sent.is_stored:
                    faults.append(f"{address} {asked}, {kind}: {sent.status}")
                if RAW in sent.content and sent.content[:1] != b"{":
                    faults.append(f"{address} {asked}, {kind}: HTML as it was sent")
                if sent.status == 422:
                    assert sentences(sent.page(at).complaints), at
    assert not faults, "\n".join(faults)


def asked_by(client: Client, address: str, headers: dict[str, str]) -> set[str]:
    """Every name that the view asks its query for, whatever else is in it."""
    known: set[str] = set()
    while True:
        Watched.asked.clear()
        for query in ({}, dict.fromkeys(known, "1")):
            response = client.get(address, query, **headers)
            if response.status_code == 405:
                return set()
        if known >= Watched.asked:
            return known
        known |= Watched.asked


def test_names_that_are_html_are_shown_as_they_were_typed(world: World) -> None:
    desk = world.browser(world.organiser)
    with cast.undone():
        LogEntry.objects.update(reason=HTML)
        SheetEntry.objects.update(reason=HTML)
        Tournament.objects.update(name=HTML, place=HTML)
        Entrant.objects.update(
            first_name=HTML, last_name=HTML, club=HTML, category=HTML, note=HTML
        )
        cast.own_cache()
        for tournament in world.tournaments.values():
            for name, part_lists in ADDRESSES.items():
                for parts in part_lists:
                    if "slug" not in parts:
                        continue
                    kwargs = {part: world.parts[part] for part in parts}
                    kwargs["slug"] = tournament.slug
                    response = desk.get(reverse(name, kwargs=kwargs))
                    if "html" in response.headers["Content-Type"]:
                        assert RAW not in response.content, (name, tournament.slug)


# Files


@pytest.mark.parametrize(
    ("file", "status", "sentence"),
    [
        (("liste.xlsx", b"das ist keine Tabelle"), 422, "Excel"),
        (("liste.xlsx", b"PK\x03\x04" + b"kaputt" * 50), 422, "Excel"),
        (("liste.csv", b""), 422, "nichts"),
        (("liste.xlsx", b""), 422, "nichts"),
        (("liste.csv", b"\0" * 4_000), 422, "Text"),
        (("liste.csv", b"\xff\xfe\xff" * 500), 422, ""),
        (("x" * 5_000 + ".csv", TYPED_LIST.encode()), 422, ""),
        (("liste.xlsx", b"PK" + b"0" * 50 * 1024**2), 413, "2 MB"),
    ],
    ids=["none", "broken", "empty", "empty xlsx", "NUL", "noise", "name", "50 MB"],
)
def test_a_file_that_is_no_list_is_told_so(
    world: World, file: tuple[str, bytes], status: int, sentence: str
) -> None:
    client = world.browser(world.organiser)
    address = reverse("import", args=[world.running.slug])

    sent = Sent(
        client,
        lambda: client.post(address, {"file": SimpleUploadedFile(*file)}),
    )

    assert sent.status in {status, 200}
    assert not sent.is_stored
    told = sentences(sent.page(address).complaints)
    assert (told and sentence in " ".join(told)) or sent.status == 200
