"""Every page in every state that looks different, taken once, for the eye of axe.

A page that is missing here fails `test_accessible.py`: it compares with urls.py.
"""

import json
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import openpyxl
from django.contrib.auth.models import AnonymousUser, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template.loader import render_to_string
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from scoring.games import GAMES
from scoring.games.play import ROLL
from tests import cast
from tournament.access import setup_token
from tournament.models import (
    Draw,
    Entrant,
    Membership,
    Table,
    Tournament,
)
from tournament.paper.facts import collect
from tournament.paper.jobs import Job
from tournament.paper.workbook import workbook
from tournament.playing import load_sitting
from tournament.services import (
    dice,
    draws,
    entrants,
    kept_apart,
    members,
    play_offs,
    results,
)
from tournament.services.tournaments import (
    change_tournament,
    change_visibility,
    close_tournament,
    reopen_tournament,
)

SAMPLE = Path(__file__).parent.parent / "samples" / "teilnehmer-14.csv"
LANGUAGES = ("de", "en")
TEN = ["35", "53", "135", "15", "51", "315", "13", "31", "53", "53"]
LONG = "Schneider-Wagenknecht-Zimmermann"


@dataclass(frozen=True)
class Shot:
    """One page as a browser receives it; `keys` are pressed before it is judged."""

    label: str
    language: str
    path: str
    status: int
    body: bytes
    policy: str
    keys: tuple[str, ...]


@dataclass
class Album:
    shots: list[Shot] = field(default_factory=list)
    pages: set[str] = field(default_factory=set)
    templates: set[str] = field(default_factory=set)

    def take(
        self,
        client: Client,
        name: str,
        *args: object,
        query: str = "",
        sent: dict[str, Any] | None = None,
        status: int = 200,
        keys: tuple[str, ...] = (),
    ) -> None:
        """The page in each language; with `sent` as the answer to that form."""
        for language in LANGUAGES:
            with override(language):
                path = reverse(name, args=args) + query
                if sent is None:
                    answer = client.get(path)
                    self.pages.add(name)
                else:
                    for file in sent.values():
                        if hasattr(file, "seek"):
                            file.seek(0)
                    answer = client.post(path, sent, follow=True)
                    path, _code = (answer.redirect_chain or [(path, 0)])[-1]
            assert answer.status_code == status, f"{path}: {answer.status_code}"
            self.templates |= {one.name for one in answer.templates if one.name}
            self.shots.append(
                Shot(
                    f"{name} {query} {status} {'sent' if sent else ''}",
                    language,
                    path,
                    status,
                    answer.content,
                    answer.headers["Content-Security-Policy"],
                    keys,
                )
            )

    def take_template(self, name: str, status: int) -> None:
        """An error page that no request reaches in a test."""
        for language in LANGUAGES:
            with override(language):
                request = RequestFactory().get("/")
                request.user = AnonymousUser()
                body = render_to_string(name, request=request).encode()
            self.templates.add(name)
            self.shots.append(Shot(name, language, "/", status, body, "", ()))


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def take_all() -> Album:
    """Play some evenings and take every page on the way."""
    album = Album()
    first_run(album)
    olga = cast.make_organiser()
    accounts(album, olga)
    before_the_evening(album, olga)
    an_evening(album, olga)
    few_people(album, olga)
    the_end(album, olga)
    dice_tables(album, olga)
    errors(album, olga)
    return album


def first_run(album: Album) -> None:
    anybody = Client()
    album.take(anybody, "home")
    album.take(anybody, "setup")
    album.take(anybody, "setup", "mistyped", status=403)
    album.take(anybody, "setup", setup_token())
    album.take(anybody, "setup", setup_token(), sent={"username": "x"}, status=422)


