"""Golden text of hands: see playthrough.py for how to write it anew."""

from __future__ import annotations

import pytest
from tests.games.playthrough import FOLDER, file_name, playthrough

from equipoise.games.catalogue import listed_games
from equipoise.games.rules import GameRules


@pytest.mark.parametrize("rules", listed_games(), ids=lambda rules: rules.name)
def test_hands_go_as_they_are_written_down(rules: GameRules) -> None:
    assert playthrough(rules) == (FOLDER / file_name(rules)).read_text(encoding="utf-8")


def test_every_file_belongs_to_a_game() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {file_name(g) for g in listed_games()}
