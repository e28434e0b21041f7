"""The layers, by kind."""
