"""Playing at a dice table: nothing lost, nothing doubled, nothing seen too early."""

import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from scoring.errors import Rule, RuleBroken
from scoring.fair_game import FairRecord, verify_game
from scoring.games import GAMES
from scoring.games.play import ROLL, STAND
from scoring.games.thirteen import LidView
from scoring.games.tief import TiefView
from tests import cast
from tests.depth import THOROUGH, some
from tournament.dice_words import dice_words
from tournament.errors import Refusal, Refused, Stale
from tournament.models import (
    DiceEvent,
    DiceSeat,
    DiceTable,
    Draw,
    PlayOffEntry,
    SheetEntry,
    Table,
    Tournament,
)
from tournament.phones import address_for_phones
from tournament.playing import Play, load_game, load_sitting
from tournament.queries import dice as queries
from tournament.services import dice
from tournament.services.draws import swap_seats, withdraw_draw
from tournament.services.entrants import replace_entrant, withdraw_entrant
from tournament.services.play_offs import enter_play_off
from tournament.services.results import enter_games
from tournament.services.tournaments import change_visibility

pytestmark = pytest.mark.django_db


@pytest.fixture
def three() -> DiceTable:
    """A free table for three people, who have begun."""
    return cast.started(cast.free_table())


def act(table: DiceTable, **changes: Any) -> None:
    """A throw of whoever is to act, with something else about it."""
    play = load_sitting(table).now
    wanted = {
        "game": play.row.number,
        "number": play.next_number,
        "position": play.state.to_act[0],
        "key": cast.KEY,
        "action": ROLL,
    }
    dice.act(table=table, **{**wanted, **changes})


def texts(table: DiceTable) -> list[str]:
    found = DiceEvent.objects.filter(game__dice_table=table).order_by("game", "number")
    return list(found.values_list("text", flat=True))


def right(play: Play | None) -> bool:
    """Whether a game's record proves itself, from the paper it is written on."""
    assert play is not None
    data = play.fair_record.as_json()
    return verify_game(FairRecord.from_json(data)) == []


# --- faults


def test_the_same_request_twice_throws_once(three: DiceTable) -> None:
    act(three)
    (before,) = texts(three)
    act(three, number=1, position=0)

    assert texts(three) == [before]


def test_every_request_of_a_game_twice_changes_nothing() -> None:
    rng = Random(2)
    table = cast.started(cast.free_table("schocken"))
    for _ in range(60):
        play = load_sitting(table).now
        if play.row.number > 1:
            break
        player = play.state.to_act[0]
        deed = {
            "game": 1,
            "number": play.next_number,
            "position": player,
            "action": rng.choice(play.state.legal(player)),
        }
        act(table, **deed)
        once = texts(table)
        act(table, **deed)
        assert texts(table) == once
    assert len(once) > 10


def test_another_deed_for_a_number_that_is_taken_came_too_late(
    three: DiceTable,
) -> None:
    act(three)
    act(three)
    before = texts(three)

    for changes in (
        {"number": 1, "position": 0, "action": STAND},
        {"number": 1, "position": 1},
        {"number": 99},
        {"number": 0},
        {"game": 7},
    ):
        with pytest.raises(Stale) as refused:
            act(three, **changes)
        assert refused.value.refusal is Refusal.DICE_MOVED_ON
    assert texts(three) == before


def test_only_whoever_has_the_key_acts_and_only_in_turn(three: DiceTable) -> None:
    for changes in ({"key": "WRONG"}, {"key": ""}, {"position": 7}):
        with pytest.raises(Refused) as refused:
            act(three, **changes)
        assert refused.value.refusal is Refusal.NOT_YOUR_SEAT
    with pytest.raises(RuleBroken) as broken:
        act(three, position=1)
    assert broken.value.rule is Rule.NOT_YOUR_TURN
    assert texts(three) == []


def test_what_the_rules_forbid_is_not_thrown(three: DiceTable) -> None:
    with pytest.raises(RuleBroken) as broken:
        act(three, action=STAND)
    assert broken.value.rule is Rule.THROW_FIRST
    assert texts(three) == []


def test_nothing_is_thrown_before_the_parts_are_there() -> None:
    table = cast.free_table()
    cast.sit_down(table)
    with pytest.raises(Refused) as refused:
        act(table)
    assert refused.value.refusal is Refusal.NOT_STARTED


