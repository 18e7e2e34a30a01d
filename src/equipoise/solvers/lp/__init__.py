"""The sequence-form linear program."""
