"""Real-time solving: a policy that answers the bet it sees instead of translating it."""
