"""Limit hold'em players in the manner of the hobbyists' programs of Papp 1998, section 4.6.

Written from the thesis' description; numbers that it does not give are ours.
"""
