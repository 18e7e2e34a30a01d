"""What everything else stands on: errors, files, locks, progress, workers."""
