"""Numbers for strings that are the same in every program: FarmHash, SipHash and the older hash.

Invariant: the published algorithms, so buckets equal TensorFlow's. FarmHash's Fingerprint64 (Pike
and Alakuijala, 2014), SipHash-2-4 (Aumasson and Bernstein, 2012), MurmurHash64A (Appleby).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .elementwise import each_number, entries, invalid

if TYPE_CHECKING:
    from .._ragged.tensor import RaggedTensor
    from .._typing import TensorLike

_MASK = (1 << 64) - 1
_K0, _K1, _K2 = 0xC3A5C85C97CB3127, 0xB492B66FBE98F273, 0x9AE16A3B2F90404F


def to_hash_bucket_fast(
    input: TensorLike | RaggedTensor, num_buckets: int, name: str | None = None
) -> Any:
    """The FarmHash fingerprint of each string modulo `num_buckets`, `int64`.

    >>> tf.strings.to_hash_bucket_fast(["Hello", "TensorFlow", "2.x"], 3).numpy().tolist()
    [0, 2, 2]
    """
    count = _buckets(num_buckets)
    return each_number(lambda s: fingerprint64(s) % count, input, _core.int64)


def to_hash_bucket_strong(
    input: TensorLike, num_buckets: int, key: Sequence[int], name: str | None = None
) -> Any:
    """The SipHash of each string under `key`, two integers, modulo `num_buckets`.

    >>> tf.strings.to_hash_bucket_strong(["Hello", "TF"], 3, [1, 2]).numpy().tolist()
    [2, 0]
    """
    count, words = _buckets(num_buckets), [int(k) & _MASK for k in key]
    if len(words) != 2:
        raise invalid("Key must have 2 elements")
    return each_number(lambda s: siphash(s, *words) % count, input, _core.int64)


def to_hash_bucket(
    input: TensorLike | RaggedTensor, num_buckets: int, name: str | None = None
) -> Any:
    """A hash of each string, of earlier versions, modulo `num_buckets`.

    >>> tf.strings.to_hash_bucket(["Hello", "TensorFlow", "2.x"], 3).numpy().tolist()
    [2, 0, 1]
    """
    count = _buckets(num_buckets)
    return each_number(lambda s: _murmur(s) % count, input, _core.int64)


def _buckets(count: int) -> int:
    if int(count) < 1:
        raise invalid(f"Value for attr 'num_buckets' of {count} must be at least minimum 1")
    return int(count)


def fingerprint(data: TensorLike, method: str = "farmhash64", name: str | None = None) -> Any:
    """Eight bytes (`uint8`) for each row of `data`, the FarmHash fingerprint of its bytes.

    `InvalidArgumentError` for another `method` or a scalar.

    >>> tf.fingerprint(["Hello", "TF"]).shape.as_list()
    [2, 8]
    """
    tensor = _core.convert_to_tensor(data)
    if method != "farmhash64":
        raise invalid(f"Unsupported fingerprint method: {method}")
    if tensor.shape.rank == 0:
        raise invalid("Input must be at least one-dimensional: []")
    values = [fingerprint64(row).to_bytes(8, "little") for row in _row_bytes(tensor)]
    return _core.constant(np.frombuffer(b"".join(values), np.uint8).reshape(-1, 8))


def _row_bytes(tensor: _core.Tensor) -> list[bytes]:
    if tensor.dtype != _core.string:
        return [row.tobytes() for row in tensor.numpy()]
    rows = np.asarray(entries(tensor), object).reshape(tensor.shape[0], -1)
    if rows.shape[1] == 1:
        return [row[0] for row in rows]
    return [b"".join(fingerprint64(s).to_bytes(8, "little") for s in row) for row in rows]


def _word(s: bytes, at: int, size: int = 8) -> int:
    return int.from_bytes(s[at : at + size], "little")


def _rotated(x: int, by: int) -> int:
    x &= _MASK
    return (x >> by | x << (64 - by)) & _MASK


def _mixed(x: int) -> int:
    x &= _MASK
    return x ^ x >> 47


def _pair(u: int, v: int, by: int) -> int:
    a = _mixed((u ^ v) * by)
    return _mixed((v ^ a) * by) * by & _MASK


def fingerprint64(s: bytes) -> int:
    """FarmHash's Fingerprint64.

    >>> from gradtape._strings.hashes import fingerprint64
    >>> fingerprint64(b"")
    11160318154034397263
    """
    size = len(s)
    if size <= 16:
        return _short(s, size)
    if size <= 32:
        return _medium(s, size)
    return _longer(s, size) if size <= 64 else _long(s, size)


def _short(s: bytes, size: int) -> int:
    by = _K2 + size * 2
    if size >= 8:
        a, b = _word(s, 0) + _K2 & _MASK, _word(s, size - 8)
        return _pair((_rotated(b, 37) * by + a) & _MASK, (_rotated(a, 25) + b) * by & _MASK, by)
    if size >= 4:
        return _pair(size + (_word(s, 0, 4) << 3), _word(s, size - 4, 4), by)
    if size == 0:
        return _K2
    y, z = s[0] + (s[size >> 1] << 8), size + (s[-1] << 2)
    return _mixed(y * _K2 & _MASK ^ z * _K0 & _MASK) * _K2 & _MASK


def _ends(s: bytes, size: int, first: int) -> tuple[int, int, int, int]:
    """What strings of 17 to 64 bytes begin with: the first word times `first`, and two mixtures."""
    by = _K2 + size * 2
    a, b = _word(s, 0) * first & _MASK, _word(s, 8)
    c, d = _word(s, size - 8) * by & _MASK, _word(s, size - 16) * _K2
    y = _rotated(a + b, 43) + _rotated(c, 30) + d & _MASK
    return by, a, y, (a + _rotated(b + _K2, 18) + c) & _MASK


def _medium(s: bytes, size: int) -> int:
    by, _, y, z = _ends(s, size, _K1)
    return _pair(y, z, by)


def _longer(s: bytes, size: int) -> int:
    by, a, y, rest = _ends(s, size, _K2)
    z = _pair(y, rest, by)
    e, f = _word(s, 16) * by & _MASK, _word(s, 24)
    g = (y + _word(s, size - 32)) * by & _MASK
    h = (z + _word(s, size - 24)) * by
    first = _rotated(e + f, 43) + _rotated(g, 30) + h
    return _pair(first & _MASK, (e + _rotated(f + a, 18) + g) & _MASK, by)


def _weak(s: bytes, at: int, a: int, b: int) -> tuple[int, int]:
    w, x, y, z = (_word(s, at + 8 * i) for i in range(4))
    a = a + w & _MASK
    b = _rotated(b + a + z, 21)
    c, a = a, a + x + y & _MASK
    return a + z & _MASK, b + _rotated(a, 44) + c & _MASK


_State = tuple[int, int, int, tuple[int, int], tuple[int, int]]


def _round(s: bytes, at: int, state: _State, by: int, nine: int) -> _State:
    """64 bytes of a long string."""
    x, y, z, v, w = state
    x = _rotated(x + y + v[0] + _word(s, at + 8), 37) * by & _MASK
    y = _rotated(y + v[1] + _word(s, at + 48), 42) * by & _MASK
    x ^= w[1] * nine & _MASK
    y = y + v[0] * nine + _word(s, at + 40) & _MASK
    z = _rotated(z + w[0], 33) * by & _MASK
    v = _weak(s, at, v[1] * by, x + w[0])
    w = _weak(s, at + 32, z + w[1], y + _word(s, at + 16))
    return z, y, x, v, w


def _long(s: bytes, size: int) -> int:
    y = (81 * _K1 + 113) & _MASK
    z = _mixed(y * _K2 + 113) * _K2 & _MASK
    state: _State = ((81 * _K2 + _word(s, 0)) & _MASK, y, z, (0, 0), (0, 0))
    end = (size - 1) // 64 * 64
    for at in range(0, end, 64):
        state = _round(s, at, state, _K1, 1)
    x, y, z, v, w = state
    by = _K1 + ((z & 0xFF) << 1)
    w = (w[0] + (size - 1 & 63), w[1])
    v = (v[0] + w[0] & _MASK, v[1])
    w = (w[0] + v[0] & _MASK, w[1])
    x, y, z, v, w = _round(s, size - 64, (x, y, z, v, w), by, 9)
    first = _pair(v[0], w[0], by) + _mixed(y) * _K0 + z
    return _pair(first & _MASK, (_pair(v[1], w[1], by) + x) & _MASK, by)


def siphash(s: bytes, k0: int, k1: int) -> int:
    v = [
        k0 ^ 0x736F6D6570736575,
        k1 ^ 0x646F72616E646F6D,
        k0 ^ 0x6C7967656E657261,
        k1 ^ 0x7465646279746573,
    ]
    padded = s + bytes(7 - len(s) % 8) + bytes([len(s) & 0xFF])
    for at in range(0, len(padded), 8):
        word = _word(padded, at)
        v[3] ^= word
        _sip_rounds(v, 2)
        v[0] ^= word
    v[2] ^= 0xFF
    _sip_rounds(v, 4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def _sip_rounds(v: list[int], count: int) -> None:
    for _ in range(count):
        v[0] = v[0] + v[1] & _MASK
        v[2] = v[2] + v[3] & _MASK
        v[1], v[3] = _rotated(v[1], 51) ^ v[0], _rotated(v[3], 48) ^ v[2]
        v[0] = _rotated(v[0], 32)
        v[2] = v[2] + v[1] & _MASK
        v[0] = v[0] + v[3] & _MASK
        v[1], v[3] = _rotated(v[1], 47) ^ v[2], _rotated(v[3], 43) ^ v[0]
        v[2] = _rotated(v[2], 32)


def joined(first: int, second: int) -> int:
    """One fingerprint of two, in this order."""
    by = 0xC6A4A7935BD1E995
    found = first ^ by ^ _mixed(second * by) * by & _MASK
    return _mixed(_mixed(found * by) * by)


def _murmur(s: bytes) -> int:
    by, size = 0xC6A4A7935BD1E995, len(s)
    h = 0xDECAFCAFFE ^ size * by & _MASK
    for at in range(0, size - 7, 8):
        h = (h ^ _mixed(_word(s, at) * by) * by & _MASK) * by & _MASK
    if size % 8:
        h = (h ^ _word(s, size // 8 * 8)) * by & _MASK
    return _mixed(_mixed(h) * by)
