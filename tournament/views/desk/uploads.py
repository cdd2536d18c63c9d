"""Files that come in: refused before they are read when they are far too large."""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import HttpResponse
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from tournament.access import MemberRequest, organisers_only
from tournament.lists.grid import MAX_BYTES, Trouble, Unreadable
from tournament.models import Tournament

View = Callable[[MemberRequest, Tournament], HttpResponse]
Refuse = Callable[[MemberRequest, Tournament, Unreadable], HttpResponse]


def for_uploads(refuse: Refuse) -> Callable[[View], View]:
    """Refuse a request that is far too large before its body is read.

    Checking the CSRF token reads the body, so that check comes after the size.
    """

    def decorate(view: View) -> View:
        @csrf_exempt
        @organisers_only
        @wraps(view)
        def guarded(request: MemberRequest, tournament: Tournament) -> HttpResponse:
            size = int(request.META.get("CONTENT_LENGTH") or 0)
            if size > (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0):
                throw_away(request, size)
                error = Unreadable(Trouble.TOO_LARGE, megabytes=MAX_BYTES // 1024**2)
                return refuse(request, tournament, error)
            return csrf_protect(view)(request, tournament)

        return guarded

    return decorate


def throw_away(request: MemberRequest, size: int) -> None:
    """A browser shows the answer only once it has sent what it wanted to send."""
    most = 200 * 1024 * 1024
    while size <= most and request.read(64 * 1024):
        pass
