"""Crosses of ragged columns: those of the sparse tensors with the same entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._ragged.tensor import RaggedTensor
from .._sparse.crossing import cross as sparse_cross
from .crossing import cross_hashed as sparse_cross_hashed


def cross(inputs: Sequence[Any], name: str | None = None) -> RaggedTensor:
    """For each row, every way to join one entry of each input as `"a_X_b"`.

    The inputs are ragged, sparse or plain, of texts or integers, each with a row for each row.

    >>> ragged = tf.ragged.constant([["a", "b"], ["c"]])
    >>> tf.ragged.cross([ragged, tf.constant([[1], [2]])]).to_list()
    [[b'a_X_1', b'b_X_1'], [b'c_X_2']]
    """
    return RaggedTensor.from_sparse(sparse_cross(_columns(inputs)))


def cross_hashed(
    inputs: Sequence[Any], num_buckets: int = 0, hash_key: int | None = None,
    name: str | None = None,
) -> RaggedTensor:  # fmt: skip
    """As `cross`, with the fingerprint of each way, in `num_buckets` if that is not 0.

    >>> ragged = tf.ragged.constant([["a", "b"], ["c"]])
    >>> tf.ragged.cross_hashed([ragged, tf.ragged.constant([["x"], ["y", "z"]])], 100).to_list()
    [[92, 4], [60, 80]]
    """
    return RaggedTensor.from_sparse(sparse_cross_hashed(_columns(inputs), num_buckets, hash_key))


def _columns(inputs: Sequence[Any]) -> list[Any]:
    return [each.to_sparse() if isinstance(each, RaggedTensor) else each for each in inputs]
