"""The first run, logging in and out, changing the password, wrong guesses."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tournament.access import setup_token
from tournament.guessing import TRIES
from tournament.models import Tournament
from tournament.names import DEMO_USER

pytestmark = pytest.mark.usefixtures("english")

FIRST = {
    "username": "olga",
    "password1": "dreizehn-deckel",
    "password2": "dreizehn-deckel",
}
RIGHT = {"username": "olga", "password": "schock-aus-111"}
WRONG = {"username": "olga", "password": "schock-aus-112"}


def setup_address(token: str = "") -> str:
    return reverse("setup", args=[token or setup_token()])


# The first run


@pytest.mark.parametrize("page", ["login", "desk", "new_tournament"])
def test_a_new_server_leads_to_the_first_run(
    client: Client, db: None, page: str
) -> None:
    answer = client.get(reverse(page), follow=True)

    assert answer.redirect_chain[-1][0] == reverse("setup")
    assert "stands in the terminal" in answer.content.decode()
    assert "<form" not in answer.content.decode()


@pytest.mark.parametrize("token", ["x", "0" * 32, "x" * 5000, "🎲"])
def test_without_the_link_from_the_terminal_nobody_becomes_organiser(
    client: Client, db: None, token: str
) -> None:
    for address in (setup_address(token), reverse("setup")):
        answer = client.post(address, FIRST)
        assert "stands in the terminal" in answer.content.decode()
    assert not User.objects.exists()


def test_with_the_link_the_first_organiser_is_made_and_logged_in(
    client: Client, db: None
) -> None:
    assert "You are the first here" in client.get(setup_address()).content.decode()

    answer = client.post(setup_address(), FIRST, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("new_tournament")
    olga = User.objects.get()
    assert olga.check_password("dreizehn-deckel")
    assert olga.has_perm("tournament.add_tournament")
    assert not olga.is_superuser


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("username", ""),
        ("username", "\0"),
        ("username", "x" * 5000),
        ("username", "<script>"),
        ("username", "demo"),
        ("username", "Demo"),
        ("password1", ""),
        ("password2", "anders"),
    ],
)
def test_a_first_organiser_that_cannot_be_is_said(
    client: Client, db: None, field: str, typed: str
) -> None:
    answer = client.post(setup_address(), {**FIRST, field: typed})

    assert answer.status_code == 422
    assert f'id="id_{field}_error"' in answer.content.decode()
    assert not User.objects.exists()


def test_once_anybody_exists_the_link_is_dead(client: Client, organiser: User) -> None:
    for address in (setup_address(), reverse("setup")):
        for answer in (
            client.get(address, follow=True),
            client.post(address, {**FIRST, "username": "eve"}, follow=True),
        ):
            assert answer.redirect_chain[-1][0] == reverse("login")
            assert "This server is set up already." in answer.content.decode()
    assert User.objects.count() == 1


# Logging in and out


def test_logging_in_leads_where_one_wanted_to_go(
    client: Client, tournament: Tournament
) -> None:
    wanted = reverse("overview", args=[tournament.slug])
    login = client.get(wanted)["Location"]
    page = client.get(login).content.decode()
    assert f'name="next" value="{wanted}"' in page

    answer = client.post(login, {**RIGHT, "next": wanted})
    assert answer["Location"] == wanted
    assert client.get(reverse("login"))["Location"] == reverse("desk")


@pytest.mark.parametrize(
    ("page", "returns_to"),
    [
        ("http://testserver/desk/kneipenpokal-2026/check-in/?q=1", "check-in/?q=1"),
        ("https://evil.example/desk/kneipenpokal-2026/check-in/", ""),
        ("", ""),
    ],
)
def test_who_presses_a_button_without_a_log_in_returns_to_its_page(
    client: Client, tournament: Tournament, page: str, returns_to: str
) -> None:
    button = reverse("check_in_all", args=[tournament.slug])
    asked = client.post(button, headers={"referer": page})

    [wanted] = parse_qs(urlsplit(asked["Location"]).query)["next"]
    assert wanted.endswith(f"/desk/{tournament.slug}/{returns_to}")
    answer = client.post(reverse("login"), {**RIGHT, "next": wanted})
    assert answer["Location"] == wanted
    assert client.get(wanted).status_code == 200


def test_the_address_of_a_button_opened_as_a_page_leads_to_the_desk(
    desk: Client, tournament: Tournament
) -> None:
    for name, more in (
        ("draw_round", [1]),
        ("publish_draw", [1]),
        ("swap_seats", [1]),
        ("close", []),
        ("invite", []),
        ("add_entrant", []),
        ("withdraw_entrant", [1]),
        ("replace_entrant", [1]),
        ("confirm_import", []),
        ("check_in_all", []),
        ("play_off_lots", []),
    ):
        answer = desk.get(reverse(name, args=[tournament.slug, *more]))
        assert answer.status_code == 302, name
        assert answer["Location"] == reverse("overview", args=[tournament.slug]), name


def test_no_link_leads_away_from_here(client: Client, organiser: User) -> None:
    answer = client.post(reverse("login"), {**RIGHT, "next": "https://evil.example/"})

    assert answer["Location"] == reverse("desk")


def test_one_logs_out_by_a_button_not_by_a_link(desk: Client) -> None:
    assert desk.get(reverse("logout")).status_code == 405
    assert desk.post(reverse("logout")).status_code == 302
    assert desk.get(reverse("desk")).status_code == 302


@pytest.mark.parametrize("typed", ["", "\0", "🎲", "x" * 5000, "<b>", "nobody"])
def test_a_log_in_that_cannot_be_is_said(
    client: Client, organiser: User, typed: str
) -> None:
    for field in ("username", "password"):
        answer = client.post(reverse("login"), {**RIGHT, field: typed})
        assert answer.status_code == 422
        assert 'class="errorlist' in answer.content.decode()


def test_after_ten_wrong_tries_even_the_right_password_waits(
    client: Client, organiser: User
) -> None:
    for _ in range(TRIES):
        answer = client.post(reverse("login"), WRONG)
        assert "do not fit together" in answer.content.decode()

    answer = client.post(reverse("login"), RIGHT)
    assert answer.status_code == 422
    assert "Please wait 15 minutes" in answer.content.decode()


def test_guesses_count_for_one_name_from_one_address(
    client: Client, organiser: User
) -> None:
    User.objects.create_user("hans", password="schock-aus-111")
    for _ in range(TRIES):
        client.post(reverse("login"), WRONG)

    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.post(reverse("login"), RIGHT).status_code == 302
    other_name = {**RIGHT, "username": "hans"}
    assert client.post(reverse("login"), other_name).status_code == 302


def test_the_right_password_forgets_earlier_slips(
    client: Client, organiser: User
) -> None:
    for _ in range(2):
        for _ in range(TRIES - 1):
            client.post(reverse("login"), WRONG)
        assert client.post(reverse("login"), RIGHT).status_code == 302
        client.post(reverse("logout"))


def test_a_page_that_asks_for_news_without_a_log_in_is_loaded_anew(
    client: Client, tournament: Tournament
) -> None:
    overview = reverse("overview", args=[tournament.slug])
    answer = client.get(overview, headers={"hx-request": "true"}, follow=True)

    assert answer["HX-Refresh"] == "true"
    assert not answer.content


# The password


def test_a_password_is_changed_by_who_knows_the_old_one(
    desk: Client, organiser: User
) -> None:
    typed = {
        "old_password": "schock-aus-111",
        "new_password1": "dreizehn-deckel",
        "new_password2": "dreizehn-deckel",
    }
    for field, wrong in (
        ("old_password", "falsch"),
        ("new_password2", "anders"),
        ("new_password1", ""),
        ("old_password", "\0"),
    ):
        answer = desk.post(reverse("password"), {**typed, field: wrong})
        assert answer.status_code == 422
        assert f'id="id_{field}_error"' in answer.content.decode()

    answer = desk.post(reverse("password"), typed, follow=True)
    assert "Your password is changed." in answer.content.decode()
    organiser.refresh_from_db()
    assert organiser.check_password("dreizehn-deckel")


def test_a_stranger_changes_no_password(client: Client, organiser: User) -> None:
    assert client.get(reverse("password")).status_code == 302
    assert client.post(reverse("password")).status_code == 302


@pytest.mark.django_db
def test_the_demo_organiser_logs_in_before_anybody_else_exists(client: Client) -> None:
    User.objects.create_user(DEMO_USER, password="schock-aus-111")

    typed = {"username": DEMO_USER, "password": "schock-aus-111"}
    answer = client.post(reverse("login"), typed)

    assert answer.status_code == 302
    assert answer["Location"] == reverse("desk")
