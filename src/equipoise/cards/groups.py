"""Starting hands in the groups of Sklansky and Malmuth, as commonly listed.

Groups 1 to 8 of "Hold'em Poker for Advanced Players"; group 9 is all the rest. A hand of two
letters is a pair.
"""

from __future__ import annotations

GROUPS = (
    "AA KK QQ JJ AKs",
    "TT AQs AJs KQs AKo",
    "99 JTs QJs KJs ATs AQo",
    "T9s KQo 88 QTs 98s J9s AJo KTs",
    "77 87s Q9s T8s KJo QJo JTo 76s 97s A9s A8s A7s A6s A5s A4s A3s A2s 65s",
    "66 ATo 55 86s KTo QTo 54s K9s J8s 75s",
    "44 J9o 64s T9o 53s 33 98o 43s 22 K8s K7s K6s K5s K4s K3s K2s T7s Q8s",
    "87o A9o Q9o 76o 42s 32s 96s 85s J8o J7s 65o 54o 74s K9o T8o",
)
REST = len(GROUPS) + 1
#: the group of every listed hand
GROUP_OF = {hand: number for number, hands in enumerate(GROUPS, 1) for hand in hands.split()}
