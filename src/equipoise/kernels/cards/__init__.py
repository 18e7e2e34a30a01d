"""Hand values, suit isomorphism, equity and strength."""
