"""Strings of bytes as numbers, and as base64."""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core, errors
from .arguments import flat_strings, invalid, mapped, strings

if TYPE_CHECKING:
    from .._typing import DTypeLike, TensorLike

_RAW = {
    *("float16", "float32", "float64", "bfloat16", "int8", "int16", "int32", "int64"),
    *("uint8", "uint16", "complex64", "complex128", "bool"),
}
_BASE64 = re.compile(rb"[A-Za-z0-9_-]*")


def decode_raw(
    input_bytes: TensorLike,
    out_type: DTypeLike,
    little_endian: bool = True,
    fixed_length: int | None = None,
    name: str | None = None,
) -> _core.Tensor:
    """The bytes of each string as numbers of `out_type`, along a new last axis.

    Strings have the same length, a multiple of the size of a number; with `fixed_length` each is
    cut, or filled with zeros, to so many bytes. `InvalidArgumentError` otherwise.

    >>> import gradtape as tf
    >>> tf.io.decode_raw(tf.constant([b"\\1\\0", b"\\2\\0"]), tf.int16).numpy().tolist()
    [[1], [2]]
    """
    dtype = _core.as_dtype(out_type)
    if dtype.name not in _RAW:
        allowed = ", ".join(sorted(_RAW))
        raise invalid(
            f"decode_raw: {dtype.name} is not in the list of allowed values: {allowed} "
            "[Op:DecodeRaw]"
        )
    tensor = strings(input_bytes)
    values = flat_strings(tensor)
    length = _length(values, dtype, fixed_length)
    data = b"".join(value[:length].ljust(length, b"\0") for value in values)
    if not little_endian:
        data = _swapped(data, dtype)
    shape = [*tensor.shape.as_list(), length // dtype.size]
    return _core.tensor_from_bytes(data, dtype, shape)


def _length(values: list[bytes], dtype: _core.DType, fixed: int | None) -> int:
    """How many bytes of each string are numbers."""
    if fixed is not None:
        if fixed <= 0:
            raise invalid(f"fixed_length ({fixed}) must be greater than zero. [Op:DecodePaddedRaw]")
        if fixed % dtype.size:
            raise invalid(
                f"fixed_length ({fixed}) must be a multiple of the size of out_type "
                f"({dtype.size}) [Op:DecodePaddedRaw]"
            )
        return int(fixed)
    length = len(values[0]) if values else 0
    for place, value in enumerate(values):
        if len(value) != length:
            raise invalid(
                "DecodeRaw requires input strings to all be the same size, but element "
                f"{place} has size {len(value)} != {length} [Op:DecodeRaw]"
            )
    if length % dtype.size:
        raise invalid(
            f"Input to DecodeRaw has length {length} that is not a multiple of {dtype.size}, the "
            f"size of {dtype.name} [Op:DecodeRaw]"
        )
    return length


def _swapped(data: bytes, dtype: _core.DType) -> bytes:
    """The bytes of each number the other way round (of each part of a complex one)."""
    size = dtype.size // 2 if dtype.is_complex else dtype.size
    parts = bytearray(len(data))
    for byte in range(size):
        parts[byte::size] = data[size - 1 - byte :: size]
    return bytes(parts)


def encode_base64(input: TensorLike, pad: bool = False, name: str | None = None) -> _core.Tensor:
    """Web-safe base64 (`-` and `_`) of each string, without `=` at the end unless `pad`.

    >>> import gradtape as tf
    >>> tf.io.encode_base64("hello?>").numpy()
    b'aGVsbG8_Pg'
    """

    def encoded(data: bytes) -> bytes:
        text = urlsafe_b64encode(data)
        return text if pad else text.rstrip(b"=")

    return mapped(encoded, input)


def decode_base64(input: TensorLike, name: str | None = None) -> _core.Tensor:
    """The bytes of web-safe base64, with or without `=`; `InvalidArgumentError` for other text.

    >>> import gradtape as tf
    >>> tf.io.decode_base64(["YQ", "YmM="]).numpy().tolist()
    [b'a', b'bc']
    """
    return mapped(_decoded, input)


def _decoded(text: bytes) -> bytes:
    body = text.rstrip(b"=")
    padded = len(text) != len(body)
    if not padded and len(text) % 4 == 1:
        raise invalid("Base64 string length cannot be 1 modulo 4. [Op:DecodeBase64]")
    missing = -len(body) % 4
    if (padded and len(text) - len(body) != missing) or not _BASE64.fullmatch(body):
        raise invalid("Invalid character found in base64. [Op:DecodeBase64]")
    return urlsafe_b64decode(body + b"=" * missing)


def decode_compressed(
    bytes: Any, compression_type: str = "", name: str | None = None
) -> _core.Tensor:
    """The bytes of each string, which are compressed by "ZLIB" or "GZIP"; "" for not at all."""
    return mapped(decompressor(compression_type), bytes)


def decompressor(kind: str) -> Callable[[bytes], bytes]:
    """The function that undoes a compression; `InvalidArgumentError` for one that is not known."""
    if kind == "":
        return lambda data: data
    if kind not in ("ZLIB", "GZIP"):
        raise invalid(f"Only ZLIB, GZIP or NONE are supported compressions, got {kind!r}")
    bits = zlib.MAX_WBITS + (16 if kind == "GZIP" else 0)

    def undone(data: bytes) -> bytes:
        try:
            return zlib.decompress(data, bits)
        except zlib.error as error:
            raise errors.DataLossError(None, None, f"the {kind} data is damaged: {error}") from None

    return undone
