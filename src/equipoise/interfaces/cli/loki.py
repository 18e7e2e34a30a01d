"""``equipoise loki``: what Loki would do with a hand, and why."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from equipoise.errors import InputError
from equipoise.interfaces.cli.output import JsonOption, SeedOption, console, print_json

if TYPE_CHECKING:
    from equipoise.agents.loki.explain import Explanation
    from equipoise.games.observation import Observation
    from equipoise.kernels.types import Float64s


def loki(
    hole: Annotated[str, typer.Argument(metavar="HOLE", help="Two cards, like AdTd.")],
    board: Annotated[str, typer.Argument(metavar="BOARD", help="None, or 3 to 5 cards.")] = "",
    players: Annotated[int, typer.Option(min=2, max=10, help="How many are dealt in.")] = 10,
    history: Annotated[
        str,
        typer.Option(
            metavar="LETTERS",
            help="The betting so far: f fold, c check or call, r bet or raise, one letter a "
            "player in turn; / between rounds if you like.",
        ),
    ] = "",
    agent: Annotated[str, typer.Option(help="Which Loki; see equipoise agents.")] = "loki-gom",
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Show what Loki (Papp 1998) does when it is to act after some betting, and by which rule.

    The game is holdem-limit: blinds 1 and 2, bets of 2 and 4. Its seat is the one whose turn it is.
    """
    from random import Random

    from equipoise.agents.loki.explain import explain
    from equipoise.agents.loki.player import Loki
    from equipoise.agents.registry import find_agent
    from equipoise.cards.card import check_apart, parse_cards

    hole_cards = parse_cards(hole, "hand", 2, 2, "two hole cards are needed")
    board_cards = parse_cards(board, "board", 0, 5, "none, or 3 to 5 cards") if board else []
    check_apart([("hand", hole), ("board", board)])
    spec = find_agent(agent)
    player = None if spec.entry.file is not None else spec.make()
    if not isinstance(player, Loki):
        raise InputError("is no Loki", "agent", agent, expected="one of loki-... without wrappers")
    observation = _observation(hole_cards, board_cards, players, history)
    explanation = explain(player, observation, Random(seed))
    if as_json:
        print_json(_as_json(agent, observation, explanation))
        return
    _print(agent, observation, explanation)


def _observation(hole: list[int], board: list[int], players: int, history: str) -> Observation:
    """What the player to act sees after this betting."""
    from equipoise.agents.loki.line import read_line
    from equipoise.games.catalogue import find_game
    from equipoise.games.observation import Observation

    rules = find_game(f"holdem-limit:{players}p")
    betting, moves = read_line(rules, history)
    needed = sum(deal.board for deal in rules.script[: betting.round + 1])
    if betting.to_act is None:
        raise InputError("nobody is to act any more", "--history", history)
    if len(board) != needed:
        raise InputError(
            f"{len(board)} cards on the board, but the betting is on the "
            f"{rules.round_name(betting.round)}",
            expected=f"{needed} cards, or another --history (now {history!r})",
        )
    return Observation(betting.to_act, tuple(hole), ((),) * players, tuple(board), betting, moves)


def _grids(observation: Observation, seen: Explanation) -> dict[str, Float64s]:
    """The weights of each opponent by type; one for all where all are alike."""
    from equipoise.agents.loki.explain import weights_by_type

    by_seat = {
        f"seat {seat + 1}": weights_by_type(weights, observation.board)
        for seat, weights in seen.weights.items()
    }
    return {"every opponent": next(iter(by_seat.values()))} if seen.same_for_all else by_seat


