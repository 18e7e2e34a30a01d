"""Random hands played by this engine and by a peer side by side: same choices, same payoffs.

The tests play a few hundred; ``python tests/fuzz_rules.py --hands 20000`` plays as many as asked
of each kind and prints what was compared. Where a peer departs from the rule it names, the exact
condition is written down here and counted, not skipped over.

What is not compared: pokerkit has no spread limit, so that is played against the compiled engine
only; universal_poker plays fixed limits with equal stacks that are never reached and at most four
players, because it raises limit bets beyond a stack and reads no more than four stacks there.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from equipoise.cards import card_text, cards_text
from equipoise.formats.phh.rules import first_to_act
from equipoise.games import Action, Betting, GameRules, Kind, Legal, Pot, State
from equipoise.games.bulk import RecordedHand, play_recorded
from equipoise.games.catalogue import blinds_for, first_positions
from equipoise.games.pots import award
from equipoise.games.rules import OddChips
from equipoise.games.scripts import HOLDEM, OMAHA

Counts = Counter[str]


def random_action(rng: random.Random, legal: Legal) -> Action:
    """A random legal action: folds are rare, raises often small or all-in, so hands get long."""
    choices = [Action.call()] * 4 if legal.call_to is not None else []
    if legal.can_fold:
        choices.append(Action.fold())
    if legal.min_raise is not None and legal.max_raise is not None:
        small = min(legal.max_raise, legal.min_raise + 5)
        for high in (legal.min_raise, small, legal.max_raise):
            choices.append(Action.raise_to(rng.randint(legal.min_raise, high)))
        if rng.random() < 0.3:
            choices.append(Action.raise_to(legal.max_raise))
    return rng.choice(choices)


def random_rules(
    rng: random.Random, kind: str, players: int, dialect: str, script_of: str = ""
) -> GameRules:
    """A hold'em or Omaha game with random blinds, antes and (mostly unequal) stacks.

    In the casino dialect some players cannot pay their blind or ante, the big blind included; the
    files of ACPC do not allow that.
    """
    small = rng.randint(1, 3)
    big = rng.randint(small + 1, 6)
    antes = (0,) * players
    if dialect == "casino" and rng.random() < 0.3:
        antes = (rng.randint(1, 3),) * players
        if rng.random() < 0.3:
            antes = tuple(antes[0] if p == (players > 2) else 0 for p in range(players))
    blinds = blinds_for(players, small, big)
    deep = rng.choice([4, 10, 30, 100])
    stacks = [
        max(antes[p] + blinds[p] + (dialect == "acpc"), rng.randint(1, deep * big))
        for p in range(players)
    ]
    if dialect == "casino":
        stacks = [rng.randint(1, 5) if rng.random() < 0.1 else stack for stack in stacks]
    fixed, spread = kind == "fixed-limit", kind == "spread-limit"
    omaha = kind == "pot-limit" and script_of != "holdem"
    return GameRules(
        name=f"random {kind}",
        players=players,
        script=OMAHA if omaha else HOLDEM,
        betting=Betting(
            kind,  # type: ignore[arg-type]
            sizes=(big, big, 2 * big, 2 * big) if fixed else (big,) * 4,
            largest=tuple(big * rng.randint(1, 4) for _ in range(4)) if spread else (),
            caps=(4, 4, 4, 4) if fixed else (),
        ),
        stacks=tuple(stacks),
        blinds=blinds,
        antes=antes,
        first=first_positions(players, 4),
        showdown="omaha" if omaha else "best",
        all_in_rule="casino" if dialect == "casino" else "acpc",
        odd_chips="button" if dialect == "casino" else "fraction",
    )


# --- pokerkit ------------------------------------------------------------------------------------


def pokerkit_state(rules: GameRules):
    """The same hand in pokerkit, before any card; heads-up it wants blinds and antes reversed."""
    import pokerkit

    steps = pokerkit.Automation
    automations = (
        steps.ANTE_POSTING,
        steps.BET_COLLECTION,
        steps.BLIND_OR_STRADDLE_POSTING,
        steps.RUNOUT_COUNT_SELECTION,
        steps.HOLE_CARDS_SHOWING_OR_MUCKING,
        steps.HAND_KILLING,
        steps.CHIPS_PUSHING,
        steps.CHIPS_PULLING,
    )
    order = slice(None, None, -1 if rules.players == 2 else 1)
    common = (
        automations,
        len(set(rules.antes)) == 1,
        rules.antes[order],
        rules.blinds[order],
    )
    sizes = rules.betting.sizes
    if rules.betting.kind == "fixed-limit":
        game = pokerkit.FixedLimitTexasHoldem
        return game.create_state(*common, sizes[0], sizes[-1], rules.stacks, rules.players)
    if rules.betting.kind == "pot-limit":
        game = pokerkit.PotLimitOmahaHoldem
    else:
        game = pokerkit.NoLimitTexasHoldem
    return game.create_state(*common, sizes[0], rules.stacks, rules.players)


def priced_as_pokerkit(rules: GameRules, counts: Counts) -> GameRules:
    """The game as pokerkit prices it where nobody can pay the largest blind in full.

    To us the others must match the whole blind, as in a casino; to pokerkit they need only match
    the most that was posted, and asking and showing begin after whoever posted it. That is our game
    with blinds of what was posted, so hands are compared under that reading, and counted.
    """
    paid = tuple(map(rules.blind_paid, range(rules.players)))
    if max(paid) == max(rules.blinds):
        return rules
    counts["peer lowers the price to a short big blind"] += 1
    return replace(rules, blinds=paid, first=(first_to_act(paid), *rules.first[1:]))


def deal_to_pokerkit(peer, cards: list[int], hole_cards: int) -> None:
    """The cards of one deal: hands by position if hole cards are due, else the board."""
    text = [card_text(card) for card in cards]
    if peer.can_deal_hole():
        hands = [text[at : at + hole_cards] for at in range(0, len(text), hole_cards)]
        for card in range(hole_cards):
            for hand in hands:
                peer.deal_hole(hand[card])
        return
    peer.burn_card("??")
    peer.deal_board("".join(text))


def compare_with_pokerkit(state: State, peer, counts: Counts) -> Legal:
    """Check that both offer the same, and return what both allow."""
    legal = state.legal()
    position = legal.position
    where = f"{state.rules}\n{state.history}"
    assert peer.actor_index == position, f"{where}\nactor {peer.actor_index} != {position}"
    base = state.rules.stacks[position] - peer.stacks[position] - peer.bets[position]
    assert legal.put == base + peer.bets[position], where
    assert peer.can_fold() == legal.can_fold, where
    owed = peer.checking_or_calling_amount
    assert legal.call_to == legal.put + owed, f"{where}\ncall {legal.call_to}, {owed}"
    low = peer.min_completion_betting_or_raising_to_amount
    high = peer.max_completion_betting_or_raising_to_amount
    theirs = (None, None) if low is None else (base + low, base + high)
    ours = (legal.min_raise, legal.max_raise)
    if ours == theirs:
        counts["decisions"] += 1
        return legal
    betting = state.betting
    full_raise = betting.min_to - betting.level
    last = peer.completion_betting_or_raising_amount
    assert betting.acted[position], f"{where}\n{ours} != {theirs}"
    if ours == (None, None):
        # The first wager of the round was an all-in below the smallest bet. pokerkit takes it for
        # a full one and reopens the betting; we compare with the smallest bet (TDA rule 47).
        assert last <= owed < full_raise, f"{where}\n{ours} != {theirs}"
        counts["peer reopens after a short opening all-in"] += 1
    else:
        # Short all-ins that add up to a full raise and one more: pokerkit forgets the sum.
        assert theirs == (None, None), f"{where}\n{ours} != {theirs}"
        assert owed >= full_raise > sum(peer.consecutive_short_all_in_amounts), where
        counts["peer forgets summed short all-ins"] += 1
    return replace(legal, min_raise=None, max_raise=None)


def pots_of_winners(state: State, alive: list[int]) -> list[Pot]:
    """Pots as pokerkit splits them: after beaten hands are mucked, like pots are one."""
    pots: list[Pot] = []
    for pot in state.pots():
        contenders = tuple(p for p in pot.contenders if p in alive)
        if len(pot.contenders) == 1:  # an uncalled bet goes back before
            contenders = pot.contenders
        if pots and pots[-1].contenders == contenders:
            pots[-1] = Pot(pots[-1].amount + pot.amount, contenders)
        else:
            pots.append(Pot(pot.amount, contenders))
    return pots


def payoffs_of_winners(state: State, peer, odd_chips: OddChips = "button") -> list[Fraction]:
    """What we pay if like pots are one after pokerkit has mucked beaten hands."""
    import pokerkit

    gone = [
        op.player_index
        for op in peer.operations
        if isinstance(op, pokerkit.HandKilling)
        or (isinstance(op, pokerkit.HoleCardsShowingOrMucking) and not op.hole_cards)
    ]
    alive = [p for p in state.betting.contenders if p not in gone]
    merged = award(pots_of_winners(state, alive), state.strengths(), odd_chips)
    return [won - put for won, put in zip(merged, state.betting.put, strict=True)]


def play_against_pokerkit(rng: random.Random, kind: str, counts: Counts) -> None:
    """One hand, both engines, casino rules."""
    import pokerkit

    game = random_rules(rng, kind, rng.randint(2, 9), "casino")
    rules = priced_as_pokerkit(game, counts)
    deck = list(rules.deck.cards)
    rng.shuffle(deck)
    state, peer = State.start(rules), pokerkit_state(game)
    while not state.is_over:
        if state.awaits_deal:
            cards = [deck.pop() for _ in range(state.cards_awaited())]
            state = state.deal(cards)
            deal_to_pokerkit(peer, cards, rules.script[0].hole)
            continue
        while peer.actor_index != state.to_act:
            check_idle(state, peer, counts)
        action = random_action(rng, compare_with_pokerkit(state, peer, counts))
        before = rules.stacks[state.to_act] - peer.stacks[state.to_act] - peer.bets[state.to_act]
        state = state.apply(action)
        if action.kind == Kind.FOLD:
            peer.fold()
        elif action.kind == Kind.CALL:
            peer.check_or_call()
        else:
            peer.complete_bet_or_raise_to(action.to - before)
        while peer.actor_index is not None and (state.awaits_deal or state.is_over):
            check_idle(state, peer, counts)
    assert not peer.status, f"{rules}\n{state.history}: pokerkit goes on"
    payoffs = state.payoffs()
    shown = [
        op.player_index
        for op in peer.operations
        if isinstance(op, pokerkit.HoleCardsShowingOrMucking)
    ]
    order = list(state.betting.show_order())
    assert order == shown, f"{rules}\n{state.history}\nshown {order} != {shown}"
    if list(payoffs) != peer.payoffs:
        other = payoffs_of_winners(state, peer)
        detail = f"{rules}\n{state.history}\n{state.pots()}"
        assert other == peer.payoffs, f"{detail}\n{payoffs} != {peer.payoffs}"
        counts["peer merges side pots before odd chips"] += 1
    counts["hands"] += 1


def check_idle(state: State, peer, counts: Counts) -> None:
    """Answer a question pokerkit asks though nothing can be decided: nobody can call a bet."""
    who = peer.actor_index
    assert who is not None, f"{state.rules}\n{state.history}"
    assert peer.checking_or_calling_amount == 0, f"{state.rules}\n{state.history}"
    assert peer.min_completion_betting_or_raising_to_amount is None, state.history
    peer.check_or_call()
    counts["peer asks where nothing can be decided"] += 1


# --- OpenSpiel's universal_poker -----------------------------------------------------------------


def universal_poker(rules: GameRules):
    """The same game in OpenSpiel; it wraps the reference ACPC code."""
    import pyspiel

    fixed = rules.betting.kind == "fixed-limit"

    def joined(values) -> str:
        return " ".join(str(value) for value in values)

    parameters = {
        "betting": "limit" if fixed else "nolimit",
        "bettingAbstraction": "fcpa" if fixed else "fullgame",
        "numPlayers": rules.players,
        "numRounds": rules.rounds,
        "numSuits": len(rules.deck.suits),
        "numRanks": len(rules.deck.ranks),
        "numHoleCards": rules.script[0].hole,
        "numBoardCards": joined(deal.board for deal in rules.script),
        "blind": joined(a + b for a, b in zip(rules.antes, rules.blinds, strict=True)),
        "stack": joined(rules.stacks),
        "firstPlayer": joined(first + 1 for first in rules.first),
    }
    if fixed:
        parameters["raiseSize"] = joined(rules.betting.sizes)
        parameters["maxRaises"] = joined(rules.betting.caps)
    return pyspiel.load_game("universal_poker", parameters)


def play_against_universal_poker(rng: random.Random, kind: str, counts: Counts) -> None:
    """One hand, both engines, the dialect of the ACPC dealer."""
    # with a limit it refuses more than four players: "only read 4 stack sizes"
    players = rng.randint(2, 4 if kind == "fixed-limit" else 9)
    rules = random_rules(rng, kind, players, "acpc")
    if kind == "fixed-limit":
        # the reference raises a limit bet beyond a stack; give it stacks that are never reached
        rules = rules.with_stacks((500,) * players)
    deck = list(rules.deck.cards)
    rng.shuffle(deck)
    peer = universal_poker(rules).new_initial_state()
    state = State.start(rules)
    while not state.is_over:
        if state.awaits_deal:
            cards = [deck.pop() for _ in range(state.cards_awaited())]
            state = state.deal(cards)
            for card in cards:
                assert peer.is_chance_node()
                peer.apply_action(card)
            continue
        where = f"{rules}\n{state.history}"
        legal = state.legal()
        assert peer.current_player() == legal.position, where
        allowed = [
            0 if action.kind == Kind.FOLD else 1 if action.kind == Kind.CALL else action.to
            for action in legal.actions()
        ]
        if kind == "fixed-limit" and legal.can_raise:
            allowed[-1] = 2
        assert peer.legal_actions() == allowed, f"{where}\n{allowed}\n{peer.legal_actions()}"
        counts["decisions"] += 1
        action = random_action(rng, legal)
        state = state.apply(action)
        code = {Kind.FOLD: 0, Kind.CALL: 1, Kind.RAISE: 2}[action.kind]
        fixed = kind == "fixed-limit"
        peer.apply_action(action.to if code == 2 and not fixed else code)
    while peer.is_chance_node():  # it deals the board even when all have folded
        peer.apply_action(peer.chance_outcomes()[0][0])
    assert peer.is_terminal(), f"{rules}\n{state.history}: universal_poker goes on"
    ours = [float(chips) for chips in state.payoffs()]
    close = all(abs(a - b) < 1e-6 for a, b in zip(ours, peer.returns(), strict=True))
    hands = " ".join(cards_text(hand) for hand in state.hole)
    detail = f"{rules}\n{state.history}\n{hands} {cards_text(state.board)}"
    assert close, f"{detail}\n{ours} != {peer.returns()}"
    counts["hands"] += 1


# --- the compiled engine -------------------------------------------------------------------------


def check_recorded(hand: RecordedHand, counts: Counts) -> None:
    """Replay a hand of the compiled engine: same player, same raises, same payoffs."""
    states = list(hand.record.states())
    assert len(states) == len(hand.offers) + 1
    for state, offer in zip(states, hand.offers, strict=False):
        legal = state.legal()
        assert (legal.position, legal.min_raise, legal.max_raise) == (
            offer.position,
            offer.min_raise,
            offer.max_raise,
        ), f"{state.rules}\n{state.history}\n{legal} != {offer}"
        counts["decisions"] += 1
    last = states[-1]
    assert last.is_over, f"{last.rules}\n{last.history}: we go on"
    assert hand.record.payoffs is not None
    pairs = zip(last.payoffs(), hand.record.payoffs, strict=True)
    assert all(abs(float(ours - theirs)) < 1e-9 for ours, theirs in pairs), (
        f"{last.rules}\n{last.history}\n{last.payoffs()} != {hand.record.payoffs}"
    )
    counts["hands"] += 1


def play_against_compiled(rng: random.Random, kind: str, counts: Counts) -> None:
    """One hand of the compiled engine, either dialect."""
    dialect = rng.choice(["casino", "acpc"])
    rules = random_rules(rng, kind, rng.randint(2, 10), dialect, script_of="holdem")
    rules = replace(rules, odd_chips=rng.choice(["button", "fraction"]))
    for hand in play_recorded(rules, 1, "random", rng.randrange(2**32)):
        check_recorded(hand, counts)


Player = Callable[[random.Random, str, Counts], None]
MATCHES: dict[str, tuple[Player, str]] = {
    "pokerkit no-limit": (play_against_pokerkit, "no-limit"),
    "pokerkit fixed-limit": (play_against_pokerkit, "fixed-limit"),
    "pokerkit pot-limit omaha": (play_against_pokerkit, "pot-limit"),
    "universal_poker no-limit": (play_against_universal_poker, "no-limit"),
    "universal_poker fixed-limit": (play_against_universal_poker, "fixed-limit"),
    "compiled no-limit": (play_against_compiled, "no-limit"),
    "compiled fixed-limit": (play_against_compiled, "fixed-limit"),
    "compiled pot-limit": (play_against_compiled, "pot-limit"),
    "compiled spread-limit": (play_against_compiled, "spread-limit"),
}


def fuzz(name: str, hands: int, seed: int) -> Counts:
    """Play so many hands of a match; an AssertionError shows the first that differs."""
    play, kind = MATCHES[name]
    counts: Counts = Counter()
    for number in range(hands):
        play(random.Random(f"{name} {seed} {number}"), kind, counts)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1000, help="hands of each match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=sorted(MATCHES), help="one match only")
    options = parser.parse_args()
    for name in [options.only] if options.only else MATCHES:
        started = time.perf_counter()
        counts = fuzz(name, options.hands, options.seed)
        seconds = time.perf_counter() - started
        print(f"{name}: {dict(counts)} in {seconds:.0f} s")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
