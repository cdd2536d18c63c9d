"""Every address on one page. German has no prefix, English stands under /en/."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib.auth import views as auth
from django.urls import path

from .views import accounts, public
from .views.desk import draws, entrants, members, overview, results, tournaments

embedded = [
    path("t/<slug:slug>/standings.json", public.standings_json, name="standings_json"),
    path("t/<slug:slug>/rounds.json", public.rounds_json, name="rounds_json"),
    path("t/<slug:slug>/entrants.json", public.entrants_json, name="entrants_json"),
]

players = [
    path("", public.home, name="home"),
    path("t/<slug:slug>/", public.current_round, name="round"),
    path("t/<slug:slug>/rounds/<int:number>/", public.past_round, name="past_round"),
    path("t/<slug:slug>/standings/", public.standings, name="standings"),
    path("t/<slug:slug>/entrants/<int:number>/", public.entrant, name="entrant"),
    path("t/<slug:slug>/rules/", public.rules, name="rules"),
]

people = [
    path("setup/", accounts.setup, name="setup"),
    path("setup/<str:token>/", accounts.setup, name="setup"),
    path("login/", accounts.login, name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("password/", accounts.change_password, name="password"),
    path("invitation/<str:token>/", accounts.invitation, name="invitation"),
]

organisers = [
    path("desk/", tournaments.desk, name="desk"),
    path("desk/new/", tournaments.new_tournament, name="new_tournament"),
    path("desk/<slug:slug>/", overview.overview, name="overview"),
    path("desk/<slug:slug>/standings/", overview.desk_standings, name="desk_standings"),
    path("desk/<slug:slug>/log/", overview.log, name="log"),
    path("desk/<slug:slug>/export.xlsx", overview.export, name="export"),
    path("desk/<slug:slug>/settings/", tournaments.settings, name="settings"),
    path("desk/<slug:slug>/visibility/", tournaments.visibility, name="visibility"),
    path("desk/<slug:slug>/close/", tournaments.close, name="close"),
    path("desk/<slug:slug>/reopen/", tournaments.reopen, name="reopen"),
    path("desk/<slug:slug>/delete/", tournaments.delete, name="delete"),
    path("desk/<slug:slug>/members/", members.members, name="members"),
    path("desk/<slug:slug>/members/invite/", members.invite, name="invite"),
    path(
        "desk/<slug:slug>/members/invitations/<int:pk>/revoke/",
        members.revoke,
        name="revoke_invitation",
    ),
    path(
        "desk/<slug:slug>/members/<int:pk>/remove/",
        members.remove,
        name="remove_member",
    ),
    path("desk/<slug:slug>/entrants/", entrants.entrants, name="entrants"),
    path("desk/<slug:slug>/entrants/add/", entrants.add, name="add_entrant"),
    path("desk/<slug:slug>/entrants/import/", entrants.read_list, name="import"),
    path(
        "desk/<slug:slug>/entrants/import/confirm/",
        entrants.confirm_list,
        name="confirm_import",
    ),
    path(
        "desk/<slug:slug>/entrants/<int:number>/",
        entrants.change,
        name="change_entrant",
    ),
    path(
        "desk/<slug:slug>/entrants/<int:number>/withdraw/",
        entrants.withdraw,
        name="withdraw_entrant",
    ),
    path(
        "desk/<slug:slug>/entrants/<int:number>/reinstate/",
        entrants.reinstate,
        name="reinstate_entrant",
    ),
    path(
        "desk/<slug:slug>/entrants/<int:number>/replace/",
        entrants.replace,
        name="replace_entrant",
    ),
    path(
        "desk/<slug:slug>/entrants/<int:number>/delete/",
        entrants.delete,
        name="delete_entrant",
    ),
    path("desk/<slug:slug>/check-in/", entrants.check_in, name="check_in"),
    path("desk/<slug:slug>/check-in/all/", entrants.check_in_all, name="check_in_all"),
    path(
        "desk/<slug:slug>/check-in/<int:number>/",
        entrants.check_in_one,
        name="check_in_one",
    ),
    path("desk/<slug:slug>/rounds/<int:number>/", draws.show, name="draw"),
    path("desk/<slug:slug>/rounds/<int:number>/draw/", draws.draw, name="draw_round"),
    path(
        "desk/<slug:slug>/rounds/<int:number>/publish/",
        draws.publish,
        name="publish_draw",
    ),
    path(
        "desk/<slug:slug>/rounds/<int:number>/withdraw/",
        draws.withdraw,
        name="withdraw_draw",
    ),
    path("desk/<slug:slug>/rounds/<int:number>/swap/", draws.swap, name="swap_seats"),
    path(
        "desk/<slug:slug>/rounds/<int:round>/tables/<int:number>/",
        results.sheet,
        name="sheet",
    ),
    path("desk/<slug:slug>/play-offs/", results.play_offs, name="play_offs"),
    path("desk/<slug:slug>/play-offs/lots/", results.lots, name="play_off_lots"),
]

urlpatterns = [
    *embedded,
    *i18n_patterns(*players, *people, *organisers, prefix_default_language=False),
]

handler400 = "tournament.views.errors.bad_request"
