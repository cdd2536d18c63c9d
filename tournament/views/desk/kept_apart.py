"""Who should not be drawn to the same table."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import MemberRequest, organisers_only
from tournament.errors import Refused, Stale
from tournament.forms.draws import KeptApartForm
from tournament.models import Tournament
from tournament.queries.draws import kept_apart_page
from tournament.services import kept_apart as services
from tournament.wording import sentence


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def kept_apart(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    page = kept_apart_page(tournament)
    form = KeptApartForm(
        page.people, request.POST if request.method == "POST" else None
    )
    if form.is_valid():
        try:
            services.keep_apart(
                tournament=tournament, by=request.user, **form.cleaned_data
            )
        except Stale as error:
            messages.info(request, sentence(error))
            return redirect("kept_apart", tournament.slug)
        except Refused as error:
            form.add_error("other", sentence(error))
        else:
            messages.success(request, _("The two are kept apart from the next draw."))
            return redirect("kept_apart", tournament.slug)
    return render(
        request,
        "desk/kept_apart.html",
        {"tournament": tournament, "page": page, "form": form},
        status=422 if form.is_bound else 200,
    )


@organisers_only
@require_POST
def let_meet(request: MemberRequest, tournament: Tournament, pk: int) -> HttpResponse:
    try:
        services.let_meet(tournament=tournament, pair=pk, by=request.user)
    except Refused as error:
        messages.warning(request, sentence(error))
    else:
        messages.success(request, _("The two may meet again."))
    return redirect("kept_apart", tournament.slug)
