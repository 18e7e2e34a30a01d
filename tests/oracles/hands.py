"""Numbers that tests compare with, and where each comes from."""

# Category counts, high card first; combinatorics, as printed in many places: e.g. 13*C(4,3)*12*C(4,2)
# = 3,744 full houses among five cards.
FIVE_CARD_CATEGORIES = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40)
SEVEN_CARD_CATEGORIES = (
    23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584,
)  # fmt: skip

# Canonical hands after each round of hold'em (Waugh 2013, Gilpin and Sandholm 2007), and boards.
HOLDEM_SIZES = (169, 1286792, 55190538, 2428287420)
FLOPS, BOARDS_AT_ONCE = 1755, 134459

# Wins and ties of the first hand over all 1,712,304 boards, counted with eval7.evaluate.
SHOWDOWNS = {
    ("AsAh", "KsKh"): (1410336, 9308),
    ("7s6s", "AdKh"): (720259, 6530),
}
