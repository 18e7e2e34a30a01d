"""PHH hand histories."""
