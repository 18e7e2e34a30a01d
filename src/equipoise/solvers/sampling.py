"""What sampled solvers sample, and how their iterations count."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Literal, get_args

from equipoise.errors import InputError
from equipoise.kernels.walks import Weights

What = Literal["chance", "external", "outcome", "public"]
WHATS: tuple[What, ...] = get_args(What)


@dataclass(frozen=True)
class Sampling:
    """What is sampled, and how iterations weigh.

    Iteration t counts ``t**regret`` in the regrets and ``t**average`` in the average strategy: 1
    and 1 are linear CFR. ``clip`` keeps regrets from going below zero. ``explore`` is how often
    outcome sampling plays at random.
    """

    what: What
    regret: float = 0.0
    average: float = 0.0
    clip: bool = False
    explore: float = 0.6

    def __post_init__(self) -> None:
        if not 0 < self.explore <= 1:
            raise InputError(
                f"outcome sampling cannot explore with probability {self.explore:g}",
                expected="a number above 0, at most 1",
            )

    @property
    def weights(self) -> Weights:
        """What kernels take."""
        return Weights(float(self.regret), float(self.average), 0.0 if self.clip else -inf)


#: all linear: a little behind equal weights on small games that are nearly solved, and far better
#: on large ones, where iterations are few (docs/decisions/sampled-buckets.md)
SAMPLINGS = {f"mccfr-{what}": Sampling(what, regret=1.0, average=1.0) for what in WHATS}