def _as_json(agent: str, observation: Observation, seen: Explanation) -> dict[str, Any]:
    from equipoise.cards.card import cards_text
    from equipoise.cards.combos import type_text

    thought = seen.thought
    situation, choice, values = thought.situation, thought.choice, thought.values
    return {
        "agent": agent,
        "hand": cards_text(observation.hole),
        "board": cards_text(observation.board),
        "seat": observation.position + 1,
        "round": observation.rules.round_name(situation.round),
        "situation": asdict(situation),
        "action": seen.action,
        "rule": thought.decision.rule,
        "why": thought.decision.why,
        "odds": None
        if values is None
        else {
            "pot_odds": situation.pot_odds,
            "raise_odds": situation.raise_odds,
            "showdown_odds": situation.showdown_odds,
        },
        "values": None if values is None else asdict(values),
        "preflop": None
        if choice is None
        else {
            "strategy": choice.strategy.label,
            "group": choice.group.name.lower(),
            "expected_players": choice.expected_players,
            "position": choice.position,
            "income_rate": choice.income_rate,
            "thresholds": {s.label: value for s, value in choice.thresholds.items()},
        },
        "weights": {
            seat: {
                type_text(number): float(weight)
                for number, weight in enumerate(grid)
                if weight == weight
            }
            for seat, grid in _grids(observation, seen).items()
        },
    }


def _print(agent: str, observation: Observation, seen: Explanation) -> None:
    from rich.columns import Columns
    from rich.table import Table
    from rich.text import Text

    from equipoise.cards.card import cards_symbols
    from equipoise.interfaces.cli.belief_view import weight_grid

    thought = seen.thought
    situation, decision = thought.situation, thought.decision
    screen = console()
    cards = cards_symbols(observation.hole)
    if observation.board:
        cards += f" on {cards_symbols(observation.board)}"
    screen.print(
        Text.assemble(
            (cards, "bold"),
            f", {agent} in seat {observation.position + 1} of {observation.rules.players}, "
            f"{observation.rules.round_name(situation.round)}: pot {situation.pot}, "
            f"{situation.to_call} to call, {situation.opponents} opponents",
        )
    )
    screen.print(Text.assemble((seen.action, "bold green"), f" by {decision.rule}: {decision.why}"))
    table = Table(box=None, show_header=False, pad_edge=False)
    for style in ("bold", "", "dim"):
        table.add_column(style=style)
    for name, value, meaning in _rows(seen):
        table.add_row(name, value, Text(meaning))
    screen.print(table)
    grids = [weight_grid(grid, name) for name, grid in _grids(observation, seen).items()]
    screen.print(Columns(grids, padding=(0, 4)))
    screen.print(Text("weights in percent of the largest; · below half a percent", style="dim"))


def _rows(seen: Explanation) -> list[tuple[str, str, str]]:
    """What the decision was made from."""
    situation, choice, values = seen.thought.situation, seen.thought.choice, seen.thought.values
    if choice is not None:
        expected = f"{choice.expected_players:.1f} players expected, {choice.position} to act later"
        rows = [("income rate", f"{choice.income_rate:.0f}", expected)]
        for strategy, least in choice.thresholds.items():
            chosen = " <- chosen" if strategy is choice.strategy else ""
            rows.append((strategy.label, f"{least}", f"income rate it needs{chosen}"))
        return rows
    assert values is not None
    rows = [
        ("HS_1", f"{values.against_one:.3f}", "ahead now of one opponent of the field"),
        ("HS_n", f"{values.strength:.3f}", f"ahead now of {situation.opponents}"),
        ("PPOT", f"{values.positive:.3f}", "behind now, ahead after the next card"),
        ("NPOT", f"{values.negative:.3f}", "ahead now, behind after the next card"),
        ("EHS", f"{values.effective:.3f}", "effective strength, to call by"),
        ("EHS'", f"{values.optimistic:.3f}", "the same without NPOT, to bet by"),
    ]
    if situation.to_call:
        rows.append(("pot odds", f"{situation.pot_odds:.3f}", "what a call is of the pot"))
        to_the_end = situation.showdown_odds
        if to_the_end is not None:
            rows.append(("showdown odds", f"{to_the_end:.3f}", "the same to the end"))
    else:
        rows.append(("odds of a semi-bluff", f"{situation.raise_odds:.3f}", "a bet and a raise"))
    return rows