def accounts(album: Album, olga: User) -> None:
    anybody, desk = Client(), logged_in(olga)
    album.take(anybody, "login")
    wrong = {"username": "olga", "password": "falsch"}
    album.take(anybody, "login", sent=wrong, status=422)
    album.take(desk, "password")
    album.take(desk, "password", sent={"old_password": "falsch"}, status=422)
    album.take(desk, "desk")
    album.take(desk, "new_tournament")
    album.take(desk, "new_tournament", sent={"rounds": "0"}, status=422)
    tournament = cast.make_tournament(olga, 3, name="Einladung")
    role = Membership.Role.HELPER
    token = members.invite(tournament=tournament, role=role, by=olga).token
    album.take(anybody, "invitation", token)
    for do in ("login", "new"):
        album.take(anybody, "invitation", token, sent={"do": do}, status=422)
    album.take(anybody, "invitation", "gone", status=404)
    album.take(desk, "invitation", token)
    album.take(logged_in(cast.make_organiser("otto")), "invitation", token)
    cast.make_helper(tournament)
    album.take(desk, "members", tournament.slug)
    album.take(desk, "invite", tournament.slug, sent={"role": "?"})


def before_the_evening(album: Album, olga: User) -> None:
    anybody, desk = Client(), logged_in(olga)
    tournament = cast.make_tournament(olga, name="Skatheim " * 8)
    slug = tournament.slug
    for name in ("round", "standings", "rules", "highlights"):
        album.take(anybody, name, slug)
    for name in ("overview", "entrants", "check_in", "settings", "delete", "log"):
        album.take(desk, name, slug)
    album.take(desk, "desk_standings", slug)
    for name in ("paper", "read_back", "certificate_text", "blank_sheets"):
        album.take(desk, name, slug)
    album.take(desk, "certificate_text", slug, sent={"text": "[x]"}, status=422)
    album.take(desk, "settings", slug, sent={"rounds": "0"}, status=422)
    album.take(desk, "delete", slug, sent={"name": "?"}, status=422)
    album.take(desk, "add_entrant", slug, sent={"new-number": "x"}, status=422)
    album.take(desk, "import", slug)
    album.take(desk, "import", slug, sent={"text": ""}, status=422)
    file = SimpleUploadedFile(SAMPLE.name, SAMPLE.read_bytes())
    album.take(desk, "import", slug, sent={"file": file})
    entrants.add_entrant(
        tournament=tournament, by=olga, first_name="Ute", last_name=LONG
    )
    doubtful = f"1. Ute {LONG}\n2. Uwe Groß, KC Neun, 0171 2345678\n2. Udo\nUdo\n"
    album.take(desk, "import", slug, sent={"text": doubtful * 2})
    read = desk.post(reverse("import", args=[slug]), {"text": doubtful}).context
    wrong = {"row-0-1-take": "1", "row-0-1-number": "x"}
    sent = {"list": read["list"], **wrong}
    album.take(desk, "confirm_import", slug, sent=sent, status=422)
    same = {"new-first_name": "Ute", "new-last_name": LONG}
    album.take(desk, "add_entrant", slug, sent=same, status=422)
    album.take(desk, "change_entrant", slug, 1)
    album.take(desk, "change_entrant", slug, 1, sent={"number": "x"}, status=422)
    album.take(desk, "check_in", slug)
    album.take(desk, "overview", slug)
    album.take(desk, "draw", slug, 1)


