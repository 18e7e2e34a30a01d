"""Internal consistency, t_in(h, t_out(h, a)) = a (Schnizlein 2009, equation 4.4).

Checked for every history and abstract action that can arise in a whole game, first as it is
written, through the in-step, then for what an agent goes on with, which may remember what it meant.
What violates either is named here: it comes from the thesis' methods.
"""

from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.translation.hand import Hand

from equipoise.games.action import Action, Kind
from equipoise.games.betting import BettingState
from equipoise.spine.game import AbstractGame
from equipoise.spine.tree import DECISION
from equipoise.translation.options import (
    ABSTRACT_ACTIONS,
    CALL_IS_CALL,
    EXTEND_CALL,
    FIXES,
    STYLES,
    Translation,
)
from equipoise.translation.situation import Situation
from equipoise.translation.steps import Steps

COMBINATIONS = [frozenset(c) for n in range(4) for c in combinations(FIXES, n)]
REAL_SIZE = "read by its real size"
NO_LEGAL_RAISE = "made as another raise"
SAME_BET = "the same real bet as another"


@cache
def abstract_tree(stack, bets):
    return AbstractGame(f"leduc-nolimit:{stack}", bets).passes().tree


def decisions(steps, seat):
    """Every decision of a seat in a whole game, with each history that may be followed there."""
    real = abstract_tree(9, None)
    waiting = [(0, frozenset([steps.start()]))]
    while waiting:
        node, histories = waiting.pop()
        if real.kind[node] != DECISION:
            continue
        situation = Situation.of_node(real, node)
        mine = situation.player == seat
        if mine:
            yield from ((history, situation) for history in histories)
        for child, action in zip(real.children_of(node), real.actions_of(node), strict=True):
            if action.kind == Kind.FOLD:
                continue
            if mine:
                after = [s for _, steps_ in steps.own(histories, situation, action) for s in steps_]
            else:
                after = [s for h in histories for s in steps.read(h, situation, action)]
            waiting.append((int(child), frozenset(step.history for step in after)))


def options_made(steps, history, situation):
    """The abstract actions at a history and the real ones they are made as, but for folds."""
    menu = steps.menu(history, situation)
    for option in range(len(menu.actions) if menu else 0):
        made = steps.make(history, situation, option)
        if made.kind != Kind.FOLD:
            yield menu, option, made


def misread(steps, history, situation):
    """Reasons why t_in(h, t_out(h, a)) is not a; to hold for all mappings it must be certain."""
    return {
        reason(steps, history, situation, menu, option, made)
        for menu, option, made in options_made(steps, history, situation)
        if [(step.chance, step.option) for step in steps.read(history, situation, made)]
        != [(None, option)]
    }


def reason(steps, history, situation, menu, option, made):
    wanted = menu.actions[option]
    if wanted.kind != made.kind:
        return f"{wanted.kind} made as {made.kind}"
    if steps.style == "real":
        alike = [o for o in menu.raises if steps.make(history, situation, o) == made]
        return SAME_BET if len(alike) > 1 else "unknown"
    if wanted.to != made.to:
        return NO_LEGAL_RAISE
    apart = menu.level != situation.call_to and not steps.abstract_actions
    return REAL_SIZE if apart else "unknown"


def misremembered(steps, history, situation):
    """Kinds of own actions that a history does not go on from as what they were."""
    found = set()
    for menu, option, made in options_made(steps, history, situation):
        [(_, after)] = steps.own([history], situation, made)
        seen = {step.history.node for step in after if step.option == option}
        meant = menu.children[option]
        if made.kind == Kind.CALL and situation.call_ends_round:
            meant = steps._round_over(meant, situation.round)
            if option == menu.call and history.instead >= 0:
                meant = history.instead
        if seen != {meant}:
            found.add(str(menu.actions[option].kind))
    return found


def named_violations(style, fixes):
    """The combinations in which an own action is not read as itself, and why."""
    if style == "real":
        return {SAME_BET}  # two abstract bets may be one real bet, which is read as one of them
    named = set()
    if CALL_IS_CALL not in fixes:
        named.add("call made as raise")
    if ABSTRACT_ACTIONS not in fixes:
        # own raises are read again, so the pots come apart: a bet is measured from another call,
        # and one may be all-in in one game only
        named |= {REAL_SIZE, "raise made as call"}
    if fixes & {ABSTRACT_ACTIONS, EXTEND_CALL}:
        named.add(NO_LEGAL_RAISE)  # total chips that fix the pot may be no legal raise
    return named


