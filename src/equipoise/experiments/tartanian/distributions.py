"""Tartanian5 (2012): QJ suited and 55, the same strength with different distributions."""

from __future__ import annotations

import numpy as np

from equipoise.experiments.harness.experiment import Claim, Outcome, Setting
from equipoise.experiments.harness.strength_shapes import Shape, both_panels

HANDS = ("QJs", "55")
#: "both win about 60% of the time against a random hand"
PUBLISHED = 0.60
_ABOUT = 0.01


def run(setting: Setting) -> Outcome:
    """All boards and all opponents of the 169 starting hands; nothing is sampled."""
    from equipoise.abstraction.strength.on_demand import OnDemand
    from equipoise.cards.combos import TYPE_COUNT, combo_types, type_text

    setting.report(0, 1, "all boards before the flop")
    features = OnDemand().features(0, [0]).pick(0)
    first = [int(np.flatnonzero(combo_types() == number)[0]) for number in range(TYPE_COUNT)]
    deviations = np.sqrt(features.squared_strength - features.strength**2)
    waveforms = features.waveform()
    shapes = {
        type_text(number): Shape(
            float(features.strength[combo]), float(deviations[combo]), waveforms[combo]
        )
        for number, combo in enumerate(first)
    }
    one, two = (shapes[name] for name in HANDS)
    apart = one.distance(two)
    gap = abs(one.strength - two.strength)
    names = list(shapes)
    alike = [
        shapes[a].distance(shapes[b])
        for place, a in enumerate(names)
        for b in names[:place]
        if abs(shapes[a].strength - shapes[b].strength) <= _ABOUT
    ]
    above = sum(distance < apart for distance in alike) / len(alike)
    cells = [cell for name in HANDS for cell in shapes[name].cells(name, PUBLISHED)]
    claims = [
        Claim(
            "QJ suited and 55 both win about 60% of the time against a random hand",
            all(abs(shapes[name].strength - PUBLISHED) <= _ABOUT for name in HANDS),
            ", ".join(f"{name} {shapes[name].strength:.4f}" for name in HANDS),
        ),
        Claim(
            "their strength varies differently over the course of a hand",
            apart > 10 * gap and abs(one.deviation - two.deviation) > 0.05,
            f"means {gap:.4f} apart, distributions {apart:.4f} (earth mover's); standard "
            f"deviations {one.deviation:.3f} and {two.deviation:.3f}; further apart than "
            f"{above:.0%} of the {len(alike):,} pairs of starting hands of about the same strength",
        ),
    ]
    notes = [
        "Strength is the share of an opponent's hands that are beaten on the river, ties half; "
        "fifths are the probabilities over all 2,118,760 boards to end there. That the hands "
        "should be played very differently, as the paper says, is not judged here."
    ]
    setting.report(1, 1)
    chosen = {name: shapes[name] for name in HANDS}
    return Outcome(cells, claims, notes, 3, both_panels("before the flop", chosen))
