"""How deep the walks go that try everything on everything.

A newcomer's run takes a part of each walk and is done in two minutes; CI, and
whoever sets SCHOCK_THOROUGH=1, takes every step. What is left out is always the
same, so that a run that passed passes again.
"""

import os
from collections.abc import Iterable
from typing import TypeVar

import pytest
from hypothesis import settings

Item = TypeVar("Item")

THOROUGH = os.environ.get("SCHOCK_THOROUGH") == "1"

only_thorough = pytest.mark.skipif(not THOROUGH, reason="SCHOCK_THOROUGH=1 runs it")
"""For a test that has a smaller sister, and takes long."""


def some(items: Iterable[Item], every: int, first: int = 0) -> list[Item]:
    """All of them, or one in so many, from this one on."""
    return list(items) if THOROUGH else list(items)[first % every :: every]


def examples(every: int, first: int) -> settings:
    """How many examples hypothesis tries: thoroughly, and in a newcomer's run."""
    return settings(max_examples=every if THOROUGH else first)
