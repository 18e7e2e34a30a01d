"""``equipoise resolve``: what the re-solving agent does at a public state, explained."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from equipoise.base.errors import InputError
from equipoise.interfaces.as_json.resolving import resolving_json
from equipoise.interfaces.cli.output import JsonOption, console, print_json

if TYPE_CHECKING:
    from equipoise.policies.resolving.explain import Explanation

_MOST_HANDS = 12


def resolve(
    agent: Annotated[
        str,
        typer.Argument(
            metavar="AGENT", help="A strategy folder, or resolve:strategy=DIR,OPTION=VALUE..."
        ),
    ],
    line: Annotated[
        str, typer.Option("--line", metavar="LINE", help="Betting so far: r6c/cc/r14.")
    ],
    board: Annotated[str, typer.Option("--board", metavar="CARDS", help="The board: Ks7d2c5h.")],
    hand: Annotated[
        str, typer.Option("--hand", metavar="CARDS", help="Hole cards to show: AdTd.")
    ] = "",
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="The game (default: that of the strategy)."),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show ranges, alternative values and margins.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show what the re-solving agent does at a point of a hand, and why.

    The hand is followed from the start: the blueprint up to the turn (option from=), solves after
    that. The player to act decides. JSON always has everything that --explain shows, hand by hand.

    Examples:
      equipoise resolve blueprint --line r6c/cc/ --board Ks7d2c5h
      equipoise resolve blueprint --line r6c/cc/r14 --board Ks7d2c5h --hand AdKd --explain

    """
    from equipoise.agents.policy_agent import policy_of
    from equipoise.agents.registry import find_agent
    from equipoise.cards.card import check_apart, parse_cards
    from equipoise.cards.combos import combo_index
    from equipoise.formats import resolve_game
    from equipoise.games.lines import read_line
    from equipoise.games.public_state import PublicState
    from equipoise.policies.resolving.explain import explain as explained
    from equipoise.policies.resolving.resolver import Resolver

    text = f"resolve:strategy={agent}" if Path(agent).is_dir() else agent
    spec = find_agent(text)
    policy = None if spec.entry.is_outside else policy_of(spec.make())
    if not isinstance(policy, Resolver):
        raise InputError(
            "does not re-solve", "agent", agent,
            expected="a strategy folder, or resolve:strategy=DIR without wrappers",
        )  # fmt: skip
    rules = policy.blueprint.strategy.rules if game is None else resolve_game(game)
    policy.check_game(rules)
    cards = parse_cards(board, "--board", 3, 5, "three to five cards")
    held = parse_cards(hand, "--hand", 2, 2, "two hole cards") if hand else []
    check_apart([("hand", hand), ("board", board)])
    actions = [move.action for moves in read_line(rules, line).history for move in moves]
    public = PublicState.at(rules, actions, cards)
    seen = explained(policy, public)
    number = combo_index(*held) if held else None
    if as_json:
        print_json(resolving_json(text, rules.name, line, number, seen))
        return
    _print(seen, line, number, explain)


def _print(seen: Explanation, line: str, hand: int | None, explain: bool) -> None:
    from rich.text import Text

    from equipoise.cards.card import cards_symbols

    public, root = seen.public, seen.place.solved.root
    rules, screen = public.rules, console()
    screen.print(
        Text.assemble(
            (cards_symbols(public.board), "bold"),
            f", seat {seen.us + 1} on the {rules.round_name(public.round)} after {line}: pot "
            f"{public.betting.pot}",
        )
    )
    where = rules.round_name(root.betting.round)
    screen.print(
        Text(
            f"solved by {root.method} from the {where} with {root.betting.put[0]} and "
            f"{root.betting.put[1]} chips in: {seen.place.solved.tree.size} nodes, "
            f"{seen.place.solved.iterations} iterations, {seen.solves} solves in all",
            style="dim",
        )
    )
    shares = ", ".join(
        f"{action} {share:.1%}"
        for action, share in zip(seen.actions, seen.frequencies, strict=True)
    )
    screen.print(Text.assemble(("our range: ", "bold"), shares))
    if hand is not None:
        _print_hand(seen, hand)
    if explain:
        _print_thoughts(seen)


def _print_hand(seen: Explanation, hand: int) -> None:
    from rich.text import Text

    from equipoise.cards.card import cards_symbols
    from equipoise.cards.combos import combo_cards

    chances = ", ".join(
        f"{action} {chance:.1%}"
        for action, chance in zip(seen.actions, seen.strategy[:, hand], strict=True)
    )
    cards = cards_symbols(combo_cards()[hand].tolist())
    weight = f"  (weight {seen.ours[hand]:.3f} of our range)"
    console().print(Text.assemble((f"{cards}: ", "bold green"), chances, (weight, "dim")))


def _print_thoughts(seen: Explanation) -> None:
    import numpy as np
    from rich.columns import Columns
    from rich.table import Table
    from rich.text import Text

    from equipoise.cards.card import cards_symbols
    from equipoise.cards.combos import combo_cards, weights_by_type
    from equipoise.interfaces.cli.belief_view import weight_grid

    public, solved, screen = seen.public, seen.solved, console()
    grids = [
        weight_grid(weights_by_type(weights, public.board), name)
        for name, weights in (("our range", seen.ours), ("the opponent's", seen.theirs))
    ]
    screen.print(Columns(grids, padding=(0, 4)))
    screen.print(Text("weights in percent of the largest; · below half a percent", style="dim"))
    if solved is None:
        screen.print(Text("solved on buckets, without alternative values", style="dim"))
        return
    table = Table(box=None, pad_edge=False)
    for name in ("opponent's hand", "weight", "alternative", "value", "margin"):
        table.add_column(name, justify="left" if name == "opponent's hand" else "right")
    chosen = np.argsort(-seen.theirs, kind="stable")[:_MOST_HANDS]
    for number in chosen.tolist():
        table.add_row(
            cards_symbols(combo_cards()[number].tolist()),
            f"{seen.theirs[number]:.3f}",
            f"{solved.root.alternatives[number]:+.2f}",
            f"{solved.values[number]:+.2f}",
            f"{solved.margins[number]:+.2f}",
        )
    screen.print(table)
    some = seen.theirs > 0
    margins = solved.margins[some]
    screen.print(
        Text(
            f"chips, at the root of the solve; margins of all {int(some.sum())} hands of his "
            f"range: {margins.min():+.2f} to {margins.max():+.2f}, mean {margins.mean():+.2f}",
            style="dim",
        )
    )
