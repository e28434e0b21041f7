"""Signals: windows, frames, spectra, and transforms over cosines."""
