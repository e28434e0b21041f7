"""The seed that the program has set, and those of operations that follow from it."""

from __future__ import annotations

from .. import _core

_INSTEAD = 87654321  # what goes with the seeds of operations where the program has set none


def global_seed() -> int | None:
    """The seed that `set_seed` was given last, cut; None where there is none.

    >>> tf.random.set_seed(5)
    >>> tf.compat.v1.get_seed(2)
    (5, 2)
    """
    seed = get_seed(1)[0]
    return None if seed == _INSTEAD else seed


def get_seed(op_seed: int | None) -> tuple[int | None, int | None]:
    """The two seeds of an operation with this seed of its own: the program's, and its own.

    Without one the operation has the next of those that follow from the program's seed.

    >>> tf.random.set_seed(None)
    >>> tf.compat.v1.get_seed(3), tf.compat.v1.get_seed(None)
    ((87654321, 3), (None, None))
    """
    if op_seed is None and global_seed() is None:
        return None, None
    first, second = _core._operation_seeds(op_seed).numpy().tolist()
    return first, second
