"""A tournament as a whole: its list, its settings, its end."""

from collections.abc import Collection

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from scoring.errors import RuleBroken
from tournament.access import MemberRequest, may_create_tournaments, organisers_only
from tournament.errors import Refusal, Refused, Stale
from tournament.forms.tournaments import (
    DeleteForm,
    NewTournamentForm,
    ReasonForm,
    SettingsForm,
    VisibilityForm,
)
from tournament.models import Tournament
from tournament.queries.desk import (
    SettingsPage,
    count_tournaments,
    my_tournaments,
    settings_page,
    what_is_lost,
)
from tournament.services import tournaments
from tournament.wording import sentence


@login_required
@require_safe
def desk(request: MemberRequest) -> HttpResponse:
    return render(
        request,
        "desk/desk.html",
        {
            "mine": my_tournaments(request.user),
            "may_create": may_create_tournaments(request.user),
        },
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_tournament(request: MemberRequest) -> HttpResponse:
    if not may_create_tournaments(request.user):
        raise PermissionDenied
    form = NewTournamentForm(
        request.POST if request.method == "POST" else None,
        initial={"seen": count_tournaments(request.user)},
    )
    if form.is_valid():
        try:
            tournament = tournaments.create_tournament(
                by=request.user, **form.cleaned_data
            )
        except RuleBroken as error:
            form.add_error("points_first", sentence(error))
        except Stale as error:
            messages.info(request, sentence(error))
            return redirect("overview", error.facts["slug"])
        else:
            messages.success(request, _("“%(name)s” is ready.") % {"name": tournament})
            return redirect("overview", tournament.slug)
    return render(
        request,
        "desk/new_tournament.html",
        {"form": form},
        status=422 if form.is_bound else 200,
    )


@organisers_only
@never_cache  # going back must not bring what was seen before
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    page = settings_page(tournament)
    fixed = tournaments.FIXED_BY_FIRST_DRAW if page.rounds_drawn else ()
    form = SettingsForm(
        request.POST if request.method == "POST" else None,
        initial=page.values,
        without=fixed,
    )
    if form.is_valid():
        try:
            tournaments.change_tournament(
                tournament=tournament, by=request.user, **form.typed()
            )
        except RuleBroken as error:
            form.add_error(None if fixed else "points_first", sentence(error))
        except Refused as error:
            form.add_error(None, sentence(error))
        else:
            if form.typed():
                messages.success(request, _("Settings saved."))
            else:
                messages.info(request, _("Nothing was changed."))
            if asks_for(fixed, request.POST, page):
                messages.warning(request, sentence(Refused(Refusal.FORMAT_FIXED)))
            return redirect("settings", tournament.slug)
    return render(
        request,
        "desk/settings.html",
        {
            "tournament": tournament,
            "form": form,
            "fixed": [line for line in page.lines if line.name in fixed],
            "lines": page.lines,
        },
        status=422 if form.is_bound else 200,
    )


def asks_for(fixed: Collection[str], typed: QueryDict, page: SettingsPage) -> bool:
    """Whether a form that was opened before the first draw changes what is fixed."""
    form = SettingsForm(typed, initial=page.values)
    return any(name in typed for name in fixed if name in form.changed_data)


@organisers_only
@require_POST
def visibility(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """One tap; afterwards the page on which it was tapped."""
    form = VisibilityForm(request.POST)
    if form.is_valid() and (switched := form.switched()):
        tournaments.change_visibility(
            tournament=tournament, by=request.user, **switched
        )
        if "standings_hidden" in switched:
            hidden = switched["standings_hidden"]
            said = _("The players do not see the standings any more.")
            messages.success(
                request, said if hidden else _("The players see the standings.")
            )
        if "full_names" in switched:
            said = _("The players see first name and initial only.")
            full = switched["full_names"]
            messages.success(
                request, _("The players see full names.") if full else said
            )
    else:
        messages.warning(request, _("Nothing was changed."))
    page = "settings" if request.POST.get("page") == "settings" else "overview"
    return redirect(page, tournament.slug)


@organisers_only
@require_POST
def close(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    try:
        tournaments.close_tournament(tournament=tournament, by=request.user)
    except Refused as error:
        messages.warning(request, sentence(error))
    else:
        messages.success(request, _("The tournament is closed. Well played!"))
    return redirect("overview", tournament.slug)


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def reopen(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            tournaments.reopen_tournament(
                tournament=tournament,
                by=request.user,
                reason=form.cleaned_data["reason"],
            )
        except Refused as error:
            messages.warning(request, sentence(error))
        else:
            messages.success(request, _("The tournament is open again."))
        return redirect("overview", tournament.slug)
    return render(
        request,
        "desk/reopen.html",
        {"tournament": tournament, "form": form},
        status=422 if form.is_bound else 200,
    )


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    form = DeleteForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            tournaments.delete_tournament(
                tournament=tournament, typed_name=form.cleaned_data["name"]
            )
        except Refused as error:
            form.add_error("name", sentence(error))
        else:
            messages.success(
                request, _("“%(name)s” is deleted.") % {"name": tournament.name}
            )
            return redirect("desk")
    return render(
        request,
        "desk/delete.html",
        {"tournament": tournament, "form": form, "lost": what_is_lost(tournament)},
        status=422 if form.is_bound else 200,
    )
