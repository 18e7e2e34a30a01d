"""Reproductions: one module for each published table or figure, ours beside theirs.

A module that defines ``EXPERIMENT`` is found by the registry; nothing else needs to be changed.
"""