def an_evening(album: Album, olga: User) -> None:
    """Ten people over two rounds, with a sit-out, long names and every trouble."""
    anybody, desk = Client(), logged_in(olga)
    tournament = cast.make_tournament(olga, 10, name="Pokal", place="Zur Linde")
    slug = tournament.slug
    tournament.entrants.filter(number__lt=4).update(
        last_name=LONG, club="Kegelfreunde Höhe von 1911", category="Damen", paid=True
    )
    album.take(desk, "show", slug, 1)
    by_hand(album, desk, tournament)
    first = draws.draw_round(tournament=tournament, round=1, by=olga)
    draws.withdraw_draw(draw=first, by=olga, reason="Uwe fehlte")
    first = draws.draw_round(tournament=tournament, round=1, by=olga)
    album.take(desk, "draw", slug, 1)
    for name, status in (("overview", 200), ("check_in", 200), ("settings", 200)):
        album.take(desk, name, slug, status=status)
    album.take(anybody, "round", slug)
    draws.publish_draw(draw=first, by=olga)
    one, other = (table(first, at).people()[0] for at in (1, 2))
    draws.swap_seats(draw=first, one=one, other=other, by=olga, reason="Knie")
    album.take(desk, "draw", slug, 1)
    album.take(desk, "show", slug, 1)
    album.take(desk, "show", slug, 1, keys=(" ",))
    album.take(desk, "show", slug, 1, keys=("Escape",))
    album.take(anybody, "draw_story", slug, 1)
    album.take(anybody, "verify")
    wrong = {"attempt": 2, "reason": ""}
    for prefix, name in (("withdraw", "withdraw_draw"), ("swap", "swap_seats")):
        sent = {f"{prefix}-{key}": value for key, value in wrong.items()}
        album.take(desk, name, slug, 1, sent=sent, status=422)
    album.take(desk, "draw_round", slug, 2, sent={"x": "x"}, status=422)
    album.take(desk, "overview", slug)
    album.take(desk, "overview", slug, query="?table=99", status=422)
    for query in ("", "?q=1", "?q=nobody"):
        album.take(anybody, "round", slug, query=query)
    sheets(album, desk, olga, first)
    cast.enter_all(first, olga, Random(1))
    album.take(desk, "overview", slug)
    entrants.withdraw_entrant(entrant=entrant(tournament, 3), by=olga, reason="Zug")
    entrants.replace_entrant(
        entrant=entrant(tournament, 4), by=olga, first_name="Ina", last_name="Au"
    )
    entrants.add_entrant(tournament=tournament, by=olga, first_name="Nach")
    cast.play_rounds(tournament, olga, 1)
    cast.start_round(tournament, olga)
    for name in ("overview", "entrants", "check_in", "settings", "delete", "log"):
        album.take(desk, name, slug)
    album.take(desk, "entrants", slug, query="?q=vorname&sort=name")
    album.take(desk, "entrants", slug, query="?added=11")
    album.take(desk, "check_in", slug, query="?show=unpaid&tapped=5&what=present")
    album.take(desk, "log", slug, query="?q=nothing")
    for number in (1, 3, 11):
        album.take(desk, "change_entrant", slug, number)
    album.take(
        desk, "withdraw_entrant", slug, 5, sent={"because-reason": "\0"}, status=422
    )
    album.take(desk, "replace_entrant", slug, 5, sent={"next-club": "x"}, status=422)
    album.take(desk, "delete_entrant", slug, 5, sent={"x": "x"}, status=422)
    album.take(desk, "draw", slug, 3)
    album.take(desk, "by_hand", slug, 3)
    for query in ("", "?round=1", "?sort=-name"):
        album.take(desk, "desk_standings", slug, query=query)
        album.take(anybody, "standings", slug, query=query)
    album.take(anybody, "standings", slug, query="?q=2")
    album.take(anybody, "past_round", slug, 1)
    album.take(anybody, "round", slug)
    for number in (1, 3, 11):
        album.take(anybody, "entrant", slug, number)
    album.take(anybody, "home")
    on_paper(album, desk, olga, tournament)
    helper = logged_in(cast.make_helper(tournament, "hanna"))
    for name in ("overview", "entrants", "check_in", "desk_standings", "paper"):
        album.take(helper, name, slug)
    album.take(helper, "sheet", slug, 1, 1)
    album.take(helper, "settings", slug, status=403)
    change_visibility(
        tournament=tournament, by=olga, standings_hidden=True, full_names=False
    )
    for name, *more in (("standings",), ("round",), ("entrant", 1)):
        album.take(anybody, name, slug, *more)
    album.take(desk, "overview", slug)
    album.take(desk, "visibility", slug, sent={"page": "settings"})


