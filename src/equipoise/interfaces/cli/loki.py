"""``equipoise loki``: Loki's decision in a situation, explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from equipoise.base.errors import InputError
from equipoise.interfaces.as_json.loki import explanation_json
from equipoise.interfaces.cli.output import JsonOption, SeedOption, console, print_json

if TYPE_CHECKING:
    from equipoise.agents.loki.explain import Explanation
    from equipoise.games.observation import Observation


def loki(
    hole: Annotated[str, typer.Argument(metavar="HOLE", help="Hole cards: AdTd.")],
    board: Annotated[
        str, typer.Argument(metavar="BOARD", help="3 to 5 board cards, or none.")
    ] = "",
    players: Annotated[
        int, typer.Option(metavar="N", min=2, max=10, help="Players dealt in.")
    ] = 10,
    history: Annotated[
        str,
        typer.Option(
            metavar="LETTERS",
            help="Betting so far, a letter per action: f fold, c check or call, r bet or raise; "
            "/ between rounds is optional.",
        ),
    ] = "",
    agent: Annotated[
        str, typer.Option(metavar="AGENT", help="Which Loki (equipoise agents).")
    ] = "loki-gom",
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Show what Loki (Papp 1998) does in a situation, and why.

    The game is holdem-limit: blinds 1 and 2, bets of 2 and 4. Loki is the player to act.

    Examples:
      equipoise loki AdTd
      equipoise loki AdTd 9d6c2d --players 3 --history rcc

    """
    from random import Random

    from equipoise.agents.loki.explain import explain
    from equipoise.agents.loki.player import Loki
    from equipoise.agents.loki.spot import observation_after
    from equipoise.agents.registry import find_agent
    from equipoise.cards.card import check_apart, parse_cards

    hole_cards = parse_cards(hole, "hand", 2, 2, "two hole cards are needed")
    board_cards = parse_cards(board, "board", 0, 5, "none, or 3 to 5 cards") if board else []
    check_apart([("hand", hole), ("board", board)])
    spec = find_agent(agent)
    player = None if spec.entry.is_outside else spec.make()
    if not isinstance(player, Loki):
        raise InputError(
            "is not a Loki", "agent", agent, expected="one of loki-... without wrappers"
        )
    observation = observation_after(hole_cards, board_cards, players, history)
    explanation = explain(player, observation, Random(seed))
    if as_json:
        print_json(explanation_json(agent, observation, explanation))
        return
    _print(agent, observation, explanation)


def _print(agent: str, observation: Observation, seen: Explanation) -> None:
    from rich.columns import Columns
    from rich.table import Table
    from rich.text import Text

    from equipoise.agents.loki.explain import weight_grids
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
    grids = [weight_grid(grid, name) for name, grid in weight_grids(observation, seen).items()]
    screen.print(Columns(grids, padding=(0, 4)))
    screen.print(Text("weights in percent of the largest; · below half a percent", style="dim"))


def _rows(seen: Explanation) -> list[tuple[str, str, str]]:
    """The inputs of the decision."""
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
        rows.append(("pot odds", f"{situation.pot_odds:.3f}", "the call as a fraction of the pot"))
        to_the_end = situation.showdown_odds
        if to_the_end is not None:
            rows.append(("showdown odds", f"{to_the_end:.3f}", "the same to the end"))
    else:
        rows.append(("odds of a semi-bluff", f"{situation.raise_odds:.3f}", "a bet and a raise"))
    return rows