def test_the_first_part_counts_and_the_last_one_begins(three: DiceTable) -> None:
    table = cast.free_table(people=2)
    cast.sit_down(table)
    for part in ("Kartoffel", "Salat"):
        dice.give_part(table=table, game=1, position=0, key=cast.KEY, part=part)
    assert load_sitting(table).now.row.started_at is None
    dice.give_part(table=table, game=1, position=1, key=cast.KEY, part="  x  y ")

    play = load_sitting(table).now
    assert play.row.started_at is not None
    assert play.parts == ("Kartoffel", "x y")
    dice.give_part(table=table, game=1, position=1, key=cast.KEY, part="late")
    assert load_sitting(table).now.parts == ("Kartoffel", "x y")
    with pytest.raises(Stale):
        dice.give_part(table=table, game=2, position=1, key=cast.KEY, part="early")


def test_a_game_can_begin_without_the_parts_that_are_missing() -> None:
    table = cast.free_table(people=2)
    dice.take_seat(table=table, position=0)
    key = table.seats.get(position=0).key
    with pytest.raises(Refused) as refused:
        dice.start_game(table=table, game=1, position=0, key=key)
    assert refused.value.refusal is Refusal.SEATS_FREE
    cast.sit_down(table, 1)
    dice.give_part(table=table, game=1, position=0, key=cast.KEY, part="me first")
    with pytest.raises(Refused) as refused:
        dice.start_game(table=table, game=1, position=0, key=cast.KEY)
    assert refused.value.refusal is Refusal.PARTS_MAY_COME
    assert 0 < refused.value.facts["seconds"] <= dice.SECONDS_FOR_PARTS  # type: ignore[operator]

    # Who sat down just now still gets the time, however old the game is.
    long_ago = timezone.now() - timedelta(seconds=dice.SECONDS_FOR_PARTS)
    table.games.update(bound_at=long_ago)
    with pytest.raises(Refused):
        dice.start_game(table=table, game=1, position=0, key=cast.KEY)
    table.seats.update(taken_at=long_ago)
    for _ in range(2):
        dice.start_game(table=table, game=1, position=0, key=cast.KEY)

    assert load_sitting(table).now.row.started_at is not None


def test_the_computer_plays_for_whoever_hands_over(three: DiceTable) -> None:
    dice.hand_over(table=three, position=0, key=cast.KEY, to_computer=True)

    play = load_sitting(three).now
    assert play.state.to_act == (1,)
    assert all(step.written.by_computer for step in play.steps)
    with pytest.raises(Refused) as refused:
        act(three, position=0)
    assert refused.value.refusal is Refusal.COMPUTER_PLAYS
    dice.hand_over(table=three, position=0, key=cast.KEY, to_computer=False)
    cast.play_dice(three, Random(1))
    assert right(load_game(three, 1))


def test_handing_over_twice_plays_one_game(three: DiceTable) -> None:
    for _ in range(2):
        for position in range(3):
            dice.hand_over(
                table=three, position=position, key=cast.KEY, to_computer=True
            )
    assert len(load_sitting(three).ended) == 1
    assert load_sitting(three).now.row.started_at is None


def test_an_absent_player_is_played_for_when_the_clock_has_run_out(
    three: DiceTable,
) -> None:
    deed = {"table": three, "game": 1, "number": 1, "position": 2, "key": cast.KEY}
    with pytest.raises(Refused) as refused:
        dice.play_for_absent(**deed)
    assert refused.value.refusal is Refusal.CLOCK_RUNS

    DiceTable.objects.update(clock=0)
    three.games.update(started_at="2026-01-01T00:00Z")
    dice.play_for_absent(**deed)
    (step,) = load_sitting(three).now.steps
    assert step.event.player == 0
    assert step.written.by_computer
    with pytest.raises(Stale):
        dice.play_for_absent(**deed)


@pytest.mark.parametrize("first", some(range(10), 10))
def test_random_games_through_the_services_replay_clean(first: int) -> None:
    """200 in all. Many a deed is sent twice, and wrong ones are sent between them."""
    for seed in some(range(first, 200, 10), 7):
        rng = Random(seed)
        # Fifty of every kind; the short ones of two are the other hundred and fifty.
        key = list(GAMES)[seed % len(GAMES)] if seed < 50 else "turnierschocken"
        people = 2 + seed % 3 if seed < 50 else 2
        table = cast.started(cast.free_table(key, people=people))
        while not (sitting := load_sitting(table)).ended:
            play = sitting.now
            player = rng.choice(play.state.to_act)
            deed = {
                "number": play.next_number,
                "position": player,
                "action": rng.choice(play.state.legal(player)),
            }
            if rng.random() < 0.1:
                with pytest.raises((Refused, RuleBroken)):
                    act(table, **{**deed, "number": play.next_number + 1})
                with pytest.raises(Refused):
                    act(table, **{**deed, "key": "WRONG"})
            for _ in range(1 + (rng.random() < 0.1)):
                act(table, **{**deed, "game": 1})
        game = load_game(table, 1)
        assert game is not None
        assert right(game)
        assert sitting.ended[0].order == game.order


