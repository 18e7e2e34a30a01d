"""Local best response with 56 bets against a blueprint with 500 big blinds: hands a second.

Seconds of the processor of one core. The first deals, in which betting lines and their readings are
met for the first time, do not count.
"""

from __future__ import annotations

from time import process_time

from benchmarks.blueprints import source
from benchmarks.measure import Row, against_rate
from benchmarks.sampled_buckets import BETS, CARDS, GAME
from equipoise.evaluation.bounds.local import LocalResponse
from equipoise.evaluation.bounds.menus import Menus
from equipoise.evaluation.bounds.responses import LocalDeals
from equipoise.policies.blueprint import Blueprint
from equipoise.translation.options import Translation

FLOOR = 50
MENUS = "c/c/56/56"
WARM, DEALS = 300, 300


def run() -> list[Row]:
    played = source()
    rows = []
    for mapping in ("hard", "soft"):
        policy = Blueprint(played, Translation(mapping))
        deals = LocalDeals(LocalResponse(played.rules, policy, Menus.parse(MENUS)))
        for number in range(WARM):
            deals.deal(0, number)
        started = process_time()
        for number in range(WARM, WARM + DEALS):
            deals.deal(0, number)
        rate = 2 * DEALS / (process_time() - started)
        name = f"local best response {MENUS}, {mapping}, {GAME} {BETS} {CARDS}"
        rows.append(against_rate(name, rate, "floor", FLOOR, 1.0))
    return rows
