"""Scripts: the deals before each betting round, for common variants.

A variant is a script and a showdown rule; the betting code is independent of both.
"""

from __future__ import annotations

from equipoise.games.dealing import Deal

KUHN = (Deal(hole=1),)
LEDUC = (Deal(hole=1, name="preflop"), Deal(board=1, name="flop"))

_BOARD = (
    Deal(board=3, name="flop"),
    Deal(board=1, name="turn"),
    Deal(board=1, name="river"),
)
HOLDEM = (Deal(hole=2, name="preflop"), *_BOARD)
OMAHA = (Deal(hole=4, name="preflop"), *_BOARD)

#: dealing only: bring-in and betting order by exposed cards are not implemented
SEVEN_CARD_STUD = (
    Deal(hole=2, up=1, name="third street"),
    Deal(up=1, name="fourth street"),
    Deal(up=1, name="fifth street"),
    Deal(up=1, name="sixth street"),
    Deal(hole=1, name="seventh street"),
)