# --- the tournament


def test_a_played_table_writes_its_own_sheet(
    organiser: User, english: None, client: Client
) -> None:
    tournament = cast.make_tournament(organiser, 3, games=2, dice_tables=True)
    draw = cast.start_round(tournament, organiser)
    opened = dice.open_dice_table(table=draw.tables.get(), by=None)
    assert dice.open_dice_table(table=draw.tables.get(), by=None) == opened
    cast.started(opened)
    cast.play_dice(opened, Random(3), games=2)

    entry = SheetEntry.objects.get()
    assert entry.by is None
    assert entry.played == [1, 2]
    assert sum(entry.points(tournament.format)) == 18
    sitting = load_sitting(opened)
    assert sitting.is_over
    assert sitting.now.row.starter == sitting.orders[0][-1], "A-13"
    client.force_login(organiser)
    page = client.get(draw.tables.get().get_absolute_url()).content.decode()
    assert "played at the dice table" in page
    told = client.get(opened.get_absolute_url()).content.decode()
    assert "The result is handed in." in told


def test_players_open_their_table_only_where_they_may(
    client: Client, tournament: Tournament, draw: Draw, english: None
) -> None:
    address = reverse("open_dice_table", args=[tournament.slug, 1, 1])
    assert client.post(address).status_code == 422
    assert not DiceTable.objects.exists()
    round_page = reverse("round", args=[tournament.slug])
    assert address not in client.get(round_page).content.decode()

    opened = cast.dice_table(tournament)
    assert client.get(address)["Location"] == opened.get_absolute_url()
    assert opened.get_absolute_url() in client.get(round_page).content.decode()


def test_people_who_were_swapped_do_not_get_the_old_table(
    draw: Draw, organiser: User
) -> None:
    opened = cast.dice_table(draw.tournament)
    one, other = (draw.tables.get(number=at).people()[0] for at in (1, 2))
    swap_seats(draw=draw, one=one, other=other, by=organiser, reason="Knie")
    again = cast.dice_table(draw.tournament)
    assert again.pk != opened.pk
    cast.started(again)
    cast.decide(again)
    swap_seats(draw=draw, one=one, other=other, by=organiser, reason="doch nicht")
    with pytest.raises(Refused) as refused:
        cast.dice_table(draw.tournament)
    assert refused.value.refusal is Refusal.OTHERS_PLAYED


def test_a_play_off_is_played_here(organiser: User) -> None:
    _tournament, play_off = cast.equal_heads(organiser)
    opened = dice.open_play_off(play_off=play_off, by=organiser)
    assert dice.open_play_off(play_off=play_off, by=organiser) == opened
    assert [seat.person for seat in opened.seats.all()] == play_off.starting_order
    cast.started(opened)
    cast.play_dice(opened, Random(1))

    entry = PlayOffEntry.objects.get()
    order = load_sitting(opened).orders[0]
    assert entry.order == [play_off.starting_order[at] for at in order]  # type: ignore[index]


@pytest.mark.parametrize("moment", ["before", "opened", "played"])
def test_who_withdraws_from_a_play_off_comes_after_those_who_play(
    organiser: User, moment: str
) -> None:
    tournament, play_off = cast.equal_heads(organiser)
    gone, *_rest = play_off.starting_order or ()

    def leave() -> None:
        withdraw_entrant(entrant=tournament.entrants.get(number=gone), by=organiser)

    if moment == "before":
        leave()
    opened = dice.open_play_off(play_off=play_off, by=organiser)
    if moment == "opened":
        leave()
        opened = dice.open_play_off(play_off=play_off, by=organiser)
    cast.started(opened)
    cast.decide(opened)
    if moment == "played":
        leave()
        assert dice.open_play_off(play_off=play_off, by=organiser) == opened
    assert opened.seats.filter(person=gone).exists() == (moment == "played")
    cast.play_dice(opened, Random(1))

    entry = PlayOffEntry.objects.get()
    assert len(entry.order) == 3
    assert entry.behind == [gone]


def test_a_play_off_that_has_its_result_is_not_opened(organiser: User) -> None:
    tournament, play_off = cast.equal_heads(organiser)
    order = play_off.starting_order or []
    enter_play_off(
        tournament=tournament, order=order, behind=[], number=1, by=organiser
    )
    with pytest.raises(Stale):
        dice.open_play_off(play_off=play_off, by=organiser)
    assert not DiceTable.objects.exists()


def typed(draw: Draw, by: User) -> None:
    table = draw.tables.get(number=1)
    enter_games(table=table, games=["123"] * 10, number=1, by=by)


