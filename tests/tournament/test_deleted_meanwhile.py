"""Deleted after the page was found and before the deed holds its lock."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from tests import cast
from tests.address import english
from tournament.models import (
    DiceTable,
    Entrant,
    Invitation,
    LogEntry,
    Membership,
    Table,
    Tournament,
)
from tournament.services.members import invite
from tournament.views import errors

pytestmark = pytest.mark.django_db


@contextmanager
def just_before_the_deed(delete: Callable[[], object]) -> Iterator[list[str]]:
    """Delete when the first transaction within begins, as somebody faster does."""
    begun: list[str] = []

    def watch(execute: Any, sql: str, *rest: Any) -> Any:
        if not begun and sql.startswith("SAVEPOINT"):
            begun.append(sql)
            delete()
        return execute(sql, *rest)

    with connection.execute_wrapper(watch):
        yield begun


@pytest.mark.parametrize(
    ("deed", "fields"),
    [
        ("change_entrant", {"number": 4, "first_name": "Lena"}),
        ("withdraw_entrant", {"because-reason": "Knie"}),
        ("replace_entrant", {"next-first_name": "Uwe", "next-reason": "Knie"}),
        ("delete_entrant", {}),
        ("check_in_one", {"present": "no"}),
        ("check_in_one", {"paid": "yes"}),
    ],
)
def test_an_entrant(
    desk: Client,
    tournament: Tournament,
    caplog: pytest.LogCaptureFixture,
    deed: str,
    fields: dict[str, object],
) -> None:
    """What was missing is logged with its trace, should it be a fault of ours."""
    entrant = tournament.entrants.get(number=4)
    logged = LogEntry.objects.count()
    with just_before_the_deed(entrant.delete) as begun:
        answer = desk.post(english(deed, tournament.slug, 4), fields)

    assert begun
    assert answer.status_code == 404
    assert "what stood here was deleted" in answer.content.decode()
    assert LogEntry.objects.count() == logged
    (told,) = (one for one in caplog.records if one.name == errors.__name__)
    assert told.exc_info
    assert told.exc_info[0] is Entrant.DoesNotExist


@pytest.mark.parametrize(
    "deed", ["check_in_all", "draw_round", "sheet", "invite", "close", "visibility"]
)
def test_a_tournament(desk: Client, table: Table, deed: str) -> None:
    tournament = table.draw.tournament
    place = {"draw_round": [2], "sheet": [1, 1]}.get(deed, [])
    fields: dict[str, object] = {
        "visibility": {"standings_hidden": "1"},
        "sheet": {
            "way": "games",
            "number": 1,
            "seats": " ".join(map(str, table.people())),
            **{f"game_{at}": "53" for at in range(1, 11)},
        },
        "invite": {"role": Membership.Role.HELPER},
    }.get(deed, {})

    def delete() -> None:
        tournament.draws.all().delete()
        Tournament.objects.get().delete()

    with just_before_the_deed(delete) as begun:
        answer = desk.post(english(deed, tournament.slug, *place), fields)

    assert begun
    assert answer.status_code == 404


def test_an_invitation_that_is_taken_back(tournament: Tournament) -> None:
    owner = User.objects.get()
    invitation = invite(tournament=tournament, role=Membership.Role.HELPER, by=owner)
    hans = Client()
    hans.force_login(cast.make_organiser("hans"))
    with just_before_the_deed(Invitation.objects.all().delete) as begun:
        answer = hans.post(english("invitation", invitation.token))

    assert begun
    assert answer.status_code == 404
    assert tournament.memberships.count() == 1


def test_a_dice_table() -> None:
    table = cast.started(cast.free_table())
    browser = cast.seated(table, 0, 1, 2)
    with just_before_the_deed(DiceTable.objects.all().delete) as begun:
        answer = browser.post(
            english("dice_act", table.code),
            {"game": 1, "number": 1, "position": 0, "do": "r"},
        )

    assert begun
    assert answer.status_code == 404
