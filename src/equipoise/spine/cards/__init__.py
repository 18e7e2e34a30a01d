"""Card models: a player's card states, and two linear operators on the opponent's reach."""