def by_hand(album: Album, desk: Client, tournament: Tournament) -> None:
    """Tables typed in, and who is kept apart; nothing is drawn yet."""
    slug, olga = tournament.slug, tournament.memberships.get().user
    album.take(desk, "kept_apart", slug)
    album.take(desk, "kept_apart", slug, sent={"one": "1", "other": "1"}, status=422)
    apart = {"tournament": tournament, "by": olga}
    kept_apart.keep_apart(one=1, other=2, **apart)
    kept_apart.keep_apart(one=9, other=4, **apart)
    change_tournament(apart_by_club=True, **apart)
    album.take(desk, "kept_apart", slug)
    album.take(desk, "by_hand", slug, 1)
    for text, status in (("1 x\n99", 422), ("1 2\n5 6 7", 200)):
        album.take(desk, "by_hand", slug, 1, sent={"tables": text}, status=status)
    album.take(desk, "by_hand", slug, 1, sent={"tables": "1 2 3\n4 5 6\n7 8 9"})
    stale = {"tables": "1 2 3", "checked": "x"}
    album.take(desk, "draw_by_hand", slug, 1, sent=stale, status=422)
    album.take(desk, "draw_round", slug, 1, sent={"room": "x" * 201}, status=422)


def on_paper(album: Album, desk: Client, olga: User, tournament: Tournament) -> None:
    """Two rounds are played, the third is at the tables; somebody sits out."""
    slug = tournament.slug
    album.take(desk, "paper", slug)
    for name in ("paper_sheets", "paper_seating", "paper_plan"):
        album.take(desk, name, slug, 1)
    for name in ("table_cards", "start_numbers", "check_in_list"):
        album.take(desk, name, slug)
    for name in ("paper_standings", "paper_ceremony", "paper_certificates"):
        album.take(desk, name, slug)
    album.take(desk, "read_back", slug, sent={}, status=422)
    book = openpyxl.load_workbook(BytesIO(workbook(collect(tournament))))
    list, rounds = book.worksheets[0], book.worksheets[1]
    list["B3"], list["B16"] = "Änne", "Neu"
    for column, points in zip("BCD", (60, 5, 3), strict=True):
        rounds[f"{column}16"] = points
    album.take(desk, "read_back", slug, sent={"file": file_of(book)}, status=422)
    for column in "BCD":
        rounds[f"{column}16"] = 30
    rounds["B19"] = "Andere Zahlen"
    entrants.replace_entrant(
        entrant=entrant(tournament, 1), by=olga, first_name="Ina", last_name=LONG
    )
    album.take(desk, "read_back", slug, sent={"file": file_of(book)})
    with TemporaryDirectory() as folder, override_settings(VAR_DIR=folder):
        for done in (1, 2):
            for language in LANGUAGES:
                with override(language):
                    job = Job.of(person=olga.pk, tournament=tournament.pk, private=True)
                    job.folder.mkdir(exist_ok=True)
                    known = {"revision": 1, "done": done, "steps": 2, "failed": False}
                    job.state.write_text(json.dumps(known))
                    job.file.write_bytes(b"")
            album.take(desk, "export_progress", slug)


def file_of(book: openpyxl.Workbook) -> SimpleUploadedFile:
    file = BytesIO()
    book.save(file)
    return SimpleUploadedFile("mappe.xlsx", file.getvalue())


def table(draw: Draw, number: int) -> Table:
    return draw.tables.get(number=number)


def entrant(tournament: Tournament, number: int) -> Entrant:
    return tournament.entrants.get(number=number)


