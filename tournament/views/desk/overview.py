"""The desk of one tournament: what to do next, who sits where, what happened."""

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament import wording
from tournament.access import MemberRequest, members_only, organisers_only
from tournament.forms.results import JumpForm
from tournament.models import Tournament
from tournament.numbers import small_number
from tournament.phones import address_for_phones
from tournament.queries import desk as queries
from tournament.queries import public
from tournament.queries.snapshot import take_snapshot
from tournament.tables import StandingsTable, known_sort

LOG_LINES = 100


@members_only
@require_safe
def overview(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    if request.htmx and request.GET.get("v") == str(tournament.revision):
        return HttpResponse(status=204)
    round = small_number(request.GET.get("round", ""), digits=3)
    jump = JumpForm(request.GET if "table" in request.GET else None)
    if jump.is_valid():
        table = jump.cleaned_data["table"]
        in_round = round or queries.last_published_round(tournament)
        if in_round and queries.sheet_exists(tournament, in_round, table):
            return redirect("sheet", tournament.slug, in_round, table)
        jump.add_error("table", no_such_table(in_round, table))
    page = queries.overview(tournament, round)
    if page.step.step is queries.Step.COLLECT:
        jump.fields["table"].widget.attrs["autofocus"] = True
    context = {"tournament": tournament, "page": page, "jump": jump}
    if request.htmx:
        return render(request, "desk/_overview.html", {**context, "piece": True})
    public = address_for_phones(request, tournament.get_absolute_url())
    return render(
        request,
        "desk/overview.html",
        {**context, "public": public},
        status=422 if jump.is_bound else 200,
    )


def no_such_table(round: int | None, table: int) -> str:
    if round is None:
        return _("No round is published yet.")
    facts = {"round": round, "table": table}
    return _("There is no table %(table)s in round %(round)s.") % facts


@members_only
@require_safe
def desk_standings(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """The players' table with full names, also while it is hidden from them."""
    snapshot = take_snapshot(tournament.pk)
    if request.htmx and request.GET.get("v") == str(snapshot.revision):
        return HttpResponse(status=204)
    after = small_number(request.GET.get("round", ""), digits=3)
    board = public.standings(snapshot, after_round=after, organiser=True)
    if board is None:
        raise Http404
    sort = known_sort(request.GET.get("sort", ""))
    table = StandingsTable(board, sort=sort, keep={"round": str(after or "")})
    shown = {"v": snapshot.revision, **table.keep, "sort": sort}
    page = {
        "tournament": snapshot.tournament,
        "board": board,
        "table": table,
        "poll": f"?{urlencode(shown)}",
    }
    template = "desk/_standings.html" if request.htmx else "desk/standings.html"
    return render(request, template, page)


@organisers_only
@require_safe
def log(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Every change. Searched as it reads, because that is what one remembers."""
    text = " ".join(request.GET.get("q", "").replace("\0", "").split())[:100]
    lines = [
        {
            "at": entry.at,
            "by": entry.by.get_username() if entry.by else "",
            "what": wording.deed(entry),
            "reason": entry.reason,
        }
        for entry in queries.log_of(tournament)
    ]
    if text:
        wanted = text.casefold()
        lines = [
            line
            for line in lines
            if any(
                wanted in str(line[part]).casefold()
                for part in ("by", "what", "reason")
            )
        ]
    pages = Paginator(lines, LOG_LINES)
    return render(
        request,
        "desk/log.html",
        {
            "tournament": tournament,
            "text": text,
            "lines": pages.get_page(request.GET.get("page")),
        },
    )
