"""Evaluation kernels: values of abstract strategies by hand class, and DIVAT."""
