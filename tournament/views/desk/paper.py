"""Everything that is printed or saved: sheets, lists, cards, certificates, CSV."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import (
    MemberRequest,
    is_organiser,
    members_only,
    organisers_only,
)
from tournament.forms.paper import CertificateForm
from tournament.models import Tournament
from tournament.paper import certificates as texts
from tournament.paper.blocks import SIZES
from tournament.paper.score_sheets import blank_sheets as blanks
from tournament.paper.score_sheets import score_sheets
from tournament.paper.tables_csv import DIALECTS, entrants_csv, standings_csv
from tournament.phones import address_for_phones
from tournament.queries import paper as queries
from tournament.queries.draws import promise
from tournament.services.tournaments import change_certificate_text

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@members_only
@require_safe
def paper(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Everything there is on paper, by the moment of the evening."""
    page = queries.moment(tournament, organiser=is_organiser(request))
    context = {"tournament": tournament, "page": page}
    return render(request, "desk/paper.html", context)


def show(
    request: MemberRequest, template: str, tournament: Tournament, **context: Any
) -> HttpResponse:
    return render(request, template, {"tournament": tournament, **context})


MANY_GAMES = 14
MOST_GAMES = {"a4": 50, "a4x2": MANY_GAMES, "a5": 30}
"""With more of them a sheet of this size would leave no room to write."""


def size_asked(request: MemberRequest, tournament: Tournament) -> str:
    size = request.GET.get("size", "")
    return size if size in sizes_for(tournament) else "a4"


def sizes_for(tournament: Tournament) -> list[str]:
    """The sizes on which the sheet of a table can be written."""
    return [size for size in SIZES if tournament.games <= MOST_GAMES[size]]


def round_or_404(
    request: MemberRequest, tournament: Tournament, number: int
) -> queries.RoundOnPaper:
    organiser = is_organiser(request)
    found = queries.round_on_paper(tournament, number, organiser=organiser)
    if found is None:
        raise Http404
    return found


# Score sheets


@members_only
@require_safe
def sheets(request: MemberRequest, tournament: Tournament, round: int) -> HttpResponse:
    page = round_or_404(request, tournament, round)
    addresses = [address_of(request, tournament, round, t.number) for t in page.tables]
    return show_sheets(
        request, tournament, page, list(zip(page.tables, addresses, strict=True))
    )


