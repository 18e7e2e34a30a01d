"""Tables 2.1 to 2.3: cells and claims from data that are known, without playing."""

import numpy as np
import pytest

from equipoise.experiments.harness.experiment import Setting
from equipoise.experiments.schnizlein import table_2_1, table_2_2, table_2_3
from equipoise.experiments.schnizlein.variance_matches import (
    NAMES,
    PAIRS,
    Deviation,
    Pair,
    agents,
    rate_cell,
)

DEALS = 4000


def pair(name, scale, correlation, left=0.85, seed=0):
    """A match with this deviation and correlation of seatings; DIVAT leaves part of it."""
    random = np.random.default_rng(seed)
    cover = np.array([[1.0, correlation], [correlation, 1.0]])
    skill = scale * random.multivariate_normal([0.0, 0.0], cover, DEALS) * left
    luck = scale * random.multivariate_normal([0.0, 0.0], cover, DEALS) * np.sqrt(1 - left**2)
    return Pair(name, skill + luck, skill)


def outcome_of(module, monkeypatch, found, **more):
    monkeypatch.setattr(module, "pairs", lambda setting: (found, ["note"]))
    for name, value in more.items():
        monkeypatch.setattr(module, name, value)
    outcome = module.run(Setting())
    return {(cell.row, cell.column): cell for cell in outcome.cells}, outcome.claims


def test_deviations_have_the_interval_of_their_fourth_moment():
    values = np.random.default_rng(1).normal(0.0, 3.0, 200_000)
    found = Deviation.of(values)
    assert found.value == pytest.approx(3.0, abs=0.02)
    assert found.half == pytest.approx(1.96 * 3.0 / np.sqrt(2 * len(values)), rel=0.02)
    assert Deviation.of(np.zeros(10)) == Deviation(0.0, 0.0)
    assert rate_cell("a", "b", values).measured == pytest.approx(values.mean())


def test_table_2_1(monkeypatch):
    found = [pair("a", 10.0, -0.8), pair("b", 40.0, -0.8, seed=1)]
    cells, claims = outcome_of(table_2_1, monkeypatch, found)
    assert cells["a", "std"].measured == pytest.approx(10.0, rel=0.05)
    assert cells["a", "correlation"].measured == pytest.approx(-0.8, abs=0.03)
    assert cells["a", "duplicate std (sum)"].measured == pytest.approx(
        2 * cells["a", "duplicate std (mean)"].measured
    )
    assert cells["all", "duplicate std (sum) / std"].published == pytest.approx(0.65, abs=0.02)
    assert [claim.holds for claim in claims] == [True, True, True]
    _, claims = outcome_of(table_2_1, monkeypatch, [pair("a", 1.0, 0.3), pair("b", 1.0, -0.9)])
    assert [claim.holds for claim in claims] == [False, False, False]
    assert not claims[1].is_open


def test_table_2_2(monkeypatch):
    found = [pair("a", 10.0, -0.8), pair("b", 40.0, -0.8, seed=1)]
    random = np.random.default_rng(3)
    divat = random.normal(0.0, 2.0, DEALS)
    limit = divat + random.normal(0.0, 5.0, DEALS), divat
    cells, claims = outcome_of(table_2_2, monkeypatch, found, _limit=lambda setting: limit)
    assert cells["all", "DIVAT std / std"].measured == pytest.approx(0.85, abs=0.02)
    assert [claim.holds for claim in claims] == [True, True, True, True]
    biased = Pair("c", found[0].money, found[0].divat + 5.0)
    _, claims = outcome_of(table_2_2, monkeypatch, [biased], _limit=lambda setting: limit)
    assert not claims[0].holds


def test_claims_of_table_2_3():
    random = np.random.default_rng(5)

    def column(**stds):
        return {name.replace("_", "-"): random.normal(0.0, s, DEALS) for name, s in stds.items()}

    labels = [f"{label}_{kind}" for label in ("Money", "DIVAT") for kind in table_2_3.KINDS]
    on = dict(zip(labels, (18, 18, 14, 12, 15, 15, 12, 10), strict=True))
    off = dict(zip(labels, (160, 100, 56, 55, 100, 80, 55, 54), strict=True))
    self_play = column(**on)
    self_play["AIVAT, one known"] = random.normal(0.0, 5.0, DEALS)
    self_play["AIVAT, both known"] = random.normal(0.0, 3.0, DEALS)
    claims = table_2_3._claims([self_play, column(**on), column(**off)])
    assert [claim.holds for claim in claims] == [True] * 5
    self_play["AIVAT, both known"] = random.normal(0.0, 7.0, DEALS)
    assert not table_2_3._claims([self_play, column(**on), column(**off)])[-1].holds


def test_four_agents_make_six_pairs(tmp_path):
    assert len(agents(tmp_path)) == len(NAMES) == 4
    assert len({frozenset(pair) for pair in PAIRS}) == len(PAIRS) == 6
