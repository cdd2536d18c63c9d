"""Every address on one page. German has no prefix, English stands under /en/."""

from django.conf.urls.i18n import i18n_patterns
from django.urls import path

from .views import accounts, dice, public
from .views.desk import dice as desk_dice
from .views.desk import (
    draws,
    entrants,
    kept_apart,
    members,
    overview,
    paper,
    results,
    tournaments,
    workbook,
)

without_language = [
    path("t/<slug:slug>/standings.json", public.standings_json, name="standings_json"),
    path("t/<slug:slug>/rounds.json", public.rounds_json, name="rounds_json"),
    path("t/<slug:slug>/entrants.json", public.entrants_json, name="entrants_json"),
    path(
        "t/<slug:slug>/rounds/<int:number>/draw.json",
        public.draw_json,
        name="draw_json",
    ),
    path("live/<str:topic>/", public.no_stream, name="live"),
]

players = [
    path("", public.home, name="home"),
    path("t/<slug:slug>/", public.current_round, name="round"),
    path("t/<slug:slug>/rounds/<int:number>/", public.past_round, name="past_round"),
    path(
        "t/<slug:slug>/rounds/<int:number>/draw/", public.draw_story, name="draw_story"
    ),
    path("t/<slug:slug>/standings/", public.standings, name="standings"),
    path("t/<slug:slug>/entrants/<int:number>/", public.entrant, name="entrant"),
    path("t/<slug:slug>/highlights/", public.highlights, name="highlights"),
    path("t/<slug:slug>/rules/", public.rules, name="rules"),
    path("verify/", public.verify, name="verify"),
]

dice_tables = [
    path("dice/", dice.home, name="dice"),
    path("dice/<slug:code>/", dice.table, name="dice_table"),
    path("dice/<slug:code>/sit/", dice.sit, name="dice_sit"),
    path("dice/<slug:code>/claim/", dice.claim, name="dice_claim"),
    path("dice/<slug:code>/part/", dice.part, name="dice_part"),
    path("dice/<slug:code>/start/", dice.start, name="dice_start"),
    path("dice/<slug:code>/act/", dice.act, name="dice_act"),
    path("dice/<slug:code>/absent/", dice.absent, name="dice_absent"),
    path("dice/<slug:code>/hand-over/", dice.hand_over, name="dice_hand_over"),
    path("dice/<slug:code>/peek/<int:position>/", dice.peek, name="dice_peek"),
    path("dice/<slug:code>/games/<int:number>/", dice.game, name="dice_game"),
    path("dice/<slug:code>/games/<int:number>.json", dice.game_json, name="dice_json"),
    path(
        "t/<slug:slug>/rounds/<int:round>/tables/<int:number>/dice/",
        dice.open_table,
        name="open_dice_table",
    ),
]

people = [
    path("setup/", accounts.setup, name="setup"),
    path("setup/<str:token>/", accounts.setup, name="setup"),
    path("login/", accounts.login, name="login"),
    path("logout/", accounts.Logout.as_view(), name="logout"),
    path("password/", accounts.change_password, name="password"),
    path("invitation/<str:token>/", accounts.invitation, name="invitation"),
]

organisers = [
    path("desk/", tournaments.desk, name="desk"),
    path("desk/new/", tournaments.new_tournament, name="new_tournament"),
    path("desk/<slug:slug>/", overview.overview, name="overview"),
    path("desk/<slug:slug>/standings/", overview.desk_standings, name="desk_standings"),
    path("desk/<slug:slug>/log/", overview.log, name="log"),
    path("desk/<slug:slug>/export.xlsx", workbook.export, name="export"),
    path("desk/<slug:slug>/export/", workbook.export_progress, name="export_progress"),
    path("desk/<slug:slug>/workbook/", workbook.read_back, name="read_back"),
    path("desk/<slug:slug>/workbook/confirm/", workbook.confirm, name="take_in"),
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
        "desk/<slug:slug>/rounds/<int:number>/by-hand/", draws.by_hand, name="by_hand"
    ),
    path(
        "desk/<slug:slug>/rounds/<int:number>/by-hand/draw/",
        draws.draw_by_hand,
        name="draw_by_hand",
    ),
    path("desk/<slug:slug>/rounds/<int:number>/show/", draws.wall, name="show"),
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
    path("desk/<slug:slug>/kept-apart/", kept_apart.kept_apart, name="kept_apart"),
    path(
        "desk/<slug:slug>/kept-apart/<int:pk>/remove/",
        kept_apart.let_meet,
        name="let_meet",
    ),
    path("desk/<slug:slug>/paper/", paper.paper, name="paper"),
    path("desk/<slug:slug>/paper/sheets/", paper.blank_sheets, name="blank_sheets"),
    path("desk/<slug:slug>/paper/sheets.xlsx", paper.blank_xlsx, name="blank_xlsx"),
    path(
        "desk/<slug:slug>/paper/sheets/<int:round>/", paper.sheets, name="paper_sheets"
    ),
    path(
        "desk/<slug:slug>/paper/sheets/<int:round>/sheets.xlsx",
        paper.sheets_xlsx,
        name="sheets_xlsx",
    ),
    path(
        "desk/<slug:slug>/paper/seating/<int:round>/",
        paper.seating,
        name="paper_seating",
    ),
    path("desk/<slug:slug>/paper/plan/<int:round>/", paper.plan, name="paper_plan"),
    path("desk/<slug:slug>/paper/table-cards/", paper.table_cards, name="table_cards"),
    path(
        "desk/<slug:slug>/paper/start-numbers/",
        paper.start_numbers,
        name="start_numbers",
    ),
    path("desk/<slug:slug>/paper/check-in/", paper.check_in_list, name="check_in_list"),
    path("desk/<slug:slug>/paper/standings/", paper.standings, name="paper_standings"),
    path("desk/<slug:slug>/paper/ceremony/", paper.ceremony, name="paper_ceremony"),
    path(
        "desk/<slug:slug>/paper/certificates/",
        paper.certificates,
        name="paper_certificates",
    ),
    path(
        "desk/<slug:slug>/paper/certificates/text/",
        paper.certificate_text,
        name="certificate_text",
    ),
    path(
        "desk/<slug:slug>/paper/standings.csv",
        paper.csv_of_standings,
        name="standings_csv",
    ),
    path(
        "desk/<slug:slug>/paper/entrants.csv",
        paper.csv_of_entrants,
        name="entrants_csv",
    ),
    path("desk/<slug:slug>/play-offs/", results.play_offs, name="play_offs"),
    path("desk/<slug:slug>/play-offs/lots/", results.lots, name="play_off_lots"),
    path(
        "desk/<slug:slug>/play-offs/dice/",
        desk_dice.open_for_play_off,
        name="open_play_off",
    ),
    path(
        "desk/<slug:slug>/rounds/<int:round>/tables/<int:number>/dice/",
        desk_dice.open_for_table,
        name="desk_open_dice_table",
    ),
    path(
        "desk/<slug:slug>/dice/<slug:code>/",
        desk_dice.dice_table,
        name="desk_dice_table",
    ),
    path(
        "desk/<slug:slug>/dice/<slug:code>/free/",
        desk_dice.free_seat,
        name="free_dice_seat",
    ),
    path(
        "desk/<slug:slug>/dice/<slug:code>/end/",
        desk_dice.end_game,
        name="end_dice_game",
    ),
]

urlpatterns = [
    *without_language,
    *i18n_patterns(
        *players, *dice_tables, *people, *organisers, prefix_default_language=False
    ),
]

handler400 = "tournament.views.errors.bad_request"
