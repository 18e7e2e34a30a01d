"""Reproductions: one module for each published table or figure, with our numbers beside it.

``catalogue`` lists them; a module has a function ``run`` from a setting to an outcome.
"""
