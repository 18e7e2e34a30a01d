"""Agents behind a socket that speak the ACPC protocol, asked as a dealer asks its clients.

``lines`` carries lines with deadlines, ``seat`` is the dealer's end of one client, ``command``
starts a client in a process that is confined, and ``agent`` makes an agent of either;
``game_query`` is how our clients learn the game of our dealers.
"""
