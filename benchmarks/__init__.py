"""Speeds, measured beside peers in one run: ``python -m benchmarks [NAME ...]``."""
