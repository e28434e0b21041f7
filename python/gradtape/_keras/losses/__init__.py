"""How far predictions are from targets, as functions and as objects."""
