"""ACPC text: game definitions, match states, logs."""
