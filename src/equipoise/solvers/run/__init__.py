"""The one loop that runs every solver: progress, trace, stopping, checkpoints."""
