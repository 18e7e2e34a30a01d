"""Kernels of evaluation: values of abstract strategies by classes of hands, DIVAT."""
