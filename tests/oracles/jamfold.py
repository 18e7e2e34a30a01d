"""Heads-up push-or-fold, up to how many big blinds each hand is pushed, as players know it.

HoldemResources, HeadsUp Push/Fold Nash Equilibrium, "Pusher" chart: aces first, suited hands
above the diagonal, 20 stands for 20 and more. The three hands that it marks with stars are given
below it as intervals; its page on usage (2014) has 63s and says that Q2o is called with to 5.6.
"""

PUSH = """
20   20   20   20   20   20   20   20   20   20   20   20   20
20   20   20   20   20   20   20   20   20   20   20   19.9 19.3
20   20   20   20   20   20   20   20   20   20   16.3 13.5 12.7
20   20   20   20   20   20   20   20   18.6 14.7 13.5 10.6 8.5
20   20   20   20   20   20   20   20   20   11.9 10.5 7.7  6.5
20   20   20   20   20   20   20   20   20   14.4 6.9  4.9  3.7
20   18.0 13.0 13.3 17.5 20   20   20   20   18.8 10.1 2.7  2.5
20   16.1 10.3 8.5  9.0  10.8 14.7 20   20   20   13.9 2.5  2.1
20   15.1 9.6  6.5  5.7  5.2  7.0  10.7 20   20   16.3 -    2.0
20   14.2 8.9  6.0  4.1  3.5  3.0  2.6  2.4  20   20   -    2.0
20   13.1 7.9  5.4  3.8  2.7  2.3  2.1  2.0  2.1  20   -    1.8
20   12.2 7.5  5.0  3.4  2.5  1.9  1.8  1.7  1.8  1.6  20   1.7
20   11.6 7.0  4.6  2.9  2.2  1.8  1.6  1.5  1.5  1.4  1.4  20
"""
PUSH_63S = ((1.0, 2.3), (5.1, 7.1))
CALL_Q2O = 5.6


def push_limits() -> list[float | None]:
    """By type, numbered as in ``cards.combos``; None where the chart gives intervals."""
    rows = [
        [None if w == "-" else float(w) for w in line.split()] for line in PUSH.split("\n")[1:-1]
    ]
    return [rows[12 - type_ // 13][12 - type_ % 13] for type_ in range(169)]
