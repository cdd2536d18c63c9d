"""The dice table: opened, joined, played at, and read afterwards.

Whoever holds the key of a seat sits there. A browser keeps the keys of its seats
in its session; it may hold several, as a tablet does that is passed round.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_http_methods,
    require_safe,
)

from scoring.errors import RuleBroken
from tournament.access import LOOKING, HtmxRequest, role_of
from tournament.errors import Refusal, Refused, Stale
from tournament.forms.dice import (
    ActForm,
    ClaimForm,
    CodeForm,
    EventForm,
    FreeTableForm,
    GameForm,
    HandOverForm,
    PartForm,
    PracticeForm,
    SeatForm,
    SitForm,
)
from tournament.models import DiceSeat, DiceTable, Membership, Tournament
from tournament.numbers import small_number
from tournament.phones import address_for_phones
from tournament.playing import Play, has_been_played
from tournament.queries import dice as queries
from tournament.queries.dice_board import Seat
from tournament.queries.results import find_table
from tournament.services import dice
from tournament.wording import sentence

CONFLICT = 409
UNPROCESSABLE = 422
TABLES_KEPT = 20
PRACTICE = ["", "medium", "medium"]


# Whose seats


def held(request: HttpRequest, table: DiceTable) -> dict[int, str]:
    """The keys of seats at this table that this browser was given."""
    known = request.session.get("dice", {}).get(table.code, {})
    return {int(position): key for position, key in known.items()}


def keep(request: HttpRequest, table: DiceTable, seat: DiceSeat) -> None:
    tables = request.session.get("dice", {})
    seats = {**tables.pop(table.code, {}), str(seat.position): seat.key}
    recent = dict(list(tables.items())[-TABLES_KEPT + 1 :])
    request.session["dice"] = {**recent, table.code: seats}


def find(code: str) -> DiceTable:
    table = queries.find_table(code)
    if table is None:
        raise Http404
    return table


# Free tables


@require_http_methods(["GET", "HEAD", "POST"])
def home(request: HttpRequest) -> HttpResponse:
    """Open a free table, practise, or go to a table by its code."""
    if request.method == "POST":
        if "practise" in request.POST:
            return practise(request)
        return open_free(request)
    if "code" in request.GET:
        form = CodeForm(request.GET)
        if form.is_valid():
            table = queries.find_table(form.cleaned_data["code"])
            if table is not None:
                return redirect(table)
            form.add_error("code", _("There is no table with this code."))
        return show_home(request, code_form=form, status=UNPROCESSABLE)
    return show_home(request)


def practise(request: HttpRequest) -> HttpResponse:
    form = PracticeForm({"game": request.POST["practise"]})
    if not form.is_valid():
        raise BadRequest
    return open_and_sit(
        request,
        FreeTableForm(),
        "",
        game=form.cleaned_data["game"],
        options={},
        computers=PRACTICE,
        chances=True,
    )


def open_free(request: HttpRequest) -> HttpResponse:
    form = FreeTableForm(request.POST)
    if not form.is_valid():
        return show_home(request, form, status=UNPROCESSABLE)
    return open_and_sit(
        request,
        form,
        form.cleaned_data["name"],
        game=form.cleaned_data["game"],
        options=form.options(),
        computers=form.seats(),
        chances=form.cleaned_data["chances"],
    )


def open_and_sit(
    request: HttpRequest, form: FreeTableForm, name: str, **wanted: Any
) -> HttpResponse:
    """Open a table; whoever opens it sits on its first seat."""
    try:
        table = dice.open_free_table(**wanted)
    except (RuleBroken, Refused) as error:
        form.add_error("people" if form.is_bound else None, sentence(error))
        return show_home(request, form, status=UNPROCESSABLE)
    keep(request, table, dice.take_seat(table=table, position=0, name=name))
    return redirect(table)


def show_home(
    request: HttpRequest,
    form: FreeTableForm | None = None,
    *,
    code_form: CodeForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "form": form or FreeTableForm(),
        "code_form": code_form or CodeForm(),
        "games": queries.games(),
    }
    return render(request, "dice/home.html", context, status=status)


# The table


def version(table: DiceTable, keys: dict[int, str]) -> str:
    """What a page shows: the table's revision, and which seats are its own.

    A page made before this browser had its seat is not current.
    """
    return ".".join(map(str, [table.revision, *sorted(keys)]))


@never_cache
@require_safe
def table(request: HtmxRequest, code: str) -> HttpResponse:
    found = find(code)
    if request.GET.get("v") == version(found, held(request, found)):
        return HttpResponse(status=204)
    return show(request, found, piece="v" in request.GET)


def show(
    request: HtmxRequest,
    table: DiceTable,
    *,
    piece: bool,
    error: str = "",
    forms: dict[str, Form] | None = None,
    status: int = 200,
) -> HttpResponse:
    forms = forms or {}
    keys = held(request, table)
    page = queries.table_page(table, keys, timezone.now())
    template = "dice/_table.html" if piece else "dice/table.html"
    context = {
        "page": page,
        "table": table,
        "version": version(table, keys),
        "tournament": page.tournament,
        "keys": [(seat, keys[seat.position]) for seat in page.mine],
        "is_organiser": is_organiser(request, page.tournament),
        "error": error,
        "address": address_for_phones(request, table.get_absolute_url()),
        "sit_form": SitForm(),
        "claim_form": ClaimForm(),
        "parts": part_forms(page.my_parts, forms.get("part_form")),
        **forms,
    }
    return render(request, template, context, status=status)


def part_forms(seats: Sequence[Seat], sent: Form | None) -> list[tuple[Seat, Form]]:
    """One for each seat of this browser; what was refused stands at its own."""
    forms: list[tuple[Seat, Form]] = []
    at = sent.data.get("position") if sent else None
    for seat in seats:
        form = sent if sent and at == str(seat.position) else PartForm()
        form.auto_id = f"id_%s_{seat.position}"
        forms.append((seat, form))
    return forms


def is_organiser(request: HttpRequest, tournament: Tournament | None) -> bool:
    if tournament is None or not request.user.is_authenticated:
        return False
    return role_of(request.user, tournament) == Membership.Role.ORGANISER


def deed(
    request: HtmxRequest,
    code: str,
    form: Form,
    do: Callable[[DiceTable, dict[int, str]], object],
    *,
    name: str = "",
) -> HttpResponse:
    """One press at the table: done, or refused in a sentence above the table.

    `name` is the form's in the context, where somebody typed something.
    """
    found = find(code)
    piece = bool(request.htmx)
    if not form.is_valid():
        if any(field.errors for field in form.hidden_fields()) or not name:
            raise BadRequest
        return show(
            request, found, piece=piece, forms={name: form}, status=UNPROCESSABLE
        )
    try:
        do(found, held(request, found))
    except (RuleBroken, Refused) as error:
        status = CONFLICT if isinstance(error, Stale) else UNPROCESSABLE
        found = find(code)
        if name and not isinstance(error, Stale):
            form.add_error(form.visible_fields()[0].name, sentence(error))
            return show(request, found, piece=piece, forms={name: form}, status=status)
        return show(request, found, piece=piece, error=sentence(error), status=status)
    if piece:
        return show(request, find(code), piece=True)
    return redirect(found)


def pressed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A button of the table.

    After a refusal its address stands in the browser; loaded anew, or in the other
    language, it leads back to the table.
    """

    @require_http_methods([*LOOKING, "POST"])
    @wraps(view)
    def guarded(request: HtmxRequest, code: str) -> HttpResponse:
        if request.method in LOOKING:
            return redirect(find(code))
        return view(request, code)

    return guarded


