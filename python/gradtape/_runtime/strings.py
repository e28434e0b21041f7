"""`tf.compat`: text and bytes, and types of numbers, as programs for Python 2 and 3 ask."""

from __future__ import annotations

import codecs
import numbers
import os
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .. import _core

bytes_or_text_types = (bytes, str)
complex_types = (numbers.Complex, np.number)
integral_types = (numbers.Integral, np.integer)
real_types = (numbers.Real, np.integer, np.floating)


def as_bytes(bytes_or_text: Any, encoding: str = "utf-8") -> bytes:
    """Text as bytes; `TypeError` for what is neither.

    >>> tf.compat.as_bytes("café")
    b'caf\\xc3\\xa9'
    """
    encoding = codecs.lookup(encoding).name
    if isinstance(bytes_or_text, bytearray):
        return bytes(bytes_or_text)
    if isinstance(bytes_or_text, str):
        return bytes_or_text.encode(encoding)
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


def as_text(bytes_or_text: Any, encoding: str = "utf-8") -> str:
    """Bytes as text; `TypeError` for what is neither.

    >>> tf.compat.as_text(b"abc")
    'abc'
    """
    encoding = codecs.lookup(encoding).name
    if isinstance(bytes_or_text, str):
        return bytes_or_text
    if isinstance(bytes_or_text, (bytes, bytearray)):
        return bytes(bytes_or_text).decode(encoding)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


def as_str_any(value: Any, encoding: str = "utf-8") -> str:
    """Bytes as text, anything else as `str` writes it.

    >>> tf.compat.as_str_any(b"abc"), tf.compat.as_str_any(3)
    ('abc', '3')
    """
    return as_text(value, encoding) if isinstance(value, bytes) else str(value)


def path_to_str(path: Any) -> Any:
    """A path object as text; anything else as it is."""
    return os.fspath(path) if isinstance(path, os.PathLike) else path


def dimension_value(dimension: Any) -> int | None:
    """The length itself.

    >>> tf.compat.dimension_value(tf.zeros([2, 3]).shape[1])
    3
    """
    length = getattr(dimension, "value", dimension)  # version 1 wraps lengths in `Dimension`
    return None if length is None else int(length)


def dimension_at_index(shape: _core.TensorShape, index: int) -> int | None:
    """The length of an axis, None if it is not known."""
    return None if shape.rank is None else dimension_value(shape[index])


def forward_compatible(year: int, month: int, day: int) -> bool:
    """True: the program and the library are of one day."""
    return True
