"""Tensors as messages, `TensorProto`, and as the bytes of such messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core, errors
from .arguments import flat_strings, invalid, one_string
from .messages import decode_error, message

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike, TensorLike

# Where a message may have numbers instead of bytes, which is how short ones are written.
_LISTS = {
    "float32": "float_val",
    "float64": "double_val",
    "complex64": "scomplex_val",
    "complex128": "dcomplex_val",
    "int64": "int64_val",
    "uint32": "uint32_val",
    "uint64": "uint64_val",
    "bool": "bool_val",
    "float16": "half_val",
    "bfloat16": "half_val",
    **dict.fromkeys(("int8", "int16", "int32", "uint8", "uint16"), "int_val"),
}
# What the numbers of these stand for: parts of complex numbers, bits of halves.
_STORED = {"complex64": "<f4", "complex128": "<f8", "float16": "<u2", "bfloat16": "<u2"}


def make_tensor_proto(
    values: TensorLike,
    dtype: DTypeLike = None,
    shape: ShapeLike = None,
    verify_shape: bool = False,
    allow_broadcast: bool = False,
) -> Any:
    """The message `TensorProto` of a value; one number fills `shape`.

    `TypeError` for values that are no tensor; `ImportError` without the extra `gradtape[records]`.

    >>> import gradtape as tf
    >>> tf.make_ndarray(tf.make_tensor_proto([1, 2])).tolist()
    [1, 2]
    """
    tensor = _core.convert_to_tensor(values, dtype)
    dims = tensor.shape.as_list() if shape is None else _core.TensorShape(shape).as_list()
    count = int(np.prod(tensor.shape.as_list(), dtype=np.int64))
    if verify_shape and dims != tensor.shape.as_list():
        raise TypeError(f"Expected shape {dims}, got {tensor.shape.as_list()}.")
    found = _headed(tensor.dtype, dims)
    if tensor.dtype == _core.string:
        found.string_val.extend(flat_strings(tensor))
    elif count > 1 and count == np.prod(dims, dtype=np.int64) and not tensor.dtype.is_complex:
        found.tensor_content = bytes(_core.tensor_to_bytes(tensor))
    elif _is_float8(tensor.dtype):
        found.float8_val = bytes(_core.tensor_to_bytes(tensor))
    else:
        getattr(found, _LISTS[tensor.dtype.name]).extend(_numbers(tensor))
    return found


def _headed(dtype: _core.DType, dims: list[int]) -> Any:
    found = message("TensorProto", "tf.make_tensor_proto")(dtype=dtype.as_datatype_enum)
    found.tensor_shape.SetInParent()
    for size in dims:
        found.tensor_shape.dim.add(size=size)
    return found


def _numbers(tensor: _core.Tensor) -> list[Any]:
    """The elements as a list of a message has them: parts of complex numbers, bits of halves."""
    data = bytes(_core.tensor_to_bytes(tensor))
    name = tensor.dtype.name
    return np.frombuffer(data, _STORED.get(name) or np.dtype(name)).tolist()


def tensor_of(found: Any) -> _core.Tensor:
    """The tensor that a message is; `InvalidArgumentError` for one that is none."""
    dtype = _dtype(found.dtype)
    dims = [dim.size for dim in found.tensor_shape.dim]
    if found.tensor_shape.unknown_rank or any(size < 0 for size in dims):
        raise invalid("Cannot parse tensor from proto: its shape is not known")
    if dtype == _core.string:
        values = _unpacked(found.tensor_content, dims) or list(found.string_val)
        return _filled(values, dims, dtype, b"")
    if found.tensor_content:
        try:
            return _core.tensor_from_bytes(found.tensor_content, dtype, dims)
        except (ValueError, errors.OpError) as error:
            raise invalid(f"Cannot parse tensor from proto: {error}") from error
    if _is_float8(dtype):
        return _filled_numbers(np.frombuffer(found.float8_val, "u1"), "u1", dims, dtype)
    stored = _STORED.get(dtype.name) or dtype.name
    return _filled_numbers(np.asarray(getattr(found, _LISTS[dtype.name])), stored, dims, dtype)


def _is_float8(dtype: _core.DType) -> bool:
    """Whether the numbers of a message are one string of bytes."""
    return bool(dtype.name.startswith("float8_"))


def _dtype(number: int) -> _core.DType:
    try:
        dtype: Any = _core.as_dtype(number)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        dtype = None
    if dtype is None:
        raise invalid(f"Cannot parse tensor from proto: there is no dtype of number {number}")
    return dtype


def _filled_numbers(
    numbers: np.ndarray, stored: str, dims: list[int], dtype: _core.DType
) -> _core.Tensor:
    """Elements in a shape, the last one as often as need be; numbers are `stored` as such."""
    array = numbers.astype(stored)
    if dtype.is_complex:
        array = array.view(dtype.name)
    size = int(np.prod(dims, dtype=object))
    if array.size == 0 or array.size > size:
        array = np.zeros(min(size, 1), array.dtype) if array.size == 0 else array[:size]
    _check_size(size, dtype)
    whole = np.concatenate([array, np.repeat(array[-1:], size - array.size)])
    return _core.tensor_from_bytes(whole.tobytes(), dtype, dims)


def _filled(values: list[Any], dims: list[int], dtype: _core.DType, empty: Any) -> _core.Tensor:
    """Elements in a shape, the last one as often as need be."""
    size = int(np.prod(dims, dtype=object))
    _check_size(size, dtype)
    values = values[:size] + (values[-1:] or [empty]) * (size - len(values))
    return _core.constant(values, dtype=dtype, shape=dims)


def _check_size(size: int, dtype: _core.DType) -> None:
    """Refuse what a few bytes of a message may claim."""
    if size * max(dtype.size or 1, 1) >= 1 << 40:
        raise errors.ResourceExhaustedError(
            None, None, f"a tensor of {size} elements does not fit into memory"
        )


def make_ndarray(tensor: Any) -> np.ndarray:
    """The array that a `TensorProto` is."""
    return np.asarray(tensor_of(tensor).numpy(), object if tensor.dtype == 7 else None)


def serialize_tensor(tensor: TensorLike, name: str | None = None) -> _core.Tensor:
    """The bytes of a tensor as the message `TensorProto`: a scalar string.

    `ImportError` without the extra `gradtape[records]`.

    >>> import gradtape as tf
    >>> data = tf.io.serialize_tensor(tf.constant([1.0, 2.0]))
    >>> tf.io.parse_tensor(data, tf.float32).numpy().tolist()
    [1.0, 2.0]
    """
    value = _core.convert_to_tensor(tensor)
    if value.dtype != _core.string:
        return serialize_content(value)
    found = _headed(value.dtype, value.shape.as_list())
    found.string_val.extend(flat_strings(value))
    return _core.constant(found.SerializeToString(), dtype=_core.string)


def serialize_content(value: _core.Tensor) -> _core.Tensor:
    """`serialize_tensor` with the elements as bytes; for strings, their lengths and then they."""
    found = _headed(value.dtype, value.shape.as_list())
    if value.dtype == _core.string:
        found.tensor_content = _packed(flat_strings(value))
    else:
        found.tensor_content = bytes(_core.tensor_to_bytes(value))
    return _core.constant(found.SerializeToString(), dtype=_core.string)


def _packed(values: list[bytes]) -> bytes:
    """Strings as the content of a message: their lengths in groups of seven bits, then they."""
    lengths = bytearray()
    for value in values:
        rest = len(value)
        while rest >= 128:
            lengths.append(rest & 127 | 128)
            rest >>= 7
        lengths.append(rest)
    return bytes(lengths) + b"".join(values)


def _unpacked(content: bytes, dims: list[int]) -> list[bytes]:
    """The strings in what `_packed` made; none without content."""
    if not content:
        return []
    lengths, place, shift = [0], 0, 0
    count = int(np.prod(dims, dtype=object))
    while len(lengths) <= count:
        if place == len(content):
            raise invalid("Cannot parse tensor from proto: its content is too short")
        lengths[-1] |= (content[place] & 127) << shift
        more, place = content[place] & 128, place + 1
        shift = shift + 7 if more else 0
        if not more:
            lengths.append(0)
    ends = (place + np.cumsum(lengths[:-1], dtype=object)).tolist()
    if ends[-1:] != [len(content)]:
        raise invalid("Cannot parse tensor from proto: its content has another length")
    return [content[end - size : end] for size, end in zip(lengths, ends, strict=False)]


def parse_tensor(
    serialized: TensorLike, out_type: DTypeLike, name: str | None = None
) -> _core.Tensor:
    """The tensor in the bytes of a `TensorProto`.

    `InvalidArgumentError` if they are none, or of another dtype.
    """
    data = one_string(serialized, "`serialized`")
    kind = message("TensorProto", "tf.io.parse_tensor")
    try:
        found = tensor_of(kind.FromString(data))
    except decode_error():
        raise invalid("Could not parse `serialized` as TensorProto [Op:ParseTensor]") from None
    wanted = _core.as_dtype(out_type)
    if found.dtype != wanted:
        raise invalid(
            f"Type mismatch between parsed tensor ({found.dtype.name}) and dtype ({wanted.name}) "
            "[Op:ParseTensor]"
        )
    return found
