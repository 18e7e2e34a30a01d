"""The foundation: errors, files, locks, progress, workers."""
