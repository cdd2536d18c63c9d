"""The shape of the house, kept by a test rather than by memory.

The picture of it, and why it is so: CONTRIBUTING.md.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scoring.draw import Finding, Proof, Why
from scoring.draw_record import Part
from scoring.errors import Rule
from scoring.games.play import Reason
from tests import cast
from tests.depth import some
from tournament import access, dice_words, live, wording
from tournament.errors import Refusal
from tournament.lists.grid import Trouble
from tournament.lists.roster import Doubt, Meaning
from tournament.lists.tables import Slip
from tournament.models import Deed, Draw, Tournament

ROOT = Path(__file__).parent.parent
LONGEST_FILE = 1000

# From the outside in: what each part may import of ours. Nothing else may.
MAY_IMPORT_OF_OURS = {
    "scoring": {"scoring"},
    "tournament/errors.py": set(),
    "tournament/guessing.py": set(),
    "tournament/live.py": set(),
    "tournament/names.py": set(),
    "tournament/numbers.py": set(),
    "tournament/lists": {
        "scoring.points",
        "tournament.lists",
        "tournament.names",
        "tournament.numbers",
    },
    "tournament/phones.py": set(),
    "tournament/models": {"scoring", "tournament.models"},
    "tournament/evening.py": {"scoring", "tournament.models"},
    "tournament/access.py": {"tournament.models"},
    "tournament/dice_words.py": {"scoring"},
    "tournament/playing.py": {"scoring", "tournament.models"},
    "tournament/wording.py": {
        "tournament.lists",
        "scoring.draw",
        "scoring.draw_record",
        "scoring.errors",
        "tournament.errors",
        "tournament.models",
    },
    "tournament/forms": {
        "tournament.lists",
        "scoring",
        "tournament.dice_words",
        "tournament.forms",
        "tournament.guessing",
        "tournament.models",
        "tournament.names",
        "tournament.numbers",
    },
    "tournament/services": {
        "tournament.names",
        "tournament.numbers",
        "scoring",
        "tournament.errors",
        "tournament.evening",
        "tournament.live",
        "tournament.models",
        "tournament.playing",
        "tournament.services",
    },
    "tournament/queries": {
        "tournament.dice_words",
        "tournament.playing",
        "tournament.lists",
        "tournament.numbers",
        "scoring",
        "tournament.evening",
        "tournament.models",
        "tournament.names",
        "tournament.queries",
        "tournament.wording",
    },
    "tournament/links.py": {
        "tournament.queries",
    },
    "tournament/tables.py": {
        "scoring.points",
        "tournament.links",
        "tournament.queries",
    },
    "tournament/pages.py": {
        "tournament.links",
        "tournament.models",
        "tournament.numbers",
        "tournament.queries",
    },
    "tournament/paper": {
        "scoring",
        "tournament.evening",
        "tournament.lists",
        "tournament.models",
        "tournament.names",
        "tournament.paper",
        "tournament.wording",
    },
    "tournament/views": {
        "tournament.lists",
        "scoring.errors",
        "tournament.access",
        "tournament.errors",
        "tournament.forms",
        "tournament.live",
        "tournament.models",
        "tournament.numbers",
        "tournament.pages",
        "tournament.paper",
        "tournament.phones",
        "tournament.playing",
        "tournament.queries",
        "tournament.services",
        "tournament.tables",
        "tournament.views",
        "tournament.wording",
    },
    "tournament/management": {
        "scoring",
        "tournament.access",
        "tournament.evening",
        "tournament.management",
        "tournament.models",
        "tournament.names",
        "tournament.phones",
        "tournament.services",
        "tournament.wording",
    },
    "tournament/templatetags": {
        "tournament.lists",
        "tournament.live",
        "tournament.wording",
        "tournament.links",
        "tournament.queries",
    },
}

# Django's own doors: they may know everything, nothing may know them.
DOORS = {"__init__", "asgi", "migrations", "settings", "urls", "wsgi"}

# The rules know no clock, no files, no network and no chance of their own.
IMPURE = {
    "asyncio",
    "datetime",
    "io",
    "os",
    "pathlib",
    "secrets",
    "shutil",
    "socket",
    "subprocess",
    "tempfile",
    "threading",
    "time",
}

# Pages of people that belong to no tournament, so that no role guards them.
WITHOUT_LOGIN = {"login", "logout", "setup", "invitation"}
WITH_ANY_LOGIN = {"password", "desk", "new_tournament"}


def source_files(place: str) -> list[Path]:
    path = ROOT / place
    files = [path] if path.suffix else sorted(path.rglob("*.py"))
    assert files, f"nothing to check in {place}"
    return [file for file in files if "migrations" not in file.parts]


def imported(file: Path) -> set[str]:
    """Every name a file imports, wherever in it, with its full path."""
    package = file.parent.relative_to(ROOT).parts
    names = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = [node.module] if node.module else []
            if node.level:
                base = [*package[: len(package) - node.level + 1], *base]
            names |= {".".join([*base, alias.name]) for alias in node.names}
    return names


def is_within(name: str, packages: set[str]) -> bool:
    return any(f"{name}.".startswith(f"{package}.") for package in packages)


# --- the arrows


@pytest.mark.parametrize("place", MAY_IMPORT_OF_OURS)
def test_imports_point_inward(place: str) -> None:
    allowed = MAY_IMPORT_OF_OURS[place]
    for file in source_files(place):
        for name in imported(file):
            if is_within(name, {"scoring", "tournament", "tests"}):
                assert is_within(name, allowed), f"{file} imports {name}"


@pytest.mark.parametrize("place", MAY_IMPORT_OF_OURS)
def test_every_arrow_is_used(place: str) -> None:
    names = {name for file in source_files(place) for name in imported(file)}
    for package in MAY_IMPORT_OF_OURS[place]:
        used = any(is_within(name, {package}) for name in names)
        assert used, f"{place} never imports {package}"


def test_every_part_of_the_house_has_its_arrows() -> None:
    """A new file or folder beside the others says here what it may import."""
    parts = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tournament").iterdir()
        if path.suffix == ".py" or any(path.rglob("*.py"))
    }
    doors = {f"tournament/{door}" for door in DOORS}
    assert {
        part for part in parts if part.removesuffix(".py") not in doors
    } == MAY_IMPORT_OF_OURS.keys() - {"scoring"}


def test_scoring_needs_the_standard_library_only() -> None:
    for file in source_files("scoring"):
        # The command line reads its files; it is a door, not a rule.
        for name in imported(file) - (
            {"pathlib.Path"} if file.stem == "__main__" else set()
        ):
            top = name.partition(".")[0]
            assert top == "scoring" or top in sys.stdlib_module_names, f"{file}: {name}"
            assert top not in IMPURE, f"{file}: {name}"


def test_scoring_is_handed_its_chance() -> None:
    """`random` gives the class, never the functions of the one hidden generator."""
    for file in source_files("scoring"):
        from_random = {name for name in imported(file) if is_within(name, {"random"})}
        assert from_random <= {"random.Random"}, file


@pytest.mark.parametrize("place", ["tournament/views", "tournament/queries"])
def test_only_services_write(place: str) -> None:
    """No view and no query saves, deletes or opens a transaction.

    The one exception belongs to Django: its form for a new password.
    """
    writes = re.compile(
        r"\.(save|delete|create|bulk_create|bulk_update|get_or_create|"
        r"update_or_create)\(|\.update\(\w+=|transaction\.atomic"
    )
    for file in source_files(place):
        for number, line in enumerate(file.read_text().splitlines(), start=1):
            unsaved = line.replace(".save(commit=False)", "")
            if file.name == "accounts.py":
                unsaved = unsaved.replace("form.save()", "")
            assert not writes.search(unsaved), f"{file}:{number}: {line.strip()}"


# --- the words


@pytest.mark.parametrize(
    ("codes", "sentences"),
    [
        (Rule, wording.SENTENCES),
        (Refusal, wording.REFUSALS),
        (Deed, wording.DEEDS),
        (Why, wording.WHYS),
        (Proof, wording.PROOFS),
        (Finding, wording.FINDINGS),
        (Part, wording.DIFFERENCES),
        (Slip, wording.SLIPS),
        (Trouble, wording.TROUBLES),
        (Meaning, wording.MEANINGS),
        (Doubt, wording.DOUBTS),
        (Reason, dice_words.REASONS),
    ],
)
def test_every_code_has_its_sentence(codes: Any, sentences: dict[Any, Any]) -> None:
    assert set(sentences) == set(codes)


@pytest.mark.parametrize(
    ("codes", "place"),
    [
        (Rule, "scoring"),
        (Refusal, "tournament/services"),
        (Deed, "tournament/services"),
        (Why, "scoring"),
        (Proof, "scoring"),
        (Finding, "scoring"),
        (Part, "scoring"),
        (Slip, "tournament/lists"),
        (Trouble, "tournament/lists"),
        (Meaning, "tournament/lists"),
        (Doubt, "tournament"),
        (Reason, "scoring"),
    ],
)
def test_every_code_is_used(codes: Any, place: str) -> None:
    used = "".join(
        file.read_text()
        for file in source_files(place)
        if file.name not in {"errors.py", "wording.py"}
    )
    for code in codes:
        name = rf"\b{codes.__name__}\.{code.name}\b"
        assert re.search(name, used), f"nothing gives {code!r}"


def test_sentences_stand_nowhere_but_in_wording() -> None:
    """A view passes a refusal to wording.sentence; it never spells one out."""
    for file in source_files("tournament/views"):
        source = file.read_text()
        assert "Rule." not in source, file
        for words in re.findall(r"^\s*Refusal\.\w+\s*:", source, re.MULTILINE):
            pytest.fail(f"{file} maps {words} to something")


# --- who may


def addresses(
    resolver: URLResolver | None = None,
) -> Iterator[URLPattern]:
    for one in (resolver or get_resolver()).url_patterns:
        if isinstance(one, URLResolver):
            yield from addresses(one)
        else:
            yield one


PAGES = {str(one.name): one for one in addresses()}


def is_guarded(view: Any) -> bool:
    """Whether one of the decorators of access.py is wrapped around a view."""
    while view is not None:
        code = getattr(view, "__code__", None)
        if code and code.co_filename == access.__file__ and code.co_name == "guarded":
            return True
        view = getattr(view, "__wrapped__", None)
    return False


def belongs_to_the_desk(page: URLPattern) -> bool:
    return str(page.pattern).startswith("desk/<slug:slug>/")


@pytest.mark.parametrize("name", PAGES)
def test_every_view_is_a_function(name: str) -> None:
    if name != "logout":
        assert not hasattr(PAGES[name].callback, "view_class")


@pytest.mark.parametrize(
    "name", [name for name, page in PAGES.items() if belongs_to_the_desk(page)]
)
def test_every_desk_page_asks_who_you_are(name: str) -> None:
    assert is_guarded(PAGES[name].callback), f"{name} lets everybody in"


def test_everything_else_is_listed_as_public() -> None:
    """A new address is a desk page, a page of one tournament, or named above."""
    for name, page in PAGES.items():
        route = str(page.pattern)
        assert (
            belongs_to_the_desk(page)
            or route.startswith(("t/<slug:slug>/", "dice/"))
            or name in {"home", "live", "verify"} | WITHOUT_LOGIN | WITH_ANY_LOGIN
        ), f"{name} ({route}) is neither guarded nor listed as public"


@pytest.fixture(scope="module")
def drawn_once(django_db_setup: None, django_db_blocker: Any) -> Iterator[Draw]:
    """A drawn round, and a stranger who has a tournament of his own."""
    with django_db_blocker.unblock(), cast.undone():
        stranger = cast.make_organiser("fremd")
        cast.make_tournament(stranger, entrants=9, name="Anderswo")
        olga = cast.make_organiser()
        yield cast.start_round(cast.make_tournament(olga, entrants=9), olga)


@pytest.fixture
def drawn(drawn_once: Draw, db: None) -> Tournament:
    return Tournament.objects.get(pk=drawn_once.tournament_id)


def address_of(name: str, tournament: Tournament) -> str:
    """An address that leads to something real, so that only access can refuse."""
    values = {"slug": tournament.slug, "number": 1, "round": 1, "pk": 1, "position": 0}
    values["topic"] = live.topic_of(tournament)
    converters = PAGES[name].pattern.converters
    if "code" in converters:
        values["code"] = cast.table_with_a_game(tournament).code
    values |= {key: "x" for key in converters if key not in values}
    return reverse(name, kwargs={key: values[key] for key in converters})


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, page in PAGES.items()
        if belongs_to_the_desk(page) or name in WITH_ANY_LOGIN
    ],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_stranger_may_not(
    client: Client, drawn: Tournament, name: str, method: str
) -> None:
    address = address_of(name, drawn)

    answer = getattr(client, method)(address)
    login = reverse("login")
    sent_to_login = answer.status_code == 302 and answer["Location"].startswith(login)
    assert sent_to_login or answer.status_code == 405, "without a login"

    if name not in WITH_ANY_LOGIN:
        client.force_login(User.objects.get(username="fremd"))
        answer = getattr(client, method)(address)
        assert answer.status_code in {404, 405}, "the organiser of another tournament"


@pytest.mark.parametrize(
    "name", [name for name, page in PAGES.items() if belongs_to_the_desk(page)]
)
def test_the_organiser_may(client: Client, drawn: Tournament, name: str) -> None:
    """The other side of the test above: these addresses do lead somewhere."""
    if "pk" in PAGES[name].pattern.converters:
        pytest.skip("needs an invitation or a helper: tests/tournament/test_members.py")
    client.force_login(drawn.memberships.get().user)
    answer = client.get(address_of(name, drawn))

    assert answer.status_code in {200, 302, 405}


WITHOUT_PK = [
    name for name, page in PAGES.items() if "pk" not in page.pattern.converters
]


@pytest.mark.parametrize("name", some(WITHOUT_PK, 3))
def test_whoever_asks_for_the_head_of_a_page_is_answered_alike(
    client: Client, drawn: Tournament, name: str
) -> None:
    client.force_login(drawn.memberships.get().user)
    address = address_of(name, drawn)
    assert client.head(address).status_code == client.get(address).status_code


# --- the pages


def templates() -> list[Path]:
    return sorted((ROOT / "templates").rglob("*.*"))


@pytest.mark.parametrize(
    ("forbidden", "why"),
    [
        (r"<script(?![^>]*\ssrc=)", "an inline script"),
        (r"<style\b", "an inline stylesheet"),
        (r"\sstyle\s*=", "an inline style"),
        (r"<[^>{]*\son[a-z]+\s*=", "an inline handler"),
        (r"\shx-on\b|\shx-on:|js:", "script inside an htmx attribute"),
        (r"(src|href)=[\"'](https?:)?//", "something from another server"),
        (r"\|\s*safe\b|autoescape off", "unescaped text"),
    ],
)
def test_templates_keep_the_content_security_policy(forbidden: str, why: str) -> None:
    for file in templates():
        if found := re.search(forbidden, file.read_text()):
            pytest.fail(f"{file} holds {why}: {found[0]}")


def test_every_template_is_used() -> None:
    sources = [*source_files("tournament"), *templates()]
    text = "".join(file.read_text() for file in sources)
    for file in templates():
        name = file.relative_to(ROOT / "templates").as_posix()
        overrides_django = (ROOT / "templates" / name).name in {"404.html", "500.html"}
        overrides_django |= name in {"403.html", "403_csrf.html", "400.html"}
        assert overrides_django or f'"{name}"' in text, f"nothing shows {name}"


def test_pages_link_by_name() -> None:
    for file in templates():
        for name in re.findall(r"{% url ['\"](\w+)['\"]", file.read_text()):
            assert name in PAGES, f"{file} links to {name}"


# --- the tests and the files themselves


# Rules that are tested through the door that uses them, not file by file: the
# parts of the search through the draws it finds, the games through the golden cases.
TESTED_THROUGH = {
    "__main__.py": "test_main.py",
    "draw_cli.py": "test_draw_record.py",
    "embedding.py": "test_draw_hard_cases.py",
    "mending.py": "test_draw_fairness.py",
    "plans.py": "test_draw.py",
    "schedule.py": "test_draw.py",
    "seats.py": "test_draw_fairness.py",
}


def test_every_rule_has_its_tests() -> None:
    for file in (ROOT / "scoring").rglob("*.py"):
        if file.name in {"__init__.py", "errors.py"}:
            continue
        place = file.relative_to(ROOT)
        name = TESTED_THROUGH.get(place.name, f"test_{place.name}")
        test = ROOT / "tests" / place.with_name(name)
        assert test.is_file(), f"{place} has no {test}"


def test_no_file_is_a_room_that_everybody_has_to_enter() -> None:
    ours = ["scoring", "tournament", "templates", "tests"]
    files = [
        file
        for place in ours
        for file in (ROOT / place).rglob("*.*")
        if file.suffix in {".py", ".html", ".css", ".js"}
        and "vendor" not in file.parts
        # Stands alone by design: whoever doubts a draw reads and runs one file.
        and file.name != "verify.js"
    ]
    assert files
    for file in files:
        lines = len(file.read_text().splitlines())
        assert lines <= LONGEST_FILE, f"{file} has {lines} lines"


def test_the_top_of_the_tree_stays_tidy() -> None:
    """A new top-level folder is a decision: it belongs into CONTRIBUTING.md."""
    folders = {
        path.name
        for path in ROOT.iterdir()
        if path.is_dir() and not path.name.startswith((".", "_"))
    }
    known = {"scoring", "tournament", "templates", "fixtures", "tests", "var"}
    assert folders <= known
