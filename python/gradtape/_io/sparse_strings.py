"""Sparse tensors as strings: three for each, of its indices, values and shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._sparse.tensor import SparseTensor
from ..errors import InvalidArgumentError
from .tensor_protos import parse_tensor, serialize_content

if TYPE_CHECKING:
    from .._typing import DTypeLike


def serialize_sparse(
    sp_input: SparseTensor, out_type: DTypeLike = _core.string, name: str | None = None
) -> _core.Tensor:
    """A sparse tensor as three strings: messages of its indices, its values and its shape.

    `TypeError` for anything else, `ImportError` without the extra `gradtape[records]`.

    >>> sparse = tf.sparse.from_dense([0.0, 5.0])
    >>> tf.io.serialize_sparse(sparse).shape.as_list()
    [3]
    """
    _is_string(out_type)
    given = _is_sparse(sp_input)
    parts = (given.indices, given.values, given.dense_shape)
    return _core.stack([serialize_content(_core.convert_to_tensor(part)) for part in parts])


def serialize_many_sparse(
    sp_input: SparseTensor, out_type: DTypeLike = _core.string, name: str | None = None
) -> _core.Tensor:
    """Each entry of the first axis as the three strings of `serialize_sparse`: `[n, 3]`.

    Errors as there, and `InvalidArgumentError` for a tensor of fewer than two axes.

    >>> sparse = tf.sparse.from_dense([[0.0, 5.0], [6.0, 0.0]])
    >>> strings = tf.io.serialize_many_sparse(sparse)
    >>> tf.io.deserialize_many_sparse(strings, tf.float32).values.numpy().tolist()
    [5.0, 6.0]
    """
    _is_string(out_type)
    given = _is_sparse(sp_input)
    rank = int(given.dense_shape.shape[0])
    if rank < 2:
        raise InvalidArgumentError(
            None, None, f"Rank of input SparseTensor should be > 1, but saw rank: {rank}"
        )
    rows, rest = given.indices[:, 0], given.indices[:, 1:]
    shape = given.dense_shape[1:]
    return _core.stack(
        [
            serialize_sparse(SparseTensor(rest[here], given.values[here], shape))
            for here in (rows == n for n in range(int(given.dense_shape[0])))
        ]
    )


def deserialize_many_sparse(
    serialized_sparse: Any, dtype: DTypeLike, rank: int | None = None, name: str | None = None
) -> SparseTensor:
    """The sparse tensors of `[n, 3]` strings, one after the other along a new first axis.

    Each other axis is as long as the longest. `InvalidArgumentError` for strings that are no such
    messages, of another `dtype`, or of tensors of different ranks or another than `rank` less 1.

    >>> strings = tf.stack([tf.io.serialize_sparse(tf.sparse.from_dense([0.0, 5.0]))] * 2)
    >>> tf.io.deserialize_many_sparse(strings, tf.float32).dense_shape.numpy().tolist()
    [2, 2]
    """
    strings = _core.convert_to_tensor(serialized_sparse)
    if strings.shape.rank != 2 or strings.shape[1] != 3:
        raise InvalidArgumentError(
            None, None, f"Serialized sparse should be a matrix with 3 columns, not {strings.shape}"
        )
    types = (_core.int64, _core.as_dtype(dtype), _core.int64)
    parts = [[parse_tensor(one, kind) for one, kind in zip(row, types)] for row in strings]
    ranks = {int(shape.shape[0]) for *_, shape in parts} | ({rank - 1} if rank else set())
    if len(ranks) > 1:
        raise InvalidArgumentError(
            None, None, f"Inconsistent rank across SparseTensors: {sorted(ranks)}"
        )
    return _one_after_another(parts)


def _one_after_another(parts: list[list[_core.Tensor]]) -> SparseTensor:
    """Sparse tensors of one rank as entries of a new first axis."""
    if not parts:
        raise InvalidArgumentError(None, None, "Must have at least 1 serialized SparseTensor")
    placed = [
        _core.pad(indices, [[0, 0], [1, 0]], constant_values=n)
        for n, (indices, *_) in enumerate(parts)
    ]
    lengths = _core.reduce_max(_core.stack([shape for *_, shape in parts]), 0)
    return SparseTensor(
        _core.concat(placed, 0),
        _core.concat([values for _, values, _ in parts], 0),
        _core.concat([_core.constant([len(parts)], _core.int64), lengths], 0),
    )


def _is_sparse(given: Any) -> SparseTensor:
    if not isinstance(given, SparseTensor):
        raise TypeError("Input must be a SparseTensor.")
    return given


def _is_string(out_type: DTypeLike) -> None:
    if _core.as_dtype(out_type) != _core.string:
        raise ValueError(f"sparse tensors are serialized as strings, not {out_type!r}")
