"""Tensors to and from other libraries without a copy, through DLPack."""

from .._core import from_dlpack as from_dlpack, to_dlpack as to_dlpack
