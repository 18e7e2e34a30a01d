"""Whole hands of hold'em beside pokerkit and OpenSpiel's universal_poker, all driven from Python.

Every engine plays the same policy: always check or call, or an even choice among fold, call and
raise (to an even amount), with all seats alike and fresh cards each hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from benchmarks.measure import Row, against_rate, best_seconds
from equipoise.games import Action, GameRules, State, find_game
from equipoise.games.bulk import play_many

Policy = Literal["call", "random"]
POLICIES: tuple[Policy, ...] = ("call", "random")
GAMES = {"heads-up": "holdem-nolimit:100bb", "six players": "holdem-nolimit:100bb,6p"}

BULK_HANDS = 50_000
READABLE_HANDS = 200
PEER_HANDS = {"pokerkit": 20, "universal_poker": 500}


def play_bulk(rules: GameRules, policy: Policy, hands: int, rng: random.Random) -> None:
    """Hands by the compiled engine."""
    play_many(rules, hands, policy, rng.randrange(2**32))


def play_readable(rules: GameRules, policy: Policy, hands: int, rng: random.Random) -> None:
    """Hands by the value objects."""
    for _ in range(hands):
        deck = rng.sample(rules.deck.cards, rules.cards_dealt)
        state = State.start(rules)
        while not state.is_over:
            if state.awaits_deal:
                state = state.deal([deck.pop() for _ in range(state.cards_awaited())])
                continue
            legal = state.legal()
            actions = [Action.call()]
            if policy == "random":
                if legal.can_fold:
                    actions.append(Action.fold())
                if legal.min_raise is not None and legal.max_raise is not None:
                    actions.append(Action.raise_to(rng.randint(legal.min_raise, legal.max_raise)))
            state = state.apply(rng.choice(actions))
        state.payoffs()


def play_pokerkit(rules: GameRules, policy: Policy, hands: int, rng: random.Random) -> None:
    """Hands by pokerkit, with all its automations on."""
    from pokerkit import Automation, NoLimitTexasHoldem

    automations = tuple(Automation)
    blinds = tuple(sorted(rules.blinds, key=lambda chips: (chips == 0, chips)))
    for _ in range(hands):
        state = NoLimitTexasHoldem.create_state(
            automations, True, 0, blinds, rules.big_blind, rules.stacks, rules.players
        )
        while state.status:
            choices = ["call"]
            if policy == "random":
                if state.can_fold():
                    choices.append("fold")
                if state.can_complete_bet_or_raise_to():
                    choices.append("raise")
            choice = rng.choice(choices)
            if choice == "call":
                state.check_or_call()
            elif choice == "fold":
                state.fold()
            else:
                low = state.min_completion_betting_or_raising_to_amount
                high = state.max_completion_betting_or_raising_to_amount
                assert low is not None and high is not None  # noqa: PT018
                state.complete_bet_or_raise_to(rng.randint(low, high))


def universal_poker(rules: GameRules) -> Any:
    """The same game in OpenSpiel."""
    import pyspiel

    def joined(values: tuple[int, ...]) -> str:
        return " ".join(map(str, values))

    return pyspiel.load_game(
        "universal_poker",
        {
            "betting": "nolimit",
            "bettingAbstraction": "fullgame",
            "numPlayers": rules.players,
            "numRounds": rules.rounds,
            "numSuits": 4,
            "numRanks": 13,
            "numHoleCards": 2,
            "numBoardCards": "0 3 1 1",
            "blind": joined(rules.blinds),
            "stack": joined(rules.stacks),
            "firstPlayer": joined(tuple(position + 1 for position in rules.first)),
        },
    )


def play_universal_poker(rules: GameRules, policy: Policy, hands: int, rng: random.Random) -> None:
    """Hands by OpenSpiel; cards are handed to it, which is quicker than asking for its chances."""
    game = universal_poker(rules)
    for _ in range(hands):
        deck = rng.sample(range(52), rules.cards_dealt)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(deck.pop())
            elif policy == "call":
                state.apply_action(1)
            else:
                legal = state.legal_actions()
                choices = [action for action in (0, 1) if action in legal[:2]]
                raises = legal[len(choices) :]
                if raises:
                    choices.append(rng.choice(raises))
                state.apply_action(rng.choice(choices))
        state.returns()


Player = Callable[[GameRules, Policy, int, random.Random], None]
PEERS: dict[str, Player] = {
    "pokerkit": play_pokerkit,
    "universal_poker": play_universal_poker,
}
#: how much faster than the peer bulk play must be
FLOORS = {"pokerkit": 100.0, "universal_poker": 1.0}


def rate(play: Player, rules: GameRules, policy: Policy, hands: int) -> float:
    """Hands a second, best of several."""
    return hands / best_seconds(lambda: play(rules, policy, hands, random.Random(1)), 5)


def run() -> list[Row]:
    """Bulk play beside each peer, and the readable engine beside pokerkit."""
    rows = []
    for table, name in GAMES.items():
        rules = find_game(name)
        for policy in POLICIES:
            title = f"{table}, {'check/call' if policy == 'call' else 'random'}"
            ours = rate(play_bulk, rules, policy, BULK_HANDS)
            peers = {
                peer: rate(play, rules, policy, PEER_HANDS[peer]) for peer, play in PEERS.items()
            }
            for peer, theirs in peers.items():
                rows.append(against_rate(f"hands {title}", ours, peer, theirs, FLOORS[peer]))
            casino = replace(rules, all_in_rule="casino", odd_chips="button")
            readable = rate(play_readable, casino, policy, READABLE_HANDS)
            rows.append(
                against_rate(f"readable, {title}", readable, "pokerkit", peers["pokerkit"], 1.0)
            )
    return rows


def main() -> None:
    """Print the rows."""
    for row in run():
        print(f"{row.name:32} {row.ours:>12}   {row.other:28} ratio {row.ratio:8.1f}")


if __name__ == "__main__":
    main()
