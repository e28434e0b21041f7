"""`tensorflow.python.saved_model.nested_structure_coder` and the message that it writes.

Libraries import them without using them: what is in them belongs to saved models, which gradtape
does not write, and says so when it is called.
"""

from __future__ import annotations

from typing import Any, NoReturn

from ..._left_out import instead_of


class StructuredValue:
    """The message, which cannot be made."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _refuse("StructuredValue")


def encode_structure(nested_structure: Any) -> NoReturn:
    """Raises `NotImplementedError`."""
    _refuse("encode_structure")


def decode_proto(proto: Any) -> NoReturn:
    """Raises `NotImplementedError`."""
    _refuse("decode_proto")


def _refuse(name: str) -> NoReturn:
    raise NotImplementedError(f"{name} belongs to saved models: {instead_of('saved_model')}.")
