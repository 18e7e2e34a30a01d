"""Compiled inner loops: arrays in, arrays out.

No strings, objects or configuration; random state is passed in as an argument.
Importing a module of this package imports Numba, so callers that must start fast import late.
"""
