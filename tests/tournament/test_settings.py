"""What the environment says, as the settings file understands it."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from tournament import settings


def settings_with(patch: pytest.MonkeyPatch, folder: Path, **said: str) -> Any:
    for name, value in {"VAR_DIR": str(folder), **said}.items():
        patch.setenv(name, value)
    return runpy.run_path(settings.__file__)


def test_the_names_of_the_server_may_stand_apart(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = settings_with(monkeypatch, tmp_path, ALLOWED_HOSTS="a.de, B.de,")

    assert found["ALLOWED_HOSTS"] == ["a.de", "b.de"]
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://a.de", "https://b.de"]


def test_a_dot_stands_for_every_name_below(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = settings_with(monkeypatch, tmp_path, ALLOWED_HOSTS=".verein.de")

    assert found["ALLOWED_HOSTS"] == [".verein.de"]
    assert found["CSRF_TRUSTED_ORIGINS"] == [
        "https://verein.de",
        "https://*.verein.de",
    ]


@pytest.mark.parametrize("said", [{}, {"ALLOWED_HOSTS": ""}, {"ALLOWED_HOSTS": " "}])
def test_without_names_every_name_is_answered(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, said: dict[str, str]
) -> None:
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    found = settings_with(monkeypatch, tmp_path, **said)

    assert found["ALLOWED_HOSTS"] == ["*"]
    assert found["CSRF_TRUSTED_ORIGINS"] == []
