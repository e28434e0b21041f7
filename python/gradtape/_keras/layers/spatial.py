"""What layers over images share: sizes along spatial axes, padding and data format, checked.

Invariant: a layer keeps its sizes as tuples with one entry for each spatial axis.
"""

from __future__ import annotations

import operator
from typing import Any

FORMATS = {
    "channels_last": ("NWC", "NHWC", "NDHWC"),
    "channels_first": ("NCW", "NCHW", "NCDHW"),
}


def sizes(name: str, value: Any, axes: int, least: int = 1) -> tuple[int, ...]:
    """`value`, one integer or one for each axis, as a tuple; `ValueError` for anything else.

    >>> from gradtape._keras.layers.spatial import sizes
    >>> sizes("strides", 2, 2), sizes("strides", [1, 3], 2)
    ((2, 2), (1, 3))
    """
    try:
        given = (operator.index(value),) * axes
    except TypeError:
        given = _integers(value)
    problem = f"The `{name}` argument must be a tuple of {axes} integers. Received {name}={value}"
    if len(given) != axes:
        raise ValueError(problem)
    low = {size for size in given if size < least}
    if low:
        sign = ">" if least else ">="
        raise ValueError(f"{problem}, including values {low} that do not satisfy `value {sign} 0`")
    return given


def _integers(value: Any) -> tuple[int, ...]:
    """The entries of a sequence of integers; none for anything else."""
    try:
        return tuple(operator.index(item) for item in value)
    except TypeError:
        return ()


def positive(name: str, value: Any) -> int:
    """`value` as a number of things; `ValueError` unless it is an integer above 0."""
    try:
        number = operator.index(value)
    except TypeError:
        number = 0
    if number <= 0:
        raise ValueError(
            f"Invalid value for argument `{name}`. Expected a strictly positive value. "
            f"Received {name}={value}."
        )
    return number


def padding_name(value: Any, known: tuple[str, ...] = ("valid", "same")) -> str:
    """A kind of padding, in lower case; `ValueError` for one that is not known."""
    name = value.lower() if isinstance(value, str) else value
    if name not in known:
        shown = "{" + ", ".join(repr(kind) for kind in sorted(known)) + "}"
        raise ValueError(
            f"The `padding` argument must be a list/tuple or one of {shown}. Received: {value}"
        )
    return str(name)


def format_name(value: Any) -> str:
    """Where the channels are; None means last. `ValueError` for a name that is not known."""
    name = "channels_last" if value is None else value
    if name not in FORMATS:
        shown = "{" + ", ".join(repr(kind) for kind in sorted(FORMATS)) + "}"
        raise ValueError(
            f"The `data_format` argument must be one of {shown}. Received: data_format={value}"
        )
    return str(name)


def channel_axis(data_format: str) -> int:
    """The axis that channels are on."""
    return -1 if data_format == "channels_last" else 1


def spatial_axes(data_format: str, axes: int) -> list[int]:
    """The spatial axes of a batch of images."""
    first = 1 if data_format == "channels_last" else 2
    return list(range(first, first + axes))
