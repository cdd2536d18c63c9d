"""Whole-tournament plans for fields that are tight: as many rounds as can be played.

Where a search does not find the fewest repeat meetings, one of these schedules
serves, with everybody's name drawn by lot and the rounds in random order, for as
long as nobody comes or goes. A letter is an entrant, a line a round. 15 and 21 are
Kirkman systems: everybody meets everybody once; of 15 these are all seven there
are, so that every beginning of one can be continued. 16 has four repeat meetings, the
others none. A field with one entrant fewer than a plan without sit-outs plays the
plan with one who is not there; his two mates of each round sit out in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from .embedding import Embedding, Meetings, Tables
from .generator import Generator
from .points import MOST_ROUNDS, SEATS
from .schedule import Task, search


@dataclass(frozen=True)
class Plan:
    """A schedule, and when it is better than a search: from so many planned rounds
    on, until so many were played; then a search finds the rest."""

    entrants: int
    serves_from: int
    searched_after: int
    rounds: tuple[Tables, ...]

    @classmethod
    def parse(
        cls, text: str, *, serves_from: int, searched_after: int = MOST_ROUNDS
    ) -> Self:
        rounds = tuple(
            tuple(tuple(ord(letter) - ord("a") for letter in table) for table in tables)
            for tables in map(str.split, text.split("\n"))
        )
        entrants = 1 + max(point for tables in rounds for t in tables for point in t)
        return cls(entrants, serves_from, searched_after, rounds)

    @cached_property
    def meetings(self) -> Meetings:
        return Meetings(self.entrants, self.rounds)

    def serves(self, entrants: int, rounds: int) -> bool:
        return entrants == self.entrants and self.serves_from <= rounds <= len(
            self.rounds
        )


OF_15 = tuple(
    Plan.parse(text, serves_from=6, searched_after=4)
    for text in (
        """\
aeg bno cjk dhm fil
abf cho dkl ein gjm
akn bcg dio elm fhj
acd bhl ejo fmn gik
ajl bde cim fko ghn
ahi bkm cef djn glo
amo bij cln dfg ehk""",
        """\
acf bhl dmo ein gjk
aik bno cem dgl fhj
alm bfg chn dek ijo
ago bck dfn ejl him
adh bjm cgi efo kln
ajn bdi clo egh fkm
abe cdj fil gmn hko""",
        """\
aeg bmn cio dfh jkl
ahn bcg djo eil fkm
aij bfo cln dgk ehm
amo bdl cef ghj ikn
abk cjm den fgi hlo
acd bhi eko fjn glm
afl bej chk dim gno""",
        """\
afm bgh cik djn elo
agl bcm dhi efj kno
acj bde fkl gin hmo
ahn bjk ceg dlm fio
aei bfn cdo gkm hjl
abo cln dfg ehk ijm
adk bil cfh emn gjo""",
        """\
afi blm ceg dhj kno
alo bjn cik dfg ehm
ade bhi cln fjk gmo
akm bcd ejo fhl gin
ahn bek cfm dio gjl
abg cho dkl efn ijm
acj bfo dmn eil ghk""",
        """\
afi bln cdm ego hjk
abj cfo dgn ekl him
akn bmo cgj dil efh
alo bgh cin dej fkm
adh bck emn fgl ijo
ace bdf gik hno jlm
agm bei chl dko fjn""",
        """\
ano bgi cjk dlm efh
acf bjl dio egm hkn
adj bfn cel gho ikm
agk bco den fil hjm
ahl bek cdg fmo ijn
abm chi dfk ejo gln
aei bdh cmn fgj klo""",
    )
)

OF_16 = Plan.parse(
    """\
aeo bgh cdf imp jln
anp bem ckl dgj fhi
afl bio cgp dem hkn
bdn ceh fjp gil kmo
aik bcp dlo efn hjm
acm bhl dkp eij fgo
abj cin egk flm hop
adh bfk cjo elp gmn""",
    serves_from=8,
)

OF_18 = Plan.parse(
    """\
