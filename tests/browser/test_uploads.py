"""Files that are sent to the desk."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from tournament.lists.grid import MAX_BYTES
from tournament.models import Tournament


@pytest.mark.parametrize(
    ("name", "file"), [("import", "liste.csv"), ("read_back", "turnier.xlsx")]
)
def test_a_file_that_is_too_large_is_named_before_it_is_sent(
    page: Page,
    tournament: Tournament,
    organiser: User,
    sign_in: Callable[[User], None],
    name: str,
    file: str,
) -> None:
    sign_in(organiser)
    page.goto(reverse(name, args=[tournament.slug]))
    said = page.locator("#too-large")

    def choose(size: int) -> None:
        content = {"name": file, "mimeType": "text/plain", "buffer": bytes(size)}
        page.locator("input[type=file]").set_input_files([content])

    choose(MAX_BYTES + 1)
    expect(said).to_be_visible()
    choose(MAX_BYTES)
    expect(said).to_be_hidden()
