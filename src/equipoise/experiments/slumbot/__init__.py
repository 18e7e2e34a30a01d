"""Public notes on Slumbot: re-solving in toy games of hold'em."""