def swapped(draw: Draw, by: User) -> None:
    one, other = (draw.tables.get(number=at).people()[0] for at in (1, 2))
    swap_seats(draw=draw, one=one, other=other, by=by, reason="Knie")


def withdrawn(draw: Draw, by: User) -> None:
    withdraw_draw(draw=draw, by=by, reason="Strom weg")


def closed(draw: Draw, by: User) -> None:
    Tournament.objects.update(closed_at=timezone.now())


@pytest.mark.parametrize(
    ("deed", "told"),
    [
        (typed, "Theirs counts"),
        (swapped, "Others sit at this table now"),
        (withdrawn, "The draw was withdrawn"),
        (closed, "The tournament is closed"),
    ],
)
def test_a_table_says_that_its_result_will_not_count(
    deed: Any, told: str, draw: Draw, organiser: User, client: Client, english: None
) -> None:
    opened = cast.started(cast.dice_table(draw.tournament))
    page = opened.get_absolute_url()
    assert told not in client.get(page).content.decode()
    deed(draw, organiser)
    assert told in client.get(page).content.decode()

    while not load_sitting(opened).is_over:
        sitting = load_sitting(opened)
        if deed is closed:
            break
        number = sitting.now.row.number
        dice.end_game(table=opened, game=number, order=[0, 1, 2], by=organiser)
    assert told in client.get(page).content.decode()
    assert not SheetEntry.objects.filter(by=None).exists()


def renamed(draw: Draw, by: User) -> None:
    person = draw.tables.get(number=1).people()[0]
    entrant = draw.tournament.entrants.get(number=person)
    replace_entrant(entrant=entrant, by=by, first_name="Ersatz", last_name="Mann")


def hidden(draw: Draw, by: User) -> None:
    change_visibility(tournament=draw.tournament, by=by, standings_hidden=True)


@pytest.mark.parametrize("deed", [typed, swapped, withdrawn, renamed, hidden])
def test_an_open_dice_table_hears_of_what_the_desk_does(
    deed: Any,
    draw: Draw,
    organiser: User,
    client: Client,
    django_capture_on_commit_callbacks: Any,
) -> None:
    opened = cast.dice_table(draw.tournament)
    other = cast.dice_table(cast.make_tournament_with_a_round(organiser))
    piece = f"{opened.get_absolute_url()}?v={opened.revision}"
    assert client.get(piece).status_code == 204

    with django_capture_on_commit_callbacks(execute=True):
        deed(draw, organiser)

    assert client.get(piece).status_code == 200
    before = other.revision
    other.refresh_from_db()
    assert other.revision == before


def test_seats_bear_the_names_of_now(
    draw: Draw, organiser: User, client: Client
) -> None:
    opened = cast.dice_table(draw.tournament)
    renamed(draw, organiser)
    assert "Ersatz M." in client.get(opened.get_absolute_url()).content.decode()


def test_equal_names_at_a_table_are_told_apart(
    draw: Draw, organiser: User, client: Client
) -> None:
    draw.tournament.entrants.update(first_name="Uwe", last_name="Schmitz")
    opened = cast.dice_table(draw.tournament)
    page = client.get(opened.get_absolute_url()).content.decode()
    for person in draw.tables.get(number=1).people():
        assert f"Uwe S. ({person})" in page


def test_equal_names_at_a_free_table_are_told_apart(client: Client) -> None:
    table = cast.free_table()
    for position, name in enumerate(("Anna", "Uwe", "Anna")):
        dice.take_seat(table=table, position=position, name=name)
    page = client.get(table.get_absolute_url()).content.decode()

    assert "Anna (1)" in page
    assert "Anna (3)" in page
    assert "Uwe (2)" not in page


def test_players_whose_seats_were_swapped_open_a_table_of_their_own(
    draw: Draw, organiser: User, client: Client
) -> None:
    Tournament.objects.update(dice_tables=True)
    old = cast.dice_table(draw.tournament)
    swapped(draw, organiser)
    address = reverse("open_dice_table", args=[draw.tournament.slug, 1, 1])

    assert client.get(address).status_code == 200
    assert client.post(address)["Location"] != old.get_absolute_url()
    new = DiceTable.objects.get()
    assert [seat.person for seat in new.seats.all()] == draw.tables.get(
        number=1
    ).people()


def test_a_game_ended_by_hand_is_not_lost_with_a_swap(
    draw: Draw, organiser: User
) -> None:
    opened = cast.table_with_a_game(draw.tournament)
    swapped(draw, organiser)
    with pytest.raises(Refused):
        cast.dice_table(draw.tournament)
    assert DiceTable.objects.get() == opened


