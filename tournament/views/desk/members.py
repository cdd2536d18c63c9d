"""Who runs a tournament and who helps."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import MemberRequest, organisers_only
from tournament.errors import Refusal, Refused
from tournament.forms.accounts import InviteForm
from tournament.models import Tournament
from tournament.phones import address_for_phones
from tournament.queries.desk import invitations_of, members_of
from tournament.services import members as services
from tournament.wording import sentence


@organisers_only
@require_safe
def members(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    invitations = [
        (one, address_for_phones(request, one.get_absolute_url()))
        for one in invitations_of(tournament)
    ]
    return render(
        request,
        "desk/members.html",
        {
            "tournament": tournament,
            "members": members_of(tournament),
            "invitations": invitations,
        },
    )


@organisers_only
@require_POST
def invite(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    form = InviteForm(request.POST)
    if form.is_valid():
        role = form.cleaned_data["role"]
        services.invite(tournament=tournament, role=role, by=request.user)
    else:
        messages.warning(request, _("Choose whom to invite: helper or organiser."))
    return redirect("members", tournament.slug)


@organisers_only
@require_POST
def revoke(request: MemberRequest, tournament: Tournament, pk: int) -> HttpResponse:
    invitation = tournament.invitations.filter(pk=pk).first()
    try:
        if invitation is None:
            raise Refused(Refusal.INVITATION_USED)
        services.revoke_invitation(invitation=invitation, by=request.user)
    except Refused as error:
        messages.warning(request, sentence(error))
    else:
        messages.success(request, _("The invitation is taken back."))
    return redirect("members", tournament.slug)


@organisers_only
@require_POST
def remove(request: MemberRequest, tournament: Tournament, pk: int) -> HttpResponse:
    membership = get_object_or_404(tournament.memberships.select_related("user"), pk=pk)
    try:
        services.remove_member(membership=membership, by=request.user)
    except Refused as error:
        messages.warning(request, sentence(error))
        return redirect("members", tournament.slug)
    name = membership.user.get_username()
    messages.success(request, _("%(name)s no longer helps.") % {"name": name})
    if membership.user == request.user:
        return redirect("desk")
    return redirect("members", tournament.slug)
