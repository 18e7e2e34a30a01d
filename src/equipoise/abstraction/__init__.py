"""Abstraction: betting menus, strength tables and buckets."""
