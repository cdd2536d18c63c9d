"""The list of entrants, a list on its way in, and check-in at the door."""

from collections.abc import Callable
from typing import Any, cast
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)
from django_htmx.http import HttpResponseClientRefresh

from tournament import wording
from tournament.access import (
    MemberRequest,
    is_organiser,
    members_only,
    organisers_only,
)
from tournament.errors import Refusal, Refused, Stale
from tournament.forms.entrants import (
    AddForm,
    ChangeForm,
    OptionalReasonForm,
    Reading,
    ReplaceForm,
    RowForm,
    TapForm,
    UploadForm,
    typed_rows,
)
from tournament.lists.grid import Unreadable
from tournament.models import Entrant, Tournament
from tournament.numbers import small_number
from tournament.queries import entrants as queries
from tournament.queries.draws import promise
from tournament.services import entrants as services

from .uploads import for_uploads


@members_only
@require_safe
def entrants(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    late = queries.late_entry(tournament)
    form = AddForm(initial={"present": late.drawn > 0})
    if "added" in request.GET:
        form.fields["first_name"].widget.attrs["autofocus"] = True
    return show_list(request, tournament, form)


def show_list(
    request: MemberRequest,
    tournament: Tournament,
    form: AddForm,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    sort = request.GET.get("sort", "")
    sort = sort if sort in queries.SORTS else "number"
    query = request.GET.get("q", "")[:100]
    context = {
        "tournament": tournament,
        "list": queries.entrant_list(tournament, query, sort),
        "late": queries.late_entry(tournament),
        "form": form,
        "query": query,
        "sort": sort,
        "is_organiser": is_organiser(request),
        **more,
    }
    return render(request, "desk/entrants.html", context, status=status)


@members_only
@require_POST
def add(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    form = AddForm(request.POST)
    if not form.is_valid():
        return show_list(request, tournament, form, status=422)
    try:
        entrant = services.add_entrant(
            tournament=tournament, by=request.user, **form.cleaned_data
        )
    except Refused as error:
        if error.refusal is Refusal.SAME_NAME:
            seen = " ".join(map(str, cast("list[int]", error.facts["numbers"])))
            return show_list(
                request,
                tournament,
                form,
                status=422,
                same_name=wording.sentence(error),
                namesakes=seen,
            )
        place = "number" if error.refusal is Refusal.NUMBER_TAKEN else None
        form.add_error(place, wording.sentence(error))
        return show_list(request, tournament, form, status=422)
    messages.success(
        request,
        _("No. %(number)s %(name)s is entered.")
        % {"number": entrant.number, "name": entrant.full_name},
    )
    address = reverse("entrants", args=[tournament.slug])
    return redirect(f"{address}?added={entrant.number}#add")


# One entrant


@organisers_only
@never_cache  # going back must not bring what was seen before
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: MemberRequest, tournament: Tournament, number: int) -> HttpResponse:
    entrant = get_object_or_404(tournament.entrants, number=number)
    if request.method != "POST":
        return show_entrant(request, tournament, entrant)
    fixed = tournament.numbers_are_fixed()
    form = ChangeForm(entrant, request.POST, number_fixed=fixed)
    if form.is_valid():
        try:
            entrant = services.change_entrant(
                entrant=entrant, by=request.user, **form.typed()
            )
        except Refused as error:
            place = "number" if error.refusal is Refusal.NUMBER_TAKEN else None
            form.add_error(place, wording.sentence(error))
        else:
            typed = small_number(request.POST.get("number", "").strip(), 5)
            # The page was opened before the first draw, and its number with it.
            if fixed and typed not in {None, number}:
                late = Refused(Refusal.NUMBERS_FIXED)
                messages.warning(request, wording.sentence(late))
            if not form.typed():
                messages.info(request, _("Nothing was changed."))
                return redirect(row_of(entrant))
            return done(request, entrant, _("No. %(number)s %(name)s is saved."))
    return show_entrant(request, tournament, entrant, form=form, status=422)


def show_entrant(
    request: MemberRequest,
    tournament: Tournament,
    entrant: Entrant,
    status: int = 200,
    **forms: Any,
) -> HttpResponse:
    """The entrant's page; `forms` are those that come back with errors."""
    context = {
        "tournament": tournament,
        "entrant": entrant,
        "was_drawn": entrant.was_drawn(),
        "late": queries.late_entry(tournament),
        "number_fixed": tournament.numbers_are_fixed(),
        "form": None,
        "withdraw_form": OptionalReasonForm(),
        "replace_form": ReplaceForm(),
        **forms,
    }
    context["form"] = context["form"] or ChangeForm(
        entrant, None, number_fixed=context["number_fixed"]
    )
    return render(request, "desk/entrant.html", context, status=status)


def done(request: MemberRequest, entrant: Entrant, sentence: str) -> HttpResponse:
    """Back to the list, at the entrant's row."""
    facts = {"number": entrant.number, "name": entrant.full_name}
    messages.success(request, sentence % facts)
    return redirect(row_of(entrant))


def row_of(entrant: Entrant) -> str:
    address = reverse("entrants", args=[entrant.tournament.slug])
    return f"{address}#entrant-{entrant.number}"


@organisers_only
@require_POST
def withdraw(
    request: MemberRequest, tournament: Tournament, number: int
) -> HttpResponse:
    entrant = get_object_or_404(tournament.entrants, number=number)
    return with_reason(
        request,
        entrant,
        services.withdraw_entrant,
        _("No. %(number)s %(name)s has withdrawn."),
    )


@organisers_only
@require_POST
def reinstate(
    request: MemberRequest, tournament: Tournament, number: int
) -> HttpResponse:
    entrant = get_object_or_404(tournament.entrants, number=number)
    return with_reason(
        request,
        entrant,
        services.reinstate_entrant,
        _("No. %(number)s %(name)s plays again."),
    )


def with_reason(
    request: MemberRequest,
    entrant: Entrant,
    deed: Callable[..., Entrant],
    sentence: str,
) -> HttpResponse:
    form = OptionalReasonForm(request.POST)
    if form.is_valid():
        try:
            entrant = deed(entrant=entrant, by=request.user, **form.cleaned_data)
        except Refused as error:
            form.add_error(None, wording.sentence(error))
        else:
            return done(request, entrant, sentence)
    return show_entrant(
        request, entrant.tournament, entrant, withdraw_form=form, status=422
    )


@organisers_only
@require_POST
def replace(
    request: MemberRequest, tournament: Tournament, number: int
) -> HttpResponse:
    entrant = get_object_or_404(tournament.entrants, number=number)
    form = ReplaceForm(request.POST)
    if form.is_valid():
        try:
            entrant = services.replace_entrant(
                entrant=entrant, by=request.user, **form.cleaned_data
            )
        except Refused as error:
            form.add_error(None, wording.sentence(error))
        else:
            return done(request, entrant, _("%(name)s takes over No. %(number)s."))
    return show_entrant(request, tournament, entrant, replace_form=form, status=422)


@organisers_only
@require_POST
def delete(request: MemberRequest, tournament: Tournament, number: int) -> HttpResponse:
    entrant = get_object_or_404(tournament.entrants, number=number)
    name = entrant.full_name
    try:
        services.delete_entrant(entrant=entrant, by=request.user)
    except Refused as error:
        return show_entrant(
            request,
            tournament,
            entrant,
            delete_error=wording.sentence(error),
            status=422,
        )
    messages.success(
        request,
        _("No. %(number)s %(name)s is deleted.") % {"number": number, "name": name},
    )
    return redirect("entrants", tournament.slug)


# A list on its way in


def show_upload(
    request: MemberRequest,
    tournament: Tournament,
    form: UploadForm,
    *,
    error: Unreadable | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "form": form,
        "late": queries.late_entry(tournament),
        "trouble": wording.sentence(error) if error else "",
    }
    return render(request, "desk/import.html", context, status=status)


def too_large(
    request: MemberRequest, tournament: Tournament, error: Unreadable
) -> HttpResponse:
    return show_upload(request, tournament, UploadForm(), error=error, status=413)


@require_http_methods(["GET", "HEAD", "POST"])
@for_uploads(too_large)
def read_list(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Upload or paste; and the same list again with corrected columns."""
    if request.method != "POST":
        return show_upload(request, tournament, UploadForm())
    if "list" in request.POST:
        reading = Reading.unsign(request.POST["list"], tournament)
        if reading is None:
            return start_again(request, tournament)
        return show_preview(request, tournament, reading.corrected(request.POST))
    form = UploadForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            sheets = form.sheets()
        except Unreadable as error:
            form.add_error(form.where, wording.sentence(error))
        else:
            seen = queries.count_entrants(tournament)
            return show_preview(request, tournament, Reading.of(sheets, seen))
    return show_upload(request, tournament, form, status=422)


def start_again(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    messages.error(
        request, _("This preview cannot be used any more. Please read the list again.")
    )
    return redirect("import", tournament.slug)


def show_preview(
    request: MemberRequest,
    tournament: Tournament,
    reading: Reading,
    *,
    notice: str = "",
    status: int = 200,
    **rows: Any,
) -> HttpResponse:
    titles = {
        place: sheet.title or _("Your list")
        for place, sheet in enumerate(reading.sheets)
    }
    context = {
        "tournament": tournament,
        "reading": reading,
        "list": reading.sign(tournament),
        "titles": [(place, titles[place]) for place in reading.order],
        "preview": queries.preview(tournament, reading.understood(), titles, **rows),
        "meanings": wording.MEANINGS.items(),
        "late": queries.late_entry(tournament),
        "notice": notice,
    }
    return render(request, "desk/import_preview.html", context, status=status)


@for_uploads(too_large)
@require_POST
def confirm_list(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Store every ticked line, or none and show all of them again as typed."""
    reading = Reading.unsign(request.POST.get("list", ""), tournament)
    if reading is None:
        return start_again(request, tournament)
    corrected = reading.corrected(request.POST)
    if corrected != reading:
        notice = _(
            "Sheets or columns were changed, so the list was read again. Nothing is "
            "stored yet: please check the lines and store again."
        )
        return show_preview(request, tournament, corrected, notice=notice, status=422)

    people = {
        queries.key_of(place, person): person
        for place, part in reading.understood().items()
        for person in part.people
    }
    typed = typed_rows(request.POST, people)
    forms = {
        key: RowForm(request.POST, prefix=key)
        for key, row in typed.items()
        if row["take"]
    }
    errors = {key: form.sentences() for key, form in forms.items() if form.errors}
    numbers = {key: form.cleaned_data.get("number") for key, form in forms.items()}
    for key, clash in queries.number_clashes(tournament, numbers).items():
        sentence = _("No. %(number)s is taken. The next free number is %(free)s.")
        facts = {"number": clash.number, "free": clash.free}
        errors.setdefault(key, []).append(sentence % facts)

    def again(notice: str, reading: Reading, stale: bool = False) -> HttpResponse:
        return show_preview(
            request,
            tournament,
            reading,
            notice=notice,
            status=422,
            typed=typed,
            errors=errors,
            untick_entered=stale,
        )

    now = queries.count_entrants(tournament)
    if now != reading.seen:
        stale = Stale(Refusal.LIST_CHANGED, count=now)
        return again(wording.sentence(stale), reading.seen_anew(now), stale=True)
    if not forms:
        return again(_("No line is ticked, so nothing was stored."), reading)
    if errors:
        notice = _("Nothing was stored: some lines need a correction.")
        return again(notice, reading)
    rows = [
        {**form.cleaned_data, "phone": people[key].phone, "note": people[key].note}
        for key, form in forms.items()
    ]
    try:
        added = services.add_entrants(
            tournament=tournament, by=request.user, rows=rows, seen=reading.seen
        )
    except Stale as error:
        reading = reading.seen_anew(queries.count_entrants(tournament))
        return again(wording.sentence(error), reading, stale=True)
    except Refused as error:
        return again(wording.sentence(error), reading)
    sentence = ngettext(
        "%(count)s entrant is stored.", "%(count)s entrants are stored.", len(added)
    )
    messages.success(request, sentence % {"count": len(added)})
    return redirect("entrants", tournament.slug)


# At the door


def shown(request: MemberRequest) -> dict[str, str]:
    """Which part of the check-in list a page shows, as its address says it."""
    show, query = request.GET.get("show", ""), request.GET.get("q", "")[:100]
    return {"show": show if show in queries.SHOWN else "all", "q": query}


@members_only
@require_safe
def check_in(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """The page; and for one that is open already, what changed since."""
    part = shown(request)
    tapped = small_number(request.GET.get("tapped", ""), digits=5)
    since = small_number(request.GET.get("v", ""), digits=9)
    context = {
        "tournament": tournament,
        "part": part,
        "query_string": urlencode(part),
        "tapped": tapped,
        "what": request.GET.get("what", ""),
    }
    if since is None:
        context["list"] = queries.check_in(tournament, part["show"], part["q"], tapped)
        context["secret"] = promise(tournament)
        return render(request, "desk/check_in.html", context)
    if since == tournament.revision:
        return HttpResponse(status=204)
    changed = queries.tapped_since(tournament, since)
    if changed is None:
        context["list"] = queries.check_in(tournament, part["show"], part["q"])
    else:
        context["list"] = everybody = queries.check_in(tournament)
        context["rows"] = [
            row for row in everybody.rows if row.entrant.number in changed
        ]
    return render(request, "desk/check_in_changes.html", context)


@members_only
@require_POST
def check_in_one(
    request: MemberRequest, tournament: Tournament, number: int
) -> HttpResponse:
    entrant = get_object_or_404(tournament.entrants, number=number)
    tap = TapForm(request.POST)
    said = tap.cleaned_data if tap.is_valid() else {}
    if not any(said.values()):
        messages.warning(request, _("Nothing was changed."))
        if request.htmx:
            return HttpResponseClientRefresh()
    try:
        if present := said.get("present"):
            services.set_present(
                entrant=entrant, present=present == "yes", by=request.user
            )
        if paid := said.get("paid"):
            services.set_paid(entrant=entrant, paid=paid == "yes", by=request.user)
    except Refused as error:
        messages.error(request, wording.sentence(error))
        if request.htmx:
            return HttpResponseClientRefresh()
    part = shown(request)
    what = "paid" if "paid" in request.POST else "present"
    if request.htmx:
        everybody = queries.check_in(tournament)
        rows = [row for row in everybody.rows if row.entrant.number == number]
        context = {
            "tournament": tournament,
            "list": everybody,
            "row": rows[0] if rows else None,
            "query_string": urlencode(part),
            "tapped": number,
            "what": what,
        }
        return render(request, "desk/check_in_tap.html", context)
    address = reverse("check_in", args=[tournament.slug])
    same_spot = urlencode({**part, "tapped": number, "what": what})
    return redirect(f"{address}?{same_spot}#entrant-{number}")


@members_only
@require_POST
def check_in_all(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    try:
        newly = services.set_all_present(tournament=tournament, by=request.user)
    except Refused as error:
        messages.error(request, wording.sentence(error))
    else:
        sentence = ngettext(
            "%(count)s more is checked in: everybody is here.",
            "%(count)s more are checked in: everybody is here.",
            newly,
        )
        messages.success(request, sentence % {"count": newly})
    return redirect("check_in", tournament.slug)
