"""Gradients that users write, sparse gradients, clipping, and checking gradients."""
