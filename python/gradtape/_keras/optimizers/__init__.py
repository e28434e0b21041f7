"""Rules that change variables along their gradients."""
