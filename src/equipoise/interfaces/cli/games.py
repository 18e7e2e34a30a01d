"""``equipoise games``: the catalogue of games."""

from __future__ import annotations

from equipoise.interfaces.cli.output import JsonOption, console, literal, print_json


def games(as_json: JsonOption = False) -> None:
    """List the games of the catalogue.

    A .game file in the ACPC format also works wherever a game is expected.

    Examples:
      equipoise games
      equipoise tree leduc-nolimit:12

    """
    from equipoise.games.catalogue import CATALOGUE, find_game, listed_games

    if as_json:
        print_json(
            {
                "games": [
                    {
                        "name": game.name,
                        "players": game.players,
                        "betting": game.betting.kind,
                        "rounds": game.rounds,
                        "deck": game.deck.size,
                    }
                    for game in listed_games()
                ]
            }
        )
        return
    from rich.table import Table

    screen = console()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("game", no_wrap=True)
    table.add_column("what it is")
    for family in CATALOGUE.values():
        pattern = family.name + (f":{family.parameters}" if family.parameters else "")
        examples = dict.fromkeys((family.examples[0], family.examples[-1]))
        kind = find_game(family.examples[0]).betting.kind
        shown = "" if tuple(examples) == (pattern,) else f" [dim]({', '.join(examples)})[/]"
        table.add_row(f"[bold]{literal(pattern)}[/]", f"{kind}: {family.description}{shown}")
    screen.print(table)
