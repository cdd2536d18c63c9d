"""Who runs a tournament: the first organiser, invitations, helpers."""

from django.contrib.auth.models import Permission, User
from django.db import transaction

from tournament.errors import Refusal, Refused
from tournament.models import Deed, Invitation, Membership, Tournament
from tournament.names import DEMO_USER

from .deed import lock, record


def is_set_up() -> bool:
    """Whether an organiser exists who can let others in."""
    return User.objects.exclude(username=DEMO_USER).exists()


def somebody_can_log_in() -> bool:
    """Whether there is any login at all, the demo's included."""
    return User.objects.exists()


@transaction.atomic
def create_first_organiser(*, user: User) -> User:
    """The first run: `user` is unsaved, with a name and a password set.

    Refused as soon as there is anybody.
    """
    # There is no tournament to lock yet; the permission's row does as well.
    Permission.objects.select_for_update().get(pk=may_create().pk)
    if is_set_up():
        raise Refused(Refusal.SET_UP_ALREADY)
    user.save()
    let_create_tournaments(user)
    return user


def let_create_tournaments(user: User) -> None:
    user.user_permissions.add(may_create())


def may_create() -> Permission:
    return Permission.objects.get(
        content_type__app_label="tournament", codename="add_tournament"
    )


@transaction.atomic
def invite(*, tournament: Tournament, role: str, by: User) -> Invitation:
    tournament = lock(tournament, closed=None)
    invitation = Invitation.objects.create(
        tournament=tournament, role=Membership.Role(role), created_by=by
    )
    record(tournament, Deed.MEMBER_INVITED, by=by, role=role)
    return invitation


@transaction.atomic
def revoke_invitation(*, invitation: Invitation, by: User) -> None:
    """Take a link back; refused where somebody has just used it."""
    tournament = lock(invitation.tournament, closed=None)
    deleted, _ = Invitation.objects.filter(pk=invitation.pk).delete()
    if not deleted:
        raise Refused(Refusal.INVITATION_USED)
    record(tournament, Deed.INVITATION_REVOKED, by=by, role=invitation.role)


@transaction.atomic
def accept_invitation(*, token: str, user: User) -> Membership:
    """Use a link up. `user` may be new and unsaved. An organiser stays one."""
    found = Invitation.objects.filter(token=token).select_related("tournament").first()
    if found is None:
        raise Refused(Refusal.INVITATION_USED)
    tournament, role = lock(found.tournament, closed=None), found.role
    deleted, _ = Invitation.objects.filter(pk=found.pk).delete()
    if not deleted:
        raise Refused(Refusal.INVITATION_USED)
    if user.pk is None:
        user.save()
    membership, created = Membership.objects.get_or_create(
        tournament=tournament, user=user, defaults={"role": role}
    )
    if not created and role == Membership.Role.ORGANISER:
        membership.role = role
        membership.save(update_fields=["role"])
    if role == Membership.Role.ORGANISER:
        let_create_tournaments(user)
    record(tournament, Deed.MEMBER_JOINED, by=user, name=user.get_username(), role=role)
    return membership


@transaction.atomic
def remove_member(*, membership: Membership, by: User) -> None:
    """A tournament always keeps one organiser."""
    tournament = lock(membership.tournament, closed=None)
    organisers = tournament.memberships.filter(role=Membership.Role.ORGANISER)
    if not organisers.exclude(pk=membership.pk).exists():
        raise Refused(Refusal.LAST_ORGANISER)
    name = membership.user.get_username()
    deleted, _ = tournament.memberships.filter(pk=membership.pk).delete()
    if deleted:
        record(tournament, Deed.MEMBER_REMOVED, by=by, name=name)
