"""The core model: a betting tree, a card model, the engines over them, and the game."""