@pytest.mark.django_db(transaction=True)
def test_a_last_throw_that_is_taken_back_was_never_thrown() -> None:
    """Its transaction fails at the very end: a full disk, a database that is lost."""
    table = cast.started(cast.free_table())
    cast.own_cache()

    with transaction.atomic():
        cast.play_dice(table, Random(3))
        assert load_sitting(table).ended[0].course.throws > 0
        transaction.set_rollback(True)

    by = cast.make_organiser("uwe")
    dice.end_game(table=table, game=1, order=[2, 0, 1], by=by)
    for _ in range(2):
        (ended,) = load_sitting(table).ended
        assert (ended.order, ended.course.throws) == ((2, 0, 1), 0)


def test_the_organiser_ends_a_game_by_its_result(
    draw: Draw, organiser: User, desk: Client
) -> None:
    opened = cast.started(cast.dice_table(draw.tournament))
    cast.decide(opened)
    slug = draw.tournament.slug
    address = reverse("end_dice_game", args=[slug, opened.code])
    sent = {"end-game": "1", "end-place_0": "2", "end-place_1": "2"}
    assert desk.post(address, sent).status_code == 422
    sent |= {"end-place_1": "1", "end-place_2": "2"}
    assert desk.post(address, sent).status_code == 422
    assert desk.post(address, {**sent, "end-place_2": "3"}).status_code == 302
    again = desk.post(address, {**sent, "end-place_2": "3"}, follow=True)
    assert 'name="end-game" value="2"' in again.content.decode()

    (ended,) = load_sitting(opened).ended
    assert ended.order == (1, 0, 2)
    assert not ended.is_played


def test_the_desks_page_of_a_dice_table_keeps_itself_current(
    draw: Draw, desk: Client, english: None
) -> None:
    table = cast.dice_table(draw.tournament)
    address = reverse("desk_dice_table", args=[draw.tournament.slug, table.code])
    page = desk.get(address).content.decode()
    [asks] = re.findall(r'hx-get="([^"]+v=[^"]+)"', page)
    assert desk.get(asks).status_code == 204
    cast.started(table)
    piece = desk.get(asks).content.decode()
    assert "Game 1 of 10 is played." in piece
    assert "end-place_0" not in piece, "what the organiser marks there stays"


def test_nothing_is_offered_that_would_do_nothing(organiser: User) -> None:
    """No beginning without one's own word, no computer where all is played."""
    tournament = cast.make_tournament(organiser, 3, games=1)
    cast.start_round(tournament, organiser)
    table = cast.dice_table(tournament)
    cast.sit_down(table)
    phone = cast.seated(table, 0)

    def offers(name: str) -> bool:
        page = phone.get(table.get_absolute_url()).content.decode()
        return reverse(name, args=[table.code]) in page

    assert not offers("dice_start")
    give: dict[str, Any] = {"table": table, "game": 1, "key": cast.KEY}
    dice.give_part(position=0, part="mine", **give)
    assert offers("dice_start")
    assert offers("dice_hand_over")
    dice.end_game(table=table, game=1, order=[0, 1, 2], by=organiser)
    assert not offers("dice_hand_over")


# --- what nobody may see


Seen = list[str]


def traffic(client: Client, table: DiceTable) -> Seen:
    """All that a browser can ask of a table."""
    code = table.code
    paths = [
        reverse("dice_table", args=[code]),
        reverse("dice_table", args=[code]) + "?v=0",
        *(reverse("dice_peek", args=[code, position]) for position in range(8)),
        reverse("dice_game", args=[code, 1]),
        reverse("dice_json", args=[code, 1]),
    ]
    if table.table:
        slug = table.table.draw.tournament.slug
        paths.append(reverse("desk_dice_table", args=[slug, code]))
    answers = []
    for path in paths:
        # Asked like a piece of the page: a message would wait for the next one.
        answer = client.get(path, headers={"HX-Request": "true"})
        answers.append(answer.content.decode() + str(answer.headers))
    return answers


def under_cups(play: Play) -> dict[int, str]:
    """By player the dice that lie under a cup now, as the events hold them."""
    view = play.state.view(None)
    if isinstance(view, LidView):
        players = [
            player
            for player, shown in zip(view.cycle.order, view.laid, strict=False)
            if shown.hidden
        ]
    else:
        players = list(view.covered) if isinstance(view, TiefView) else []
    last = {}
    for step in play.steps:
        if step.event.dice:
            last[step.event.player] = step.event.dice
    return {player: str(last[player]) for player in players}


