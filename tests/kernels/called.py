"""Helpers of kernels have no Python entry of their own; tests call them through one made here."""

import numba


def called(helper):
    """A function that calls a compiled helper."""

    @numba.njit
    def call(*arguments):
        return helper(*arguments)

    return call
