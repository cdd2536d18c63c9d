"""The list of entrants, and who of them is here."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from tournament.access import MemberRequest, members_only, organisers_only
from tournament.errors import Refused
from tournament.forms.entrants import EntrantForm, ReplacementForm
from tournament.forms.tournaments import ReasonForm
from tournament.models import Entrant, Tournament
from tournament.queries.entrants import entrant_list, same_name, was_drawn
from tournament.services import entrants as services
from tournament.wording import sentence

UNPROCESSABLE = 422
LONGEST_SEARCH = 80


@members_only
@require_safe
def entrants(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    return show_list(request, tournament, EntrantForm(initial={"present": True}))


def show_list(
    request: MemberRequest, tournament: Tournament, form: EntrantForm, status: int = 200
) -> HttpResponse:
    search = request.GET.get("q", "")[:LONGEST_SEARCH]
    page = {
        "tournament": tournament,
        "list": entrant_list(tournament, search),
        "search": search,
        "form": form,
    }
    return render(request, "desk/entrants.html", page, status=status)


@members_only
@require_POST
def add(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    form = EntrantForm(request.POST)
    if form.is_valid():
        fields = dict(form.cleaned_data)
        confirmed = fields.pop("same_name")
        twins = same_name(tournament, fields["first_name"], fields["last_name"])
        if twins and not confirmed:
            form.ask_about_same_name(", ".join(map(str, twins)))
        else:
            try:
                entrant = services.add_entrant(
                    tournament=tournament, by=request.user, **fields
                )
            except Refused as error:
                form.add_error("number", sentence(error))
            else:
                messages.success(
                    request,
                    _("%(name)s is entered with number %(number)s.")
                    % {"name": entrant.full_name, "number": entrant.number},
                )
                return redirect(reverse("entrants", args=[tournament.slug]) + "#add")
    return show_list(request, tournament, form, status=UNPROCESSABLE)


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: MemberRequest, tournament: Tournament, number: int) -> HttpResponse:
    entrant = get_object_or_404(tournament.entrants, number=number)
    form = EntrantForm(request.POST or None, instance=entrant)
    if request.method == "POST" and form.is_valid():
        fields = dict(form.cleaned_data)
        fields.pop("same_name")
        fields["number"] = fields["number"] or number
        try:
            entrant = services.change_entrant(
                entrant=tournament.entrants.get(number=number),
                by=request.user,
                **fields,
            )
        except Refused as error:
            form.add_error("number", sentence(error))
        else:
            messages.success(
                request, _("%(name)s is saved.") % {"name": entrant.full_name}
            )
            return redirect("entrants", tournament.slug)
    return show_entrant(request, tournament, number, form=form)


def show_entrant(
    request: MemberRequest, tournament: Tournament, number: int, **forms: Any
) -> HttpResponse:
    """The page of one entrant, with what was typed in one of its forms."""
    entrant = tournament.entrants.get(number=number)
    page = {
        "tournament": tournament,
        "entrant": entrant,
        "was_drawn": was_drawn(entrant),
        "form": EntrantForm(instance=tournament.entrants.get(number=number)),
        "reason_form": ReasonForm(),
        "replacement_form": ReplacementForm(),
        **forms,
    }
    status = UNPROCESSABLE if any(one.errors for one in forms.values()) else 200
    return render(request, "desk/entrant.html", page, status=status)


@organisers_only
@require_POST
def withdraw(
    request: MemberRequest, tournament: Tournament, number: int
) -> HttpResponse:
    done = _("%(name)s has withdrawn and is drawn no more.")
    return with_reason(request, tournament, number, services.withdraw_entrant, done)


@organisers_only
@require_POST
def reinstate(
    request: MemberRequest, tournament: Tournament, number: int
) -> HttpResponse:
    done = _("%(name)s is drawn again from the next round.")
    return with_reason(request, tournament, number, services.reinstate_entrant, done)


def with_reason(
    request: MemberRequest,
    tournament: Tournament,
    number: int,
    deed: Callable[..., Entrant],
    done: str,
) -> HttpResponse:
    entrant = get_object_or_404(tournament.entrants, number=number)
    form = ReasonForm(request.POST)
    if form.is_valid():
        try:
            reason = form.cleaned_data["reason"]
            entrant = deed(entrant=entrant, by=request.user, reason=reason)
        except Refused as error:
            form.add_error(None, sentence(error))
        else:
            messages.success(request, done % {"name": entrant.full_name})
            return redirect("entrants", tournament.slug)
    return show_entrant(request, tournament, number, reason_form=form)


@organisers_only
@require_POST
def replace(
    request: MemberRequest, tournament: Tournament, number: int
) -> HttpResponse:
    entrant = get_object_or_404(tournament.entrants, number=number)
    form = ReplacementForm(request.POST)
    if form.is_valid():
        try:
            entrant = services.replace_entrant(
                entrant=entrant, by=request.user, **form.cleaned_data
            )
        except Refused as error:
            form.add_error(None, sentence(error))
        else:
            messages.success(
                request,
                _("%(name)s takes over number %(number)s.")
                % {"name": entrant.full_name, "number": number},
            )
            return redirect("entrants", tournament.slug)
    return show_entrant(request, tournament, number, replacement_form=form)


@organisers_only
@require_POST
def delete(request: MemberRequest, tournament: Tournament, number: int) -> HttpResponse:
    entrant = get_object_or_404(tournament.entrants, number=number)
    try:
        services.delete_entrant(entrant=entrant, by=request.user)
    except Refused as error:
        messages.warning(request, sentence(error))
        return redirect("change_entrant", tournament.slug, number)
    messages.success(request, _("%(name)s is deleted.") % {"name": entrant.full_name})
    return redirect("entrants", tournament.slug)


@members_only
@require_safe
def check_in(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    search = request.GET.get("q", "")[:LONGEST_SEARCH]
    page = {
        "tournament": tournament,
        "list": entrant_list(tournament, search),
        "search": search,
    }
    return render(request, "desk/check_in.html", page)


@members_only
@require_POST
def check_in_all(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    try:
        services.set_all_present(tournament=tournament, by=request.user)
    except Refused as error:
        messages.warning(request, sentence(error))
    return redirect("check_in", tournament.slug)


@members_only
@require_POST
def check_in_one(
    request: MemberRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """One tap sets one thing; the same tap again undoes it."""
    entrant = get_object_or_404(tournament.entrants, number=number)
    try:
        if "present" in request.POST:
            present = request.POST["present"] == "1"
            services.set_present(entrant=entrant, present=present, by=request.user)
        elif "paid" in request.POST:
            paid = request.POST["paid"] == "1"
            services.set_paid(entrant=entrant, paid=paid, by=request.user)
    except Refused as error:
        messages.warning(request, sentence(error))
    here = reverse("check_in", args=[tournament.slug])
    return redirect(f"{here}#entrant-{number}")
