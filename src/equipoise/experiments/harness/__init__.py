"""What every experiment uses: cells and claims, the table of experiments, storage, shared work."""
