"""One hand for people: who sits with what, every street with its board and pot, who won."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from equipoise.cards.card import RANKS, SUIT_SYMBOLS, cards_text
from equipoise.interfaces.cli.output import console, literal

if TYPE_CHECKING:
    from rich.console import Console

    from equipoise.games.action import Action
    from equipoise.games.record import HandRecord
    from equipoise.games.rules import GameRules
    from equipoise.games.state import State

#: four colours tell suits apart where symbols are small
_SUIT_STYLES = ("green", "blue", "red", "bold")
_UNSEEN = "[dim]??[/]"
_WORDS_WIDTH = 26


def view_hand(record: HandRecord, note: str = "") -> dict[str, Any]:
    """A hand as plain data: amounts in units of its source, cards as text."""
    from equipoise.formats.check import WrongResult, check_hand, engine_payoffs

    rules = record.rules
    states = list(record.states())
    last = states[-1]
    problem, rake = "", Fraction(0)
    try:
        rake = check_hand(record, last).rake
    except WrongResult as error:
        problem = str(error)
    payoffs = record.payoffs if record.payoffs is not None else engine_payoffs(record, last)
    return {
        "id": record.hand,
        "game": rules.name,
        "blinds": [_number(rules, chips) for chips in rules.blinds],
        "antes": [_number(rules, chips) for chips in rules.antes],
        "players": [
            {
                "name": _name(record, position),
                "position": position_name(rules, position),
                "stack": _stack(rules, position),
                "hole": _cards_text(last.hole[position]),
                "payoff": None if payoffs is None else _number(rules, payoffs[position]),
            }
            for position in range(rules.players)
        ],
        "streets": _streets(record, states),
        "showdown": _showdown(record, last),
        "over": last.is_over,
        "pot": _number(rules, last.betting.pot),
        "rake": _number(rules, rake),
        "stated": record.payoffs is not None,
        "note": note,
        "problem": problem,
    }


def position_name(rules: GameRules, position: int) -> str:
    """What a position is called at the table, or nothing."""
    if rules.players == 2 and position == 1 and rules.blinds[1]:
        return "BTN"
    if rules.blinds[position]:
        return "BB" if rules.blinds[position] >= max(rules.blinds) else "SB"
    return "BTN" if position == rules.players - 1 else ""


def _name(record: HandRecord, position: int) -> str:
    return record.names[position] or f"p{position + 1}"


def _number(rules: GameRules, chips: int | Fraction) -> float | int:
    units = rules.units(chips)
    return int(units) if units.denominator == 1 else float(units)


def _stack(rules: GameRules, position: int) -> float | int | None:
    from equipoise.games.rules import UNLIMITED

    chips = rules.stacks[position]
    return None if chips == UNLIMITED else _number(rules, chips)


def _cards_text(cards: Sequence[int]) -> str:
    return "".join("??" if card < 0 else cards_text([card]) for card in cards)


def _streets(record: HandRecord, states: list[State]) -> list[dict[str, Any]]:
    """Every street that was dealt, with the actions made on it."""
    rules = record.rules
    last = states[-1]
    streets: list[dict[str, Any]] = []
    seen = 0
    for number in range(last.rounds_dealt):
        board = rules.script[number].board
        seen += board
        streets.append(
            {
                "name": rules.round_name(number),
                "board": _cards_text(last.board[:seen]),
                "dealt": _cards_text(last.board[seen - board : seen]),
                "pot": 0,
                "actions": [],
            }
        )
    streets[0]["pot"] = _number(rules, states[0].betting.pot)
    for before, action, after in zip(states, record.actions, states[1:], strict=False):
        assert before.to_act is not None
        streets[before.round]["actions"].append(
            {
                "player": _name(record, before.to_act),
                "kind": str(action.kind),
                "to": _number(rules, action.to),
                "text": _words(before, action),
                "pot": _number(rules, after.betting.pot),
            }
        )
        for street in streets[before.round + 1 :]:
            street["pot"] = _number(rules, after.betting.pot)
    return streets


def _words(state: State, action: Action) -> str:
    """What a player does, in words; amounts are those of the street, as at a table."""
    from equipoise.games.action import Kind

    rules, betting = state.rules, state.betting
    legal = state.legal()
    made = legal.checked(action)
    if made.kind == Kind.FOLD:
        return "folds"
    all_in = ", all-in" if made.to == rules.stacks[legal.position] else ""
    if made.kind == Kind.CALL:
        cost = made.to - legal.put
        return f"calls {_people(rules, cost)}{all_in}" if cost else "checks"
    start = state.put_before_round(legal.position)
    amount = _people(rules, made.to - start)
    if betting.level > max(0, *(_live(state, p) for p in range(rules.players))):
        return f"raises to {amount}{all_in}"
    return f"bets {amount}{all_in}"


def _live(state: State, position: int) -> int:
    """What a position had put in when the street began, without its ante."""
    if state.round == 0:
        return 0
    return state.put_before_round(position) - state.rules.ante_paid(position)


def _showdown(record: HandRecord, last: State) -> list[dict[str, Any]]:
    entries = []
    for position, hole in last.shown():
        cards = [*hole, *last.up[position], *last.board]
        mucked = position in record.mucked
        unseen = any(card < 0 for card in cards)
        entries.append(
            {
                "player": _name(record, position),
                "hole": _cards_text(hole),
                "mucked": mucked,
                "hand": "" if mucked or unseen else _describe(last.rules, position, last),
            }
        )
    return entries


def _describe(rules: GameRules, position: int, state: State) -> str:
    from itertools import combinations

    from equipoise.cards.evaluator import describe, evaluate

    own = [*state.hole[position], *state.up[position]]
    if rules.showdown == "omaha":
        hands = [
            [*two, *three] for two in combinations(own, 2) for three in combinations(state.board, 3)
        ]
        return describe(max(hands, key=evaluate))
    cards = [*own, *state.board]
    return describe(cards) if 5 <= len(cards) <= 7 else ""


def _people(rules: GameRules, chips: int | Fraction, sign: bool = False) -> str:
    """An amount in units, with as many decimals as the game counts in."""
    units = rules.units(chips)
    places = len(str(rules.scale)) - 1 if rules.scale > 1 else 0
    if (units * 10**places).denominator != 1:
        places += 2
    plus = "+" if sign else ""
    return f"{float(units):{plus},.{places}f}"


def print_hand(view: dict[str, Any], where: str, record: HandRecord) -> None:
    """A hand on the terminal."""
    screen = console()
    rules = record.rules
    blinds = "/".join(_people(rules, chips) for chips in sorted(rules.blinds) if chips)
    antes = "/".join(_people(rules, chips) for chips in sorted(set(rules.antes)) if chips)
    title = [f"[bold]{literal(rules.name)}[/]"]
    title += [f"blinds {blinds}"] if blinds else []
    title += [f"antes {antes}"] if antes else []
    title.append(f"{rules.players} players")
    screen.print(" · ".join(title))
    number = f", number {view['id']}" if view["id"] else ""
    screen.print(f"[dim]{literal(where + number)}[/]\n", soft_wrap=True)
    _print_seats(screen, view, record)
    for number_of, street in enumerate(view["streets"]):
        _print_street(screen, view, street, number_of, record)
    _print_end(screen, view, record)


def _width(view: dict[str, Any]) -> int:
    return max(len(player["name"]) for player in view["players"])


def coloured(text: str) -> str:
    """Cards in the colours of their suits, from their text."""
    cards = [text[at : at + 2] for at in range(0, len(text), 2)]
    return " ".join(_UNSEEN if card == "??" else _coloured_card(card) for card in cards)


def _coloured_card(card: str) -> str:
    suit = "cdhs".index(card[1])
    rank = "10" if card[0] == "T" else RANKS[RANKS.index(card[0])]
    return f"[{_SUIT_STYLES[suit]}]{rank}{SUIT_SYMBOLS[suit]}[/]"


def _print_seats(screen: Console, view: dict[str, Any], record: HandRecord) -> None:
    from rich.table import Table

    rules = record.rules
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for style, justify in (("dim", "left"), ("", "left"), ("", "right"), ("", "left")):
        table.add_column(style=style, justify="right" if justify == "right" else "left")
    for player, chips in zip(view["players"], rules.stacks, strict=True):
        stack = "[dim]stack unknown[/]" if player["stack"] is None else _people(rules, chips)
        table.add_row(player["position"], literal(player["name"]), stack, coloured(player["hole"]))
    screen.print(table)


def _print_street(
    screen: Console,
    view: dict[str, Any],
    street: dict[str, Any],
    number: int,
    record: HandRecord,
) -> None:
    rules = record.rules
    board = f"  {coloured(street['board'])}" if street["board"] else ""
    pot = _people(rules, _chips(rules, street["pot"]))
    width = _width(view)
    screen.print(f"\n[bold]{street['name']}[/]{board}  [dim]pot[/] {pot}")
    if not street["actions"] and not number:
        screen.print("  [dim]nobody acts[/]")
    for action in street["actions"]:
        name = literal(action["player"].ljust(width))
        if action["text"] in ("folds", "checks"):
            screen.print(f"  {name}  [dim]{action['text']}[/]")
            continue
        after = _people(rules, _chips(rules, action["pot"]))
        text = action["text"].ljust(_WORDS_WIDTH)
        words = f"[yellow]{text}[/]" if action["kind"] == "raise" else text
        screen.print(f"  {name}  {words}  [dim]pot {after.rjust(_amount_width(view, rules))}[/]")


def _chips(rules: GameRules, units: float | int) -> Fraction:
    """Units of the view back in chips; they are decimals, so their text is exact."""
    return Fraction(str(units)) * rules.scale


def _amount_width(view: dict[str, Any], rules: GameRules) -> int:
    return len(_people(rules, _chips(rules, view["pot"])))


def _print_end(screen: Console, view: dict[str, Any], record: HandRecord) -> None:
    width = _width(view)
    if view["showdown"]:
        screen.print("\n[bold]showdown[/]")
        for entry in view["showdown"]:
            hand = "[dim]mucked[/]" if entry["mucked"] else entry["hand"] or "[dim]not shown[/]"
            name = literal(entry["player"].ljust(width))
            screen.print(f"  {name}  {coloured(entry['hole'])}  {hand}")
    rules = record.rules
    screen.print("\n[bold]result[/]" if view["over"] else "\n[bold]so far[/]")
    decided = False
    for player in view["players"]:
        if player["payoff"]:
            decided = True
            chips = _chips(rules, player["payoff"])
            style = "green" if chips > 0 else "red"
            amount = _people(rules, chips, sign=True).rjust(_amount_width(view, rules) + 1)
            screen.print(f"  {literal(player['name'].ljust(width))}  [{style}]{amount}[/]")
    if not decided:
        pot = _people(rules, _chips(rules, view["pot"]))
        hidden = any(player["payoff"] is None for player in view["players"])
        end = f"hidden cards decide a pot of {pot}" if hidden else "nothing changes hands"
        screen.print(f"  {end}")
    if decided and not view["stated"]:
        screen.print("  [dim]by the rules; the file states no result[/]")
    if view["rake"]:
        rake = _people(rules, _chips(rules, view["rake"]))
        screen.print(f"  [dim]the house took {rake}[/]")
    if not view["over"]:
        screen.print("  [dim]the record stops here[/]")
    if view["note"]:
        screen.print(f"  [dim]{literal(view['note'])}[/]", soft_wrap=True)
    if view["problem"]:
        screen.print(f"  [red]{literal(view['problem'])}[/]", soft_wrap=True)
