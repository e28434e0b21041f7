"""Numbers as text, and text as numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._ops.printed_rows import is_ragged, is_sparse, text_of_rows
from .._ops.printing import format_tensor
from .._ragged.tensor import RaggedTensor, map_flat_values
from .elementwise import each_number, entries, invalid, strings_of

if TYPE_CHECKING:
    from .._typing import DTypeLike, TensorLike

_NUMBER = re.compile(
    rb"\s*[+-]?(\d+\.?\d*([eE][+-]?\d+)?|\.\d+([eE][+-]?\d+)?|inf(inity)?|nan)\s*", re.IGNORECASE
)
_HEXADECIMAL = re.compile(rb"\s*[+-]?0[xX][0-9a-fA-F]+\s*")
_INTEGER = re.compile(rb"\s*[+-]?\d+\s*")


def to_number(
    input: TensorLike | RaggedTensor, out_type: DTypeLike = _core.float32, name: str | None = None
) -> Any:
    """Each string as a number of `out_type`: float32, float64, int32, int64 (or unsigned).

    `InvalidArgumentError` for a string that is none, or too large.

    >>> tf.strings.to_number(["1.5", "-2"]).numpy().tolist()
    [1.5, -2.0]
    """
    dtype = _core.as_dtype(out_type)
    if dtype in (_core.float32, _core.float64):
        return each_number(_float, input, dtype)
    if dtype not in (_core.int32, _core.int64, _core.uint32, _core.uint64):
        raise invalid(
            f"Value for attr 'out_type' of {dtype.name} is not in the list of allowed values"
        )
    low, high = int(dtype.min), int(dtype.max)
    return each_number(lambda s: _int(s, low, high), input, dtype)


def _refuse(s: bytes) -> Any:
    text = s.decode("utf-8", "replace")
    return invalid(f"StringToNumberOp could not correctly convert string: {text}")


def _float(s: bytes) -> float:
    if _NUMBER.fullmatch(s):
        return float(s)
    if _HEXADECIMAL.fullmatch(s):
        return float(int(s, 16))
    raise _refuse(s)


def _int(s: bytes, low: int, high: int) -> int:
    if not _INTEGER.fullmatch(s) or not low <= int(s) <= high:
        raise _refuse(s)
    return int(s)


def as_string(
    input: TensorLike | RaggedTensor,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = "",
    name: str | None = None,
) -> Any:
    """Each number as text, as C's `printf` writes it with these options.

    Floats have six digits behind the point, or `precision`; `scientific` has an exponent,
    `shortest` the shorter of both. `width` fills up with spaces, or with `fill`.
    `InvalidArgumentError` for options that do not go together.

    >>> tf.strings.as_string([3, 14]).numpy().tolist()
    [b'3', b'14']
    >>> tf.strings.as_string(3.14159, precision=2).numpy()
    b'3.14'
    """
    if isinstance(input, RaggedTensor):
        return map_flat_values(as_string, input, precision, scientific, shortest, width, fill)
    tensor = _core.convert_to_tensor(input)
    if tensor.dtype == _core.string:
        return strings_of([text.rjust(max(width, 0)) for text in entries(tensor)], tensor.shape)
    if scientific and shortest:
        raise invalid("Cannot select both scientific and shortest notation")
    if len(fill) > 1:
        raise invalid("Fill string must be one or fewer characters")
    real = tensor.dtype.is_floating or tensor.dtype.is_complex
    if not real and (scientific or shortest or precision >= 0):
        raise invalid(f"scientific, shortest and precision are for floats, not {tensor.dtype.name}")
    letter = ("e" if scientific else "g" if shortest else "f") if real else "d"
    flag = fill + (str(width) if width >= 0 else "")
    pattern = f"%{flag}{f'.{precision}' if precision >= 0 else ''}{letter}"
    wide = _core.cast(tensor, _core.float32) if tensor.dtype.size == 2 and real else tensor
    return strings_of([_written(x, pattern).encode() for x in entries(wide)], tensor.shape)


def _written(x: Any, pattern: str) -> str:
    if isinstance(x, (bool, np.bool_)):
        return "true" if x else "false"
    if isinstance(x, (complex, np.complexfloating)):
        return f"({pattern % x.real},{pattern % x.imag})"
    return pattern % x


def format(  # noqa: A001  TensorFlow's name
    template: str,
    inputs: TensorLike,
    placeholder: str = "{}",
    summarize: int = 3,
    name: str | None = None,
) -> _core.Tensor:
    """`template` with `inputs` in the place of its placeholders, as `tf.print` writes tensors.

    `ValueError` unless there are as many inputs as placeholders.

    >>> tf.strings.format("sum: {}", tf.constant([1, 2])).numpy()
    b'sum: [1 2]'
    """
    given = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    pieces = template.split(placeholder)
    if len(pieces) != len(given) + 1:
        raise ValueError(
            f"The template expects {len(pieces) - 1} tensors, but the inputs only has "
            f"{len(given)}. Please ensure the number of placeholders in template matches inputs "
            "length."
        )
    texts = [_in_a_template(x, summarize) for x in given]
    parts = [pieces[0], *(t + p for t, p in zip(texts, pieces[1:], strict=True))]
    return _core.constant("".join(parts))


def _in_a_template(value: Any, summarize: int) -> str:
    if is_ragged(value):
        return text_of_rows(value, summarize)
    if is_sparse(value):
        raise ValueError(
            f"Attempt to convert a value ({value!r}) with an unsupported type to a Tensor."
        )
    return format_tensor(_core.convert_to_tensor(value), summarize, quote=True)
