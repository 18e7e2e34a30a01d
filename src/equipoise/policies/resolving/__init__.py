"""Real-time solving: a policy that re-solves after the real bet instead of translating it."""