@pressed
def sit(request: HtmxRequest, code: str) -> HttpResponse:
    form = SitForm(request.POST)

    def do(table: DiceTable, keys: dict[int, str]) -> None:
        seat = dice.take_seat(
            table=table,
            position=form.cleaned_data["position"],
            name=form.cleaned_data["name"],
        )
        keep(request, table, seat)

    return deed(request, code, form, do, name="sit_form")


@pressed
def claim(request: HtmxRequest, code: str) -> HttpResponse:
    form = ClaimForm(request.POST)

    def do(table: DiceTable, keys: dict[int, str]) -> None:
        keep(request, table, dice.claim_seat(table=table, **form.cleaned_data))
        if not request.htmx:
            # A piece of the page shows the seat itself, and no messages.
            messages.success(request, _("This is your seat again."))

    return deed(request, code, form, do, name="claim_form")


def by_seat(
    request: HtmxRequest,
    code: str,
    form: SeatForm,
    service: Callable[..., object],
    *,
    name: str = "",
) -> HttpResponse:
    """A press that a seat makes, with the key that this browser holds of it."""

    def do(table: DiceTable, keys: dict[int, str]) -> None:
        facts = form.facts()
        service(table=table, key=keys.get(facts["position"], ""), **facts)

    return deed(request, code, form, do, name=name)


