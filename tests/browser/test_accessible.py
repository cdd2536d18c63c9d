"""Axe finds nothing on any page, and nothing is wider than the screen.

Every page of `album.py` is looked at in both languages and both schemes, on a
phone, with all that unfolds unfolded; then its width is measured on a laptop too.
"""

import mimetypes
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.contrib.staticfiles import finders
from django.urls import reverse
from playwright.sync_api import Browser, Page

from tests import cast
from tests.browser.album import Album, Shot, logged_in, take_all
from tests.depth import only_thorough
from tests.test_architecture import PAGES, ROOT, address_of
from tournament.models import DiceTable, Draw

# Without a mark on some test of the run pytest-django makes no database.
pytestmark = [pytest.mark.django_db, only_thorough]

PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 900}

# Axe leaves this one out unless asked; it is WCAG 2.2 AA.
EVERYTHING = {"rules": {"target-size": {"enabled": True}}}
# What words and colours can change. The rest of a page is the same in all looks.
WORDS_AND_COLOURS = [
    "aria-command-name",
    "aria-input-field-name",
    "aria-toggle-field-name",
    "button-name",
    "color-contrast",
    "document-title",
    "empty-heading",
    "empty-table-header",
    "html-has-lang",
    "html-lang-valid",
    "image-alt",
    "input-button-name",
    "label",
    "label-content-name-mismatch",
    "label-title-only",
    "link-in-text-block",
    "link-name",
    "select-name",
    "summary-name",
    "svg-img-alt",
    "target-size",
    "valid-lang",
]
# Words know no scheme and colours no language, so each pair of them once is enough.
LOOKS = [
    pytest.param("de", "light", EVERYTHING, id="de"),
    pytest.param("en", "dark", {**EVERYTHING, "runOnly": WORDS_AND_COLOURS}, id="en"),
]

JUDGE = """options => axe.run({resultTypes: ["violations"], ...options}).then(found =>
  found.violations.flatMap(fault => fault.nodes.map(node =>
    `${fault.id}: ${node.target} ${node.html.slice(0, 99)} ${node.failureSummary}`)))"""
UNFOLD = "document.querySelectorAll('details').forEach(one => { one.open = true })"
TOO_WIDE = """() => {
  const wide = [];
  if (document.documentElement.scrollWidth > innerWidth) wide.push("page");
  for (const card of document.querySelectorAll(".table-card, .panel, .play-off")) {
    const edge = card.getBoundingClientRect().right + 1;
    for (const one of card.querySelectorAll(":not(.figures *, .visually-hidden)")) {
      const box = one.getBoundingClientRect();
      if (box.width > 1 && box.right > edge) wide.push(one.outerHTML.slice(0, 99));
    }
  }
  return wide;
}"""


@pytest.fixture(scope="module")
def album(django_db_setup: None, django_db_blocker: Any) -> Album:
    """Taken once; the database is as before afterwards."""
    with django_db_blocker.unblock(), cast.undone(), cast.own_secrets("album"):
        cast.own_cache()
        return take_all()


class Slide(ThreadingHTTPServer):
    """Answers every address with the page that is shown, and hands out its files.

    A server, because the browser keeps a server's files from page to page.
    """

    shot: Shot

    @property
    def here(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Slide

    def do_GET(self) -> None:
        shot = self.server.shot
        if self.path.startswith("/static/"):
            found = finders.find(self.path.removeprefix("/static/"))
            assert isinstance(found, str), self.path
            kind = mimetypes.guess_type(found)[0] or "text/plain"
            keep = {"Cache-Control": "max-age=3600"}
            self.answer(kind, Path(found).read_bytes(), keep)
        elif self.headers["Sec-Fetch-Mode"] == "navigate":
            policy = {"Content-Security-Policy": shot.policy} if shot.policy else {}
            self.answer("text/html; charset=utf-8", shot.body, policy)
        else:
            self.send_response(204)
            self.end_headers()

    def answer(self, kind: str, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(200)
        for name, value in {**headers, "Content-Type": kind}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_words: Any) -> None:
        """A test is silent."""


@pytest.fixture
def show(browser: Browser) -> Iterator[Callable[[Shot, Any], Page]]:
    """A phone that is handed the pages of the album instead of asking Django."""
    slide = Slide(("127.0.0.1", 0), Handler)
    thread = Thread(target=slide.serve_forever, daemon=True)
    thread.start()
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    context.set_default_timeout(10_000)
    context.add_init_script(AXE_SCRIPT)
    page = context.new_page()

    def show(shot: Shot, scheme: Any) -> Page:
        slide.shot = shot
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=scheme)
        page.goto(slide.here + shot.path)
        for key in shot.keys:
            page.keyboard.press(key)
        page.evaluate(UNFOLD)
        return page

    yield show
    context.close()
    slide.shutdown()
    slide.server_close()
    thread.join()


@pytest.mark.parametrize(("language", "scheme", "rules"), LOOKS)
def test_axe_finds_nothing_and_nothing_is_too_wide(
    album: Album,
    show: Callable[[Shot, Any], Page],
    language: str,
    scheme: Any,
    rules: dict[str, Any],
) -> None:
    faults = []
    shots = [shot for shot in album.shots if shot.language == language]
    for shot in shots:
        page = show(shot, scheme)
        found = page.evaluate(JUDGE, rules)
        for screen in (PHONE, LAPTOP):
            page.set_viewport_size(screen)  # type: ignore[arg-type]
            for wide in page.evaluate(TOO_WIDE):
                found.append(f"{wide} is too wide at {screen['width']} px")
        faults += [f"{shot.path} ({shot.label}): {fault}" for fault in found]

    assert not faults, "\n\n".join(faults)


@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_in_the_album(album: Album, draw: Draw, name: str) -> None:
    """What is not looked at is no page: a button's address, or a file."""
    if name in album.pages:
        return
    desk = logged_in(draw.drawn_by)
    answer = desk.get(address_of(name, draw.tournament))

    if answer.status_code == 302:
        tables = [one.get_absolute_url() for one in DiceTable.objects.all()]
        overview = reverse("overview", args=[draw.tournament.slug])
        assert answer["Location"] in {overview, *tables}
    else:
        without_page = answer.status_code in {204, 405}
        assert without_page or "html" not in answer["Content-Type"]


def test_every_template_is_in_the_album(album: Album) -> None:
    """Fragments too, but for those that replace a piece of a page by script."""
    folder = ROOT / "templates"
    all_of_them = {one.relative_to(folder).as_posix() for one in folder.rglob("*.html")}
    pieces = {"desk/check_in_changes.html", "desk/check_in_tap.html"}

    assert all_of_them - album.templates == pieces
