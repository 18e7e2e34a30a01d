"""The betting tree: the public betting of a two-player game as flat arrays."""
