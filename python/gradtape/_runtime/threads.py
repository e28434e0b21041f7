"""How many threads one operation may use. Results never depend on it.

At the start it is the environment variable `GRADTAPE_NUM_THREADS`, or else the number of cores that
this process may use. Short operations use one thread whatever is set.
"""

from __future__ import annotations

from .. import _core

_inter_op = 0


def set_intra_op_parallelism_threads(num_threads: int) -> None:
    """Lets an operation use `num_threads` threads; 0 means the default.

    Unlike TensorFlow's, this may be changed at any time; the next operation heeds it. Errors:
    `ValueError` for a negative number, `TypeError` for what is not an integer.

    >>> tf.config.threading.set_intra_op_parallelism_threads(2)
    >>> tf.config.threading.get_intra_op_parallelism_threads()
    2
    >>> tf.config.threading.set_intra_op_parallelism_threads(0)
    """
    _core.set_num_threads(_checked(num_threads))


def get_intra_op_parallelism_threads() -> int:
    """What was set last, 0 if it is left to gradtape.

    >>> tf.config.threading.get_intra_op_parallelism_threads()
    0
    """
    return _core.num_threads_set()


def set_inter_op_parallelism_threads(num_threads: int) -> None:
    """Is remembered, and changes nothing: operations run in the order in which they are written.

    >>> tf.config.threading.set_inter_op_parallelism_threads(0)
    """
    global _inter_op
    _inter_op = _checked(num_threads)


def get_inter_op_parallelism_threads() -> int:
    """What was set last, 0 at the start.

    >>> tf.config.threading.get_inter_op_parallelism_threads()
    0
    """
    return _inter_op


def _checked(num_threads: int) -> int:
    if isinstance(num_threads, bool) or not hasattr(num_threads, "__index__"):
        raise TypeError(f"num_threads must be an integer, not {type(num_threads).__name__}")
    count = num_threads.__index__()
    if not 0 <= count <= 1024:
        raise ValueError(f"num_threads must be between 0 and 1024, not {count}")
    return count
