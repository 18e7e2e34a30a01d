"""Lower bounds on exploitability: responses that are legal strategies, and what they win."""