def leaves_open(table: DiceTable, client: Client, hidden: dict[int, str]) -> None:
    """Whether an answer would change if the hidden dice were others.

    The stored dice are changed and everything is asked again: what depends on
    them in any way, in words, in pictures or in length, would differ.
    """
    before = traffic(client, table)
    play = load_sitting(table).now
    for player, dice_text in hidden.items():
        other = "".join(str(7 - int(pip)) for pip in dice_text)
        other = "".join(sorted(other, reverse=True))
        event = [
            row
            for row in play.row.events.all()
            if row.text.startswith(f"{player}r") and row.text.endswith(f":{dice_text}")
        ][-1]
        head = event.text.partition(":")[0]
        DiceEvent.objects.filter(pk=event.pk).update(text=f"{head}:{other}")
    after = traffic(client, table)
    DiceEvent.objects.filter(game=play.row).delete()
    DiceEvent.objects.bulk_create(
        DiceEvent(
            game=play.row, number=number, text=step.written.text, at=step.written.at
        )
        for number, step in enumerate(play.steps, start=1)
    )
    for one, other in zip(before, after, strict=True):
        assert plain(one) == plain(other)


def plain(answer: str) -> str:
    """Without what differs at every request: tokens of forms, the clock."""
    answer = re.sub(r'csrfmiddlewaretoken" value="\w+"', "", answer)
    answer = re.sub(r"csrftoken=\w+|sessionid=\w+|expires=[^;]+", "", answer)
    answer = re.sub(r"'Expires': '[^']+'", "", answer)
    return re.sub(r'data-seconds="\d+"|data-left>\d+', "", answer)


@pytest.mark.parametrize("key", ["turnierschocken", "schock-ut", "tief"])
def test_no_hidden_die_is_in_any_answer_to_others(key: str) -> None:
    """The public, the other seats, and a seat's own page until it peeks."""
    rng = Random(8)
    table = cast.started(cast.free_table(key))
    looked = 0
    for _ in range(120):
        play = load_sitting(table).now
        if play.row.number > 1 or (looked > 3 and not THOROUGH):
            break
        for player, dice_text in under_cups(play).items():
            looked += 1
            others = [seat for seat in range(3) if seat != player]
            clients = [Client(), cast.seated(table, *others)]
            for client in clients if THOROUGH else clients[looked % 2 :][:1]:
                leaves_open(table, client, {player: dice_text})
            if key == "tief":
                leaves_open(table, cast.seated(table, player), {player: dice_text})
        player = play.state.to_act[0]
        legal = play.state.legal(player)
        throws = [one for one in legal if one.kind == "r"]
        cast.decide(table, rng.choice(throws or legal))
    assert looked > 3


def test_only_the_own_browser_peeks_and_only_when_asked(english: None) -> None:
    table = cast.started(cast.free_table())
    # With this secret no open throw is like the one under the cup.
    table.games.update(secret="a secret")
    while not under_cups(load_sitting(table).now):
        cast.decide(table, ROLL)
    (dice_text,) = under_cups(load_sitting(table).now).values()
    mine = cast.seated(table, 0)
    page = mine.get(table.get_absolute_url())
    address = reverse("dice_peek", args=[table.code, 0])
    assert address in page.content.decode()
    lying = mine.get(address).context["lying"]

    assert "".join(str(die.pip) for die in lying.loose) == dice_text
    assert f"throws {dice_words(load_sitting(table).now.steps[-1].event.dice)}" not in (
        page.content.decode()
    )
    for client in (Client(), cast.seated(table, 1, 2)):
        assert client.get(address).status_code == 302
        assert address not in client.get(table.get_absolute_url()).content.decode()


def test_the_secret_is_shown_after_the_game_only(three: DiceTable) -> None:
    secret = three.games.get(number=1).secret
    assert not any(secret in answer for answer in traffic(Client(), three))
    cast.play_dice(three, Random(1))

    page = Client().get(reverse("dice_json", args=[three.code, 1]))
    assert page.json()["fair"]["secret"] == secret
    assert verify_game(FairRecord.from_json(page.json())) == []
    following = three.games.get(number=2).secret
    assert not any(following in answer for answer in traffic(Client(), three))


def test_keys_of_seats_are_in_no_page_of_others(three: DiceTable) -> None:
    DiceSeat.objects.filter(dice_table=three).update(key="QQQQQQ")
    client = cast.seated(three, 0, 1, 2)

    assert not any("QQQQQQ" in answer for answer in traffic(client, three))


