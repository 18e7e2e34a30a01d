"""Brown and Sandholm 2017: Safe and Nested Subgame Solving for Imperfect-Information Games."""
