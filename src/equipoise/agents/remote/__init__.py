"""Agents behind a socket that speak the ACPC protocol; the match acts as their dealer.

``lines``: lines with deadlines; ``seat``: the dealer's end of one client; ``command``: starts a
client in a confined process; ``agent``: a client as an agent; ``game_query``: how our clients learn
the game from our dealers.
"""
