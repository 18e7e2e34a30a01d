"""Tables 4.4 and 4.7 of Schnizlein 2009: hard, soft and soft-ND translation, one style each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from equipoise.experiments.harness.experiment import Claim, Outcome, Setting, parse_grid
from equipoise.experiments.schnizlein.leduc_translation import (
    ABSTRACTIONS,
    DRAWS,
    SEATS,
    Losses,
    inside,
    losses,
    ranged,
    sample_note,
    shared,
)

if TYPE_CHECKING:
    from equipoise.translation.options import Style, Translation

METHODS = ("Hard", "Soft", "SoftND")


def methods(style: Style) -> dict[str, Translation]:
    """The three methods in a style, with all fixes."""
    from equipoise.translation.options import Translation

    return {
        "Hard": Translation("hard", style),
        "Soft": Translation("soft", style),
        "SoftND": Translation("soft", style, without_dominated=True),
    }


def run_style(setting: Setting, style: Style, published: str, compared: bool) -> Outcome:
    """The table of a style; with ``compared`` the other style is measured too, for claims."""
    draws = DRAWS[setting.scale]
    translations = methods(style)
    if compared:
        translations |= {f"{name}, abstract": t for name, t in methods("abstract").items()}
    found = losses(setting, ABSTRACTIONS, translations, draws)
    grid = parse_grid(published)
    cells = [
        ranged(
            bets,
            f"{method}-{seat}",
            grid[row][3 * place + number],
            found[bets, method][:, place],
        )
        for row, bets in enumerate(ABSTRACTIONS)
        for place, seat in enumerate(SEATS)
        for number, method in enumerate(METHODS)
    ]
    claims = _claims(found)
    if compared:
        for method in ("Hard", "Soft"):
            below = [found[b, f"{method}, abstract"] < found[b, method] for b in ABSTRACTIONS]
            claims.append(
                shared(
                    f"{method.lower()} translation is less exploitable in abstract style than in "
                    "real style in almost every situation",
                    np.array(below),
                    0.8,
                )
            )
    notes = [
        "12-chip no-limit Leduc, ante 1, chips per hand (sb/h). P1: the best responder is in seat "
        f"1, so the translated strategy in seat 2. {style.capitalize()} style, all fixes.",
        sample_note(draws),
        inside(cells, digits=2),
        "Soft-ND needs a threshold for 'never': here a probability below 0.001.",
    ]
    return Outcome(
        cells, claims, notes, digits=2, sampled=True, heat_map=True,
        unit="lost to a best response, chips per hand",
        axes=("betting abstraction", "translation and the best responder's seat"),
    )  # fmt: skip


def _claims(found: Losses) -> list[Claim]:
    soft = np.array([found[b, "Soft"] for b in ABSTRACTIONS])
    hard = np.array([found[b, "Hard"] for b in ABSTRACTIONS])
    without = np.array([found[b, "SoftND"] for b in ABSTRACTIONS])
    half_pot = found["fcha", "SoftND"] > found["fcha", "Hard"]
    return [
        shared("soft translation is less exploitable than hard translation", soft < hard, 0.95),
        shared("soft-ND rarely does better than soft", without >= soft, 0.8),
        shared("soft-ND makes fcha worse than hard translation does", half_pot, 0.5),
    ]
