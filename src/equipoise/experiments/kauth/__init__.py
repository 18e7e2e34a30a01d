"""Kauth 2014, waveform clustering."""
