"""Functions that neural networks are made of."""

