"""The scripts that check draws and games in a browser, run by node."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

STATIC = Path(__file__).parents[2] / "tournament" / "static" / "tournament"
NODE = shutil.which("node")

needs_node = pytest.mark.skipif(NODE is None, reason="there is no node")


def run_script(script: str, given: list[Any], folder: Path) -> list[Any]:
    """What a script prints as JSON that is given JSON and imports ./verify.mjs."""
    for name in ("verify", "verify_game"):
        text = (STATIC / f"{name}.js").read_text()
        (folder / f"{name}.mjs").write_text(text.replace("verify.js", "verify.mjs"))
    (folder / "calls.mjs").write_text(script)
    done = subprocess.run(
        [str(NODE), "calls.mjs"],
        cwd=folder,
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[Any] = json.loads(done.stdout)
    return found
