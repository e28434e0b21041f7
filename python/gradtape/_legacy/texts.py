"""Texts that version 1 splits into sparse tensors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from .. import _core
from .._strings.elementwise import each_row
from .._strings.plain import split as into_rows

if TYPE_CHECKING:
    from .._typing import TensorLike


def string_split(
    source: TensorLike,
    sep: str | bytes | None = None,
    skip_empty: bool = True,
    delimiter: str | bytes | None = None,
    result_type: str = "SparseTensor",
    name: str | None = None,
) -> Any:
    """Each string of a vector cut at any byte of `sep`, white space by default.

    An empty `sep` cuts behind every byte. `ValueError` for another `result_type` than
    `"SparseTensor"` and `"RaggedTensor"`.

    >>> tf.compat.v1.string_split(["a,b;c"], ",;").values.numpy().tolist()
    [b'a', b'b', b'c']
    """
    mark = _core.convert_to_tensor(_first(sep, delimiter, " ")).numpy()
    cuts = re.compile(b"[" + re.escape(mark) + b"]") if mark else None

    def pieces(text: bytes) -> list[bytes]:
        parts = cuts.split(text) if cuts else [text[i : i + 1] for i in range(len(text))]
        return [part for part in parts if part or not skip_empty]

    return _as_type(each_row(pieces, source), result_type)


def _first(*given: Any) -> Any:
    return next(value for value in given if value is not None)


def split(
    input: TensorLike | None = None,
    sep: str | bytes | None = None,
    maxsplit: int = -1,
    result_type: str = "SparseTensor",
    source: TensorLike | None = None,
    name: str | None = None,
) -> Any:
    """As version 2's `strings.split`, but sparse.

    >>> tf.compat.v1.strings.split(["a b", "c"]).dense_shape.numpy().tolist()
    [2, 2]
    """
    texts: Any = source if input is None else input
    if not isinstance(texts, _core.Tensor):
        texts = _core.convert_to_tensor(texts)
    if not len(texts.shape):
        texts = _core.expand_dims(texts, 0)
    return _as_type(into_rows(texts, sep, maxsplit), result_type)


def _as_type(rows: Any, result_type: str) -> Any:
    if result_type not in ("SparseTensor", "RaggedTensor"):
        raise ValueError("result_type must be 'RaggedTensor' or 'SparseTensor'.")
    return rows.to_sparse() if result_type == "SparseTensor" else rows