adg bck ehq flp imn jor
ahl bfm cio dkr egj npq
abp cdm efi goq hjk lnr
ajm bgh cer dfn ilq kop
afo bdq cgn ekl hmr ijp
aen blo cfj dhi gpr kmq
aik bjn chp deo fqr glm
acq bir djl emp fgk hno""",
    serves_from=7,
)

OF_19 = Plan.parse(
    """\
adp bnq eor fhj gil kms
acf dhi ekn gmq jlo prs
bgo chk dfm eis jpq lnr
ags bdr cem fin hop klq
abl cio dgn efp hqs jkr
aeq bip cgj dko fls hmn
amo bfk cnp djs egh iqr
aik bej cdq fgr lmp nos
ahr bcs del foq gkp ijm""",
    serves_from=8,
)

OF_21 = Plan.parse(
    """\
aef bmo cit dns glr hjk pqu
ams bfg cnp dju eht ikl oqr
acg bnt dhq eko fiu jlm prs
abd chu eir flp gjo kmn qst
akp bce dio fjs gmq hln rtu
anr blq cdf ejp gkt him osu
alu bhs cmr deg fkq ijn opt
aho bip cjq dkr els fmt gnu
aiq bjr cks dlt emu fno ghp
ajt bku clo dmp enq fhr gis""",
    serves_from=8,
)

OF_22 = Plan.parse(
    """\
ans bhl cfv dmt gru iop jkq
agq buv cde fhj irs kmp lno
adu bjo ckn ems frt gpv ilq
bin cgo dkl ejt fps hrv mqu
abp ctu djs efi glm hko nqr
afk bcs dgh eoq imv jnu lpt
ajm bgt chq dor enp iku lsv
alr bek dnv fmo gij hpu qst
aci bdf elu gks hmn jpr otv
aev bmr cjl dpq fgn hit osu""",
    serves_from=9,
)

OF_24 = Plan.parse(
    """\
agm bcf dhx ejk ivw lqu nps ort
aqv bet cdl fhk gjx ipu mnr osw
aef bmw cku diq gln hjt opv rsx
adj bux cms ehr fit gkv lpw noq
ahw bgq cpr dmu eio fjs klt nvx
atu bkp cev dfn grw hqs ijm lox
apx bhl cgo dtw emq frv iks jnu
ako bir cnt dgs ewx flm huv jpq
aci bdv esu fqx gpt hmo jlr knw
abn cjw dep fou ghi kqr lsv mtx""",
    serves_from=9,
)

PLANS = (*OF_15, OF_16, OF_18, OF_19, OF_21, OF_22, OF_24)


def planned_round(
    players: int, history: Sequence[Tables], rounds: int, seed: str
) -> list[list[int]] | None:
    """The tables of the next round of a plan that contains the history, if one does.

    Players are 0 ... n - 1 and were all there from the first round on.
    """
    rng = Generator(seed, "plan")
    past = Meetings(players, history)
    to_come = rounds - len(history)
    serving = [plan for plan in PLANS if plan.serves(players, rounds)]
    if any(len(history) >= plan.searched_after for plan in serving):
        return completed_round(past, to_come, seed)
    for plan in rng.shuffle(serving):
        embedding = Embedding(past, plan.meetings, rng)
        if embedding.find():
            named = embedding.round_of
            left = [number for number in range(len(plan.rounds)) if number not in named]
            tables = plan.rounds[left[rng.below(len(left))]]
            player_at = {point: player for player, point in embedding.point_of.items()}
            return [[player_at[point] for point in table] for table in tables]
    return None


def completed_round(past: Meetings, to_come: int, seed: str) -> list[list[int]] | None:
    """The first of the last rounds, if they exist without a rematch."""
    n = past.players
    met = [past.met.get(divmod(pair, n), 0).bit_count() for pair in range(n * n)]
    schedule = search(Task(n, to_come, met, [0] * n), 0, seed)
    if schedule.cost:
        return None
    tables = n // SEATS
    return [schedule.cells[number::tables] for number in range(tables)]
