"""The common parts of experiments: cells and claims, tables, storage, shared work."""
