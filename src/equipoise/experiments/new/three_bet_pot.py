"""New: a published flop spot of a three-bet pot, with and without rake.

The spot is the example "3betpotFAST" of PioSOLVER, on which the benchmark of postflop-solver
compares PioSOLVER, GTO+, TexasSolver and itself. Published values agree between solvers to about
0.2 chips of a pot of 180.
"""

from __future__ import annotations

from pathlib import Path

from equipoise.base.progress import Report
from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Scale, Setting
from equipoise.solvers.run.checkpoint import newest_iterations
from equipoise.solvers.run.job import checkpoint_folder
from equipoise.spots.solution import Summary
from equipoise.spots.solving import SpotJob
from equipoise.spots.spot import Spot

OOP = (
    "88+,A8s+,A5s-A2s:0.5,AJo+,ATo:0.75,K9s+,KQo,KJo:0.75,KTo:0.25,Q9s+,QJo:0.5,J8s+,JTo:0.25,"
    "T8s+,T7s:0.45,97s+,96s:0.45,87s,86s:0.75,85s:0.45,75s+:0.75,74s:0.45,65s:0.75,64s:0.5,"
    "63s:0.45,54s:0.75,53s:0.5,52s:0.45,43s:0.5,42s:0.45,32s:0.45"
)
IP = (
    "AA:0.25,99-22,AJs-A2s,AQo-A8o,K2s+,K9o+,Q2s+,Q9o+,J6s+,J9o+,T6s+,T9o,96s+,95s:0.5,98o,86s+,"
    "85s:0.5,75s+,74s:0.5,64s+,63s:0.5,54s,53s:0.5,43s"
)
TARGETS: dict[Scale, float] = {"quick": 2.0, "full": 0.1}
STORE = "flop"
#: chips by which published solvers' values differ
AGREEMENT = 0.2
_BET_AGREEMENT = 0.02

PLAIN, RAKED = "no rake", "rake 5%, at most 30"
PUBLISHED: dict[str, dict[str, float | None]] = {
    PLAIN: {"OOP equity": 0.55347, "OOP value": 105.11, "IP value": 74.89, "OOP bets": 0.552},
    RAKED: {"OOP equity": 0.55347, "OOP value": 95.57, "IP value": 66.98, "OOP bets": None},
}


def published_spot(rake: int = 0, rake_cap: int | None = None) -> Spot:
    """The spot: pot 180, stack 910, one bet and one raise size per street."""
    return Spot(
        "QsJh2h", 180, 910, OOP, IP, bets="52% / 55% / 70%", raises="45%",
        rake=rake, rake_cap=rake_cap,
    )  # fmt: skip


def run(setting: Setting) -> Outcome:
    """Solve both variants."""
    target = TARGETS[setting.scale]
    spots = {PLAIN: published_spot(), RAKED: published_spot(5, 30)}
    cells, claims, notes = [], [], []
    for number, (name, spot) in enumerate(spots.items()):
        part = setting.part(f"spot-{number}", number / 2, 1 / 2)
        found = _solved(spot, target, part.work, part.report)
        cells += _cells(name, found)
        claims += _claims(name, found)
        notes.append(
            f"{name}: {found.exploitability_percent:.3f}% of the pot after {found.iterations:,} "
            f"iterations, {found.seconds:.0f} s, {found.memory_bytes / 1e9:.2f} GB; bets of "
            f"{_bets(found):.1%}."
        )
    notes.append(
        "Intervals come from the exploitability: the value of the game is within twice of it. "
        "Bet frequencies are not unique in equilibria."
    )
    return Outcome(cells, claims, notes, digits=2, unit="chips of the pot")


def _solved(spot: Spot, target: float, work: Path | None, report: Report) -> Summary:
    out = None if work is None else work / "solution"
    begun = out is not None and newest_iterations(checkpoint_folder(out)) is not None
    job = SpotJob(spot, target, out=out, store=STORE, resume=begun)
    return job.run(job.engine(), report).summary


def _bets(found: Summary) -> float:
    return float(sum(a["frequency"] for a in found.actions if a["action"] != "check"))


def _cells(name: str, found: Summary) -> list[Cell]:
    published, open_ = PUBLISHED[name], 2 * found.exploitability
    oop, ip = found.oop_value, found.ip_value
    return [
        Cell(name, "OOP equity", published["OOP equity"], found.oop_equity, digits=5),
        Cell(name, "OOP value", published["OOP value"], oop, oop - open_, oop + open_),
        Cell(name, "IP value", published["IP value"], ip, ip - open_, ip + open_),
        Cell(name, "OOP bets", published["OOP bets"], _bets(found), digits=3),
    ]


def _claims(name: str, found: Summary) -> list[Claim]:
    published = PUBLISHED[name]
    equity, value = published["OOP equity"], published["OOP value"]
    assert equity is not None
    assert value is not None
    away = abs(found.oop_value - value)
    near = AGREEMENT + 2 * found.exploitability
    claims = [
        Claim(
            f"{name}: out of position has an equity of {equity}",
            abs(found.oop_equity - equity) < 5e-6,
            f"{found.oop_equity:.5f}",
        ),
        Claim(
            f"{name}: out of position is worth {value} chips, within {AGREEMENT} plus the "
            "exploitability",
            away <= near,
            f"{found.oop_value:.2f}, {away:.2f} away, {near:.2f} allowed",
            is_open=away <= near and near > 3 * AGREEMENT,
        ),
    ]
    bets = published["OOP bets"]
    if bets is not None:
        differs = abs(_bets(found) - bets)
        claims.append(
            Claim(
                f"{name}: out of position bets {bets:.1%} of the time, within {_BET_AGREEMENT:.0%}",
                differs <= _BET_AGREEMENT,
                f"{_bets(found):.1%}",
                is_open=differs > _BET_AGREEMENT and found.exploitability_percent > 0.5,
            )
        )
    return claims
