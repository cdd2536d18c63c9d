from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client, override_settings
from django.utils import translation
from hypothesis import HealthCheck, settings

from tests import cast
from tournament.models import Draw, Table, Tournament

# The same examples in every run, however slow the machine is.
settings.register_profile(
    "same",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("same")


@pytest.fixture(autouse=True)
def own_cache() -> None:
    """Every test starts with an empty cache. Keys name a tournament by its number,
    and each worker's database counts from 1.
    """
    cast.own_cache()


@pytest.fixture(autouse=True)
def own_secrets(request: pytest.FixtureRequest) -> Iterator[None]:
    with cast.own_secrets(request.node.nodeid):
        yield


@pytest.fixture(autouse=True)
def in_german() -> Iterator[None]:
    """A language that one test's request switched on ends with the test."""
    with translation.override("de"):
        yield


@pytest.fixture
def organiser(db: None) -> User:
    return cast.make_organiser()


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    """Nine entrants, all present, nothing drawn."""
    return cast.make_tournament(organiser, entrants=9)


@pytest.fixture
def helper(tournament: Tournament) -> User:
    return cast.make_helper(tournament)


@pytest.fixture
def draw(tournament: Tournament, organiser: User) -> Draw:
    """Round 1 of the tournament, published."""
    return cast.start_round(tournament, organiser)


@pytest.fixture
def table(draw: Draw) -> Table:
    """Table 1 of round 1, without a sheet."""
    return draw.tables.get(number=1)


@pytest.fixture
def desk(client: Client, organiser: User) -> Client:
    """A browser in which the organiser is logged in."""
    client.force_login(organiser)
    return client


@pytest.fixture(autouse=True, scope="session")
def quick_passwords() -> Iterator[None]:
    """Hashing slowly is for attackers; every test creates somebody."""
    quick = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(PASSWORD_HASHERS=quick):
        yield
