"""Course slides on abstraction pathologies."""
