"""Players' pages are made once per revision, then answered from the cache.

A page is the same for everybody: it is made without the request, so it can
hold no session, no person, no token. It is kept under tournament, revision,
language, view and the whitelisted part of the query, as finished bytes.
Whoever comes while it is being made waits for it. In each process a page is
made at most once per revision.

A page that changes while it is looked at has a live part. It asks for itself
with the revision it shows, `?v=17`, and gets 204 as long as that is current.
"""

import gzip
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from threading import Lock
from typing import Any
from urllib.parse import urlencode
from weakref import WeakValueDictionary

from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.http import JsonResponse as PlainJson
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.links import entrants_at
from tournament.models import Tournament
from tournament.numbers import small_number
from tournament.queries.snapshot import Snapshot, current_revision, take_snapshot

KEEP_SECONDS = 600
"""A new revision has new keys; the old pages only have to be forgotten."""

LONGEST_SEARCH = 80

Query = Mapping[str, Callable[[str], str]]
View = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class Stored:
    """A finished answer. The weak tag stands for both encodings.

    Only the gzip is kept, a fourteenth of the page: hardly anybody asks for
    less, and reading 200 kB out of the cache costs more than all the rest.
    """

    etag: str
    gzipped: bytes

    @classmethod
    def of(cls, content: str) -> "Stored":
        body = content.encode()
        etag = f'W/"{sha256(body).hexdigest()[:32]}"'
        return cls(etag, gzip.compress(body, 6, mtime=0))

    @property
    def body(self) -> bytes:
        return gzip.decompress(self.gzipped)


@dataclass(frozen=True, slots=True)
class Address:
    """All that a page of everybody may know of a request: where it stands."""

    view: str
    path: str
    query: str

    @property
    def resolver_match(self) -> "Address":
        return self

    @property
    def url_name(self) -> str:
        return self.view

    @classmethod
    def of(
        cls, request: HttpRequest, asked: Mapping[str, str], search: str
    ) -> "Address":
        """Where a request stands, without anything that nobody asked us to keep."""
        match = request.resolver_match
        assert match is not None
        assert match.url_name
        query = urlencode({**asked, "q": search} if search else asked)
        return cls(match.url_name, reverse(match.url_name, kwargs=match.kwargs), query)

    def get_full_path(self) -> str:
        return f"{self.path}?{self.query}" if self.query else self.path


_making: WeakValueDictionary[str, Any] = WeakValueDictionary()
_guard = Lock()


def _lock_of(name: str) -> Any:
    with _guard:
        return _making.setdefault(name, Lock())


def _name(view: str, asked: Mapping[str, Any]) -> str:
    """What tells the pages of one tournament and revision apart."""
    return f"{get_language()}:{view}:{urlencode(asked)}"


def _stored(
    pk: int, revision: int, name: str, part: str, make: Callable[[Snapshot], Any]
) -> Stored:
    """One part of a page from the cache, made if need be, all parts at once."""

    def key(revision: int, part: str) -> str:
        return f"page:{pk}:{revision}:{name}:{part}"

    found: Stored | None = cache.get(key(revision, part))
    if found is not None:
        return found
    with _lock_of(f"{pk}:{name}"):
        snapshot = take_snapshot(pk)
        found = cache.get(key(snapshot.revision, part))
        if found is not None:
            return found
        made = {part: Stored.of(text) for part, text in make(snapshot).items()}
        cache.set_many(
            {key(snapshot.revision, part): one for part, one in made.items()},
            KEEP_SECONDS,
        )
        return made[part]


def _answer(request: HttpRequest, stored: Stored, kind: str) -> HttpResponseBase:
    zipped = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
    response = HttpResponse(
        stored.gzipped if zipped else stored.body, content_type=kind
    )
    if zipped:
        response["Content-Encoding"] = "gzip"
    response["ETag"] = stored.etag
    response["Cache-Control"] = "no-cache"
    response["Vary"] = "Accept-Encoding"
    return (
        get_conditional_response(request, etag=stored.etag, response=response)
        or response
    )


def _known(slug: str) -> tuple[int, int]:
    known = current_revision(slug)
    if known is None:
        raise Http404
    return known


