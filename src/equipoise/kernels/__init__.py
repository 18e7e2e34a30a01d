"""Compiled inner loops: arrays in, arrays out.

Nothing here knows strings, objects or configuration, and randomness comes in as an argument.
Importing a module of this package imports Numba, so callers that must start fast import late.
"""
