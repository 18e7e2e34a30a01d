"""One hand on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from equipoise.cards.card import RANKS, SUIT_SYMBOLS
from equipoise.formats.story import HandStory, StreetStory, amount_text
from equipoise.games.action import Kind
from equipoise.interfaces.cli.output import console, literal

if TYPE_CHECKING:
    from rich.console import Console

#: four colours for suits, since symbols are small
_SUIT_STYLES = ("green", "blue", "red", "bold")
_UNSEEN = "[dim]??[/]"
_WORDS_WIDTH = 26
#: actions that put no chips into the pot
_FREE = ("folds", "checks", "fold", "check")


def print_hand(story: HandStory, where: str) -> None:
    """A hand on the terminal."""
    screen = console()
    rules = story.record.rules
    blinds = "/".join(amount_text(rules, chips) for chips in sorted(rules.blinds) if chips)
    antes = "/".join(amount_text(rules, chips) for chips in sorted(set(rules.antes)) if chips)
    title = [f"[bold]{literal(rules.name)}[/]"]
    title += [f"blinds {blinds}"] if blinds else []
    title += [f"antes {antes}"] if antes else []
    title.append(f"{rules.players} players")
    screen.print(" · ".join(title))
    number = f", number {story.record.hand}" if story.record.hand else ""
    screen.print(f"[dim]{literal(where + number)}[/]\n", soft_wrap=True)
    _print_seats(screen, story)
    for number_of, street in enumerate(story.streets):
        _print_street(screen, story, street, number_of)
    _print_end(screen, story)


def _width(story: HandStory) -> int:
    return max(len(seat.name) for seat in story.seats)


def coloured(text: str) -> str:
    """Cards in text, in the colours of their suits."""
    cards = [text[at : at + 2] for at in range(0, len(text), 2)]
    return " ".join(_UNSEEN if card == "??" else _coloured_card(card) for card in cards)


def _coloured_card(card: str) -> str:
    suit = "cdhs".index(card[1])
    rank = "10" if card[0] == "T" else RANKS[RANKS.index(card[0])]
    return f"[{_SUIT_STYLES[suit]}]{rank}{SUIT_SYMBOLS[suit]}[/]"


def _print_seats(screen: Console, story: HandStory) -> None:
    from rich.table import Table

    rules = story.record.rules
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for style, justify in (("dim", "left"), ("", "left"), ("", "right"), ("", "left")):
        table.add_column(style=style, justify="right" if justify == "right" else "left")
    for seat in story.seats:
        unknown = "[dim]stack unknown[/]"
        stack = unknown if seat.stack is None else amount_text(rules, seat.stack)
        table.add_row(seat.position, literal(seat.name), stack, coloured(seat.hole))
    screen.print(table)


def _print_street(screen: Console, story: HandStory, street: StreetStory, number: int) -> None:
    rules, width = story.record.rules, _width(story)
    print_street_head(screen, street.name, street.board, amount_text(rules, street.pot))
    if not street.deeds and not number:
        screen.print("  [dim]nobody acts[/]")
    for deed in street.deeds:
        after = amount_text(rules, deed.pot)
        print_deed(
            screen, deed.player.ljust(width), deed.text, deed.kind, after, _amount_width(story)
        )


def print_street_head(screen: Console, name: str, board: str, pot: str) -> None:
    """The head of a street: its name, the board, the pot."""
    shown = f"  {coloured(board)}" if board else ""
    screen.print(f"\n[bold]{name}[/]{shown}  [dim]pot[/] {pot}")


def print_deed(screen: Console, name: str, words: str, kind: Kind, pot: str, width: int) -> None:
    """An action as text, and the pot after it, ``width`` characters wide."""
    if words.split()[0] in _FREE:
        screen.print(f"  {literal(name)}  [dim]{words}[/]")
        return
    text = words.ljust(_WORDS_WIDTH)
    shown = f"[yellow]{text}[/]" if kind == Kind.RAISE else text
    screen.print(f"  {literal(name)}  {shown}  [dim]pot {pot.rjust(width)}[/]")


def print_shown(screen: Console, name: str, hole: str, hand: str) -> None:
    """A hand at showdown with its name."""
    screen.print(f"  {literal(name)}  {coloured(hole)}  {hand}")


def _amount_width(story: HandStory) -> int:
    return len(amount_text(story.record.rules, story.pot))


def _print_end(screen: Console, story: HandStory) -> None:
    width, rules = _width(story), story.record.rules
    if story.showdown:
        screen.print("\n[bold]showdown[/]")
        for shown in story.showdown:
            hand = "[dim]mucked[/]" if shown.mucked else shown.hand or "[dim]not shown[/]"
            print_shown(screen, shown.player.ljust(width), shown.hole, hand)
    screen.print("\n[bold]result[/]" if story.is_over else "\n[bold]so far[/]")
    decided = False
    for seat in story.seats:
        if seat.payoff:
            decided = True
            style = "green" if seat.payoff > 0 else "red"
            amount = amount_text(rules, seat.payoff, sign=True).rjust(_amount_width(story) + 1)
            screen.print(f"  {literal(seat.name.ljust(width))}  [{style}]{amount}[/]")
    if not decided:
        hidden = any(seat.payoff is None for seat in story.seats)
        pot = amount_text(rules, story.pot)
        end = f"hidden cards decide a pot of {pot}" if hidden else "nothing changes hands"
        screen.print(f"  {end}")
    if decided and not story.stated:
        screen.print("  [dim]by the rules; the file states no result[/]")
    if story.rake:
        screen.print(f"  [dim]the house took {amount_text(rules, story.rake)}[/]")
    if not story.is_over:
        screen.print("  [dim]the record stops here[/]")
    if story.note:
        screen.print(f"  [dim]{literal(story.note)}[/]", soft_wrap=True)
    if story.problem:
        screen.print(f"  [red]{literal(story.problem)}[/]", soft_wrap=True)
