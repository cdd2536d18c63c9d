"""The German catalogue: complete, whole, and compiled from what is there.

Texts in the code are English. How to bring the catalogue up to date:
CONTRIBUTING.md, "Change a sentence".
"""

import gettext
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.skipif(
    not (shutil.which("msgfmt") and shutil.which("xgettext"))
    and "CI" not in os.environ,
    reason="gettext is not installed; CI checks the translations",
)

CATALOGUE = Path("tournament/locale/de/LC_MESSAGES/django.po")
PO = settings.BASE_DIR / CATALOGUE
MO = PO.with_suffix(".mo")
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd]|{\w*}")


def tool(*command: str | Path) -> str:
    """What one of gettext's tools says, in a language that can be compared."""
    done = subprocess.run(
        [*map(str, command)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def messages(mo: Path) -> dict[object, str]:
    """Key (context, message, plural) and translation of a compiled catalogue."""
    with mo.open("rb") as file:
        catalogue: dict[object, str] = vars(gettext.GNUTranslations(file))["_catalog"]
    return catalogue


def placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


def used_texts(po: Path, scratch: Path) -> set[str]:
    """All keys of a catalogue, translated or not."""
    filled, compiled = scratch / "filled.po", scratch / "filled.mo"
    tool("msgattrib", "--clear-fuzzy", "--no-obsolete", "-o", filled, po)
    tool("msgen", "-o", filled, filled)
    tool("msgfmt", "-o", compiled, filled)
    return {str(key) for key in messages(compiled) if key != ""}


@pytest.mark.parametrize(
    ("kind", "meaning"),
    [
        ("--untranslated", "texts without a German sentence"),
        ("--only-fuzzy", "texts whose German was only guessed"),
        ("--only-obsolete", "texts that nothing shows any more"),
    ],
)
def test_the_german_catalogue_has_no(kind: str, meaning: str) -> None:
    found = re.findall(
        r'^(?:#~ )?msgid (".+"|""\n".+")', tool("msgattrib", kind, PO), re.MULTILINE
    )
    assert found == [], meaning


def test_every_text_of_the_code_is_in_the_catalogue(tmp_path: Path) -> None:
    for place in ("tournament", "scoring", "templates"):
        shutil.copytree(settings.BASE_DIR / place, tmp_path / place)
    shutil.copy(settings.BASE_DIR / "manage.py", tmp_path)
    (tmp_path / CATALOGUE).unlink()
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "-l", "de", "-v", "0"],
        cwd=tmp_path,
        env={**os.environ, "VAR_DIR": str(tmp_path / "var")},
        check=True,
    )

    in_code = used_texts(tmp_path / CATALOGUE, tmp_path)
    in_catalogue = used_texts(PO, tmp_path)

    assert in_code - in_catalogue == set(), "run makemessages"
    assert in_catalogue - in_code == set(), "run makemessages"


def test_placeholders_are_the_same_in_both_languages() -> None:
    tool("msgfmt", "--check-format", "-o", os.devnull, PO)
    for key, german in messages(MO).items():
        # A plural may say "one" without a number; msgfmt has checked those.
        if key != "" and not isinstance(key, tuple):
            assert placeholders(str(key)) == placeholders(german), key


def test_the_compiled_catalogue_is_fresh(tmp_path: Path) -> None:
    """It is committed, so that a newcomer needs no gettext."""
    tool("msgfmt", "-o", tmp_path / "fresh.mo", PO)

    assert messages(MO) == messages(tmp_path / "fresh.mo"), "run compilemessages"
