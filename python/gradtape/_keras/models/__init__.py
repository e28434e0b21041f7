"""Layers that can be trained as a whole."""
