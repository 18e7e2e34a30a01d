"""The excessive gap technique."""
