"""Who may do what. Every desk view is behind one of these decorators."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.crypto import constant_time_compare, salted_hmac
from django_htmx.middleware import HtmxDetails

from tournament.models import Membership, Tournament


class HtmxRequest(HttpRequest):
    """What a view receives that answers pages and pieces of pages."""

    htmx: HtmxDetails


class MemberRequest(HtmxRequest):
    """What a view receives once a decorator has let a person in."""

    user: User
    role: str
    htmx: HtmxDetails


View = Callable[..., HttpResponse]


def role_of(user: User, tournament: Tournament) -> str | None:
    """The person's role in this tournament; None for everybody else."""
    if not user.is_authenticated:
        return None
    membership = Membership.objects.filter(tournament=tournament, user=user).first()
    return membership.role if membership else None


def _members_only(roles: frozenset[str]) -> Callable[[View], View]:
    def decorate(view: View) -> View:
        @login_required
        @wraps(view)
        def guarded(
            request: MemberRequest, slug: str, *args: Any, **kwargs: Any
        ) -> HttpResponse:
            tournament = get_object_or_404(Tournament, slug=slug)
            role = role_of(request.user, tournament)
            # 404 for a stranger: he does not learn what exists.
            if role is None:
                raise Http404
            if role not in roles:
                raise PermissionDenied
            request.role = role
            return view(request, tournament, *args, **kwargs)

        return guarded

    return decorate


organisers_only = _members_only(frozenset({Membership.Role.ORGANISER}))
members_only = _members_only(
    frozenset({Membership.Role.ORGANISER, Membership.Role.HELPER})
)


def need_organiser(request: MemberRequest) -> None:
    """For a deed of organisers on a page that helpers use too."""
    if request.role != Membership.Role.ORGANISER:
        raise PermissionDenied


def may_create_tournaments(user: User) -> bool:
    return user.has_perm("tournament.add_tournament")


def setup_token() -> str:
    """Part of the address at which the first organiser is made.

    Only whoever started the server can read it, in the terminal; it follows
    from the secret key, so there is nothing to store and no default password.
    """
    return salted_hmac(
        "tournament.access.setup_token", "first organiser", algorithm="sha256"
    ).hexdigest()[:32]


def is_setup_token(token: str) -> bool:
    return constant_time_compare(token, setup_token())
