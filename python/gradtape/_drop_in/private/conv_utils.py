"""Arguments and sizes of windows that slide over images, as layers of convolution take them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..._keras import settings

_PADDINGS = ("valid", "same", "causal")
_LAYOUTS = ("channels_first", "channels_last")


def normalize_tuple(value: Any, n: int, name: str, allow_zero: bool = False) -> tuple[int, ...]:
    """`n` integers for one or for as many; `ValueError` for anything else.

    >>> from gradtape._drop_in.private.conv_utils import normalize_tuple
    >>> normalize_tuple(3, 2, "kernel_size")
    (3, 3)
    """
    text = f"The `{name}` argument must be a tuple of {n} integers. Received: {value}"
    given = value if isinstance(value, Iterable) and not isinstance(value, str) else (value,) * n
    try:
        found = tuple(int(one) for one in given)
    except (TypeError, ValueError):
        raise ValueError(text) from None
    least = 0 if allow_zero else 1
    if len(found) != n or min(found) < least:
        raise ValueError(text)
    return found


def normalize_padding(value: Any) -> Any:
    """A way of padding in small letters; a list as it is."""
    if isinstance(value, (list, tuple)):
        return value
    if value.lower() not in _PADDINGS:
        raise ValueError(
            'The `padding` argument must be a list/tuple or one of "valid", "same" (or "causal", '
            f"only for `Conv1D). Received: {value}"
        )
    return value.lower()


def normalize_data_format(value: str | None) -> str:
    """Where the channels are, in small letters; by default where Keras has them."""
    found = settings.image_data_format() if value is None else value.lower()
    if found not in _LAYOUTS:
        raise ValueError(
            'The `data_format` argument must be one of "channels_first", "channels_last". '
            f"Received: {value}"
        )
    return found


def convert_data_format(data_format: str, ndim: int) -> str:
    """The layout of a tensor of so many axes as operations call it.

    >>> from gradtape._drop_in.private.conv_utils import convert_data_format
    >>> convert_data_format("channels_first", 4)
    'NCHW'
    """
    axes = "DHW"[5 - ndim :]
    return f"N{axes}C" if data_format == "channels_last" else f"NC{axes}"


def conv_output_length(
    input_length: int | None, filter_size: int, padding: str, stride: int, dilation: int = 1
) -> int | None:
    """How many windows there are in so many elements.

    >>> from gradtape._drop_in.private.conv_utils import conv_output_length
    >>> conv_output_length(10, 3, "valid", 2), conv_output_length(None, 3, "same", 1)
    (4, None)
    """
    if input_length is None:
        return None
    reach = (filter_size - 1) * dilation
    length = {"valid": -reach, "full": reach}.get(padding, 0) + input_length
    return (length + stride - 1) // stride


def conv_input_length(
    output_length: int | None, filter_size: int, padding: str, stride: int
) -> int | None:
    """How many elements make so many windows."""
    if output_length is None:
        return None
    pad = {"same": filter_size // 2, "full": filter_size - 1}.get(padding, 0)
    return (output_length - 1) * stride - 2 * pad + filter_size


def deconv_output_length(
    input_length: int | None,
    filter_size: int,
    padding: str,
    output_padding: int | None = None,
    stride: int = 0,
    dilation: int = 1,
) -> int | None:
    """How many elements a transposed convolution makes of so many."""
    if input_length is None:
        return None
    reach = filter_size + (filter_size - 1) * (dilation - 1)
    if output_padding is None:
        more = {"valid": max(reach - stride, 0), "full": 2 - stride - reach}
        return input_length * stride + more.get(padding, 0)
    pad = {"same": reach // 2, "full": reach - 1}.get(padding, 0)
    return (input_length - 1) * stride + reach - 2 * pad + output_padding