@pressed
def part(request: HtmxRequest, code: str) -> HttpResponse:
    form = PartForm(request.POST)
    return by_seat(request, code, form, dice.give_part, name="part_form")


@pressed
def start(request: HtmxRequest, code: str) -> HttpResponse:
    return by_seat(request, code, GameForm(request.POST), dice.start_game)


@pressed
def act(request: HtmxRequest, code: str) -> HttpResponse:
    return by_seat(request, code, ActForm(request.POST), dice.act)


@pressed
def absent(request: HtmxRequest, code: str) -> HttpResponse:
    return by_seat(request, code, EventForm(request.POST), dice.play_for_absent)


@pressed
def hand_over(request: HtmxRequest, code: str) -> HttpResponse:
    return by_seat(request, code, HandOverForm(request.POST), dice.hand_over)


@never_cache
@require_safe
def peek(request: HtmxRequest, code: str, position: int) -> HttpResponse:
    """The own dice under the own cup, for nobody else and for this moment."""
    found = find(code)
    lying = queries.peek(found, position, held(request, found))
    if lying is None:
        if request.htmx:
            return HttpResponse(status=204)
        messages.info(request, _("There is nothing under this cup for you to see."))
        return redirect(found)
    template = "dice/_lying.html" if request.htmx else "dice/peek.html"
    return render(request, template, {"table": found, "lying": lying})


# The record


@require_safe
def game(request: HttpRequest, code: str, number: int) -> HttpResponse:
    found, play = find_game(request, code, number)
    at = small_number(request.GET.get("step", ""), digits=4)
    page = queries.record_page(found, play, at)
    tournament = found.tournament
    context = {"page": page, "table": found, "tournament": tournament}
    return render(request, "dice/game.html", context)


@require_safe
def game_json(request: HttpRequest, code: str, number: int) -> JsonResponse:
    _found, play = find_game(request, code, number)
    response = JsonResponse(play.fair_record.as_json())
    name = f"{code}-{number}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Access-Control-Allow-Origin"] = "*"
    return response


def find_game(request: HttpRequest, code: str, number: int) -> tuple[DiceTable, Play]:
    """A finished game; hidden standings hide it from all who were not there."""
    found = find(code)
    tournament = found.tournament
    if tournament and tournament.standings_hidden:
        keys = held(request, found)
        if not (queries.sits_there(found, keys) or is_organiser(request, tournament)):
            raise Http404
    play = queries.finished_game(found, number)
    if play is None:
        raise Http404
    return found, play


# From the tournament's pages


@require_http_methods(["GET", "HEAD", "POST"])
def open_table(
    request: HttpRequest, slug: str, round: int, number: int
) -> HttpResponse:
    """The dice table of a table, opened by its players where they may."""
    tournament = Tournament.objects.filter(slug=slug).first()
    table = tournament and find_table(tournament, round, number)
    if not tournament or not table or not table.draw.published_at:
        raise Http404
    known = queries.dice_table_of(table)
    if known is not None and queries.has_its_people(known):
        return redirect(known)
    context = {
        "tournament": tournament,
        "table": table,
        "round": round,
        "has_sheet": queries.has_sheet(table),
        "others_played": sentence(Refused(Refusal.OTHERS_PLAYED))
        if known is not None and has_been_played(known)
        else "",
    }
    if request.method != "POST":
        return render(request, "dice/open.html", context)
    try:
        return redirect(dice.open_dice_table(table=table, by=None))
    except Refused as error:
        context["error"] = sentence(error)
        return render(request, "dice/open.html", context, status=UNPROCESSABLE)
