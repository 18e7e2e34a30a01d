"""Best responses in the full game to a stored strategy of an abstract game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from equipoise.base.progress import Report, silent
from equipoise.evaluation.measured import Measured
from equipoise.kernels.types import Float64s
from equipoise.spine.game import AbstractGame
from equipoise.spine.passes import Passes
from equipoise.strategies.opened import StoredStrategy
from equipoise.strategies.unreached import fill_unreached
from equipoise.translation.adversary import Adversary, Findings, Where
from equipoise.translation.expand import Expansion
from equipoise.translation.options import Translation


@dataclass(frozen=True)
class InFullGame:
    """A strategy and the full game; ``source``: the abstract game it was solved for."""

    problem: AbstractGame
    source: Passes
    full: Passes
    probabilities: Float64s

    @classmethod
    def of(cls, stored: StoredStrategy, unreached: str | None = None) -> InFullGame:
        """Check a strategy against its game; ``unreached``: the rule for nodes it never reaches."""
        source = stored.problem.passes()
        stored.check_layout(source.layout)
        probabilities = stored.strategy.probabilities
        if unreached is not None:
            probabilities = fill_unreached(source, probabilities, unreached)
        return cls(stored.problem, source, stored.problem.full().passes(), probabilities)

    def exploit(self, translation: Translation) -> Measured:
        """Exact best responses in the full game to the translated strategy."""
        real = self._expansion(translation).strategy(self.probabilities)
        return Measured.of(self.full.exploitability(real), self.problem.rules.scale)

    def off_tree(
        self,
        translations: Sequence[Translation],
        sizes: Sequence[Fraction] | None = None,
        where: Where = "everywhere",
        report: Report = silent,
    ) -> dict[str, Findings]:
        """The value of one additional bet size against each translation, by mapping.

        The translations differ only in their mapping. In engine chips, as Findings are.
        """
        games = Adversary(self.source.layout, self.full, sizes, where, report)
        plans = self._expansion(translations[0])
        found = {}
        for done, way in enumerate(translations):
            report(done, len(translations), f"against {way.mapping}")
            real = plans.with_mapping(way.mapping).strategy(self.probabilities)
            found[way.mapping] = games.against(real)
        return found

    def _expansion(self, translation: Translation) -> Expansion:
        buckets = self.problem.cards_and_buckets[1]
        return Expansion(self.source.layout, self.full.layout, buckets, translation)
