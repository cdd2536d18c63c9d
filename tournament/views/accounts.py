"""Who somebody is: the first run, logging in, the way in by invitation."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login as log_in
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.models import User
from django.core.exceptions import BadRequest
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.access import (
    HtmxRequest,
    MemberRequest,
    is_setup_token,
    role_of,
)
from tournament.errors import Refusal, Refused
from tournament.forms.accounts import LoginForm, NewUserForm
from tournament.models import Invitation, Membership
from tournament.services.members import (
    accept_invitation,
    create_first_organiser,
    is_set_up,
    somebody_can_log_in,
)
from tournament.wording import sentence


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def setup(request: HttpRequest, token: str = "") -> HttpResponse:
    """The first run: whoever has the link from the terminal becomes organiser."""
    if is_set_up():
        return set_up_already(request)
    if not is_setup_token(token):
        status = 403 if token else 200
        return render(request, "accounts/setup_closed.html", status=status)
    form = NewUserForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            user = create_first_organiser(user=form.save(commit=False))
        except Refused:
            return set_up_already(request)
        log_in(request, user)
        return redirect("new_tournament")
    status = 422 if form.is_bound else 200
    return render(request, "accounts/setup.html", {"form": form}, status=status)


class Logout(auth.LogoutView):
    """Whoever logs out keeps the seats at dice tables that his browser holds."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        seats = request.session.get("dice")
        answer: HttpResponse = super().post(request, *args, **kwargs)
        if seats:
            request.session["dice"] = seats
        return answer


def set_up_already(request: HttpRequest) -> HttpResponse:
    messages.info(request, sentence(Refused(Refusal.SET_UP_ALREADY)))
    return redirect("login")


log_in_page = auth.LoginView.as_view(
    template_name="accounts/login.html",
    authentication_form=LoginForm,
    redirect_authenticated_user=True,
)


@require_http_methods(["GET", "HEAD", "POST"])
def login(request: HtmxRequest) -> HttpResponseBase:
    if not somebody_can_log_in():
        return redirect("setup")
    if request.htmx:
        # A page that asks for news, of somebody whose log-in has run out: the
        # whole page is to move, not a piece of it.
        return HttpResponse(headers={"HX-Refresh": "true"})
    response = log_in_page(request)
    if request.method == "POST" and response.status_code == 200:
        response.status_code = 422
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change_password(request: MemberRequest) -> HttpResponse:
    form = PasswordChangeForm(
        request.user, request.POST if request.method == "POST" else None
    )
    if form.is_valid():
        form.save()
        # Stay logged in here; other devices have to log in anew.
        update_session_auth_hash(request, request.user)
        messages.success(request, _("Your password is changed."))
        return redirect("desk")
    status = 422 if form.is_bound else 200
    return render(request, "accounts/password.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def invitation(request: MemberRequest, token: str) -> HttpResponse:
    """Become a member: as who is logged in, by logging in, or as somebody new."""
    invitations = Invitation.objects.select_related("tournament", "created_by")
    # PostgreSQL cannot even be asked for a NUL.
    invited = None if "\0" in token else invitations.filter(token=token).first()
    if invited is None:
        return invitation_used(request)
    tournament = invited.tournament
    gains = Membership.Role(invited.role)
    # Whoever tries out his own link does not use it up.
    if role_of(request.user, tournament) in {Membership.Role.ORGANISER, gains}:
        return render(request, "accounts/invitation_own.html", {"invitation": invited})
    do = request.POST.get("do") if request.method == "POST" else None
    known = LoginForm(request, request.POST if do == "login" else None, prefix="login")
    new = NewUserForm(request.POST if do == "new" else None, prefix="new")
    user: User | None = None
    if request.user.is_authenticated:
        user = request.user if request.method == "POST" else None
    elif known.is_valid():
        user = known.get_user()
    elif new.is_valid():
        user = new.save(commit=False)
    elif request.method == "POST" and not (known.is_bound or new.is_bound):
        raise BadRequest
    if user is not None:
        try:
            accept_invitation(token=token, user=user)
        except Refused:
            return invitation_used(request)
        except IntegrityError:
            # Somebody else has taken this name a moment ago.
            new.add_error(
                "username", new.instance.unique_error_message(User, ["username"])
            )
        else:
            if not request.user.is_authenticated:
                log_in(request, user)
            messages.success(
                request,
                _("You are in: %(role)s of “%(tournament)s”.")
                % {"role": gains.label, "tournament": tournament},
            )
            return redirect("overview", tournament.slug)
    return render(
        request,
        "accounts/invitation.html",
        {"invitation": invited, "known": known, "new": new},
        status=422 if request.method == "POST" else 200,
    )


def invitation_used(request: HttpRequest) -> HttpResponse:
    gone = sentence(Refused(Refusal.INVITATION_USED))
    return render(
        request, "accounts/invitation_gone.html", {"sentence": gone}, status=404
    )
