"""Ragged tensors: rows of different lengths, as flat values and where each row starts."""
