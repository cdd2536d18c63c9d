"""Inviting, joining, taking back, removing."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from tests import cast
from tournament.models import Invitation, Membership, Tournament
from tournament.services.members import invite

pytestmark = pytest.mark.usefixtures("english")

NEW = {
    "do": "new",
    "new-username": "hanna",
    "new-password1": "dreizehn-deckel",
    "new-password2": "dreizehn-deckel",
}


@pytest.fixture
def invitation(tournament: Tournament, organiser: User) -> Invitation:
    return invite(tournament=tournament, role="helper", by=organiser)


def at(name: str, tournament: Tournament, *more: object) -> str:
    return reverse(name, args=[tournament.slug, *more])


def role_of(name: str) -> str:
    return Membership.objects.get(user__username=name).role


@pytest.mark.parametrize("role", ["helper", "organiser"])
def test_an_invitation_is_an_address_and_a_code_to_scan(
    desk: Client, tournament: Tournament, role: str
) -> None:
    desk.post(at("invite", tournament), {"role": role})
    one = Invitation.objects.get()
    page = desk.get(
        at("members", tournament), headers={"host": "pub.example:8000"}
    ).content.decode()

    assert one.role == role
    assert f'value="http://pub.example:8000{one.get_absolute_url()}"' in page
    assert "<svg" in page.split('class="qr"')[1]


@pytest.mark.parametrize("role", ["", "boss", "\0", "x" * 5000])
def test_only_roles_that_exist_are_invited(
    desk: Client, tournament: Tournament, role: str
) -> None:
    answer = desk.post(at("invite", tournament), {"role": role}, follow=True)

    assert "Choose whom to invite" in answer.content.decode()
    assert not Invitation.objects.exists()


def test_somebody_new_creates_an_account_and_is_in(
    client: Client, invitation: Invitation
) -> None:
    page = client.get(invitation.get_absolute_url()).content.decode()
    assert "olga invites you to help" in page

    answer = client.post(invitation.get_absolute_url(), NEW, follow=True)
    assert answer.redirect_chain[-1][0] == at("overview", invitation.tournament)
    assert role_of("hanna") == "helper"
    assert User.objects.get(username="hanna").check_password("dreizehn-deckel")
    assert not Invitation.objects.exists()


def test_a_link_lets_one_person_in(client: Client, invitation: Invitation) -> None:
    client.post(invitation.get_absolute_url(), NEW)
    answer = Client().post(
        invitation.get_absolute_url(), {**NEW, "new-username": "zweite"}
    )

    assert answer.status_code == 404
    assert "This invitation was used or taken back." in answer.content.decode()
    assert not User.objects.filter(username="zweite").exists()


def test_who_has_an_account_logs_in_on_the_same_page(
    client: Client, invitation: Invitation
) -> None:
    User.objects.create_user("hans", password="schock-aus-111")
    typed = {"do": "login", "login-username": "hans", "login-password": "falsch"}
    answer = client.post(invitation.get_absolute_url(), typed)
    assert answer.status_code == 422
    assert "User name and password do not fit together." in answer.content.decode()
    assert 'value="hans"' in answer.content.decode()

    typed["login-password"] = "schock-aus-111"
    assert client.post(invitation.get_absolute_url(), typed).status_code == 302
    assert role_of("hans") == "helper"


def test_who_is_logged_in_only_confirms(invitation: Invitation) -> None:
    otto = cast.make_organiser("otto")
    browser = Client()
    browser.force_login(otto)
    assert "Join as otto" in browser.get(invitation.get_absolute_url()).content.decode()
    assert Membership.objects.filter(user=otto).count() == 0

    browser.post(invitation.get_absolute_url(), {"do": "join"})
    assert role_of("otto") == "helper"


def test_an_organiser_who_tries_his_own_link_does_not_use_it_up(
    desk: Client, invitation: Invitation
) -> None:
    for answer in (
        desk.get(invitation.get_absolute_url()),
        desk.post(invitation.get_absolute_url(), {"do": "join"}),
    ):
        assert "it is still unused" in answer.content.decode()
    assert Invitation.objects.exists()
    assert role_of("olga") == "organiser"


def test_a_helper_becomes_organiser_by_a_link_and_may_create_tournaments(
    tournament: Tournament, organiser: User, helper: User
) -> None:
    one = invite(tournament=tournament, role="organiser", by=organiser)
    browser = Client()
    browser.force_login(helper)
    browser.post(one.get_absolute_url(), {"do": "join"})

    assert role_of("hans") == "organiser"
    assert Permission.objects.filter(user=helper, codename="add_tournament").exists()


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("username", ""),
        ("username", "olga"),
        ("username", "OLGA"),
        ("username", "mit leer"),
        ("username", "<b>x</b>"),
        ("username", "🎲"),
        ("username", "\0"),
        ("username", "x" * 5000),
        ("password1", ""),
        ("password2", "anders-getippt"),
        ("password2", "\0"),
    ],
)
def test_a_new_account_that_cannot_be_is_said_at_its_place(
    client: Client, invitation: Invitation, field: str, typed: str
) -> None:
    answer = client.post(invitation.get_absolute_url(), {**NEW, f"new-{field}": typed})

    assert answer.status_code == 422
    assert f'id="id_new-{field}_error"' in answer.content.decode()
    assert User.objects.count() == 1
    assert Invitation.objects.exists()


@pytest.mark.parametrize("password", ["kurz", "12345678", "password"])
def test_a_weak_password_is_refused(
    client: Client, invitation: Invitation, password: str
) -> None:
    typed = {**NEW, "new-password1": password, "new-password2": password}

    assert client.post(invitation.get_absolute_url(), typed).status_code == 422
    assert User.objects.count() == 1


@pytest.mark.parametrize("token", ["x", "x" * 5000, "🎲", "0"])
def test_a_link_that_never_was_says_so(client: Client, db: None, token: str) -> None:
    answer = client.get(reverse("invitation", args=[token]))

    assert answer.status_code == 404
    assert "ask the organiser for a new link" in answer.content.decode()


def test_an_invitation_is_taken_back(
    desk: Client, tournament: Tournament, invitation: Invitation
) -> None:
    revoke = at("revoke_invitation", tournament, invitation.pk)
    assert "is taken back" in desk.post(revoke, follow=True).content.decode()
    assert "was used or taken back" in desk.post(revoke, follow=True).content.decode()
    assert Client().get(invitation.get_absolute_url()).status_code == 404


def test_invitations_and_members_of_others_are_out_of_reach(
    desk: Client, tournament: Tournament
) -> None:
    otto = cast.make_organiser("otto")
    others = cast.make_tournament(otto, name="Fremd")
    one = invite(tournament=others, role="helper", by=otto)
    desk.post(at("revoke_invitation", tournament, one.pk))
    member = others.memberships.get()

    assert desk.post(at("remove_member", tournament, member.pk)).status_code == 404
    assert desk.post(at("remove_member", tournament, 10**30)).status_code == 404
    assert desk.post(at("revoke_invitation", tournament, 10**30)).status_code == 302
    assert Invitation.objects.exists()
    assert others.memberships.exists()


def test_a_helper_is_removed_and_sees_nothing_any_more(
    desk: Client, tournament: Tournament, helper: User
) -> None:
    member = tournament.memberships.get(user=helper)
    answer = desk.post(at("remove_member", tournament, member.pk), follow=True)
    assert "hans no longer helps." in answer.content.decode()

    browser = Client()
    browser.force_login(helper)
    assert browser.get(at("overview", tournament)).status_code == 404


def test_a_tournament_keeps_one_organiser(
    desk: Client, tournament: Tournament, organiser: User
) -> None:
    mine = tournament.memberships.get(user=organiser)
    answer = desk.post(at("remove_member", tournament, mine.pk), follow=True)
    assert "keeps at least one organiser" in answer.content.decode()

    tournament.memberships.create(user=cast.make_organiser("otto"), role="organiser")
    answer = desk.post(at("remove_member", tournament, mine.pk), follow=True)
    assert answer.redirect_chain[-1][0] == reverse("desk")
    assert tournament.memberships.get().user.username == "otto"
