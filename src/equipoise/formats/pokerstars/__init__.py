"""Hand histories as PokerStars clients save them."""
