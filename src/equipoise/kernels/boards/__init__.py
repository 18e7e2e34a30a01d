"""All hands on a board: board index, order by strength, strength on the river."""
