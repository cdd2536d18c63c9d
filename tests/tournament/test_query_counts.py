"""Every page costs as many queries with 99 entrants as with nine."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import cast
from tests.depth import THOROUGH

from .product import ADDRESSES
from .world import World, make_world

pytestmark = pytest.mark.django_db

SIZES = (9, 30, 99) if THOROUGH else (9, 30)

# More than this is a page that nobody has looked at for long.
MOST = 20
MOST_OF = {
    **dict.fromkeys(("home", "setup", "login", "verify"), 3),
    **dict.fromkeys(("round", "past_round", "standings", "entrant", "rules"), 11),
    **dict.fromkeys(("standings_json", "rounds_json", "entrants_json"), 11),
    **dict.fromkeys(("draw_story", "draw_json"), 14),
    **dict.fromkeys(("entrants", "check_in", "import"), 9),
    "export": 16,
    "live": 0,
}

MISSING = {404, 405}

STATES = ("running", "drawn", "tied", "closed")
QUESTIONS: tuple[tuple[dict[str, str], dict[str, str]], ...] = (
    ({}, {}),
    ({"q": "1"}, {}),
    ({"round": "1"}, {}),
    ({"v": "0"}, {"HTTP_HX_REQUEST": "true"}),
)


@pytest.fixture(scope="module")
def worlds(django_db_setup: None, django_db_blocker: Any) -> Iterator[list[World]]:
    with django_db_blocker.unblock(), cast.undone():
        yield [make_world(size, f"-{size}") for size in SIZES]


@pytest.fixture(scope="module")
def browsers(worlds: list[World]) -> list[tuple[World, Client, Client]]:
    """Each world with a browser of its organiser and one of a stranger."""
    return [(world, world.browser(world.organiser), Client()) for world in worlds]


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_page_costs_as_many_queries_for_99_entrants_as_for_9(
    browsers: list[tuple[World, Client, Client]], name: str
) -> None:
    statuses: set[int] = set()
    for parts, state, (query, headers) in product(ADDRESSES[name], STATES, QUESTIONS):
        if query and state != "running":
            continue
        if state != "running" and statuses - MISSING and not THOROUGH:
            continue
        costs = []
        for world, desk, anybody in browsers:
            client = anybody if name in {"login", "invitation"} else desk
            address = world.address(name, parts, state)
            cast.own_cache()
            with CaptureQueriesContext(connection) as queries:
                status = client.get(address, query, **headers).status_code
            # A page that waits for a file leads on as soon as that is there.
            costs.append((status in MISSING, len(queries)))
        statuses.add(status)
        if status in MISSING:
            # A deed, or not there while the tournament is in this state.
            continue
        assert len(set(costs)) == 1, (address, query, headers, costs)
        assert costs[0][1] <= MOST_OF.get(name, MOST), (address, query, costs)
    assert statuses != {404}, "no state of the world has this page"
