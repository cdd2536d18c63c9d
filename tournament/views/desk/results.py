"""Score sheets and play-offs: entered, corrected, ruled on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.errors import RuleBroken, SheetWrong
from tournament.access import MemberRequest, members_only, need_organiser
from tournament.errors import Refusal, Refused, Stale
from tournament.forms.results import (
    JumpForm,
    PlayOffForm,
    RulingForm,
    SheetForm,
    VersionForm,
)
from tournament.models import SheetEntry, Tournament
from tournament.queries import results as queries
from tournament.queries.results import GroupView, PlayOffPage, SheetPage
from tournament.services.play_offs import draw_starting_order, enter_play_off
from tournament.services.results import enter_games, enter_ruling, enter_totals
from tournament.wording import sentence, sheet_field, sheet_words, why_no_play_off

CONFLICT = 409
UNPROCESSABLE = 422


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
def sheet(
    request: MemberRequest, tournament: Tournament, round: int, number: int
) -> HttpResponse:
    table = queries.find_table(tournament, round, number)
    if table is None:
        if not queries.was_withdrawn(tournament, round):
            raise Http404
        gone = Stale(Refusal.DRAW_GONE, round=round)
        return back_to_the_desk(request, tournament, gone)
    page = queries.sheet_page(table)
    if request.method != "POST":
        if "table" in request.GET:
            return jump(request, page)
        return show_sheet(request, page)
    if "ruling-number" in request.POST:
        need_organiser(request)
        return save_ruling(request, page)
    return save_sheet(request, page)


def back_to_the_desk(
    request: MemberRequest, tournament: Tournament, error: Refused
) -> HttpResponse:
    messages.warning(request, sentence(error))
    return redirect("overview", tournament.slug)


def jump(request: MemberRequest, page: SheetPage) -> HttpResponse:
    """To the sheet that lies on top of the pile, by its table number."""
    form = JumpForm(request.GET)
    if form.is_valid():
        number = form.cleaned_data["table"]
        if number in page.tables:
            return redirect("sheet", page.tournament.slug, page.round, number)
        form.add_error(
            "table",
            _("Round %(round)s has no table %(table)s.")
            % {"round": page.round, "table": number},
        )
    return show_sheet(request, page, jump_form=form, status=UNPROCESSABLE)


@dataclass(frozen=True)
class Typed:
    """What somebody wants to write down, and how it is done."""

    kind: str
    games: list[str]
    totals: tuple[int, int, int]
    schock_outs: tuple[int, int, int] | None
    reason: str
    write: Callable[..., SheetEntry]


def save_sheet(request: MemberRequest, page: SheetPage) -> HttpResponse:
    form = sheet_form(page, request.POST)
    if not form.is_valid():
        return not_valid(request, page, form, sheet_form)
    schock_outs, reason = form.schock_outs(), form.cleaned_data["reason"]
    if form.cleaned_data["way"] == SheetEntry.Kind.GAMES:
        games = queries.read_games(page.tournament, form.typed_games())

        def write(**version: Any) -> SheetEntry:
            return enter_games(
                games=games,
                schock_outs=schock_outs,
                played=page.played(games),
                **version,
            )

        typed = Typed(
            SheetEntry.Kind.GAMES, games, (0, 0, 0), schock_outs, reason, write
        )
    else:
        totals = form.totals()

        def write(**version: Any) -> SheetEntry:
            return enter_totals(totals=totals, schock_outs=schock_outs, **version)

        typed = Typed(SheetEntry.Kind.TOTALS, [], totals, schock_outs, reason, write)
    return write_down(request, page, form, typed, sheet_form)


def save_ruling(request: MemberRequest, page: SheetPage) -> HttpResponse:
    form = ruling_form(page, request.POST)
    if not form.is_valid():
        return not_valid(request, page, form, ruling_form)
    totals, reason = form.totals(), form.cleaned_data["reason"]

    def write(**version: Any) -> SheetEntry:
        return enter_ruling(totals=totals, **version)

    typed = Typed(SheetEntry.Kind.RULING, [], totals, None, reason, write)
    return write_down(request, page, form, typed, ruling_form)


FormOf = Callable[[SheetPage, QueryDict], VersionForm]


def not_valid(
    request: MemberRequest, page: SheetPage, form: VersionForm, form_of: FormOf
) -> HttpResponse:
    if form.is_forged():
        form = once_more(request, page, form_of)
        form.add_error(
            None, _("This page was out of date. Please look again, then save.")
        )
    return show_sheet(request, page, form, status=UNPROCESSABLE)


def write_down(
    request: MemberRequest,
    page: SheetPage,
    form: VersionForm,
    typed: Typed,
    form_of: FormOf,
) -> HttpResponse:
    number = form.cleaned_data["number"]
    if number == page.next_number and says_the_same(page, typed):
        messages.info(request, _("Nothing was changed."))
        return redirect(page.table)
    try:
        entry = typed.write(
            table=page.table,
            number=number,
            seats=form.people(),
            reason=typed.reason,
            by=request.user,
        )
    except Stale as error:
        return somebody_was_faster(request, page, typed, form_of, error)
    except SheetWrong as error:
        for fault in error.faults:
            form.add_error(sheet_field(fault), sentence(fault))
    except (RuleBroken, Refused) as error:
        form.add_error(None, sentence(error))
    else:
        return saved(request, page, entry)
    return show_sheet(request, page, form, status=UNPROCESSABLE)


def says_the_same(page: SheetPage, typed: Typed) -> bool:
    return page.current is not None and page.current.says(
        typed.kind, typed.games, typed.totals, typed.schock_outs, typed.reason
    )


def somebody_was_faster(
    request: MemberRequest,
    page: SheetPage,
    typed: Typed,
    form_of: FormOf,
    error: Stale,
) -> HttpResponse:
    """What is stored beside what was typed, unless both are the same."""
    if error.refusal is Refusal.DRAW_GONE:
        return back_to_the_desk(request, page.tournament, error)
    page = queries.sheet_page(page.table)
    if error.refusal is Refusal.ALREADY_ENTERED and says_the_same(page, typed):
        messages.info(
            request,
            _("The sheet of table %(table)s is in already, and it says the same.")
            % {"table": page.table.number},
        )
        return go_on(request, page, typed.kind)
    form = once_more(request, page, form_of)
    form.add_error(None, sentence(error))
    return show_sheet(request, page, form, status=CONFLICT)


def once_more(request: MemberRequest, page: SheetPage, form_of: FormOf) -> VersionForm:
    """What was typed, now as the next version for the people who sit there."""
    data = request.POST.copy()
    prefix = "ruling-" if "ruling-number" in data else ""
    data[f"{prefix}number"] = str(page.next_number)
    data[f"{prefix}seats"] = page.seats
    form = form_of(page, data)
    # A first entry had no reason; that one is needed now is told beside the
    # field, it is no mistake of the person who typed.
    form.errors.pop("reason", None)
    return form


def saved(request: MemberRequest, page: SheetPage, entry: SheetEntry) -> HttpResponse:
    points = entry.points(page.format)
    messages.success(
        request,
        format_html(
            _('Saved: <a href="{url}">table {table}</a> – {points}.'),
            url=page.table.get_absolute_url(),
            table=page.table.number,
            points=", ".join(
                f"{person.name} {total}"
                for person, total in zip(page.people, points, strict=True)
            ),
        ),
    )
    if entry.number > 1:
        return redirect("overview", page.tournament.slug)
    return go_on(request, page, entry.kind)


def go_on(request: MemberRequest, page: SheetPage, kind: str) -> HttpResponse:
    """To the next sheet of the pile, in the way that was used; else to the desk."""
    number = queries.next_missing(page.table)
    if number is None:
        messages.success(
            request,
            _("All sheets of round %(round)s are in.") % {"round": page.round},
        )
        return redirect("overview", page.tournament.slug)
    address = reverse("sheet", args=[page.tournament.slug, page.round, number])
    way = "?way=totals" if kind == SheetEntry.Kind.TOTALS else ""
    return redirect(address + way)


def show_sheet(
    request: MemberRequest,
    page: SheetPage,
    form: VersionForm | None = None,
    *,
    jump_form: JumpForm | None = None,
    status: int = 200,
) -> HttpResponse:
    way = request.GET.get("way")
    sheet = form if isinstance(form, SheetForm) else sheet_form(page, way=way)
    ruling = form if isinstance(form, RulingForm) else ruling_form(page)
    if not page.current or form:
        put_focus(form or sheet)
    context = {
        "tournament": page.tournament,
        "page": page,
        "form": sheet,
        "ruling_form": ruling,
        "jump_form": jump_form or JumpForm(),
        "live": live_check(page),
        "conflict": status == CONFLICT,
    }
    return render(request, "desk/sheet.html", context, status=status)


def names(page: SheetPage) -> list[str]:
    return [str(person) for person in page.people]


def sheet_form(
    page: SheetPage, data: QueryDict | None = None, *, way: str | None = None
) -> SheetForm:
    """Empty for a new sheet; a correction starts from what is stored."""
    initial: dict[str, Any] = {
        "number": page.next_number,
        "seats": page.seats,
        "way": "totals" if way == "totals" else "games",
    }
    if current := page.current:
        initial["way"] = "games" if current.typed else "totals"
        typed = {f"game_{at}": keys for at, keys in enumerate(current.typed, start=1)}
        totals = dict(zip(TOTALS, current.totals, strict=True))
        schock_outs = dict(
            zip(SCHOCK_OUTS, current.schock_outs or (None, None, None), strict=True)
        )
        initial |= typed | totals | schock_outs
    else:
        initial |= {f"game_{at}": keys for at, keys in page.typed_dice().items()}
        if any(page.dice.schock_outs):
            initial |= dict(zip(SCHOCK_OUTS, page.dice.schock_outs, strict=True))
    return SheetForm(
        data,
        games=page.format.games,
        names=names(page),
        correction=page.current is not None,
        stored=page.current.typed if page.current else (),
        initial=initial,
    )


TOTALS = ("total_1", "total_2", "total_3")
SCHOCK_OUTS = ("schock_out_1", "schock_out_2", "schock_out_3")


def ruling_form(page: SheetPage, data: QueryDict | None = None) -> RulingForm:
    initial: dict[str, Any] = {"number": page.next_number, "seats": page.seats}
    if page.current:
        initial |= dict(zip(TOTALS, page.current.totals, strict=True))
    return RulingForm(data, names=names(page), initial=initial)


def put_focus(form: forms.Form) -> None:
    """Where typing starts: at the first fault, else at the first field."""
    visible = [field.name for field in form.visible_fields()]
    if isinstance(form, SheetForm):
        first = "total_1" if form["way"].value() == "totals" else "game_1"
        visible.remove("way")
    else:
        first = "total_1"
    name = next((name for name in visible if name in form.errors), first)
    form.fields[name].widget.attrs["autofocus"] = True


def live_check(page: SheetPage) -> dict[str, Any]:
    """What the page needs to check while somebody types, words included."""
    format = page.format
    least, most = page.reachable[0], page.reachable[-1]
    return {
        "keys": format.keys,
        "points": format.points,
        "check": format.check,
        "reachable": page.reachable,
        "words": {
            **sheet_words(least, most),
            "right": _("{sum} points: the check is right."),
            "under": _("{sum} points so far, {rest} missing."),
            "over": _("{sum} points, {rest} too many."),
        },
    }


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
def play_offs(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    page = queries.play_off_page(tournament)
    if request.method == "POST":
        return save_play_off(request, page)
    return show_play_offs(request, page)


@members_only
@require_POST
def lots(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    page = queries.play_off_page(tournament)
    group = page.group(request.POST.get("group", ""))
    if group is None:
        return group_is_gone(request, tournament)
    try:
        members = [member.number for member in group.members]
        draw_starting_order(tournament=tournament, members=members, by=request.user)
    except Refused as error:
        messages.warning(request, sentence(error))
    else:
        messages.success(request, _("The lots are drawn."))
    return redirect("play_offs", tournament.slug)


def group_is_gone(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    messages.warning(request, sentence(Refused(Refusal.NO_PLAY_OFF)))
    return redirect("play_offs", tournament.slug)


def save_play_off(request: MemberRequest, page: PlayOffPage) -> HttpResponse:
    tournament = page.tournament
    group = page.group(request.POST.get("group", ""))
    if group is None:
        return group_is_gone(request, tournament)
    form = play_off_form(group, request.POST)
    if not form.is_valid():
        return show_play_offs(request, page, {group.key: form}, UNPROCESSABLE)
    order = form.order()
    behind = sorted([*form.declined(), *(one.number for one in group.withdrawn)])
    number = form.cleaned_data["number"]
    if number == group.next_number and group.says(order, behind):
        messages.info(request, _("Nothing was changed."))
        return redirect("play_offs", tournament.slug)
    try:
        enter_play_off(
            tournament=tournament,
            order=order,
            behind=behind,
            number=number,
            reason=form.cleaned_data["reason"],
            by=request.user,
        )
    except (RuleBroken, Refused) as error:
        return play_off_refused(request, tournament, group, order, behind, error)
    messages.success(request, _("The play-off is entered."))
    return redirect("play_offs", tournament.slug)


def play_off_refused(
    request: MemberRequest,
    tournament: Tournament,
    group: GroupView,
    order: list[int],
    behind: list[int],
    error: RuleBroken | Refused,
) -> HttpResponse:
    """What was typed once more, beside what is true now."""
    page = queries.play_off_page(tournament)
    now = page.group(group.key)
    if now is None:
        return group_is_gone(request, tournament)
    stale = isinstance(error, Stale)
    if stale and now.says(order, behind):
        messages.info(
            request, _("This play-off is entered already, with the same result.")
        )
        return redirect("play_offs", tournament.slug)
    data = request.POST.copy()
    data[f"{prefix_of(now)}-number"] = str(now.next_number)
    form = play_off_form(now, data)
    form.errors.pop("reason", None)
    form.add_error(None, sentence(error))
    status = CONFLICT if stale else UNPROCESSABLE
    return show_play_offs(request, page, {now.key: form}, status)


def show_play_offs(
    request: MemberRequest,
    page: PlayOffPage,
    typed: Mapping[str, PlayOffForm] | None = None,
    status: int = 200,
) -> HttpResponse:
    typed = typed or {}
    groups = [
        (group, typed.get(group.key) or play_off_form(group)) for group in page.groups
    ]
    places, why_none = page.tournament.play_off_places, ""
    if not (places and page.is_played_out and groups):
        why_none = why_no_play_off(places, is_played_out=page.is_played_out)
    context = {
        "tournament": page.tournament,
        "page": page,
        "groups": groups,
        "why_none": why_none,
    }
    return render(request, "desk/play_offs.html", context, status=status)


def prefix_of(group: GroupView) -> str:
    """Of its people, not of its places, which a correction may move."""
    return f"group{group.members[0].number}"


def play_off_form(group: GroupView, data: QueryDict | None = None) -> PlayOffForm:
    """Empty for a first result; a correction starts from the last one."""
    return PlayOffForm(
        data,
        prefix=prefix_of(group),
        players=[(one.number, f"{one.number} {one.name}") for one in group.players],
        first_place=group.rank,
        order=[one.number for one in group.current.order] if group.current else [],
        declined=[one.number for one in group.current.behind] if group.current else [],
        number=group.next_number,
    )
