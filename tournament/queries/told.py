"""Why the tables of a draw are as they are, in words, for desk and players alike."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from scoring.draw import Explanation, Proof, Why
from scoring.evening import PlayedRound, PlayedTable
from tournament.evening import Evening
from tournament.models import Draw
from tournament.models.rounds import stand_in_name
from tournament.wording import CHANGED_BY_HAND, NEW_FACES, why

from .people import Person

Naming = Callable[[int], str]
Pair = tuple[int, int]
Told = Mapping[int, tuple[str, ...]]


def public_naming(people: Mapping[int, Person]) -> Naming:
    """A person as everybody may know them: "Uwe S. (12)"."""

    def name(number: int) -> str:
        if number < 0:
            return stand_in_name(number)
        return f"{people[number].name} ({number})"

    return name


def meetings(evening: Evening, before: int) -> Mapping[Pair, list[int]]:
    """In which rounds before this one two people met, the lower number first."""
    met: dict[Pair, list[int]] = defaultdict(list)
    for played in evening.rounds:
        if played.number < before:
            for table in played.tables:
                for pair in combinations(sorted(table.seats), 2):
                    met[pair].append(played.number)
    return met


def told_of(evening: Evening, draw: Draw, played: PlayedRound, naming: Naming) -> Told:
    """What is to be said of every table as it is now; of old draws nothing."""
    if draw.remarks is None:
        return {}
    met = meetings(evening, before=draw.round)
    remarks: dict[int, list[Explanation]] = defaultdict(list)
    for said in draw.remarks:
        remark = Explanation.from_json(said)
        remarks[remark.table].append(remark)
    drawn = draw.record["tables"]
    apart = [set(group) for group in draw.record["request"]["apart"]]

    def told(table: PlayedTable) -> Iterator[str]:
        found = remarks[table.number]
        if list(table.seats) != drawn[table.number - 1]:
            yield str(CHANGED_BY_HAND)
            found = list(remarks_on(table, met, apart))
        reasons: dict[Proof | None, str] = {}
        for remark in found:
            said, because = why(remark, naming, rounds_of(remark, met))
            yield said
            reasons.setdefault(remark.proof, because)
        if all(remark.why is Why.FIXED for remark in found):
            yield str(NEW_FACES)
        # Three who all met before give one reason of a kind, not three.
        yield from filter(None, reasons.values())

    return {table.number: tuple(told(table)) for table in played.tables}


def remarks_on(
    table: PlayedTable, met: Mapping[Pair, list[int]], apart: Sequence[set[int]]
) -> Iterator[Explanation]:
    """What is so at a table that no draw has explained."""
    for pair in combinations(sorted(table.seats), 2):
        if pair in met:
            yield Explanation(table.number, Why.REMATCH, pair, len(met[pair]))
        if any(group.issuperset(pair) for group in apart):
            yield Explanation(table.number, Why.NOT_KEPT_APART, pair)


def rounds_of(remark: Explanation, met: Mapping[Pair, list[int]]) -> list[int]:
    if remark.why is not Why.REMATCH:
        return []
    one, other = sorted(remark.who)
    return met.get((one, other), [])