def named_lapses(style, fixes):
    """The combinations that do not even remember, and in which actions."""
    named = set()
    if style == "abstract" and CALL_IS_CALL not in fixes:
        named.add("call")  # a call that is made as a raise is read as one
    if ABSTRACT_ACTIONS not in fixes:
        named.add("raise")  # nothing is remembered: raises are read
    return named


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("fixes", COMBINATIONS, ids=lambda f: "+".join(sorted(f)) or "none")
def test_own_actions_are_misread_for_the_named_reasons_alone(style, fixes, seat):
    steps = Steps.of(abstract_tree(9, "fchpda"), Translation("hard", style, fixes))
    read, kept = set(), set()
    for history, situation in decisions(steps, seat):
        read |= misread(steps, history, situation)
        kept |= misremembered(steps, history, situation)
    assert read == named_violations(style, fixes)
    # remembering repairs all of it with AbstractActions and, in abstract style, CallisCall
    assert kept == named_lapses(style, fixes)


def test_a_raise_to_an_illegal_total_is_misread_and_remembered():
    """A raise to 4 is read as one to 3; back to 6 is no legal raise then, so it is made as 7."""
    hand = Hand("leduc-nolimit:9", "fchpa", "hard", "abstract", "abstract-actions,call-is-call")
    hand.read(Action.raise_to(4))
    assert hand.steps.tree.path(hand.history.node) == "r3" and hand.real.legal.min_raise == 7
    option = next(o for o in hand.menu.raises if hand.menu.actions[o].to == 6)
    made = hand.steps.make(hand.history, hand.real, option)
    assert made == Action.raise_to(7)
    read = hand.steps.read(hand.history, hand.real, made)
    assert {hand.steps.tree.path(step.history.node) for step in read} == {"r3r6", "r3r9"}
    [(_, own)] = hand.steps.own([hand.history], hand.real, made)
    assert [hand.steps.tree.path(s.history.node) for s in own if s.option == option] == ["r3r6"]


def test_two_bets_that_are_one_in_real_style_are_told_apart_by_memory():
    """A raise to 5 is read as one to 3; with 5 of 12 chips in, pot and all-in are both all-in."""
    hand = Hand("leduc-nolimit:12", "fcpa", "hard", "real")
    hand.read(Action.raise_to(5), Action.call())
    made = {o: hand.steps.make(hand.history, hand.real, o) for o in hand.menu.raises}
    alike = [o for o in made if made[o] == Action.raise_to(12)]
    assert len(alike) == 2
    [read] = hand.steps.read(hand.history, hand.real, Action.raise_to(12))
    assert read.option == alike[-1]
    [(_, own)] = hand.steps.own([hand.history], hand.real, Action.raise_to(12))
    assert [step.option for step in own] == alike


@settings(max_examples=40)
@given(st.sampled_from([5, 13, 30]), st.sampled_from(["fca", "fcpa", "fchda"]), st.data())
def test_on_random_lines_with_all_fixes(stack, bets, data):
    """A random hand of random stacks, style and seat, with all fixes."""
    tree = abstract_tree(stack, bets)
    style = data.draw(st.sampled_from(STYLES))
    seat = data.draw(st.integers(0, 1))
    steps = Steps.of(tree, Translation("soft", style))
    state = BettingState.start(tree.rules)
    histories = [steps.start()]
    while state.to_act is not None:
        situation = Situation.of_state(state)
        legal = situation.legal
        choices = [Action(Kind.CALL, legal.call_to)]
        if legal.can_raise:
            to = data.draw(st.integers(legal.min_raise, legal.max_raise))
            choices.append(Action.raise_to(to))
        action = data.draw(st.sampled_from(choices))
        if situation.player == seat:
            for history in histories:
                assert misread(steps, history, situation) <= named_violations(
                    style, frozenset(FIXES)
                )
                assert misremembered(steps, history, situation) == set()
            after = [s for _, found in steps.own(histories, situation, action) for s in found]
        else:
            after = [s for h in histories for s in steps.read(h, situation, action)]
        histories = list(dict.fromkeys(step.history for step in after))
        state = state.apply(action)
