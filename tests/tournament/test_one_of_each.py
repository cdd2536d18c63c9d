"""Where there is only one of a thing, no sentence speaks of several."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation

from scoring.draw import Explanation, Proof, Why
from scoring.errors import Rule, RuleBroken
from tests import cast
from tournament.models import Deed, LogEntry
from tournament.services.results import enter_games
from tournament.wording import deed, sentence, why

SEVERAL = re.compile(
    r"(?<![\d.,:–-])\b1 ("
    r"tables|games|rounds|points|entrants|changes"
    r"|(?:Tische|Spiele|Durchgänge|Punkte|Änderungen)n?|\w*[Zz]etteln sind"
    r")\b"
)
PAGES = (
    "/t/{}/",
    "/t/{}/rules/",
    "/t/{}/standings/",
    "/t/{}/entrants/1/",
    "/t/{}/rounds/1/draw/",
    "/desk/{}/",
    "/desk/{}/log/",
    "/desk/{}/settings/",
    "/desk/{}/rounds/1/",
    "/desk/{}/rounds/1/tables/1/",
    "/desk/{}/play-offs/",
)


def said(html: str) -> str:
    """A page as it is read: what stands in one line belongs together."""
    inline = re.sub(r"</?(span|bdi|strong|small|a|b)\b[^>]*>", "", html)
    return " ".join(re.sub(r"<[^>]+>", " | ", inline).split())


@pytest.mark.parametrize("language", ["", "/en"])
def test_one_round_of_one_game_at_one_table(
    client: Client, organiser: User, language: str
) -> None:
    """With one sit-out, who shares place 1 with one point."""
    tournament = cast.make_tournament(
        organiser,
        4,
        rounds=1,
        games=1,
        points_first=1,
        points_second=0,
        points_third=0,
        sit_out_points=1,
    )
    client.force_login(organiser)
    draw = cast.start_round(tournament, organiser)
    enter_games(table=draw.tables.get(), games=["123"], number=1, by=organiser)

    pages = []
    for page in PAGES:
        answer = client.get(language + page.format(tournament.slug))
        assert answer.status_code == 200, page
        pages.append(said(answer.content.decode()))

    assert [found[0] for page in pages for found in SEVERAL.finditer(page)] == []


def test_one_of_three_sheets_is_in(client: Client, organiser: User) -> None:
    tournament = cast.make_tournament(organiser, 9)
    client.force_login(organiser)
    draw = cast.start_round(tournament, organiser)
    first = draw.tables.order_by("number")[0]
    enter_games(table=first, games=["123"] * 10, number=1, by=organiser)

    for page in (f"/t/{tournament.slug}/", f"/desk/{tournament.slug}/"):
        text = said(client.get(page).content.decode())
        assert "1 von 3 " in text
        assert not SEVERAL.search(text)


def test_a_record_of_one_table_is_checked_in_the_singular(
    client: Client, organiser: User
) -> None:
    tournament = cast.make_tournament(organiser, 3)
    cast.start_round(tournament, organiser)
    page = client.get(f"/en/t/{tournament.slug}/rounds/1/draw/").content.decode()

    assert "exactly this one table, seat for seat" in page


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(
    ("deed_done", "facts"),
    [
        (Deed.ROUND_DRAWN, {"round": 2, "attempt": 2, "tables": 1, "fixed": 0}),
        (Deed.ROUND_DRAWN_AROUND, {"round": 2, "attempt": 2, "tables": 1, "fixed": 1}),
        (Deed.ROUND_DRAWN_BY_HAND, {"round": 2, "attempt": 2, "tables": 1, "fixed": 1}),
        (Deed.ENTRANTS_IMPORTED, {"count": 1}),
        (Deed.ALL_PRESENT, {"count": 1}),
        (Deed.WORKBOOK_TAKEN_IN, {"count": 1}),
    ],
)
def test_the_log_counts_one(
    language: str, deed_done: Deed, facts: dict[str, int]
) -> None:
    more = dict.fromkeys(facts, 3)
    with translation.override(language):
        one = deed(LogEntry(deed=deed_done, facts=facts))
        several = deed(LogEntry(deed=deed_done, facts=more))

    assert not SEVERAL.search(one)
    assert "3" in several


@pytest.mark.parametrize("language", ["de", "en"])
def test_one_game_and_one_table_in_a_reason(language: str) -> None:
    facts = {"group": [1, 2, 3], "size": 3, "tables": 1}
    remark = Explanation(1, Why.NOT_KEPT_APART, (1, 2), 0, Proof.CROWDED, facts)
    with translation.override(language):
        _, because = why(remark, str)
        refused = sentence(RuleBroken(Rule.TOTALS_IMPOSSIBLE, games=1))

    assert not re.search(r"\b1 \w*(tables|Tischen|games|Spiele)\b", because + refused)
