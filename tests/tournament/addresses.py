"""Every address that needs no login."""

from collections.abc import Iterator

from tournament.models import Tournament

PAGES = ("", "standings/", "rules/", "highlights/", "rounds/1/", "rounds/2/")
PAGES += ("entrants/1/",)
STORIES = ("rounds/1/draw/", "rounds/2/draw/")
DATA = ("standings.json", "rounds.json", "entrants.json")
QUERIES = ("?q=nachname", "?q=1", "standings/?q=nachname", "standings/?round=1")


def public_addresses(tournament: Tournament) -> Iterator[str]:
    """Pages and JSON of one tournament in both languages, whether or not they are."""
    yield "/"
    yield "/en/"
    for language in ("", "/en"):
        for page in (*PAGES, *STORIES, *QUERIES, "rounds/3/", "rounds/0/", "?v=0"):
            yield f"{language}/t/{tournament.slug}/{page}"
        yield f"{language}/t/{tournament.slug}/standings/?v=0"
        yield f"{language}/t/{tournament.slug}/entrants/1/?v=0"
        yield f"{language}/verify/"
    for round in (1, 2):
        yield f"/t/{tournament.slug}/rounds/{round}/draw.json"
        yield f"/t/{tournament.slug}/rounds/{round}/draw.json?attempt=1"
        yield f"/t/{tournament.slug}/rounds/{round}/draw.json?attempt=2"
    for data in DATA:
        yield f"/t/{tournament.slug}/{data}"
        yield f"/t/{tournament.slug}/{data}?round=1"
        yield f"/t/{tournament.slug}/{data}?round=2"
