"""What a page says apart from what the clock and chance put on it."""

import re

_CLOCK = re.compile(
    r"\d{4}-\d\d-\d\d(T[\d:.]+([+-]\d\d:\d\d|Z)?)?|\d\d?:\d\d(:\d\d(\.\d+)?)?"
)


def numbers(page: str) -> set[str]:
    """The numbers that stand alone in a page; days and times of day do not count."""
    return set(re.findall(r"\b\d+\b", _CLOCK.sub("", page)))