@members_only
@require_safe
def blank_sheets(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    a_page = SIZES[size_asked(request, tournament)].a_page
    return show_sheets(request, tournament, None, [(None, "")] * a_page)


def show_sheets(
    request: MemberRequest,
    tournament: Tournament,
    page: queries.RoundOnPaper | None,
    tables: list[Any],
) -> HttpResponse:
    size = size_asked(request, tournament)
    a_page = SIZES[size].a_page
    return show(
        request,
        "print/sheets.html",
        tournament,
        round=page,
        size=size,
        sizes=sizes_for(tournament),
        many=MANY_GAMES,
        pages=[tables[at : at + a_page] for at in range(0, len(tables), a_page)],
        games=range(1, tournament.games + 1),
        seats=queries.SEAT_NUMBERS,
        check=tournament.format.check,
    )


def address_of(
    request: MemberRequest, tournament: Tournament, round: int, table: int
) -> str:
    """Where the QR code of a score sheet leads: to the page where it is entered."""
    path = reverse("sheet", args=[tournament.slug, round, table])
    return address_for_phones(request, path)


@members_only
@require_safe
def sheets_xlsx(
    request: MemberRequest, tournament: Tournament, round: int
) -> HttpResponse:
    content = score_sheets(
        tournament,
        round,
        size_asked(request, tournament),
        lambda table: address_of(request, tournament, round, table),
        unpublished=is_organiser(request),
    )
    if content is None:
        raise Http404
    name = _("sheets-round-%(number)s") % {"number": round}
    return attachment(content, f"{tournament.slug}-{name}.xlsx", XLSX)


@members_only
@require_safe
def blank_xlsx(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    content = blanks(tournament, size_asked(request, tournament))
    return attachment(content, f"{tournament.slug}-{_('sheets')}.xlsx", XLSX)


def attachment(content: bytes, name: str, kind: str) -> HttpResponse:
    disposition = f'attachment; filename="{name}"'
    headers = {"Content-Disposition": disposition}
    return HttpResponse(content, content_type=kind, headers=headers)


# For the room


@members_only
@require_safe
def seating(request: MemberRequest, tournament: Tournament, round: int) -> HttpResponse:
    """Who sits where, by name, to be read from two metres away."""
    page = round_or_404(request, tournament, round)
    return show(request, "print/seating.html", tournament, round=page)


@members_only
@require_safe
def plan(request: MemberRequest, tournament: Tournament, round: int) -> HttpResponse:
    """All tables of a round in their order."""
    page = round_or_404(request, tournament, round)
    return show(request, "print/plan.html", tournament, round=page)


@members_only
@require_safe
def table_cards(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """A number for each table, with the way to the players' page."""
    public = address_for_phones(request, tournament.get_absolute_url())
    count = queries.most_tables(tournament)
    return show(
        request,
        "print/table_cards.html",
        tournament,
        cards=range(1, count + 1),
        public=public,
    )


@members_only
@require_safe
def start_numbers(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    people = queries.start_numbers(tournament)
    return show(request, "print/start_numbers.html", tournament, entrants=people)


@members_only
@require_safe
def check_in_list(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    people, secret = queries.alphabetical(tournament), promise(tournament)
    return show(
        request, "print/check_in.html", tournament, entrants=people, secret=secret
    )


# The standings and the end


@members_only
@require_safe
def standings(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    finals = queries.final_places(tournament)
    return show(request, "print/standings.html", tournament, finals=finals)


@members_only
@require_safe
def ceremony(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """From the last place to the first, as it is read aloud."""
    finals = queries.final_places(tournament)
    return show(
        request,
        "print/ceremony.html",
        tournament,
        finals=finals,
        places=finals.places[::-1],
    )


@members_only
@require_safe
def certificates(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """For places 1 to 3, or for everybody; best last, as they are handed out."""
    finals = queries.final_places(tournament)
    everybody = request.GET.get("for") == "all"
    pages = [
        {"rank": one.line.rank, "lines": lines, "is_dense": texts.is_dense(lines)}
        for one in reversed(finals.places)
        if finals.begun and (everybody or one.is_on_podium)
        if (lines := texts.lines_for(tournament, one.entrant, one.line))
    ]
    return show(
        request,
        "print/certificates.html",
        tournament,
        pages=pages,
        everybody=everybody,
        over=finals.decided,
    )


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def certificate_text(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    form = CertificateForm(
        request.POST if request.method == "POST" else None,
        initial={"text": texts.text_of(tournament)},
    )
    if form.is_valid():
        text = form.cleaned_data["text"]
        if unknown := texts.unknown_placeholders(text):
            sentence = _("%(words)s stands for nothing. Use the words from the list.")
            words = ", ".join(f"[{word}]" for word in unknown)
            form.add_error("text", sentence % {"words": words})
        elif len(texts.lines_of(text)) > texts.MOST_LINES:
            sentence = _("At most %(most)s lines fit on a certificate.")
            form.add_error("text", sentence % {"most": texts.MOST_LINES})
        else:
            usual = text == texts.default_text()
            change_certificate_text(
                tournament=tournament, text="" if usual else text, by=request.user
            )
            return redirect("paper_certificates", tournament.slug)
    return render(
        request,
        "desk/certificate_text.html",
        {
            "tournament": tournament,
            "form": form,
            "placeholders": texts.offered(),
            "usual": texts.default_text(),
        },
        status=422 if form.is_bound else 200,
    )


# CSV


@members_only
@require_safe
def csv_of_standings(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    content = standings_csv(tournament, DIALECTS[dialect(request)])
    return csv_file(tournament, _("standings"), content)


@members_only
@require_safe
def csv_of_entrants(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    content = entrants_csv(
        tournament,
        DIALECTS[dialect(request)],
        private=is_organiser(request),
    )
    return csv_file(tournament, _("entrants"), content)


def dialect(request: MemberRequest) -> str:
    return "excel" if request.GET.get("for") == "excel" else "standard"


def csv_file(tournament: Tournament, what: str, content: bytes) -> HttpResponse:
    name = f"{tournament.slug}-{what}.csv"
    return attachment(content, name, "text/csv; charset=utf-8")
