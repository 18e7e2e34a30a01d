"""Monte-Carlo counterfactual regret minimization."""
