"""What players see, without login: the same for everybody, from the cache."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament import live, pages
from tournament.queries import draw_story as stories
from tournament.queries import highlights as queries
from tournament.queries import public
from tournament.queries.snapshot import Snapshot
from tournament.tables import StandingsTable, known_sort
from tournament.wording import check_words


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(
        request, "public/home.html", {"home": public.home(timezone.localdate())}
    )


@pages.page("public/round.html", live="public/_round.html", searchable=True)
def current_round(snapshot: Snapshot, *, search: str) -> dict[str, Any]:
    return round_context(snapshot, None, search)


@pages.page("public/round.html", live="public/_round.html", searchable=True)
def past_round(snapshot: Snapshot, *, number: int, search: str) -> dict[str, Any]:
    return round_context(snapshot, number, search)


def round_context(
    snapshot: Snapshot, number: int | None, search: str
) -> dict[str, Any]:
    found = public.round_page(snapshot, number)
    if found is None:
        raise Http404
    places = found.places
    entered = found.entered
    if search:
        places = tuple(one for one in places if one.person.answers_to(search))
        entered = tuple(one for one in entered if one.answers_to(search))
    return {
        "round": found,
        "places": places,
        "entered": entered,
        "matches": len(places) + len(entered),
    }


@pages.page(
    "public/standings.html",
    live="public/_standings.html",
    query={"round": pages.clean_round, "sort": known_sort},
    searchable=True,
)
def standings(
    snapshot: Snapshot, *, search: str, round: str = "", sort: str = ""
) -> dict[str, Any]:
    board = asked_board(snapshot, round)
    if search:
        board = board.only(search)
    keep = {"round": round, "q": search}
    return {
        "board": board,
        "table": StandingsTable(board, sort=sort, keep=keep),
        "round": round,
        "sort": sort,
        "matches": len(board.lines),
        "has_highlights": queries.may_have_some(snapshot),
    }


def asked_board(snapshot: Snapshot, round: str) -> public.Board:
    board = public.standings(snapshot, after_round=int(round) if round else None)
    if board is None:
        raise Http404
    return board


@pages.page("public/entrant.html", live="public/_entrant.html")
def entrant(snapshot: Snapshot, *, number: int) -> dict[str, Any]:
    found = public.entrant_page(snapshot, number)
    if found is None:
        raise Http404
    return {"entrant": found}


@pages.page("public/highlights.html", live="public/_highlights.html")
def highlights(snapshot: Snapshot) -> dict[str, Any]:
    return {"highlights": queries.highlights(snapshot)}


@pages.page("public/rules.html")
def rules(snapshot: Snapshot) -> dict[str, Any]:
    return {}


@pages.page("public/draw.html")
def draw_story(snapshot: Snapshot, *, number: int) -> dict[str, Any]:
    found = stories.draw_story(snapshot, number)
    if found is None:
        raise Http404
    return {"story": found, "words": check_words()}


@pages.data({"attempt": pages.clean_attempt})
def draw_json(snapshot: Snapshot, number: int, attempt: str = "") -> str:
    found = stories.record_text(snapshot, number, int(attempt) if attempt else None)
    if found is None:
        raise Http404
    return found


@require_safe
def verify(request: HttpRequest) -> HttpResponse:
    """Checks a record in the browser; no record is ever sent here."""
    return render(request, "public/verify.html", {"words": check_words()})


@pages.data({"round": pages.clean_round})
def standings_json(snapshot: Snapshot, round: str = "") -> dict[str, Any]:
    board = asked_board(snapshot, round)
    if board.hidden:
        raise PermissionDenied(_("The standings are hidden for now."))
    return public.standings_data(board)


@pages.data({"round": pages.clean_round})
def rounds_json(snapshot: Snapshot, round: str = "") -> dict[str, Any]:
    found = public.rounds_data(snapshot, int(round) if round else None)
    if found is None:
        raise Http404
    return found


@pages.data()
def entrants_json(snapshot: Snapshot) -> dict[str, Any]:
    return public.entrants_data(snapshot)


@require_safe
def no_stream(request: HttpRequest, topic: str) -> HttpResponse:
    """Where only pages are served (`runserver`), the polling has to do.

    204 tells the browser so without an error in its console. A server with the
    stream answers this address before it comes here.
    """
    if not live.is_topic(topic):
        raise Http404
    return HttpResponse(status=204)
