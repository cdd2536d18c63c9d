"""A real Chromium in front of a real server."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client
from playwright.sync_api import Browser, Page, sync_playwright

from tests.depth import THOROUGH

# Playwright's synchronous API runs an event loop in the thread of the test;
# Django would take every query there for a mistake.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

HERE = Path(__file__).parent
WITHOUT_WINDOWS = "chromium-headless-shell"
"""The same Chromium without the program around its pages: in half the time."""
WHOLE = ("chromium", "chromium-browser", "google-chrome")
NAMES = (*WHOLE, WITHOUT_WINDOWS) if THOROUGH else (WITHOUT_WINDOWS, *WHOLE)
ARGUMENTS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests; without one they are skipped, or fail in CI."""
    program = next((path for name in NAMES if (path := shutil.which(name))), None)
    if program is None:
        if os.environ.get("SCHOCK_REQUIRE_BROWSER") == "1":
            pytest.fail("no Chromium on this machine")
        pytest.skip("no Chromium on this machine")
    # Chromium refuses its sandbox to root, as whom containers run.
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=[*sandbox, *ARGUMENTS]
        )
        yield browser
        browser.close()
        # While Playwright's loop runs, Django keeps other connections than before
        # and after it; left open they would hold the test database.
        connections.close_all()


@pytest.fixture
def page(browser: Browser, live_server: Any) -> Iterator[Page]:
    """A fresh German browser; addresses may begin with a slash.

    The test fails when a script of the page does, or breaks the security policy.
    """
    context = browser.new_context(base_url=live_server.url, locale="de-DE")
    context.set_default_timeout(10_000)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console",
        lambda message: (
            faults.append(message.text)
            if "Content Security Policy" in message.text
            else None
        ),
    )
    yield page
    context.close()
    assert not faults


@pytest.fixture
def sign_in(page: Page, live_server: Any) -> Callable[[User], None]:
    """Be this person in the browser, without typing a password."""

    def sign_in(user: User) -> None:
        client = Client()
        client.force_login(user)
        page.context.add_cookies(
            [
                {
                    "name": "sessionid",
                    "value": client.cookies["sessionid"].value,
                    "url": live_server.url,
                }
            ]
        )

    return sign_in