def sheets(album: Album, desk: Client, olga: User, draw: Draw) -> None:
    """Table 1 from an empty sheet to a ruling; all other sheets stay missing."""
    one = table(draw, 1)
    address = (draw.tournament.slug, 1, 1)
    sent = {
        "way": "games",
        "number": 1,
        "seats": " ".join(map(str, one.people())),
        **{f"game_{at}": keys for at, keys in enumerate(TEN, start=1)},
    }
    album.take(desk, "sheet", *address)
    album.take(desk, "sheet", *address, query="?way=totals")
    album.take(desk, "sheet", *address, query="?table=99", status=422)
    typed = "".join(TEN).replace("315", "31")
    album.take(desk, "sheet", *address, keys=tuple(typed))
    album.take(desk, "sheet", *address, keys=("5", "3", "5", "5", "4"))
    album.take(desk, "sheet", *address, sent={**sent, "game_2": "77"}, status=422)
    totals = {**sent, "way": "totals", "total_1": 49, "total_2": "x"}
    album.take(desk, "sheet", *address, sent=totals, status=422)
    ruling = {"ruling-number": 1, "ruling-seats": sent["seats"]}
    album.take(desk, "sheet", *address, sent=ruling, status=422)
    results.enter_totals(table=one, totals=(48, 30, 12), number=1, by=olga)
    album.take(desk, "sheet", *address)
    album.take(desk, "sheet", *address, sent=sent, status=409)
    again = {**sent, "number": 2}
    album.take(desk, "sheet", *address, sent=again, status=422)
    results.enter_games(
        table=one, games=["123"] * 10, number=2, by=olga, reason="Vertippt"
    )
    album.take(desk, "sheet", *address)
    results.enter_ruling(
        table=one, totals=(40, 30, 20), number=3, by=olga, reason="Spieler ging"
    )
    album.take(desk, "sheet", *address)


def dice_tables(album: Album, olga: User) -> None:
    """Every game under way, the waiting before it, its record, and the desk's side."""
    anybody, desk = Client(), logged_in(olga)
    album.take(anybody, "dice")
    album.take(anybody, "dice", query="?code=x", status=422)
    album.take(anybody, "dice", sent={"new-game": "?"}, status=422)
    for key in GAMES:
        table = cast.started(cast.free_table(key, chances=True))
        for _ in range(2):
            cast.decide(table, ROLL)
            player = load_sitting(table).now.state.to_act[0]
            if load_sitting(table).now.state.legal(player) != (ROLL,):
                break
        album.take(cast.seated(table, 0, 1, 2), "dice_table", table.code)
    table = cast.free_table(names=["Uwe", "Ina", "Ali"])
    cast.sit_down(table, 0)
    one = cast.seated(table, 0)
    album.take(one, "dice_table", table.code)
    sent = {"position": 1, "name": "x" * 99}
    album.take(one, "dice_sit", table.code, sent=sent, status=422)
    cast.sit_down(table, 1, 2)
    album.take(one, "dice_table", table.code)
    word = {"game": 1, "position": 0, "part": ""}
    album.take(one, "dice_part", table.code, sent=word, status=422)
    key = {"position": 1, "key": "WRONG"}
    album.take(one, "dice_claim", table.code, sent=key, status=422)
    cast.give_parts(table)
    for _ in range(3):
        cast.decide(table, ROLL)
    table.games.update(started_at=timezone.now())
    album.take(one, "dice_table", table.code)
    album.take(one, "dice_peek", table.code, 0)
    album.take(anybody, "dice_table", table.code)
    late = {"game": 1, "number": 99, "position": 0, "do": "r"}
    album.take(one, "dice_act", table.code, sent=late, status=409)
    cast.play_dice(table, Random(3))
    for query in ("", "?step=0", "?step=7"):
        album.take(anybody, "dice_game", table.code, 1, query=query)
    album.take(one, "dice_table", table.code)
    at_the_tournament(album, olga, desk)


