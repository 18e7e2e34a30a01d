"""From the abstract game back to the real one."""
