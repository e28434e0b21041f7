"""Where the channels of images stand, and lengths given once for all spatial axes.

Invariant: what is computed here has its channels last; others are turned before and after.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ... import _core
from ..settings import image_data_format

_FORMATS = ("channels_last", "channels_first")


def is_first(data_format: str | None) -> bool:
    """Whether channels come first. Errors: `ValueError` for a name that is neither."""
    name = image_data_format() if data_format is None else str(data_format).lower()
    if name not in _FORMATS:
        raise ValueError(
            "The `data_format` argument must be one of 'channels_first', 'channels_last'. "
            f"Received: {data_format}"
        )
    return name == "channels_first"


def turned(x: _core.Tensor, first: bool, batch: bool = True) -> _core.Tensor:
    """`x` with its channels last, if they come first."""
    if not first:
        return x
    rank, front = x.shape.rank, int(batch)
    return _core.transpose(x, [*range(front), *range(front + 1, rank), front])


def turned_back(x: _core.Tensor, first: bool, batch: bool = True) -> _core.Tensor:
    """The inverse of `turned`."""
    if not first:
        return x
    rank, front = x.shape.rank, int(batch)
    return _core.transpose(x, [*range(front), rank - 1, *range(front, rank - 1)])


def spatial_rank(x: _core.Tensor) -> int:
    """The number of axes between batch and channels. Errors: `ValueError` unless 1, 2 or 3."""
    if x.shape.rank not in (3, 4, 5):
        raise ValueError(f"Inputs must have 3, 4 or 5 axes. Received: shape={x.shape}")
    return x.shape.rank - 2


def lengths(value: int | Sequence[int], count: int, name: str, least: int = 1) -> list[int]:
    """One positive integer for each of `count` axes, from one or from as many."""
    given: Any = value if isinstance(value, list | tuple) else [value] * count
    try:
        found = [int(n) for n in given]
    except (TypeError, ValueError):
        raise ValueError(f"`{name}` must be integers. Received: {name}={value}") from None
    if len(found) == 1:
        found *= count
    if len(found) != count or min(found, default=0) < least:
        raise ValueError(f"`{name}` must be {count} integers from {least} on. Received: {value}")
    return found


def mode(padding: str) -> str:
    """Keras's name of a padding as the core has it. Errors: `ValueError` for another."""
    if str(padding).lower() not in ("valid", "same"):
        raise ValueError(f"`padding` must be 'valid' or 'same'. Received: padding={padding}")
    return str(padding).upper()
