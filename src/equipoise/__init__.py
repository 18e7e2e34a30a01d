"""equipoise: the open laboratory for computer poker.

Abstract a poker game, solve the abstraction, translate the solution back, play it, and measure
how good it is. Start with :mod:`equipoise.cards`, or on the command line with ``equipoise --help``.
"""

__version__ = "0.1.0"
