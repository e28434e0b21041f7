"""Joining, cutting and changing strings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._ragged.tensor import RaggedTensor
from ..errors import OutOfRangeError
from .elementwise import as_strings, each, each_number, each_row, entries, invalid, strings_of

if TYPE_CHECKING:
    from .._typing import AxisLike, IntLike, TensorLike

_SPACE = b" \t\n\v\f\r"


def lower(input: TensorLike | RaggedTensor, encoding: str = "", name: str | None = None) -> Any:
    """Each string in lower case: ASCII letters alone, all letters with `encoding="utf-8"`.

    >>> tf.strings.lower("Hello").numpy()
    b'hello'
    """
    if _is_utf8(encoding):
        return each(lambda s: _text(s).lower().encode("utf-8", "surrogateescape"), input)
    return each(bytes.lower, input)


def upper(input: TensorLike | RaggedTensor, encoding: str = "", name: str | None = None) -> Any:
    """Each string in upper case: ASCII letters alone, all letters with `encoding="utf-8"`.

    >>> tf.strings.upper(["a", "bc"]).numpy().tolist()
    [b'A', b'BC']
    """
    if _is_utf8(encoding):
        return each(lambda s: _text(s).upper().encode("utf-8", "surrogateescape"), input)
    return each(bytes.upper, input)


def _is_utf8(encoding: str) -> bool:
    if encoding not in ("", "utf-8"):
        raise invalid(f"only utf-8 or '' (no encoding) is supported, received {encoding}")
    return encoding == "utf-8"


def _text(s: bytes) -> str:
    return s.decode("utf-8", "surrogateescape")


def strip(input: TensorLike | RaggedTensor, name: str | None = None) -> Any:
    """Each string without white space at its ends.

    >>> tf.strings.strip(" a b ").numpy()
    b'a b'
    """
    return each(lambda s: s.strip(_SPACE), input)


def length(input: TensorLike | RaggedTensor, unit: str = "BYTE", name: str | None = None) -> Any:
    """The length of each string, `int32`: in bytes, or characters with `unit="UTF8_CHAR"`.

    >>> tf.strings.length(["ab", "é"]).numpy().tolist()
    [2, 2]
    >>> tf.strings.length("é", unit="UTF8_CHAR").numpy().item()
    1
    """
    _check_unit(unit)
    return each_number(len if unit == "BYTE" else _characters, input, _core.int32)


def _check_unit(unit: str) -> None:
    if unit not in ("BYTE", "UTF8_CHAR"):
        raise invalid(f"Value for attr 'unit' of \"{unit}\" is not in the list of allowed values")


def _characters(s: bytes) -> int:
    return sum((byte & 0xC0) != 0x80 for byte in s)


def join(
    inputs: Sequence[TensorLike | RaggedTensor], separator: str = "", name: str | None = None
) -> Any:
    """The strings of several tensors joined entry by entry; scalars stand beside every entry.

    `InvalidArgumentError` for shapes that differ.

    >>> tf.strings.join([["a", "b"], "c"], separator="-").numpy().tolist()
    [b'a-c', b'b-c']
    """
    tensors = [as_strings(x, "inputs") for x in inputs]
    ragged = next((x for x in tensors if isinstance(x, RaggedTensor)), None)
    if ragged is not None:
        flat = [x.flat_values if isinstance(x, RaggedTensor) else x for x in tensors]
        return ragged.with_flat_values(join(flat, separator))
    if not tensors:
        return _core.constant("")
    shape = _common_shape(tensors)
    count = int(np.prod(shape))
    columns = [entries(x) if x.shape.rank else entries(x) * count for x in tensors]
    glue = separator.encode()
    return strings_of([glue.join(row) for row in zip(*columns, strict=True)], shape)


def _common_shape(tensors: list[Any]) -> list[int]:
    shapes = [x.shape.as_list() for x in tensors if x.shape.rank]
    for shape in shapes[1:]:
        if shape != shapes[0]:
            raise invalid(f"Input shapes do not match: {shapes[0]} vs. {shape} [Op:StringJoin]")
    return shapes[0] if shapes else []


def reduce_join(
    inputs: TensorLike | RaggedTensor,
    axis: AxisLike = None,
    keepdims: bool = False,
    separator: str = "",
    name: str | None = None,
) -> _core.Tensor:
    """The strings along `axis` (all of them for None) joined; of several, the first is innermost.

    >>> tf.strings.reduce_join([["a", "b"], ["c", "d"]], axis=1).numpy().tolist()
    [b'ab', b'cd']
    >>> tf.strings.reduce_join([["a", "b"], ["c", "d"]]).numpy()
    b'abcd'
    """
    tensor = as_strings(inputs, "inputs")
    if isinstance(tensor, RaggedTensor):
        if axis is None:
            return _core.constant(separator.encode().join(entries(tensor.flat_values)))
        return _joined_rows(tensor, axis, separator)
    array = np.asarray(tensor.numpy(), object)
    axes = _axes(axis, array.ndim)
    kept = [i for i in range(array.ndim) if i not in axes]
    count = int(np.prod([array.shape[i] for i in kept]))
    width = int(np.prod([array.shape[i] for i in axes]))
    rows = array.transpose([*kept, *reversed(axes)]).reshape(count, width)
    joined = [separator.encode().join(row) for row in rows.tolist()]
    shape = [1 if i in axes else n for i, n in enumerate(array.shape)]
    return strings_of(joined, shape if keepdims else [array.shape[i] for i in kept])


def _axes(axis: AxisLike, rank: int) -> list[int]:
    if axis is None:  # as one reads: the last axis is the innermost
        return list(reversed(range(rank)))
    given = np.atleast_1d(np.asarray(_core.convert_to_tensor(axis).numpy())).tolist()
    for one in given:
        if not -rank <= one < rank:
            text = f"Invalid reduction dimension {one} for input with {rank} dimension(s)"
            raise OutOfRangeError(None, None, text)
    axes = [one % rank for one in given]
    if len(set(axes)) < len(axes):
        raise invalid(f"Duplicate reduction dimension in {given}")
    return axes


def _joined_rows(ragged: RaggedTensor, axis: AxisLike, separator: str) -> Any:
    if axis not in (len(ragged.shape) - 1, -1):
        raise ValueError("reduce_join of a ragged tensor is along its last axis")
    inner = ragged.values
    if isinstance(inner, RaggedTensor):
        return ragged.with_values(_joined_rows(inner, -1, separator))
    glue = separator.encode()
    return strings_of([glue.join(row) for row in ragged.to_list()], [len(ragged)])


def split(
    input: TensorLike | RaggedTensor,
    sep: str | bytes | None = None,
    maxsplit: int = -1,
    name: str | None = None,
) -> Any:
    """Each string cut at `sep`, or at white space: a vector for a scalar, else ragged.

    >>> tf.strings.split("to be or").numpy().tolist()
    [b'to', b'be', b'or']
    >>> tf.strings.split(["a,b", "c"], sep=",")
    <tf.RaggedTensor [[b'a', b'b'], [b'c']]>
    """
    mark = b"" if sep is None else _core.convert_to_tensor(sep).numpy()
    if not isinstance(mark, bytes):
        raise invalid(f"delimiter must be a scalar of strings, got {sep!r} [Op:StringSplitV2]")
    return each_row(lambda s: _pieces(s, mark, maxsplit), input)


def _pieces(s: bytes, mark: bytes, most: int) -> list[bytes]:
    if mark or most == 0:
        return s.split(mark or None, most) if s and mark else [s]
    # What is left over behind the last cut counts as a piece, also where it is empty.
    words = s.split()
    return [*words, b""] if len(words) == most else s.split(None, most)


def substr(
    input: TensorLike | RaggedTensor,
    pos: TensorLike,
    len: TensorLike,
    unit: str = "BYTE",
    name: str | None = None,
) -> Any:
    """`len` bytes (or characters) of each string from `pos`, which counts from the end if negative.

    A negative `len` is the rest. The three broadcast. `InvalidArgumentError` for a position outside
    of a string.

    >>> tf.strings.substr("Hello", pos=1, len=3).numpy()
    b'ell'
    """
    _check_unit(unit)
    tensor = as_strings(input)
    if isinstance(tensor, RaggedTensor):
        return tensor.with_flat_values(substr(tensor.flat_values, pos, len, unit))
    start, count = (np.asarray(_core.convert_to_tensor(x).numpy()) for x in (pos, len))
    if start.shape != count.shape:
        raise invalid(
            f"pos and len should have the same shape, got: {list(start.shape)} vs. "
            f"{list(count.shape)} [Op:Substr]"
        )
    array = np.asarray(tensor.numpy(), object)
    parts = np.broadcast_arrays(array, start, count)
    rows = zip(*(part.reshape(-1).tolist() for part in parts), strict=True)
    return strings_of([_part(s, a, n, unit) for s, a, n in rows], parts[0].shape)


def _part(s: bytes, start: int, count: int, unit: str) -> bytes:
    whole: Any = s if unit == "BYTE" else s.decode("utf-8", "surrogateescape")
    size = len(whole)
    if not -size <= start <= size:
        raise invalid(f"pos {start} out of range for string of length {size} [Op:Substr]")
    begin = start + size if start < 0 else start
    part = whole[begin:] if count < 0 else whole[begin : begin + count]
    return part if unit == "BYTE" else part.encode("utf-8", "surrogateescape")


def bytes_split(input: TensorLike | RaggedTensor, name: str | None = None) -> Any:
    """The bytes of each string: a vector for a scalar, else ragged.

    >>> tf.strings.bytes_split("abc").numpy().tolist()
    [b'a', b'b', b'c']
    """
    return each_row(lambda s: [s[i : i + 1] for i in range(len(s))], input)


def unsorted_segment_join(
    inputs: TensorLike,
    segment_ids: TensorLike,
    num_segments: IntLike,
    separator: str = "",
    name: str | None = None,
) -> _core.Tensor:
    """The strings of each segment joined, in their order.

    `segment_ids` has the first dimensions of `inputs`. `InvalidArgumentError` for a segment that
    does not exist.

    >>> tf.strings.unsorted_segment_join(["a", "b", "c"], [1, 0, 1], 2).numpy().tolist()
    [b'b', b'ac']
    """
    array = np.asarray(as_strings(inputs, "inputs").numpy(), object)
    ids = np.asarray(_core.convert_to_tensor(segment_ids).numpy())
    count = int(num_segments)
    if array.shape[: ids.ndim] != ids.shape:
        raise invalid(
            f"segment_ids shape {list(ids.shape)} must be a prefix of that of inputs, "
            f"{list(array.shape)} [Op:UnsortedSegmentJoin]"
        )
    if ids.size and not 0 <= ids.min() <= ids.max() < count:
        raise invalid(
            f"segment_ids are not allowed to exceed num_segments, {count}, or to have negative "
            "values. [Op:UnsortedSegmentJoin]"
        )
    inner = array.shape[ids.ndim :]
    rows = array.reshape(ids.size, -1)
    glue, flat = separator.encode(), ids.reshape(-1)
    columns = [rows[flat == segment].T.tolist() for segment in range(count)]
    width = rows.shape[1]
    joined = [glue.join(c) for column in columns for c in column or [[]] * width]
    return strings_of(joined, [count, *inner])


def ngrams(
    data: TensorLike | RaggedTensor,
    ngram_width: int | Sequence[int],
    separator: str = " ",
    pad_values: str | bytes | tuple[str | bytes, str | bytes] | None = None,
    padding_width: int | None = None,
    preserve_short_sequences: bool = False,
    name: str | None = None,
) -> Any:
    """Each run of `ngram_width` strings of a row (one width, or a list of them), joined.

    `pad_values`, one string or two, is set before and behind a row: `ngram_width - 1` times, or
    `padding_width` at most. With `preserve_short_sequences` a row shorter than the width is one.

    >>> tf.strings.ngrams(["a", "b", "c"], 2).numpy().tolist()
    [b'a b', b'b c']
    """
    tensor = as_strings(data, "data")
    widths = [ngram_width] if isinstance(ngram_width, int) else list(ngram_width)
    pads = _pads(pad_values)
    if padding_width is not None and padding_width < 1:
        raise ValueError(f"padding_width must be greater than 0. Received: {padding_width}")
    if any(width < 1 for width in widths):
        raise ValueError(f"All ngram_widths must be greater than 0. Received: {ngram_width}")

    def grams(row: list[bytes]) -> list[bytes]:
        glue = separator.encode()
        found = [g for w in widths for g in _grams(row, w, glue, pads, padding_width)]
        short = preserve_short_sequences and not found and row
        return [glue.join(row)] if short else found

    if isinstance(tensor, RaggedTensor):
        return _ragged_rows(tensor, grams)
    if tensor.shape.rank == 0:
        raise ValueError("Data must have rank>0")
    if tensor.shape.rank == 1:
        found = grams(entries(tensor))
        return strings_of(found, [len(found)])
    shape = tensor.shape.as_list()
    rows = np.asarray(tensor.numpy(), object).reshape(-1, shape[-1]).tolist()
    made = [grams(row) for row in rows]
    width = len(made[0]) if made else 0
    return strings_of([g for row in made for g in row], [*shape[:-1], width])


def _ragged_rows(ragged: RaggedTensor, grams: Callable[..., Any]) -> RaggedTensor:
    if isinstance(ragged.values, RaggedTensor):
        return ragged.with_values(_ragged_rows(ragged.values, grams))
    made = [grams(row) for row in ragged.to_list()]
    flat = [g for row in made for g in row]
    return RaggedTensor.from_row_lengths(
        strings_of(flat, [len(flat)]), np.array([len(row) for row in made], np.int64)
    )


def _pads(pad_values: Any) -> tuple[bytes, bytes] | None:
    if pad_values is None:
        return None
    given = [pad_values] * 2 if isinstance(pad_values, (str, bytes)) else list(pad_values)
    if len(given) != 2:
        raise ValueError("pad_values must be a string, tuple of strings, or None.")
    left, right = (p.encode() if isinstance(p, str) else p for p in given)
    return left, right


def _grams(row: list[bytes], width: int, glue: bytes, pads: Any, most: int | None) -> list[bytes]:
    if pads is not None:
        count = width - 1 if most is None else min(width - 1, most)
        row = [pads[0]] * count + row + [pads[1]] * count
    return [glue.join(row[i : i + width]) for i in range(len(row) - width + 1)]
