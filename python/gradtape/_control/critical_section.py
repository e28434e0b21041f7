"""`CriticalSection`: functions that no two threads run at the same time.

Invariant: sections of one `shared_name` are one lock; a thread that holds a lock is told so rather
than left to wait for itself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any
from weakref import WeakValueDictionary

from .. import _core
from .._structure import nest
from .._structure.composites import as_value


class _Lock:
    """A lock that several sections may share."""

    def __init__(self) -> None:
        self.mutex = threading.Lock()
        self.holder: int | None = None


_shared: WeakValueDictionary[str, _Lock] = WeakValueDictionary()
_choice = threading.Lock()


class CriticalSection:
    """A lock around functions that read and change the same variables.

    `execute` calls one after the other, whatever thread they come from.

    >>> total = tf.Variable(0.0)
    >>> section = tf.CriticalSection()
    >>> print(section.execute(lambda: total.assign_add(2.0)).numpy())
    2.0
    """

    def __init__(
        self,
        name: str | None = None,
        shared_name: str | None = None,
        critical_section_def: Any = None,
        import_scope: str | None = None,
    ) -> None:
        if critical_section_def:
            raise ValueError("Argument `critical_section_def` is not supported.")
        self._name = name or "CriticalSection"
        self._signature = shared_name or str(id(self))
        with _choice:
            self._lock = _shared.setdefault(shared_name, _Lock()) if shared_name else _Lock()

    @property
    def name(self) -> str:
        """Its name."""
        return self._name

    def execute(
        self,
        fn: Callable[[], Any],
        exclusive_resource_access: bool = True,
        name: str | None = None,
    ) -> Any:
        """What `fn()` returns, as tensors, once no other thread is in the section.

        `ValueError` if `fn` enters the section again.

        >>> tf.CriticalSection().execute(lambda: {"step": tf.constant(3)})["step"].numpy()
        np.int32(3)
        """
        lock = self._lock
        if lock.holder == threading.get_ident():
            raise ValueError(
                f"Attempting to lock a CriticalSection (signature={self._signature}) in which we "
                "are already running. This is illegal and may cause deadlocks."
            )
        with lock.mutex:
            lock.holder = threading.get_ident()
            try:
                return nest.map_structure(_as_result, fn())
            finally:
                lock.holder = None


def _as_result(value: Any) -> Any:
    """A tensor of its own, which later assignments to a variable do not change."""
    found = None if value is None else as_value(value)
    return _core.identity(found) if isinstance(found, _core.Tensor) else found
