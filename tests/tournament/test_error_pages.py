"""What a person reads where something is not there, not allowed or broken."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import SuspiciousOperation
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import translation

from tournament.models import Tournament
from tournament.phones import address_for_phones
from tournament.views.errors import bad_request

pytestmark = pytest.mark.usefixtures("english")


def test_a_mistyped_address_leads_back(client: Client, db: None) -> None:
    answer = client.get("/en/gibt/es/nicht/")
    page = answer.content.decode()

    assert answer.status_code == 404
    assert "There is nothing here" in page
    assert f'href="{reverse("home")}"' in page


def test_a_page_that_was_open_too_long_says_so(organiser: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(organiser)
    answer = browser.post(reverse("new_tournament"), {"name": "x"})
    page = answer.content.decode()

    assert answer.status_code == 403
    assert "This page was open for too long" in page
    assert "CSRF" not in page
    assert not Tournament.objects.exists()


def test_too_many_fields_are_answered_in_words(desk: Client) -> None:
    many = {f"field-{number}": "1" for number in range(20_001)}
    answer = desk.post(reverse("new_tournament"), many)

    assert answer.status_code == 413
    assert "That was too much at once" in answer.content.decode()


def test_too_long_a_text_is_answered_in_words(desk: Client) -> None:
    answer = desk.post(
        reverse("new_tournament"),
        "name=" + "x" * (5 * 1024 * 1024),
        content_type="application/x-www-form-urlencoded",
    )

    assert answer.status_code == 413
    assert "That was too much at once" in answer.content.decode()


def test_a_request_that_makes_no_sense_is_answered_in_words(rf: RequestFactory) -> None:
    answer = bad_request(rf.get("/"), SuspiciousOperation())

    assert answer.status_code == 400
    assert "That could not be understood" in answer.content.decode()


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_page_for_our_own_mistakes_needs_nothing(language: str) -> None:
    with translation.override(language):
        page = render_to_string("500.html")

    assert f'lang="{language}"' in page
    assert 'href="/"' in page


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_phones_get_an_address_that_is_not_their_own(
    rf: RequestFactory, host: str
) -> None:
    """Without a network there is no better address than the one in use."""
    address = address_for_phones(rf.get("/", headers={"host": host}), "/t/pokal/")

    assert address.startswith("http://")
    assert address.endswith(":8000/t/pokal/")
    assert address == f"http://{host}/t/pokal/" or host not in address


@pytest.mark.parametrize("host", ["pub.example", "192.168.1.7:8000", "pub.local"])
def test_an_address_that_phones_can_reach_is_kept(
    rf: RequestFactory, host: str
) -> None:
    request = rf.get("/", headers={"host": host})

    assert address_for_phones(request, "/t/pokal/") == f"http://{host}/t/pokal/"
