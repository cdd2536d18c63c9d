"""Who may do what. Every desk view is behind one of these decorators."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
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


LOOKING = {"GET", "HEAD"}


def page_to_return_to(request: HttpRequest, slug: str) -> str:
    """Where a log-in leads back to: a page, never the address of a button."""
    if request.method in LOOKING:
        return request.get_full_path()
    page = urlsplit(request.headers.get("Referer", ""))
    if page.netloc == request.get_host():
        return page._replace(scheme="", netloc="").geturl()
    return reverse("overview", args=[slug])


def _members_only(roles: frozenset[str]) -> Callable[[View], View]:
    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(
            request: MemberRequest, slug: str, *args: Any, **kwargs: Any
        ) -> HttpResponse:
            if not request.user.is_authenticated:
                return redirect_to_login(page_to_return_to(request, slug))
            tournament = get_object_or_404(Tournament, slug=slug)
            role = role_of(request.user, tournament)
            # 404 for a stranger: he does not learn what exists.
            if role is None:
                raise Http404
            if role not in roles:
                raise PermissionDenied
            request.role = role
            response = view(request, tournament, *args, **kwargs)
            if response.status_code == 405 and request.method in LOOKING:
                # The address of a button, loaded anew or kept as a bookmark.
                return redirect("overview", slug)
            return response

        return guarded

    return decorate


organisers_only = _members_only(frozenset({Membership.Role.ORGANISER}))
members_only = _members_only(
    frozenset({Membership.Role.ORGANISER, Membership.Role.HELPER})
)


def is_organiser(request: MemberRequest) -> bool:
    return request.role == Membership.Role.ORGANISER


def need_organiser(request: MemberRequest) -> None:
    """For a deed of organisers on a page that helpers use too."""
    if not is_organiser(request):
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
