"""A round before and after its draw, by lot or by hand. Helpers do not draw."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from scoring.errors import RuleBroken
from tournament.access import MemberRequest, organisers_only
from tournament.errors import Refusal, Refused, Stale
from tournament.forms.draws import (
    ByHandForm,
    CheckedByHandForm,
    RoomForm,
    SeenDrawForm,
    SwapForm,
    WithdrawForm,
)
from tournament.models import Draw, Tournament
from tournament.queries.draws import (
    DrawPage,
    by_hand_page,
    draw_page,
    promise_page,
    show_page,
)
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
        "room": RoomForm(),
        "swaps": [(deed(entry), entry) for entry in page.swaps],
        **typed,
    }
    return render(request, "desk/draw.html", context, status=status)


@organisers_only
@require_POST
def draw(request: MemberRequest, tournament: Tournament, number: int) -> HttpResponse:
    need_round(tournament, number)
    form = RoomForm(request.POST)
    refused = ""
    if form.is_valid():
        try:
            draws.draw_round(
                tournament=tournament,
                round=number,
                by=request.user,
                room=form.cleaned_data["room"],
            )
        except Stale as error:
            messages.warning(request, sentence(error))
        except (Refused, RuleBroken) as error:
            refused = sentence(error)
        if not refused:
            return redirect("draw", tournament.slug, number)
    page = load(tournament, number)
    return answer(request, tournament, page, 422, refused=refused, room=form)


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def by_hand(
    request: MemberRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Look at tables that were typed in. Nothing is stored."""
    need_round(tournament, number)
    if request.method != "POST":
        return answer_by_hand(request, tournament, number, ByHandForm())
    return answer_by_hand(request, tournament, number, ByHandForm(request.POST))


@organisers_only
@require_POST
def draw_by_hand(
    request: MemberRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Draw with the tables that were looked at, as they were looked at."""
    need_round(tournament, number)
    form, typed = CheckedByHandForm(request.POST), ByHandForm(request.POST)
    if not (form.is_valid() and typed.is_valid()):
        refused = "" if form.has_error("room") else _("Please check the tables first.")
        return answer_by_hand(request, tournament, number, typed, form, refused)
    page = by_hand_page(tournament, number, typed.cleaned_data["tables"])
    if not page.may_be_drawn:
        messages.warning(request, _("This round cannot be drawn now."))
        return redirect("draw", tournament.slug, number)
    if page.checked != form.cleaned_data["checked"]:
        refused = _("Something has changed since you looked. Please look again.")
        return answer_by_hand(request, tournament, number, typed, None, refused)
    try:
        draws.draw_round(
            tournament=tournament,
            round=number,
            by=request.user,
            room=form.cleaned_data["room"],
            fixed=page.fixed,
        )
    except Stale as error:
        messages.warning(request, sentence(error))
    except (Refused, RuleBroken) as error:
        return answer_by_hand(request, tournament, number, typed, None, sentence(error))
    return redirect("draw", tournament.slug, number)


def answer_by_hand(
    request: MemberRequest,
    tournament: Tournament,
    number: int,
    typed: ByHandForm,
    checked: CheckedByHandForm | None = None,
    refused: str = "",
) -> HttpResponse:
    """The text as it was typed, with what is wrong with it or what it would mean."""
    text = typed.cleaned_data["tables"] if typed.is_valid() else None
    page = by_hand_page(tournament, number, text)
    for fault in page.faults:
        typed.add_error("tables", fault)
    if page.checked and checked is None:
        checked = CheckedByHandForm(initial={"tables": text, "checked": page.checked})
    return render(
        request,
        "desk/by_hand.html",
        {
            "tournament": tournament,
            "page": page,
            "form": typed,
            "checked": checked,
            "refused": refused,
        },
        status=422 if refused or typed.errors or (checked and checked.errors) else 200,
    )


@organisers_only
@require_safe
def wall(request: MemberRequest, tournament: Tournament, number: int) -> HttpResponse:
    """For everybody in the room: the fingerprint, then the tables one by one."""
    need_round(tournament, number)
    page = show_page(tournament, number)
    if page is None:
        secret = promise_page(tournament, number)
        if secret is None:
            return redirect("draw", tournament.slug, number)
        context = {"tournament": tournament, "round": number, "secret": secret}
        return render(request, "desk/show_promise.html", context)
    seen = SeenDrawForm(initial={"attempt": page.draw.attempt})
    context = {"tournament": tournament, "page": page, "seen": seen}
    return render(request, "desk/show.html", context)


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

    def withdraw_seen(seen: Draw) -> str:
        reason = form.cleaned_data["reason"]
        draws.withdraw_draw(draw=seen, by=request.user, reason=reason)
        said = _("The draw of round %(round)s is withdrawn. You can draw again.")
        return said % {"round": number}

    return change(request, tournament, page, form, withdraw_seen)


@organisers_only
@require_POST
def swap(request: MemberRequest, tournament: Tournament, number: int) -> HttpResponse:
    page = load(tournament, number)
    form = SwapForm(page.seats.people if page.seats else (), request.POST)

    def swap_seen(seen: Draw) -> str:
        draws.swap_seats(
            draw=seen,
            one=form.cleaned_data["one"],
            other=form.cleaned_data["other"],
            by=request.user,
            reason=form.cleaned_data["reason"],
        )
        return _("The two have changed places.")

    return change(request, tournament, page, form, swap_seen)


def change(
    request: MemberRequest,
    tournament: Tournament,
    page: DrawPage,
    form: WithdrawForm | SwapForm,
    alter: Callable[[Draw], str],
) -> HttpResponse:
    """Change the draw that was on the screen, or say at the place why not."""
    try:
        if form.is_valid():
            attempt = form.cleaned_data["attempt"]
            said = alter(seen_draw(tournament, page.round, attempt))
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
