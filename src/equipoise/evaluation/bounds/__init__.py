"""Lower bounds on exploitability: win rates of responses that are legal strategies."""
