"""Interfaces: the command line and ACPC sockets."""
