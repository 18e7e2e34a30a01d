"""The income-rate tables of Papp 1998, appendix A, and the comparison with ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from equipoise.cards.card import RANKS
from equipoise.cards.combos import type_text
from equipoise.cards.intervals import Z95
from equipoise.experiments.harness.experiment import (
    Cell,
    Claim,
    Outcome,
    Scale,
    Setting,
    grid_cells,
    parse_grid,
)
from equipoise.kernels.types import Float64s

if TYPE_CHECKING:
    from equipoise.cards.income import IncomeRates

SOURCE = "Papp 1998, Dealing with Imperfect Information in Poker, appendix A"
PUBLISHED_DEALS = 1_000_000
DEALS: dict[Scale, int] = {"quick": 200_000, "full": 10_000_000}

# Income rates x 1000; rows and columns 2 to A, suited where the row is the higher card.
IR_2 = parse_grid(
    """
    7  -351  -334  -314  -318  -308  -264  -217  -166  -113   -53    10    98
 -279    74  -296  -274  -277  -267  -251  -201  -148   -93   -35    27   116
 -263  -225   142  -236  -240  -231  -209  -185  -130   -75   -17    46   134
 -244  -206  -169   207  -201  -189  -169  -148  -114   -55     2    68   153
 -247  -208  -171  -138   264  -153  -134  -108   -78   -43    19    85   154
 -236  -200  -162  -125   -91   324   -99   -72   -43    -6    37   104   176
 -192  -182  -143  -108   -75   -43   384   -39    -4    29    72   120   197
 -152  -134  -122   -84   -50   -17    16   440    28    65   106   155   215
 -104   -86   -69   -56   -19    12    47    81   499   102   146   195   254
  -52   -35   -19     0    11    46    79   113   149   549   161   212   271
    2    21    34    55    72    86   121   153   188   204   598   228   289
   63    79    98   116   132   151   168   200   235   249   268   647   305
  146   164   180   198   198   220   240   257   291   305   323   339   704
    """
)
IR_4 = parse_grid(
    """
 -121  -440  -409  -382  -411  -432  -394  -357  -301  -259  -194  -116    16
 -271   -42  -345  -312  -340  -358  -371  -328  -277  -231  -165   -87    54
 -245  -183    52  -246  -269  -287  -300  -308  -252  -204  -135   -55    84
 -219  -151   -91   152  -200  -211  -227  -236  -227  -169  -104   -24   118
 -247  -177  -113   -52   256  -145  -152  -158  -152  -145   -74     9    99
 -261  -201  -129   -65     3   376   -76   -79   -68   -66   -44    48   148
 -226  -204  -140   -73    -2    66   503     0    15    24    45    84   194
 -191  -166  -147   -79    -5    68   138   647   104   113   136   177   241
 -141  -116   -91   -69    -4    75   150   235   806   226   255   295   354
  -89   -67   -41   -12     7    82   163   248   349   965   301   348   410
  -29    -3    22    51    80   108   185   274   379   423  1141   403   473
   47    76   101   128   161   199   230   318   425   473   529  1325   541
  175   211   237   266   249   295   338   381   491   539   594   655  1554
    """
)
IR_7 = parse_grid(
    """
   -6  -462  -422  -397  -459  -495  -469  -433  -383  -336  -274  -188   -39
 -180    21  -347  -304  -365  -418  -447  -414  -356  -308  -248  -163    -1
 -148   -69    67  -227  -273  -323  -362  -391  -334  -287  -223  -133    32
 -121   -38    31   122  -198  -230  -270  -303  -309  -259  -200  -103    64
 -174   -95   -10    64   206  -151  -175  -204  -217  -235  -164   -72    23
 -208  -135   -47    35   108   298   -87  -106  -112  -128  -124   -26    72
 -184  -164   -83     2    93   168   420    -5     6   -10   -10    22   126
 -146  -128  -111   -26    64   153   245   565   134   118   118   151   189
  -88   -68   -46   -29    59   155   268   383   765   299   305   336   373
  -38   -15     1    30    51   147   256   377   536   996   380   420   462
   35    49    72    99   127   162   268   384   553   628  1279   529   574
  117   141   167   190   223   261   304   423   591   669   764  1621   712
  269   304   333   363   313   365   416   475   644   720   815   934  2043
    """
)
PUBLISHED = {1: IR_2, 3: IR_4, 6: IR_7}


def agreement(opponents: int, measured: Float64s, half_widths: Float64s) -> Claim:
    """Whether the published simulation agrees with ours within sampling error.

    The thesis dealt a million games per hand. The variance of one game follows from our rate r: a
    pot of n + 1 is won with probability about (r + 1) / (n + 1); split pots make it a little
    smaller.
    """
    published = np.array(PUBLISHED[opponents])
    share = (measured / 1000 + 1) / (opponents + 1)
    theirs = Z95 * 1000 * (opponents + 1) * np.sqrt(share * (1 - share) / PUBLISHED_DEALS)
    rounding = 0.5
    allowed = np.sqrt(theirs**2 + half_widths**2) + rounding
    difference = np.abs(measured - published)
    inside = float((difference <= allowed).mean())
    return Claim(
        "the published rates differ from ours by no more than sampling explains (at least 90% "
        "of cells inside the joint 95% interval)",
        inside >= 0.9,
        f"{inside:.1%} of 169 cells inside; mean difference {difference.mean():.2f}, "
        f"largest {difference.max():.1f}",
    )


def extreme(
    text: str, hand: str, measured: Float64s, half_widths: Float64s, highest: bool
) -> Claim:
    """Whether a hand has the highest (or lowest) rate, beyond all other intervals."""
    rates = measured.ravel() if highest else -measured.ravel()
    halves = half_widths.ravel()
    place = int(rates.argmax())
    others = np.arange(len(rates)) != place
    clear = rates[place] - halves[place] > (rates + halves)[others].max()
    next_place = int(np.flatnonzero(others)[rates[others].argmax()])
    return Claim(
        text,
        type_text(place) == hand and bool(clear),
        f"{type_text(place)} with {measured.flat[place]:.0f} ± {halves[place]:.1f}, then "
        f"{type_text(next_place)} with {measured.flat[next_place]:.0f} ± {halves[next_place]:.1f}",
    )


def compare(opponents: int, setting: Setting) -> tuple[Outcome, IncomeRates]:
    """Our income rates beside the published ones, with the claims common to all three tables."""
    from equipoise.cards.income import exact_income_rates, sampled_income_rates

    if opponents == 1:
        rates = exact_income_rates(setting.report)
        note = "Ours are exact: every board and every opposing hand."
    else:
        deals = DEALS[setting.scale]
        rates = sampled_income_rates(opponents, deals, setting.seed, setting.report)
        note = f"Ours are from {deals:,} deals per hand; intervals are 95%."
    half_widths = None if opponents == 1 else rates.ci95
    cells: list[Cell] = grid_cells(RANKS, PUBLISHED[opponents], rates.rates, half_widths)
    aces = "a pair of aces has the highest income rate"
    claims = [
        agreement(opponents, rates.rates, rates.ci95),
        extreme(aces, "AA", rates.rates, rates.ci95, highest=True),
    ]
    return Outcome(cells, claims, [note]), rates