def _asked(request: HttpRequest, query: Query) -> dict[str, str]:
    """The whitelisted part of the query, cleaned, without what says nothing."""
    cleaned = {name: clean(request.GET.get(name, "")) for name, clean in query.items()}
    return {name: value for name, value in cleaned.items() if value}


def page(
    template: str,
    *,
    live: str = "",
    query: Query | None = None,
    searchable: bool = False,
) -> Callable[[Callable[..., dict[str, Any]]], View]:
    """A view from a function that gives a template's context for a snapshot.

    `live` is the template of the part that keeps itself current. Free text
    (`?q=`) is answered past the cache, or its keys would be without end.
    """

    def decorate(context_of: Callable[..., dict[str, Any]]) -> View:
        @require_safe
        @wraps(context_of)
        def view(request: HttpRequest, slug: str, **address: Any) -> HttpResponseBase:
            try:
                pk, revision = _known(slug)
                if live and request.GET.get("v") == str(revision):
                    return HttpResponse(status=204)
                asked = _asked(request, query or {})
                search = clean_search(request.GET.get("q", "")) if searchable else ""

                def make(snapshot: Snapshot) -> dict[str, str]:
                    more = {"search": search} if searchable else {}
                    context = {
                        "request": Address.of(request, asked, search),
                        "tournament": snapshot.tournament,
                        "revision": snapshot.revision,
                        "pages": entrants_at(slug),
                        **more,
                        **context_of(snapshot, **address, **asked, **more),
                    }
                    return _render(template, live, context)

                part = "live" if live and "v" in request.GET else "page"
                if search:
                    stored = Stored.of(make(take_snapshot(pk))[part])
                else:
                    name = _name(context_of.__name__, {**address, **asked})
                    stored = _stored(pk, revision, name, part, make)
            except Tournament.DoesNotExist as gone:
                raise Http404 from gone
            return _answer(request, stored, "text/html; charset=utf-8")

        return view

    return decorate


def _render(template: str, live: str, context: dict[str, Any]) -> dict[str, str]:
    if not live:
        return {"page": render_to_string(template, context)}
    here: Address = context["request"]
    poll = f"?v={context['revision']}" + (f"&{here.query}" if here.query else "")
    inside = {**context, "poll": poll, "live": live}
    inner = render_to_string("public/_live.html", inside)
    whole = render_to_string(template, {**context, "live": mark_safe(inner)})
    return {"live": inner, "page": whole}


def data(query: Query | None = None) -> Callable[[Callable[..., Any]], View]:
    """The same for JSON: any page of the web may read it.

    Refusals are JSON too, so that an embedding page can show why. Text is JSON
    already, to the byte.
    """

    def decorate(data_of: Callable[..., Any]) -> View:
        @require_safe
        @wraps(data_of)
        def view(request: HttpRequest, slug: str, **address: Any) -> HttpResponseBase:
            response: HttpResponseBase
            try:
                pk, revision = _known(slug)
                asked = _asked(request, query or {})

                def make(snapshot: Snapshot) -> dict[str, str]:
                    found = data_of(snapshot, **address, **asked)
                    if not isinstance(found, str):
                        found = json.dumps(found, ensure_ascii=False)
                    return {"data": found}

                name = _name(data_of.__name__, {**address, **asked})
                stored = _stored(pk, revision, name, "data", make)
                response = _answer(request, stored, "application/json")
            except PermissionDenied as refused:
                response = PlainJson({"detail": str(refused)}, status=403)
            except (Http404, Tournament.DoesNotExist):
                response = PlainJson(
                    {"detail": _("There is no such page.")}, status=404
                )
            response["Access-Control-Allow-Origin"] = "*"
            return response

        return view

    return decorate


def clean_search(text: str) -> str:
    """What was typed, as one line of bearable length."""
    words = "".join(char if char.isprintable() else " " for char in text).split()
    return " ".join(words)[:LONGEST_SEARCH].strip()


def clean_round(text: str) -> str:
    """A round's number; nothing where none was asked for."""
    return clean_number(text, digits=2)


def clean_attempt(text: str) -> str:
    """Which draw of a round, counted from 1; nothing where none was asked for."""
    return clean_number(text, digits=4)


def clean_number(text: str, digits: int) -> str:
    if not text:
        return ""
    number = small_number(text, digits)
    if number is None:
        raise Http404
    return str(number)
