"""How much memory tensors hold.

Tensors of at most 256 bytes live elsewhere and are not counted here."""

from __future__ import annotations

from .. import _core


def live_bytes() -> int:
    """Bytes in the blocks that tensors (and the tapes that keep them) hold now.

    >>> before = tf.memory.live_bytes()
    >>> x = tf.zeros([1024])
    >>> tf.memory.live_bytes() - before
    4096
    """
    return _core.memory_stats()[0]


def live_blocks() -> int:
    """How many blocks tensors hold now.

    >>> tf.memory.live_blocks() >= 0
    True
    """
    return _core.memory_stats()[2]


def peak_bytes() -> int:
    """The largest `live_bytes` since the start or the last `reset_peak`.

    >>> tf.memory.peak_bytes() >= tf.memory.live_bytes()
    True
    """
    return _core.memory_stats()[1]


def reset_peak() -> None:
    """Starts a new measurement of `peak_bytes`.

    >>> tf.memory.reset_peak()
    """
    _core.memory_reset_peak()


def cached_bytes() -> int:
    """Bytes that were freed by tensors and are kept for the next ones.

    >>> tf.memory.cached_bytes() >= 0
    True
    """
    return _core.memory_stats()[3]


def empty_cache() -> None:
    """Gives the kept bytes back to the operating system.

    >>> tf.memory.empty_cache()
    >>> tf.memory.cached_bytes()
    0
    """
    _core.memory_empty_cache()


def set_cache_limit(limit: int) -> None:
    """Keeps at most `limit` bytes for the next tensors (512 MiB at the start).

    >>> tf.memory.set_cache_limit(512 * 2**20)
    """
    _core.memory_set_cache_limit(limit)


def tape_size(tape: _core.GradientTape) -> tuple[int, int]:
    """What a tape holds: how many recorded results, and how many bytes for their gradients.

    A tensor that is held for two gradients counts twice.

    >>> with tf.GradientTape() as tape:
    ...     y = tf.Variable(2.0) * 3.0
    >>> tf.memory.tape_size(tape)[0]
    1
    """
    return tape._size()