def at_the_tournament(album: Album, olga: User, desk: Client) -> None:
    anybody = Client()
    tournament = cast.make_tournament(olga, 6, name="Würfeltisch", dice_tables=True)
    slug = tournament.slug
    draw = cast.start_round(tournament, olga)
    album.take(anybody, "open_dice_table", slug, 1, 2)
    table = cast.started(cast.dice_table(tournament))
    cast.decide(table, ROLL)
    end = {"end-game": 1, "end-place_0": 1}
    album.take(desk, "end_dice_game", slug, table.code, sent=end, status=422)
    dice.end_game(table=table, game=1, order=[1, 0, 2], by=olga)
    cast.give_parts(table)
    cast.play_dice(table, Random(1), games=2)
    album.take(desk, "desk_dice_table", slug, table.code)
    album.take(desk, "dice_table", table.code)
    album.take(desk, "sheet", slug, 1, 1)
    album.take(desk, "sheet", slug, 1, 2)
    album.take(anybody, "round", slug)
    tournament.dice_tables = False
    tournament.save()
    album.take(anybody, "open_dice_table", slug, 1, 2)
    results.enter_games(
        table=draw.tables.get(number=1),
        games=["123"] * 10,
        number=1,
        by=olga,
        schock_outs=(2, 0, 1),
        played=[1, 2],
    )
    album.take(desk, "sheet", slug, 1, 1)
    album.take(anybody, "highlights", slug)
    album.take(anybody, "standings", slug)


def few_people(album: Album, olga: User) -> None:
    """Eight people and a stand-in."""
    desk = logged_in(olga)
    tournament = cast.make_tournament(
        olga,
        8,
        name="Hausspieler",
        head_count_policy=Tournament.HeadCountPolicy.STAND_IN,
    )
    slug = tournament.slug
    draw = cast.start_round(tournament, olga)
    album.take(desk, "overview", slug)
    album.take(desk, "draw", slug, 1)
    for one in draw.tables.all():
        album.take(desk, "sheet", slug, 1, one.number)
    album.take(Client(), "round", slug)


def the_end(album: Album, olga: User) -> None:
    """Three share place 1: play-offs, final places, closed, open again."""
    anybody, desk = Client(), logged_in(olga)
    tournament = cast.make_tournament(olga, 9, name="Finale", rounds=1)
    slug = tournament.slug
    tables = list(cast.start_round(tournament, olga).tables.all())
    for one in tables:
        results.enter_games(table=one, games=["123"] * 10, number=1, by=olga)
    album.take(desk, "overview", slug)
    album.take(desk, "play_offs", slug)
    who = sorted(one.people()[0] for one in tables)
    key = " ".join(map(str, who))
    album.take(desk, "play_offs", slug, sent={"group": key}, status=422)
    album.take(anybody, "standings", slug)
    play_offs.draw_starting_order(tournament=tournament, members=who, by=olga)
    album.take(desk, "play_offs", slug)
    deed = {"tournament": tournament, "by": olga, "behind": []}
    play_offs.enter_play_off(order=who, number=1, **deed)
    prefix = f"group{who[0]}"
    again = {"group": key, f"{prefix}-number": "1"}
    again |= {f"{prefix}-place_{one}": at for at, one in enumerate(reversed(who), 1)}
    album.take(desk, "play_offs", slug, sent=again, status=409)
    play_offs.enter_play_off(order=who[::-1], number=2, reason="Vertippt", **deed)
    for name in ("play_offs", "overview"):
        album.take(desk, name, slug)
    close_tournament(tournament=tournament, by=olga)
    for name in ("overview", "entrants", "check_in", "settings", "play_offs"):
        album.take(desk, name, slug)
    album.take(desk, "desk_standings", slug)
    album.take(desk, "draw", slug, 1)
    album.take(desk, "sheet", slug, 1, 1)
    album.take(desk, "change_entrant", slug, 1)
    album.take(desk, "import", slug)
    album.take(desk, "reopen", slug)
    album.take(desk, "reopen", slug, sent={"reason": ""}, status=422)
    for name in ("round", "standings", "rules"):
        album.take(anybody, name, slug)
    album.take(anybody, "entrant", slug, who[0])
    album.take(anybody, "home")
    album.take(desk, "desk")
    reopen_tournament(tournament=tournament, by=olga, reason="Zettel vertauscht")
    album.take(desk, "overview", slug)


def errors(album: Album, olga: User) -> None:
    album.take(Client(), "round", "gone", status=404)
    album.take(logged_in(olga), "overview", "gone", status=404)
    for name, status in (
        ("400.html", 400),
        ("403_csrf.html", 403),
        ("413.html", 413),
        ("500.html", 500),
    ):
        album.take_template(name, status)
