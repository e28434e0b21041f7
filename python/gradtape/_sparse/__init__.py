"""Sparse tensors: the entries that are not zero, and where they stand."""

from . import dispatch as dispatch  # what functions of the core do with sparse tensors
