"""Loki, the multi-player limit hold'em player of Papp 1998: parts that versions are made of.

``situation`` and ``public`` describe the betting, ``beliefs`` the opponents' hands, ``preflop`` and
``postflop`` are the betting strategies; ``player`` combines them and ``versions`` names the
combinations.
"""
