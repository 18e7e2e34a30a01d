"""Translation from the abstract game to the real one."""
