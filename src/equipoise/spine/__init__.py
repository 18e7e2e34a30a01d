"""A poker game is a betting tree times a card model: both, the engines over them, and the game."""
