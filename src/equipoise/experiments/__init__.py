"""Reproductions: one module for each published table or figure, ours beside theirs.

``catalogue`` lists them; a module has a function ``run`` from a setting to an outcome.
"""