def test_hidden_standings_hide_what_was_played_from_the_public(
    draw: Draw, organiser: User
) -> None:
    opened = cast.started(cast.dice_table(draw.tournament))
    cast.play_dice(opened, Random(1))
    change_visibility(tournament=draw.tournament, by=organiser, standings_hidden=True)
    record = reverse("dice_game", args=[opened.code, 1])

    assert Client().get(record).status_code == 404
    page = Client().get(opened.get_absolute_url())
    assert record not in page.content.decode()
    assert page.context["page"].say == ""
    assert cast.seated(opened, 1).get(record).status_code == 200
    desk = Client()
    desk.force_login(organiser)
    assert desk.get(record).status_code == 200
    dice.free_seat(table=opened, position=1, by=organiser)
    assert cast.seated(opened, 1).get(record).status_code == 404, "the old key"


def test_hidden_standings_hide_how_the_last_game_ended(organiser: User) -> None:
    """It stays on the table, and at a play-off it is all that there is."""
    tournament = cast.make_tournament(organiser, 3, games=1)
    cast.start_round(tournament, organiser)
    table = cast.started(cast.dice_table(tournament))
    cast.play_dice(table, Random(1))
    change_visibility(tournament=tournament, by=organiser, standings_hidden=True)

    page = Client().get(table.get_absolute_url()).context["page"]
    assert page.is_over
    assert (page.lines, page.say, page.board.last) == ((), "", ())
    assert {seat.lids for seat in page.seats} == {0}
    assert not any(seat.lying for seat in page.seats)
    players = cast.seated(table, 1).get(table.get_absolute_url()).context["page"]
    assert players.lines
    assert players.board.last


# --- the pages


def test_an_address_typed_in_small_letters_leads_to_the_table(
    three: DiceTable, client: Client
) -> None:
    address = reverse("dice_table", args=[three.code.lower()])
    assert client.get(address).context["table"] == three


def test_a_page_that_is_current_is_not_sent_again(
    three: DiceTable, client: Client
) -> None:
    address = three.get_absolute_url()
    three.refresh_from_db()
    assert client.get(f"{address}?v={three.revision}").status_code == 204
    cast.decide(three)
    piece = client.get(f"{address}?v={three.revision}")
    assert piece.status_code == 200
    assert b"<html" not in piece.content


def test_a_page_from_before_one_sat_down_is_not_current(three: DiceTable) -> None:
    """The stream tells of one's own seat before the answer with its key is here."""
    three.refresh_from_db()
    older = {"v": three.revision}
    assert Client().get(three.get_absolute_url(), older).status_code == 204
    mine = cast.seated(three, 0)
    piece = mine.get(three.get_absolute_url(), older)
    assert piece.status_code == 200

    [asks] = re.findall(r'hx-get="([^"]+\?v=[^"]+)"', piece.content.decode())
    assert mine.get(asks).status_code == 204


@pytest.mark.parametrize(
    "button", ["act", "sit", "claim", "part", "start", "absent", "hand_over"]
)
def test_the_address_of_a_button_leads_back_to_the_table(
    three: DiceTable, button: str
) -> None:
    """Without a script a refusal is shown there; its language may be changed."""
    client = cast.seated(three, 0)
    sent = {"game": 1, "number": 9, "position": 0, "do": "r", "to": "computer"}
    address = reverse(f"dice_{button}", args=[three.code])
    shown = client.post(address, sent)
    if shown.status_code not in {302, 400}:
        found = re.search(r'href="([^"]+)" hreflang="en"', shown.content.decode())
        assert found
        address = found[1]
    page = client.get(address, follow=True)
    assert page.status_code == 200
    assert page.context["table"] == three


def test_why_not_is_said_in_the_rules_words(english: None, three: DiceTable) -> None:
    client = cast.seated(three, 0)
    cast.decide(three)
    page = client.get(three.get_absolute_url())
    control = page.context["page"].control

    assert control.can_stand
    assert "Only ones may be put aside." in page.content.decode()
    sent = {"game": 1, "number": 2, "position": 0, "do": "r"}
    other = next(die for die in "23456" if die in texts(three)[0])
    answer = client.post(
        reverse("dice_act", args=[three.code]), {**sent, "keep": other}
    )
    assert answer.status_code == 422
    assert 'role="alert">Only ones may be put aside.' in answer.content.decode()


def test_the_result_of_a_cycle_is_told(english: None) -> None:
    table = cast.started(cast.free_table(names=["Uwe", "Ina", "Ali"]))
    for action in (ROLL, STAND, ROLL, ROLL):
        cast.decide(table, action)
    page = queries.table_page(table, {}, table.opened_at)

    assert re.fullmatch(
        r".+ (beats|came before) .+: (\d lids?|all lids) to (Uwe|Ina|Ali)",
        page.board.last[0],
    )
    assert page.board.last[0] in page.say
    ends = [line.text for line in page.lines if line.is_end]
    assert ends == list(page.board.last)


