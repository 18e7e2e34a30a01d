"""Display of actions at a decision node: a colour and a character for each."""

from __future__ import annotations

from collections.abc import Sequence

FOLD_COLOUR, CALL_COLOUR, ALL_IN_COLOUR = "#f1efe9", "#8fb8d8", "#e0705f"
_ALL_IN = "all-in"
_RAISES = ("#f8edbd", "#f0ca63", "#e5a046", "#c98a3a")


def action_colours(actions: Sequence[str]) -> list[str]:
    """A colour for each action: pale for folding, blue for calling, yellow to red for raises."""
    colours = []
    raises = 0
    for name in actions:
        if name == "fold":
            colours.append(FOLD_COLOUR)
        elif name in ("check", "call"):
            colours.append(CALL_COLOUR)
        elif name.startswith(_ALL_IN):
            colours.append(ALL_IN_COLOUR)
        else:
            colours.append(_RAISES[min(raises, len(_RAISES) - 1)])
            raises += 1
    return colours


def action_codes(actions: Sequence[str]) -> list[str]:
    """A character for each action: f, c, 1, 2, ... for raises from the smallest, a.

    >>> action_codes(["fold", "call", "raise to 6", "raise to 10", "all-in"])
    ['f', 'c', '1', '2', 'a']
    """
    known = {"fold": "f", "check": "c", "call": "c"}
    known |= {name: "a" for name in actions if name.startswith(_ALL_IN)}
    raises = [name for name in actions if name not in known]
    numbers = "123456789" + "·" * len(raises)
    return [known.get(name) or numbers[raises.index(name)] for name in actions]
