"""Dice tables as the organiser runs them: opened, freed, ended by hand."""

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import MemberRequest, organisers_only
from tournament.errors import Refusal, Refused, Stale
from tournament.forms.dice import OrderForm, SeatForm
from tournament.models import DiceTable, Tournament
from tournament.phones import address_for_phones
from tournament.queries import dice as queries
from tournament.queries.results import find_table, play_off_page
from tournament.services import dice
from tournament.wording import sentence

UNPROCESSABLE = 422


@organisers_only
@require_POST
def open_for_table(
    request: MemberRequest, tournament: Tournament, round: int, number: int
) -> HttpResponse:
    table = find_table(tournament, round, number)
    if table is None:
        raise Http404
    try:
        opened = dice.open_dice_table(table=table, by=request.user)
    except Refused as error:
        messages.warning(request, sentence(error))
        return redirect(table)
    return redirect("desk_dice_table", tournament.slug, opened.code)


@organisers_only
@require_POST
def open_for_play_off(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    page = play_off_page(tournament)
    group = page.group(request.POST.get("group", ""))
    play_off = queries.find_play_off(tournament, group.key) if group else None
    if group is None or play_off is None:
        messages.warning(request, sentence(Refused(Refusal.NO_PLAY_OFF)))
        return redirect("play_offs", tournament.slug)
    try:
        opened = dice.open_play_off(play_off=play_off, by=request.user)
    except Refused as error:
        messages.warning(request, sentence(error))
        return redirect("play_offs", tournament.slug)
    return redirect("desk_dice_table", tournament.slug, opened.code)


def find(tournament: Tournament, code: str) -> DiceTable:
    table = queries.find_table(code)
    if table is None or table.tournament != tournament:
        raise Http404
    return table


@organisers_only
@require_safe
def dice_table(
    request: MemberRequest, tournament: Tournament, code: str
) -> HttpResponse:
    table = find(tournament, code)
    if request.GET.get("v") == str(table.revision):
        return HttpResponse(status=204)
    return show(request, tournament, table)


def show(
    request: MemberRequest,
    tournament: Tournament,
    table: DiceTable,
    form: OrderForm | None = None,
) -> HttpResponse:
    page = queries.desk_page(table)
    if form is None and not page.is_over:
        form = OrderForm(names=page.names, number=page.number)
    context = {
        "tournament": tournament,
        "page": page,
        "table": table,
        "form": form,
        "address": address_for_phones(request, table.get_absolute_url()),
    }
    # The form stays out of the part that changes with every throw.
    piece = "v" in request.GET
    template = "desk/_dice_table.html" if piece else "desk/dice_table.html"
    status = UNPROCESSABLE if form and form.is_bound else 200
    return render(request, template, context, status=status)


@organisers_only
@require_POST
def free_seat(
    request: MemberRequest, tournament: Tournament, code: str
) -> HttpResponse:
    table = find(tournament, code)
    form = SeatForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    try:
        dice.free_seat(
            table=table, position=form.cleaned_data["position"], by=request.user
        )
    except Refused as error:
        messages.warning(request, sentence(error))
    else:
        messages.success(request, _("The seat is free. Its old key is worth nothing."))
    return redirect("desk_dice_table", tournament.slug, code)


@organisers_only
@require_POST
def end_game(request: MemberRequest, tournament: Tournament, code: str) -> HttpResponse:
    table = find(tournament, code)
    page = queries.desk_page(table)
    form = OrderForm(request.POST, names=page.names, number=page.number)
    if not form.is_valid():
        if any(field.errors for field in form.hidden_fields()):
            raise BadRequest
        return show(request, tournament, table, form)
    try:
        dice.end_game(
            table=table,
            game=form.cleaned_data["game"],
            order=form.order(),
            by=request.user,
        )
    except Stale as error:
        # What was marked belongs to a game that is over; the page begins afresh.
        messages.warning(request, sentence(error))
        return redirect("desk_dice_table", tournament.slug, code)
    except Refused as error:
        form.add_error(None, sentence(error))
        return show(request, tournament, table, form)
    messages.success(request, _("The result of the game is entered."))
    return redirect("desk_dice_table", tournament.slug, code)
