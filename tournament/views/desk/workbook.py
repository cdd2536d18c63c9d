"""The workbook: saved, at once or when it is ready, and read back."""

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from scoring.errors import RuleBroken
from tournament.access import MemberRequest, is_organiser, members_only
from tournament.errors import Refusal, Refused, Stale
from tournament.forms.paper import TakeInForm, WorkbookForm, pack, unpack
from tournament.lists.grid import Unreadable
from tournament.models import Tournament
from tournament.paper.differences import Kind, Plan, compare
from tournament.paper.facts import collect
from tournament.paper.jobs import LARGE, Job
from tournament.paper.reading import Fault, read_filled
from tournament.paper.workbook import workbook
from tournament.queries.paper import count_tables
from tournament.services.workbook import take_in
from tournament.wording import sentence, unreadable_workbook

from .paper import XLSX, attachment
from .uploads import for_uploads

CONFLICT, UNPROCESSABLE, TOO_LARGE = 409, 422, 413


def job_of(request: MemberRequest, tournament: Tournament) -> Job:
    return Job.of(
        person=request.user.pk,
        tournament=tournament.pk,
        private=is_organiser(request),
    )


@members_only
@require_safe
def export(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """The file itself; a large one is written beside the requests first.

    Who waited for it gets it, even if the next sheet came in meanwhile.
    """
    private = is_organiser(request)
    name = f"{tournament.slug}.xlsx"
    if count_tables(tournament) <= LARGE:
        content = workbook(collect(tournament), private=private)
        return attachment(content, name, XLSX)
    job = job_of(request, tournament)
    progress = job.progress()
    wanted = {str(tournament.revision), request.GET.get("revision")}
    if progress and progress.is_ready and str(progress.revision) in wanted:
        return attachment(job.file.read_bytes(), name, XLSX)
    facts = collect(tournament)
    job.start(
        facts.tournament.revision,
        lambda tell: workbook(facts, private=private, tell=tell),
    )
    return redirect("export_progress", tournament.slug)


@members_only
@require_safe
def export_progress(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    progress = job_of(request, tournament).progress()
    if progress is None:
        return redirect("paper", tournament.slug)
    template = "desk/_export_progress.html" if request.htmx else "desk/export.html"
    context = {"tournament": tournament, "progress": progress}
    return render(request, template, context)


# On the way back


def refuse_large(
    request: MemberRequest, tournament: Tournament, error: Unreadable
) -> HttpResponse:
    form = WorkbookForm()
    trouble = unreadable_workbook(error)
    return show_upload(request, tournament, form, trouble, TOO_LARGE)


def show_upload(
    request: MemberRequest,
    tournament: Tournament,
    form: WorkbookForm,
    trouble: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {"tournament": tournament, "form": form, "trouble": trouble}
    return render(request, "desk/workbook.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_uploads(refuse_large)
def read_back(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Upload; then every difference, before anything is stored."""
    if request.method != "POST":
        return show_upload(request, tournament, WorkbookForm())
    form = WorkbookForm(request.POST, request.FILES)
    if form.is_valid():
        file = form.cleaned_data["file"]
        content = file.read()
        try:
            plan = plan_for(tournament, file.name, content)
        except Unreadable as error:
            form.add_error("file", unreadable_workbook(error))
        else:
            return show_differences(request, tournament, content, plan)
    return show_upload(request, tournament, form, status=UNPROCESSABLE)


def plan_for(tournament: Tournament, name: str, content: bytes) -> Plan:
    """What the workbook would change now, and what of it cannot be."""
    filled = read_filled(name, content, games=tournament.games)
    if isinstance(filled, Fault):
        return Plan(faults=(filled,))
    if filled.tournament != tournament.slug:
        said = _("This workbook belongs to another tournament: %(address)s.")
        facts = {"address": filled.tournament[:100]}
        return Plan(faults=(Fault("schockturnier", "B2", said % facts),))
    plan = compare(filled, collect(tournament))
    if tournament.closed_at and plan.writes(conflicts=True):
        closed = sentence(Refused(Refusal.CLOSED))
        return Plan(plan.changes, (Fault("", "", closed), *plan.faults))
    return plan


def show_differences(
    request: MemberRequest,
    tournament: Tournament,
    content: bytes,
    plan: Plan,
    form: TakeInForm | None = None,
    *,
    notice: str = "",
    status: int = 200,
) -> HttpResponse:
    if form is None:
        hidden = {"workbook": pack(content), "revision": tournament.revision}
        reason = _("Filled in offline in the workbook")
        form = form_for(plan)(initial={**hidden, "reason": reason})
    groups = [
        (Kind.CONFLICT, _("Changed in the workbook and here"), "bad"),
        (Kind.NEW, _("New"), "good"),
        (Kind.CHANGED, _("Changed"), "warn"),
        (Kind.OLD, _("Newer here: stays as it is"), ""),
    ]
    context = {
        "tournament": tournament,
        "plan": plan,
        "form": form,
        "notice": notice,
        "groups": [
            (title, look, found)
            for kind, title, look in groups
            if (found := plan.of(kind))
        ],
        "writes": len(plan.writes(conflicts=True)),
    }
    bad = UNPROCESSABLE if plan.faults else status
    return render(request, "desk/workbook_differences.html", context, status=bad)


def form_for(plan: Plan) -> partial[TakeInForm]:
    return partial(
        TakeInForm,
        has_conflicts=bool(plan.of(Kind.CONFLICT)),
        needs_reason=any(change.needs_reason for change in plan.writes(conflicts=True)),
    )


@for_uploads(refuse_large)
@require_POST
def confirm(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """All of it, or nothing and every difference again."""
    content = unpack(request.POST.get("workbook", ""))
    try:
        plan = plan_for(tournament, "", content or b"")
    except Unreadable:
        messages.error(
            request,
            _("This comparison cannot be used any more. Please upload the file again."),
        )
        return redirect("read_back", tournament.slug)
    assert content, "an empty workbook is unreadable"
    form = form_for(plan)(request.POST)
    if "revision" in form.errors:
        # Forged, or torn on its way: the differences are shown as of now.
        stale = sentence(Stale(Refusal.WORKBOOK_STALE))
        return show_differences(
            request, tournament, content, plan, notice=stale, status=UNPROCESSABLE
        )
    if plan.faults or not form.is_valid():
        return show_differences(
            request, tournament, content, plan, form, status=UNPROCESSABLE
        )
    takes = form.takes_conflicts
    try:
        count = take_in(
            tournament=tournament,
            by=request.user,
            revision=form.cleaned_data["revision"],
            reason=form.cleaned_data.get("reason", ""),
            added=plan.deeds("added", conflicts=takes),
            changed=plan.deeds("changed", conflicts=takes),
            sheets=plan.deeds("sheets", conflicts=takes),
            play_offs=plan.deeds("play_offs", conflicts=takes),
        )
    except Stale as error:
        tournament.refresh_from_db()
        plan = plan_for(tournament, "", content)
        return show_differences(
            request,
            tournament,
            content,
            plan,
            notice=sentence(error),
            status=CONFLICT,
        )
    except (Refused, RuleBroken) as error:
        notice = _("Nothing was stored.") + " " + sentence(error)
        return show_differences(
            request,
            tournament,
            content,
            plan,
            notice=notice,
            status=UNPROCESSABLE,
        )
    said = ngettext(
        "%(count)s change is stored.", "%(count)s changes are stored.", count
    )
    messages.success(request, said % {"count": count})
    return redirect("overview", tournament.slug)