def test_no_form_of_a_table_is_made_into_another() -> None:
    """A part is morphed: htmx keeps the address of a form that lives on.

    Without ids the clock's form became that of the next player, whose throw then
    asked the computer to play. Equal ids keep, other ids part.
    """
    table = cast.free_table()
    asked: dict[str, set[str]] = {}
    seen = []
    cast.sit_down(table, 0, 1)
    seen.append(table)
    seen.append(cast.started(cast.free_table()))
    others = cast.started(cast.free_table())
    for _ in range(3):
        cast.decide(others, ROLL)
    seen.append(others)
    for one in seen:
        for seats in ((0,), (1,), (0, 1, 2)):
            page = cast.seated(one, *seats).get(one.get_absolute_url()).content.decode()
            for tag in re.findall(r"<[^>]*hx-(?:post|get)=[^>]*>", page):
                (name,) = re.findall(r'\sid="([^"]+)"', tag) or [""]
                assert name, f"without an id: {tag}"
                (address,) = re.findall(r'hx-(?:post|get)="([^"?]+)', tag)
                asked.setdefault(name, set()).add(address.replace(one.code, ""))
                assert page.count(f' id="{name}"') == 1, name
    assert {"act", "absent", "sit", "hand-over-0", "claim-form"} <= set(asked)
    assert all(len(addresses) == 1 for addresses in asked.values()), asked


def test_practice_is_one_press(client: Client, english: None) -> None:
    answer = client.post(reverse("dice"), {"practise": "tief"})
    page = client.get(answer["Location"])
    mine = page.context["page"].mine

    assert [seat.position for seat in mine] == [0]
    assert [seat.computer for seat in page.context["page"].seats] == [
        "",
        "medium",
        "medium",
    ]


def test_a_free_table_has_its_own_rules(client: Client, english: None) -> None:
    sent = {
        "new-game": "klappen",
        "new-name": "Uwe",
        "new-people": "2",
        "new-computers": "1",
        "new-level": "easy",
        "new-closing": "exact",
        "new-rounds": "7",
        "new-chances": "on",
    }
    assert client.post(reverse("dice"), {**sent, "new-people": "8"}).status_code == 422
    client.post(reverse("dice"), sent)

    table = DiceTable.objects.get()
    assert table.options == {"closing": "exact", "rounds": 7}
    assert table.chances
    assert [seat.computer for seat in table.seats.all()] == ["", "", "easy"]
    assert table.seats.get(position=0).name == "Uwe"
    found = client.get(reverse("dice"), {"code": f" {table.code.lower()} "})
    assert found["Location"] == table.get_absolute_url()
    assert client.get(reverse("dice"), {"code": "NIX"}).status_code == 422


def test_a_table_cannot_be_all_computers() -> None:
    with pytest.raises(Refused) as refused:
        cast.free_table(computers=["easy", "easy"])
    assert refused.value.refusal is Refusal.ONLY_COMPUTERS


def test_too_many_tables_in_an_hour_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dice, "MOST_AN_HOUR", 1)
    cast.free_table()
    with pytest.raises(Refused) as refused:
        cast.free_table()
    assert refused.value.refusal is Refusal.TOO_MANY_TABLES


def test_a_stand_in_is_played_by_a_person_or_the_computer(
    organiser: User, english: None
) -> None:
    tournament = cast.make_tournament(
        organiser, 5, head_count_policy="stand_in", games=1
    )
    draw = cast.start_round(tournament, organiser)
    table = next(one for one in draw.tables.all() if min(one.people()) < 0)
    opened = cast.dice_table(tournament, table.number)
    cast.sit_down(opened)
    place = next(seat.position for seat in opened.seats.all() if seat.person < 0)  # type: ignore[operator]
    dice.hand_over(table=opened, position=place, key=cast.KEY, to_computer=True)
    for seat in opened.seats.exclude(position=place):
        dice.give_part(
            table=opened, game=1, position=seat.position, key=cast.KEY, part="x"
        )
    while not load_sitting(opened).is_over:
        cast.decide(opened, rng=Random(1))

    assert Table.objects.get(pk=table.pk).entries.count() == 1


def test_the_code_on_the_screen_leads_phones_to_the_table(
    tournament: Tournament, draw: Draw, desk: Client, rf: RequestFactory
) -> None:
    """Whoever runs the server opens it as "localhost"; a phone must not."""
    host = {"host": "localhost:8000"}
    table = cast.dice_table(tournament)
    address = address_for_phones(rf.get("/", headers=host), table.get_absolute_url())
    at_the_desk = reverse("desk_dice_table", args=[tournament.slug, table.code])

    for page in (table.get_absolute_url(), at_the_desk):
        assert (
            f"<code>{address}</code>" in desk.get(page, headers=host).content.decode()
        )
