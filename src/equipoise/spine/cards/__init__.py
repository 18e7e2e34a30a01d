"""Card models: the states a player can be in, and two linear operators on the opponent's reach."""
