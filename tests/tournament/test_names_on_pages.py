"""Names of any script stand apart from the figures beside them."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import cast
from tournament.models import Entrant, SheetEntry
from tournament.services.entrants import withdraw_entrant

ARABIC, HEBREW = "أحمد", "דוד"

NO_MARKUP = re.compile(
    r"<(title|option|script|label|legend)\b.*?</\1>|<[a-z]+\s[^>]*>", re.DOTALL
)
"""Where no element can stand, or a name stands alone; attributes go with tags."""


@pytest.mark.parametrize("full_names", [True, False])
def test_a_name_from_right_to_left_moves_no_number(
    desk: Client, organiser: User, full_names: bool
) -> None:
    """Without <bdi> "4 أحمد, 6 Uwe" is read as if the 6 were Ahmad's."""
    tournament = cast.make_tournament(
        organiser, entrants=8, rounds=1, full_names=full_names
    )
    Entrant.objects.filter(number__lt=8).update(first_name=ARABIC, last_name=HEBREW)
    draw = cast.start_round(tournament, organiser)
    withdraw_entrant(entrant=tournament.entrants.get(number=1), by=organiser)
    slug = tournament.slug
    pages = {
        reverse(name, args=[slug, *more])
        for name, more in (
            ("round", []),
            ("past_round", [1]),
            ("standings", []),
            ("entrant", [2]),
            ("overview", []),
            ("draw", [1]),
            ("desk_standings", []),
            ("sheet", [1, 1]),
            ("play_offs", []),
            ("check_in", []),
            ("entrants", []),
            ("change_entrant", [2]),
        )
    }
    totals = {"kind": SheetEntry.Kind.RULING, "totals": [30, 30, 30]}
    found = {}
    for entered in (False, True):
        if entered:
            for one in draw.tables.all():
                SheetEntry.objects.create(table=one, number=1, by=organiser, **totals)
            cast.own_cache()
        for page in pages:
            text = NO_MARKUP.sub("", desk.get(page).content.decode())
            isolated = re.sub(r"<bdi>.*?</bdi>", "", text, flags=re.DOTALL)
            if ARABIC in isolated:
                at = isolated.index(ARABIC)
                found[page] = isolated[max(0, at - 60) : at + 30]
    assert not found
