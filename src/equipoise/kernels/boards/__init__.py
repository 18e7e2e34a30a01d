"""All hands on a board: numbering of boards, order by strength, strength on the river."""
