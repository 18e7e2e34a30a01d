"""Switching between strategies within a hand (Schnizlein 2009, chapter 5): cover sets, coaches."""
