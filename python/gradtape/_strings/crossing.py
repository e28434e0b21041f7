"""Combinations of columns as numbers: their fingerprints, put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._sparse.crossing import crossed
from .._sparse.tensor import SparseTensor
from .hashes import fingerprint64, joined

if TYPE_CHECKING:
    from .._typing import TensorLike

_KEY = 0xDECAFCAFFE
_LARGEST = (1 << 63) - 1


def cross_hashed(
    inputs: TensorLike, num_buckets: int = 0, hash_key: int | None = None, name: str | None = None
) -> SparseTensor:
    """For each row, a hash of every way to take one entry of each input, modulo `num_buckets`.

    With 0 buckets the hash is cut to 63 bits. Entries are strings or integers.

    >>> made = tf.sparse.cross_hashed([tf.constant([["a", "b"]]), tf.constant([[1]])], 100)
    >>> made.values.shape
    TensorShape([2])
    """
    key = _KEY if hash_key is None else int(hash_key)
    count = int(num_buckets) or _LARGEST

    def join(way: tuple[int, ...]) -> int:
        found = key
        for part in way:
            found = joined(found, part)
        return found % count

    return crossed(inputs, _number, join, _core.int64)


def _number(value: Any) -> int:
    """The fingerprint of a string; an integer is itself, as 64 bits."""
    return fingerprint64(value) if isinstance(value, bytes) else int(value) & (2**64 - 1)
