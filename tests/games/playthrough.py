"""Golden playthroughs: a hand of each catalogue game as text that people can read and compare.

``python -m tests.games.playthrough`` writes them anew under ``tests/playthroughs``; look at the
difference before you commit it.
"""

from __future__ import annotations

import random
from pathlib import Path

from equipoise.cards import cards_text
from equipoise.games import Action, State
from equipoise.games.catalogue import listed_games
from equipoise.games.rules import GameRules

FOLDER = Path(__file__).parent.parent / "playthroughs"
HANDS = 3


def file_name(rules: GameRules) -> str:
    return rules.name.replace(":", "-").replace(",", "-") + ".txt"


def choose(rng: random.Random, state: State) -> Action:
    """Mostly calls and small raises, so that hands reach the showdown."""
    legal = state.legal()
    roll = rng.random()
    if legal.call_to is None:
        assert legal.max_raise is not None
        return Action.fold() if roll < 0.4 else Action.raise_to(legal.max_raise)
    if legal.can_fold and roll < 0.15:
        return Action.fold()
    if legal.min_raise is not None and legal.max_raise is not None and roll > 0.7:
        high = legal.max_raise if roll > 0.97 else min(legal.max_raise, legal.min_raise + 6)
        return Action.raise_to(rng.randint(legal.min_raise, high))
    return Action.call()


def describe_rules(rules: GameRules) -> list[str]:
    betting = rules.betting
    return [
        f"game     {rules.name}: {rules.players} players, {betting.kind}, scale {rules.scale}",
        f"deck     {rules.deck}",
        f"stacks   {rules.stacks}",
        f"antes    {rules.antes}, blinds {rules.blinds}, first to act {rules.first}",
        f"bets     {betting.sizes}, caps {betting.caps or 'none'}",
        f"dialect  all-in {rules.all_in_rule}, odd chips {rules.odd_chips}",
    ]


def play(rules: GameRules, number: int) -> list[str]:
    rng = random.Random(f"{rules.name} {number}")
    deck = list(rules.deck.cards)
    rng.shuffle(deck)
    state = State.start(rules)
    lines = ["", f"hand {number}", f"  posted  {state.betting.put}"]
    while not state.is_over:
        if state.awaits_deal:
            name = rules.round_name(state.rounds_dealt)
            state = state.deal([deck.pop() for _ in range(state.cards_awaited())])
            hands = " | ".join(cards_text(hand) for hand in state.hole)
            lines.append(f"  {name}: {hands} / {cards_text(state.board)}  pot {state.betting.pot}")
            continue
        legal = state.legal()
        action = choose(rng, state)
        state = state.apply(action)
        move = [moves for moves in state.history if moves][-1][-1]
        lines.append(f"    seat {move.position + 1}: {move.action!s:14} ({legal.describe()})")
    for pot in state.pots():
        seats = ", ".join(str(position + 1) for position in pot.contenders)
        lines.append(f"  pot {pot.amount} between seats {seats}")
    for position, cards in state.shown():
        lines.append(f"  seat {position + 1} shows {cards_text(cards)}")
    lines.append(f"  payoffs {', '.join(str(chips) for chips in state.payoffs())}")
    return lines


def playthrough(rules: GameRules) -> str:
    lines = describe_rules(rules)
    for number in range(1, HANDS + 1):
        lines += play(rules, number)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for rules in listed_games():
        (FOLDER / file_name(rules)).write_text(playthrough(rules), encoding="utf-8")


if __name__ == "__main__":
    main()
