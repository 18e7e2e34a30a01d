"""Limit hold'em players in the manner of the hobbyists' programs of Papp 1998, section 4.6.

Their sources are not at hand; what the thesis says of them is built, and every number it does not
give is ours.
"""
