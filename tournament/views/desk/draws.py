"""A round before and after its draw. Helpers do not draw."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.errors import RuleBroken
from tournament.access import MemberRequest, organisers_only
from tournament.errors import Refusal, Refused, Stale
from tournament.forms.draws import SeenDrawForm, SwapForm, WithdrawForm
from tournament.models import Draw, Tournament
from tournament.queries.desk import DrawPage, draw_page
from tournament.services import draws
from tournament.wording import deed, sentence


@organisers_only
@require_safe
def show(request: MemberRequest, tournament: Tournament, number: int) -> HttpResponse:
    return answer(request, tournament, load(tournament, number))


def load(tournament: Tournament, number: int) -> DrawPage:
    need_round(tournament, number)
    return draw_page(tournament, number)


def need_round(tournament: Tournament, number: int) -> None:
    if not 1 <= number <= tournament.rounds:
        raise Http404


def answer(
    request: MemberRequest,
    tournament: Tournament,
    page: DrawPage,
    status: int = 200,
    **typed: Any,
) -> HttpResponse:
    seen = {"attempt": page.draw.attempt} if page.draw else {}
    people = page.seats.people if page.seats else ()
    context = {
        "tournament": tournament,
        "page": page,
        "seen": SeenDrawForm(initial=seen),
        "withdraw": WithdrawForm(initial=seen),
        "swap": SwapForm(people, initial=seen),
        "swaps": [(deed(entry), entry) for entry in page.swaps],
        **typed,
    }
    return render(request, "desk/draw.html", context, status=status)


@organisers_only
@require_POST
def draw(request: MemberRequest, tournament: Tournament, number: int) -> HttpResponse:
    need_round(tournament, number)
    try:
        draws.draw_round(tournament=tournament, round=number, by=request.user)
    except Stale as error:
        messages.warning(request, sentence(error))
    except (Refused, RuleBroken) as error:
        page = load(tournament, number)
        return answer(request, tournament, page, 422, refused=sentence(error))
    return redirect("draw", tournament.slug, number)


@organisers_only
@require_POST
def publish(
    request: MemberRequest, tournament: Tournament, number: int
) -> HttpResponse:
    need_round(tournament, number)
    form = SeenDrawForm(request.POST)
    attempt = form.cleaned_data["attempt"] if form.is_valid() else 0
    try:
        seen = seen_draw(tournament, number, attempt)
        draws.publish_draw(draw=seen, by=request.user)
    except Stale as error:
        messages.warning(request, sentence(error))
        return redirect("draw", tournament.slug, number)
    except Refused as error:
        messages.warning(request, sentence(error))
    else:
        said = _("Round %(round)s is published: the players see where they sit.")
        messages.success(request, said % {"round": number})
    return redirect("overview", tournament.slug)


@organisers_only
@require_POST
def withdraw(
    request: MemberRequest, tournament: Tournament, number: int
) -> HttpResponse:
    page = load(tournament, number)
    form = WithdrawForm(request.POST)

    def deed(seen: Draw) -> str:
        reason = form.cleaned_data["reason"]
        draws.withdraw_draw(draw=seen, by=request.user, reason=reason)
        said = _("The draw of round %(round)s is withdrawn. You can draw again.")
        return said % {"round": number}

    return change(request, tournament, page, form, deed)


@organisers_only
@require_POST
def swap(request: MemberRequest, tournament: Tournament, number: int) -> HttpResponse:
    page = load(tournament, number)
    form = SwapForm(page.seats.people if page.seats else (), request.POST)

    def deed(seen: Draw) -> str:
        draws.swap_seats(
            draw=seen,
            one=form.cleaned_data["one"],
            other=form.cleaned_data["other"],
            by=request.user,
            reason=form.cleaned_data["reason"],
        )
        return _("The two have changed places.")

    return change(request, tournament, page, form, deed)


def change(
    request: MemberRequest,
    tournament: Tournament,
    page: DrawPage,
    form: WithdrawForm | SwapForm,
    deed: Callable[[Draw], str],
) -> HttpResponse:
    """Change the draw that was on the screen, or say at the place why not."""
    try:
        if form.is_valid():
            attempt = form.cleaned_data["attempt"]
            said = deed(seen_draw(tournament, page.round, attempt))
            messages.success(request, said)
            return redirect("draw", tournament.slug, page.round)
        if form.has_error("attempt"):
            # Nobody types it: the page was kept for too long.
            raise Stale(Refusal.DRAW_GONE, round=page.round)
    except Stale as error:
        messages.warning(request, sentence(error))
        return redirect("draw", tournament.slug, page.round)
    except Refused as error:
        form.add_error(None, sentence(error))
    return answer(request, tournament, page, 422, **{str(form.prefix): form})


def seen_draw(tournament: Tournament, round: int, attempt: int) -> Draw:
    """The draw that was on the screen, be it withdrawn meanwhile or not."""
    draw = tournament.draws.filter(round=round, attempt=attempt).first()
    if draw is None:
        raise Stale(Refusal.DRAW_GONE, round=round)
    return draw
