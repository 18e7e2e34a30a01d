"""Tournaments of ten Lokis (Papp 1998, section 8.1), repeated to get intervals.

A tournament plays every deal ten times in the seatings of Table 8.1. The thesis plays one of 10,000
deals and shows the mean bankroll of the copies of each version; one such curve does not show its
noise, so tournaments with other cards are played too.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise

import numpy as np

from equipoise.evaluation.estimates import Estimate, estimate
from equipoise.experiments.harness.experiment import Cell, Claim, Scale, Setting
from equipoise.kernels.types import Float64s
from equipoise.plots.panels import Curve, Panel

GAME = "holdem-limit:10p"
#: a small bet of the 2-4 structure, in chips
SMALL_BET = 2
TRIALS = 10
DEALS: dict[Scale, int] = {"quick": 100, "full": 10_000}
REPEATS: dict[Scale, int] = {"quick": 4, "full": 5}
#: worker processes; None for one per core
WORKERS: int | None = None
_POINTS = 400


@dataclass(frozen=True)
class Version:
    """Copies of one player."""

    label: str
    agent: str
    copies: int


@dataclass(frozen=True)
class Tournaments:
    """Winnings ``chips[tournament, deal, version]``, mean of the copies, summed over trials."""

    labels: tuple[str, ...]
    chips: Float64s

    @property
    def trials(self) -> int:
        """Hands of one tournament."""
        return int(self.chips.shape[1]) * TRIALS

    def rate(self, label: str) -> Estimate:
        """Small bets per hand, with an interval over the tournaments."""
        return self._estimate(self.chips[:, :, self.labels.index(label)])

    def lead(self, label: str, other: str) -> Estimate:
        """The lead of one version over another in small bets per hand."""
        mine, theirs = self.labels.index(label), self.labels.index(other)
        return self._estimate(self.chips[:, :, mine] - self.chips[:, :, theirs])

    def _estimate(self, chips: Float64s) -> Estimate:
        rates: Float64s = chips.sum(axis=1) / self.trials / SMALL_BET
        return estimate(rates)

    def cells(self) -> list[Cell]:
        """Rates and final bankrolls; the thesis prints neither, only curves."""
        found = []
        for label in self.labels:
            rate = self.rate(label)
            low, high = rate.interval
            column = "small bets a hand"
            found.append(Cell(label, column, None, rate.mean, low, high, digits=4))
            scale = self.trials * SMALL_BET
            least, most = (None if end is None else end * scale for end in (low, high))
            column = f"bankroll after {self.trials:,} trials"
            found.append(Cell(label, column, None, rate.mean * scale, least, most, digits=0))
        return found

    def ahead(self, text: str, label: str, others: Sequence[str]) -> Claim:
        """Whether a version is significantly ahead of others."""
        leads = {other: self.lead(label, other) for other in others}
        evidence = ", ".join(f"{_words(lead)} over {other}" for other, lead in leads.items())
        holds = all(lead.half is not None and lead.mean > lead.half for lead in leads.values())
        refuted = any(lead.half is not None and lead.mean < -lead.half for lead in leads.values())
        return Claim(text, holds, f"small bets per hand: {evidence}", not holds and not refuted)

    def level(self, text: str, label: str, other: str, others: Sequence[str]) -> Claim:
        """Whether two versions are equal within chance.

        With few deals that would be true of any two. So it is not decided unless the largest
        plausible difference is less than the least lead of one of them over ``others``.
        """
        lead = self.lead(label, other)
        half = float("inf") if lead.half is None else lead.half
        most = abs(lead.mean) + half
        least = min(self.lead(label, third).mean for third in others)
        refuted, is_near = abs(lead.mean) > half, most < least
        evidence = (
            f"small bets per hand: {_words(lead)} over {other}, at most {most:.4f} either way"
        )
        evidence += f"; the least lead over the others is {least:+.4f}"
        return Claim(text, is_near and not refuted, evidence, not is_near and not refuted)

    def panels(self, title: str) -> list[Panel]:
        """Bankrolls over the trials: one tournament, as in the thesis, and the others."""
        found = [self._panel(title, range(1))]
        if len(self.chips) > 1:
            found.append(self._panel("repeated with other cards", range(1, len(self.chips))))
        return found

    def _panel(self, title: str, tournaments: range) -> Panel:
        deals = self.chips.shape[1]
        steps = np.unique(np.linspace(0, deals, min(deals, _POINTS) + 1).astype(np.int64))
        trials = (steps * TRIALS).astype(float).tolist()
        curves = []
        for number, label in enumerate(self.labels):
            for tournament in tournaments:
                totals = np.concatenate([[0.0], np.cumsum(self.chips[tournament, :, number])])
                curves.append(Curve(label, trials, totals[steps].tolist(), colour=number))
        return Panel(title, "trials", "mean bankroll, chips", curves)


def _words(lead: Estimate) -> str:
    half = "" if lead.half is None else f" ± {lead.half:.4f}"
    return f"{lead.mean:+.4f}{half}"


def play_tournaments(setting: Setting, versions: Sequence[Version]) -> Tournaments:
    """Play the tournaments, or the remaining ones; a stopped match resumes with its next trial."""
    from equipoise.experiments.harness.partial import Partial

    kept = Partial(setting.work)
    deals, repeats = DEALS[setting.scale], REPEATS[setting.scale]
    results = []
    for number in range(repeats):
        about = f"{deals} {setting.seed} {[(v.agent, v.copies) for v in versions]}"
        arrays = kept.get(f"tournament-{number}", about)
        if arrays is None:
            arrays = {"chips": _play(setting, versions, number, deals)}
            kept.put(f"tournament-{number}", about, arrays)
        results.append(np.asarray(arrays["chips"], dtype=np.float64))
    kept.clear()
    return Tournaments(tuple(version.label for version in versions), np.array(results))


def _play(setting: Setting, versions: Sequence[Version], number: int, deals: int) -> Float64s:
    """One tournament: chips by deal and version; its hands are stored meanwhile.

    No time limit: a busy machine should not cost anybody a decision.
    """
    from equipoise.matches.faults import FaultRules
    from equipoise.matches.folder import MATCH
    from equipoise.matches.match import play_match
    from equipoise.matches.plan import MatchPlan

    agents = tuple(version.agent for version in versions for _ in range(version.copies))
    repeats = REPEATS[setting.scale]
    seed = int(np.random.SeedSequence((setting.seed, number)).generate_state(1, np.uint64)[0]) >> 1
    plan = MatchPlan(GAME, agents, deals, seed, duplicate=True, faults=FaultRules(seconds=None))
    name = f"match-{number}-{sha256(repr(plan).encode()).hexdigest()[:8]}"
    folder = None if setting.work is None else setting.work / name

    def heard(done: float, total: float, doing: str = "") -> None:
        setting.report(number + done / total, repeats, f"tournament {number + 1}: {doing}")

    begun = folder is not None and (folder / MATCH).exists()
    result = play_match(plan, WORKERS, folder, begun, heard)
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)
    faults = sum(player.total for player in result.faults)
    if faults:
        raise RuntimeError(f"{faults} faults in a tournament")
    won = result.millis().sum(axis=1) / 1000 * plan.rules().big_blind
    starts = np.cumsum([0, *(version.copies for version in versions)])
    chips: Float64s = np.stack(
        [won[:, a:b].mean(axis=1) for a, b in pairwise(starts.tolist())], axis=1
    )
    return chips


def notes(setting: Setting) -> list[str]:
    """The notes common to these tables."""
    return [
        f"{REPEATS[setting.scale]} tournaments of {DEALS[setting.scale]:,} deals, each in the ten "
        f"seatings of Table 8.1, seed {setting.seed}; 95% intervals over the tournaments. "
        "Bankrolls are chips of the 2-4 structure, the mean of the copies of a version. The "
        "thesis shows them as a curve of one tournament of 10,000 deals and prints no numbers.",
        "A claim holds if the interval of the lead is above 0, does not hold if it is below, "
        "and is not decided if it contains 0.",
    ]
