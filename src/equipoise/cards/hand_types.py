"""Hand types in range notation: two ranks, suited or not, and their combos."""

from __future__ import annotations

from dataclasses import dataclass

from equipoise.cards.combos import type_combos


@dataclass(frozen=True)
class WrittenType:
    """Two ranks and whether suited hands, unsuited hands or both are meant; ``end`` of the text."""

    high: int
    low: int
    kinds: str  # "s", "o", "so" or "p"
    end: int

    def combos(self) -> list[int]:
        """The combo numbers of the type."""
        if self.kinds == "p":
            return type_combos(self.high, self.low, False)
        return [
            combo for kind in self.kinds for combo in type_combos(self.high, self.low, kind == "s")
        ]

    def at(self, high: int, low: int) -> WrittenType:
        """The same kinds with two other ranks."""
        return WrittenType(high, low, self.kinds, self.end)
