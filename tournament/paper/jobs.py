"""Workbooks that take their time: written beside the requests, fetched when ready.

One file a person, tournament and language, in VAR_DIR/exports, under a name that
only the server can make. A small file beside it says how far it is, so that any
process can tell; all of them see the same folder. Two that start at once do the
same work twice, and the later file takes the place of the earlier.
"""

import json
import logging
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Thread

from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language, override

from .cells import Tell

LARGE = 300
"""So many score sheets take a second or more; fewer are answered at once."""

SILENT = 60
"""Seconds without a sign of life, after which a job counts as lost."""

KEPT = 60 * 60

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Progress:
    """How far a job is; `lost` when the process that wrote it ended."""

    revision: int
    done: int
    steps: int
    failed: bool
    lost: bool

    @property
    def percent(self) -> int:
        return 100 * self.done // max(self.steps, 1)

    @property
    def is_running(self) -> bool:
        return not (self.failed or self.lost) and self.done < self.steps

    @property
    def is_ready(self) -> bool:
        return not self.failed and self.done >= self.steps


@dataclass(frozen=True)
class Job:
    """One person's workbook of one tournament."""

    key: str
    folder: Path

    @classmethod
    def of(cls, *, person: int, tournament: int, private: bool) -> "Job":
        whose = f"{person} {tournament} {private} {get_language()}"
        key = salted_hmac("tournament.paper.jobs", whose, algorithm="sha256")
        return cls(key.hexdigest(), Path(settings.VAR_DIR) / "exports")

    @property
    def file(self) -> Path:
        return self.folder / f"{self.key}.xlsx"

    @property
    def state(self) -> Path:
        return self.folder / f"{self.key}.json"

    def progress(self) -> Progress | None:
        """How far it is; None where nothing was started or it was tidied away."""
        try:
            known = json.loads(self.state.read_text())
            silent = time.time() - self.state.stat().st_mtime > SILENT
        except (OSError, ValueError):
            return None
        unfinished = known["done"] < known["steps"]
        if not unfinished and not self.file.exists():
            return None
        return Progress(**known, lost=silent and unfinished)

    def start(self, revision: int, write: Callable[[Tell], bytes]) -> None:
        """Begin to write, unless this very revision is being written already."""
        now = self.progress()
        if now and now.is_running and now.revision == revision:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        self._tidy_up()
        self._say(revision, 0, 1)
        language = get_language()
        Thread(target=self._work, args=(revision, write, language), daemon=True).start()

    def _work(
        self, revision: int, write: Callable[[Tell], bytes], language: str | None
    ) -> None:
        """In a thread of its own, so that no worker waits. Needs no database."""
        try:
            with override(language):
                # The last step is the file itself.
                content = write(lambda done, all: self._say(revision, done, all + 1))
            self._put(self.file, content)
            self._say(revision, 1, 1)
        except Exception:
            logger.exception("A workbook could not be written")
            self._say(revision, 0, 1, failed=True)

    def _say(self, revision: int, done: int, steps: int, failed: bool = False) -> None:
        known = {"revision": revision, "done": done, "steps": steps, "failed": failed}
        self._put(self.state, json.dumps(known).encode())

    def _put(self, file: Path, content: bytes) -> None:
        """Whole or not at all: a reader never sees half a file."""
        with NamedTemporaryFile(dir=self.folder, delete=False) as part:
            part.write(content)
        os.replace(part.name, file)

    def _tidy_up(self) -> None:
        """Workbooks hold names and phone numbers: old ones go with the next."""
        for file in self.folder.iterdir():
            try:
                if time.time() - file.stat().st_mtime > KEPT:
                    file.unlink()
            except FileNotFoundError:
                continue  # another process was faster
