"""Names of positions, the same in every game: by the blinds and the button.

Positions are numbered from the left of the button, so the button is the last one and acts last
after the first round. Heads-up with blinds it is the small blind, whatever its number:
position 2 in hold'em, position 1 in jam or fold, where nothing is played after the first round.
Games without blinds (Kuhn, Leduc) have a first to act and a button.
"""

from __future__ import annotations

from equipoise.games.rules import GameRules

#: from the button backwards, as far as there are players
_LATE = ("BTN", "CO", "HJ", "LJ")
_WORDS = {
    "BTN": "button",
    "SB": "small blind",
    "BB": "big blind",
    "CO": "cutoff",
    "HJ": "hijack",
    "LJ": "lojack",
    "UTG": "under the gun",
    "first": "first to act",
}


def position_name(rules: GameRules, position: int) -> str:
    """The short name of a position; empty for unusual blinds.

    >>> from equipoise.games import find_game
    >>> six, two = find_game("holdem-nolimit:100bb,6p"), find_game("holdem-nolimit:100bb")
    >>> [position_name(six, position) for position in range(6)]
    ['SB', 'BB', 'UTG', 'HJ', 'CO', 'BTN']
    >>> [position_name(rules, p) for rules in (two, find_game("leduc")) for p in range(2)]
    ['BB', 'BTN', 'first', 'BTN']
    """
    players, blinds = rules.players, rules.blinds
    last = players - 1
    if players == 2 and any(blinds):
        if blinds[0] == blinds[1]:
            return "BTN" if position == last else "BB"
        return "BB" if blinds[position] == max(blinds) else "BTN"
    if not any(blinds):
        return "BTN" if position == last else "first" if position == 0 else ""
    if blinds[position]:
        return "BB" if blinds[position] >= max(blinds) else "SB"
    if any(blinds[2:]):  # a straddle, a late blind
        return "BTN" if position == last else ""
    after = position - 2
    if after < 0:
        return ""
    from_button = last - position
    if after == 0 and players > 4:
        return "UTG"
    return _LATE[from_button] if from_button < len(_LATE) else f"UTG+{after}"


def position_words(rules: GameRules, position: int) -> str:
    """The full name, for titles: ``button``, ``big blind``; else the number of the seat.

    >>> from equipoise.games import find_game
    >>> position_words(find_game("holdem-nolimit:100bb"), 1), position_words(find_game("kuhn"), 0)
    ('button', 'first to act')
    """
    name = position_name(rules, position)
    return _WORDS.get(name, name) or f"seat {position + 1}"
