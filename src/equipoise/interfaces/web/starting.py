"""Calls that queue commands: solves, matches, looks at buckets, published tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from equipoise.base.errors import InputError
from equipoise.cards.card import parse_cards
from equipoise.experiments.harness.registry import choose
from equipoise.interfaces.web.agents import spec_text
from equipoise.interfaces.web.calls import flag_of, number_of, text_of, whole_of

if TYPE_CHECKING:
    from equipoise.interfaces.web.desk import Desk

_MOST_AGENTS = 12


def start_solve(desk: Desk, values: dict[str, Any]) -> Any:
    """Queue a solve: ``equipoise solve GAME ... --out DIR``."""
    from equipoise.games.catalogue import find_game
    from equipoise.spine.game import AbstractGame

    game = text_of(values, "game", most=100)
    find_game(game)  # of the catalogue: no path
    bets = text_of(values, "bets", "", 1000) or None
    cards = text_of(values, "cards", "", 200) or "full"
    asked = AbstractGame(game, bets, cards)
    asked.bets_by_seat  # noqa: B018 - refuses what is no betting abstraction
    words = ["solve", game]
    words += ["--bets", bets] if bets else []
    words += ["--cards", cards] if cards != "full" else []
    method = text_of(values, "method", "", 40)
    if method:
        from equipoise.solvers.methods import check_method

        check_method(method)
        words += ["--method", method]
    iterations = whole_of(values, "iterations", None, 1)
    words += ["--iterations", str(iterations)] if iterations else []
    for name in ("seconds", "target"):
        number = number_of(values, name, None, 1e-12, 1e9)
        words += [f"--{name}", f"{number:g}"] if number else []
    words += ["--seed", str(whole_of(values, "seed", 0))]
    name = text_of(values, "name", "", 80) or "-".join(filter(None, (game, bets, cards)))
    out = desk.catalogue.new("solves", name)
    words += ["--out", str(out.relative_to(desk.catalogue.folder))]
    about = {"game": game, "bets": bets, "cards": cards, "method": method or None}
    return desk.jobs.add("solve", game, words, out, about).described()


def start_match(desk: Desk, values: dict[str, Any]) -> Any:
    """Queue ``equipoise match AGENT ... --out DIR``; of more agents than seats a tournament."""
    from equipoise.games.catalogue import find_game

    game = text_of(values, "game", most=100)
    rules = find_game(game)
    asked = values.get("agents")
    if not isinstance(asked, list) or not rules.players <= len(asked) <= _MOST_AGENTS:
        raise InputError(f"{game} has {rules.players} players", "agents", expected="one each")
    kind = "match" if len(asked) == rules.players else "tournament"
    agents = [spec_text(desk.catalogue, one) for one in asked]
    hands = whole_of(values, "hands", 1000, 1, 10**9)
    words = [kind, *agents, "--game", game, "--hands", str(hands)]
    words += ["--duplicate"] if flag_of(values, "duplicate") else []
    words += ["--seed", str(whole_of(values, "seed", 0))]
    estimator = text_of(values, "estimator", "", 60)
    words += ["--estimator", estimator] if estimator else []
    name = text_of(values, "name", "", 80) or "-".join(str(one).split(":")[0] for one in asked)
    out = desk.catalogue.new("matches", name)
    words += ["--out", str(out.relative_to(desk.catalogue.folder))]
    about = {"game": game, "agents": [str(one) for one in asked], "hands": hands}
    return desk.jobs.add(kind, " v ".join(map(str, asked)), words, out, about).described()


def start_buckets(desk: Desk, values: dict[str, Any]) -> Any:
    """Queue a look at buckets: ``equipoise buckets show C HOLE BOARD`` or ``buckets compare``."""
    from equipoise.abstraction.buckets.notation import CardAbstraction

    cards = str(CardAbstraction.parse(text_of(values, "cards", most=200)))
    other = text_of(values, "other", "", 200)
    flops = whole_of(values, "flops", 25, 1, 1755)
    more = ["--flops", str(flops)] if flops and flops < 1755 else []
    if other:
        other = str(CardAbstraction.parse(other))
        words = ["buckets", "compare", cards, other, *more]
        return desk.jobs.add("buckets", f"{cards} and {other}", words, None, {}).described()
    hole = text_of(values, "hole", most=4)
    board = text_of(values, "board", "", 10)
    parse_cards(hole, "hand", 2, 2, "two hole cards are needed")
    words = ["buckets", "show", cards, hole, *([board] if board else []), *more]
    return desk.jobs.add("buckets", f"{hole} in {cards}", words, None, {}).described()


def start_reproduce(desk: Desk, values: dict[str, Any]) -> Any:
    """Queue a published table: ``equipoise reproduce ID --scale S --out results``."""
    (experiment,) = choose([text_of(values, "id", most=80)])
    scale = text_of(values, "scale", "quick", 10)
    if scale not in ("quick", "full"):
        raise InputError("unknown scale", "scale", scale, expected="quick or full")
    words = ["reproduce", experiment.id, "--scale", scale, "--out", "results"]
    return desk.jobs.add("reproduce", experiment.id, words, None, {"id": experiment.id}).described()
