"""Our own experiments."""
