"""`print`: tensors as text without their wrapping, as TensorFlow's `print` op writes them.

Invariant: what is printed depends on values and dtypes alone, never on NumPy's print options.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from .. import _core
from .._runtime import printed
from .._structure import nest
from .printed_rows import is_ragged, is_sparse, text_of_rows

_LOG_LEVELS = {"tf.logging.info": 20, "tf.logging.warning": 30, "tf.logging.error": 40}


def print(*inputs: Any, **kwargs: Any) -> None:  # noqa: A001  TensorFlow's name
    """Print the inputs, tensors by their values, to `sys.stderr`.

    Keywords: `output_stream` (a file-like object, or `"file://path"` to append to a file),
    `summarize` (how many elements at each end of an axis, default 3, -1 for all), `sep` (default a
    space), `end` (default a newline), `name`. `ValueError` for others. Values only: nothing is
    recorded.

    >>> import sys
    >>> import gradtape as tf
    >>> tf.print("x =", tf.constant([1.0, 2.5]), {"b": tf.constant(1)}, output_stream=sys.stdout)
    x = [1 2.5] {'b': 1}
    """
    stream = kwargs.pop("output_stream", None)
    summarize = kwargs.pop("summarize", 3)
    sep, end = kwargs.pop("sep", " "), kwargs.pop("end", "\n")
    kwargs.pop("name", None)
    if kwargs:
        raise ValueError(f"Unrecognized keyword arguments for tf.print: {kwargs}")
    text = sep.join(_format(value, summarize) for value in inputs) + end
    _write(text, sys.stderr if stream is None else stream)


def _write(text: str, stream: Any) -> None:
    if printed.is_silent():
        return
    if isinstance(stream, str) and stream.startswith("file://"):
        with Path(stream.removeprefix("file://")).open("a", encoding="utf-8") as file:
            file.write(text)
    elif stream in _LOG_LEVELS:
        import logging  # costs milliseconds, and few programs print to a log

        logging.getLogger("tensorflow").log(_LOG_LEVELS[stream], text.rstrip("\n"))
    elif hasattr(stream, "write"):
        printed.write(text, stream)
    else:
        raise ValueError(
            f"Unsupported output stream, logging level, or file.{stream}. Supported streams are "
            "sys.stdout, sys.stderr, "
            "tf.logging.info, tf.logging.warning, tf.logging.error. File needs to be in the form "
            "of 'file://<filepath>'."
        )


class _Text:
    """A tensor inside a structure: its text instead of its repr."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def _format(value: Any, summarize: int) -> str:
    if isinstance(value, str):
        return value
    if is_ragged(value) or is_sparse(value):
        return text_of_composite(value, summarize)
    if not nest.is_nested(value):
        return format_tensor(value, summarize, quote=False) if _has_values(value) else repr(value)
    return repr(_sorted_keys(nest.map_structure(lambda leaf: _leaf(leaf, summarize), value)))


def text_of_composite(value: Any, summarize: int) -> str:
    """A ragged tensor as nested lists, a sparse one by its parts.

    >>> from gradtape._ops.printing import text_of_composite
    >>> text_of_composite(tf.sparse.from_dense([0, 5]), 3)
    "'SparseTensor(indices=[[1]], values=[5], shape=[2])'"
    """
    if is_ragged(value):
        return text_of_rows(value, summarize)
    parts = value.indices, value.values, value.dense_shape
    where, values, shape = (format_tensor(part, summarize, quote=True) for part in parts)
    return f"'SparseTensor(indices={where}, values={values}, shape={shape})'"


def _leaf(leaf: Any, summarize: int) -> Any:
    if is_ragged(leaf) or is_sparse(leaf):
        return _Text(text_of_composite(leaf, summarize))
    return _Text(format_tensor(leaf, summarize, quote=True)) if _has_values(leaf) else leaf


def _has_values(value: Any) -> bool:
    """Whether it is a tensor, and no symbolic one, whose text is its repr."""
    return _core.is_tensor(value) and hasattr(value, "numpy")


def _sorted_keys(structure: Any) -> Any:
    """Plain dicts in the order of their keys, like everything else in a structure."""
    if type(structure) is dict:
        return {key: _sorted_keys(structure[key]) for key in sorted(structure)}
    if type(structure) in (list, tuple):
        return type(structure)(_sorted_keys(child) for child in structure)
    return structure


def format_tensor(tensor: _core.Tensor | _core.Variable, summarize: int, quote: bool) -> str:
    """A tensor by its values; strings within are quoted, a scalar where `quote` says so."""
    tensor = _core.convert_to_tensor(tensor)
    digits = (15, 17) if tensor.dtype == _core.float64 else (6, 9)
    values = tensor.numpy()
    values = values.tolist() if hasattr(values, "tolist") else values
    shape = tensor.shape.as_list()
    if not shape:
        return _format_scalar(values, digits, quote)
    if 0 in shape:
        return "[]"
    return _format_axis(values, len(shape), summarize, digits, 1)


def _format_axis(
    values: list[Any], rank: int, summarize: int, digits: tuple[int, int], depth: int
) -> str:
    def one(value: Any) -> str:
        if rank == 1:
            return _format_scalar(value, digits, quote=True)
        return _format_axis(value, rank - 1, summarize, digits, depth + 1)

    if summarize < 0 or len(values) <= 2 * summarize:
        parts = [one(value) for value in values]
    else:
        tail = values[len(values) - summarize :]
        parts = (
            [one(value) for value in values[:summarize]] + ["..."] + [one(value) for value in tail]
        )
    separator = " " if rank == 1 else "\n" * (rank - 1) + " " * depth
    return f"[{separator.join(parts)}]"


def _format_scalar(value: Any, digits: tuple[int, int], quote: bool) -> str:
    if isinstance(value, bytes):
        text = value.decode("utf-8", "backslashreplace")
        return f'"{text}"' if quote else text
    if isinstance(value, bool):
        return str(int(value))
    if not isinstance(value, float):
        return str(value)
    short, long = digits
    text = f"{value:.{short}g}"
    return text if _same_value(float(text), value, short) else f"{value:.{long}g}"


def _same_value(read: float, value: float, digits: int) -> bool:
    """Whether text gives the value when read back; in single precision if it has 6 digits."""
    if digits > 6 or value != value:
        return read == value or value != value
    import struct  # only here, and light

    try:
        return struct.pack("f", read) == struct.pack("f", value)
    except OverflowError:
        return False
