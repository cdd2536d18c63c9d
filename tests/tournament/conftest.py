from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture
def english() -> Iterator[None]:
    """Addresses under /en/, so that sentences can be read in the source's words."""
    with translation.override("en"):
        yield
