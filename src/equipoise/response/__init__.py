"""How good a strategy is: expected value, best response, exploitability."""
