"""``equipoise games``: the catalogue."""

from __future__ import annotations

from equipoise.interfaces.cli.output import JsonOption, console, literal, print_json


def games(as_json: JsonOption = False) -> None:
    """List the games that have a name, and how to write their parameters.

    Wherever a game is asked for, the path of an ACPC .game file does too.
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

    table = Table(box=None, pad_edge=False)
    for heading in ("game", "betting", "what it is", "for example"):
        table.add_column(heading, header_style="bold", no_wrap=heading == "game")
    for family in CATALOGUE.values():
        pattern = family.name + (f":{family.parameters}" if family.parameters else "")
        examples = dict.fromkeys((family.examples[0], family.examples[-1]))
        kind = find_game(family.examples[0]).betting.kind
        table.add_row(literal(pattern), kind, family.description, ", ".join(examples))
    console().print(table)
