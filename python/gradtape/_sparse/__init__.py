"""Sparse tensors: the entries that are not zero, and where they stand."""
