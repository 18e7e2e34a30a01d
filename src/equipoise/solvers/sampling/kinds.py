"""What sampled solvers sample, and their iteration weights."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Literal, get_args

from equipoise.base.errors import InputError
from equipoise.kernels.walks.common import Weights
from equipoise.solvers.cfr import SCHEDULES, Schedule

What = Literal["chance", "external", "outcome", "public"]
WHATS: tuple[What, ...] = get_args(What)


@dataclass(frozen=True)
class Sampling:
    """What is sampled, and the schedule of iterations.

    A walk visits few information sets and cannot discount the others, so the schedule must weight
    new gains instead (``Schedule.grows``): equal weights, linear, clipped or not. ``explore`` is
    the exploration probability of outcome sampling.
    """

    what: What
    schedule: Schedule = field(default_factory=Schedule)
    explore: float = 0.6

    def __post_init__(self) -> None:
        if not 0 < self.explore <= 1:
            raise InputError(
                f"outcome sampling cannot explore with probability {self.explore:g}",
                expected="a number above 0, at most 1",
            )
        if not self.schedule.grows or self.schedule.predict:
            raise InputError(
                f"sampled walks cannot follow {self.schedule}",
                expected="it needs a schedule without discounts (alpha and beta both None or 1) "
                "and without prediction",
            )

    @property
    def weights(self) -> Weights:
        """The weights for the kernels."""
        schedule = self.schedule
        floor = 0.0 if schedule.clip else -inf
        return Weights(float(schedule.alpha or 0.0), float(schedule.gamma), floor)

    def __str__(self) -> str:
        """Text for checkpoints."""
        weights = self.weights
        return (
            f"Sampling(what={self.what!r}, regret={weights.regret}, average={weights.average}, "
            f"clip={self.schedule.clip}, explore={self.explore})"
        )


#: all linear: slightly worse than equal weights on small games close to convergence, far better on
#: large ones with few iterations (docs/decisions/sampled-buckets.md)
SAMPLINGS = {f"mccfr-{what}": Sampling(what, SCHEDULES["lcfr"]) for what in WHATS}


def schedule_of(method: str) -> Schedule:
    """The schedule of a CFR method, sampled or not."""
    return SCHEDULES[method] if method in SCHEDULES else SAMPLINGS[method].schedule
