"""Loki, the multi-player limit hold'em player of Papp 1998: parts that versions are made of.

``situation`` and ``public`` say what can be seen, ``beliefs`` what opponents may hold, ``preflop``
and ``postflop`` how to bet; ``player`` puts them together and ``versions`` names the combinations.
"""
