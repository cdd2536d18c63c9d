"""What the standings of a large tournament cost, scoring alone.

python -m tests.benchmarks.bench_standings
"""

import sys
import time
from random import Random
from statistics import median

from scoring.evening import Awards, PlayedRound, PlayedTable, Sheet, standings
from scoring.points import Format

ENTRANTS, ROUNDS, MOST_MS, RUNS = 999, 5, 50, 15


def played_rounds(rng: Random) -> list[PlayedRound]:
    """Every sheet is entered game by game, which costs most."""
    rounds = []
    for number in range(1, ROUNDS + 1):
        people = rng.sample(range(1, ENTRANTS + 1), ENTRANTS)
        triples = zip(people[::3], people[1::3], people[2::3], strict=True)
        tables = tuple(
            PlayedTable(
                table,
                seats,
                Sheet(
                    games=tuple("".join(rng.sample("123", 3)) for _ in range(10)),
                    schock_outs=(rng.randrange(3), 0, 1),
                ),
            )
            for table, seats in enumerate(triples, start=1)
        )
        rounds.append(PlayedRound(number, tables))
    return rounds


def main() -> None:
    rounds = played_rounds(Random(1))
    spent = []
    for _ in range(RUNS):
        began = time.process_time()
        lines = standings(Format(), Awards(), range(1, ENTRANTS + 1), rounds)
        spent.append(1e3 * (time.process_time() - began))
        assert len(lines) == ENTRANTS
    print(
        f"{ENTRANTS} entrants, {ROUNDS} rounds: median {median(spent):.1f} ms CPU, "
        f"worst {max(spent):.1f} ms (at most {MOST_MS} ms)"
    )
    sys.exit(median(spent) > MOST_MS)


if __name__ == "__main__":
    main()
