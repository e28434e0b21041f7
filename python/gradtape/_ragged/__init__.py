"""Ragged tensors: rows of different lengths, as flat values and where each row starts."""

from . import dispatch as dispatch  # what functions of the core do with ragged tensors
