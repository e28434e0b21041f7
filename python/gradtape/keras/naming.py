"""Names for layers, models, metrics and optimizers: `dense`, `dense_1`, `dense_2` ...

Invariant: within one process, no two objects get the same default name until `clear_session`
starts over.
"""

from __future__ import annotations

import threading
from collections import defaultdict

from ..module import snake_case

_lock = threading.Lock()
_used: defaultdict[str, int] = defaultdict(int)


def unique_name(class_name: str) -> str:
    """The snake-case form of `class_name`, numbered from the second time on.

    >>> from gradtape.keras import naming
    >>> naming.clear_session()
    >>> naming.unique_name("BatchNormalization"), naming.unique_name("BatchNormalization")
    ('batch_normalization', 'batch_normalization_1')
    """
    base = snake_case(class_name).lstrip("_")
    with _lock:
        number = _used[base]
        _used[base] += 1
    return f"{base}_{number}" if number else base


def clear_session(free_memory: bool = True) -> None:
    """Forget the names that were given; `tf.keras.backend.clear_session`."""
    with _lock:
        _used.clear()
