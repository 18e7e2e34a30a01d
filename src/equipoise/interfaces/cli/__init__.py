"""The command line: one small module a command; heavy imports happen inside the commands."""
