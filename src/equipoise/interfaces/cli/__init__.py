"""The command line: one small module per command; heavy imports happen inside the commands."""
