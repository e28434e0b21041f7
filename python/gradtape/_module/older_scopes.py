"""`name_scope` with version 1's arguments."""

from __future__ import annotations

from typing import Any

from . import module


class name_scope(module.name_scope):
    """Version 2's `name_scope`, with a name for when none is given.

    Without any name all scopes are left.

    >>> with tf.compat.v1.name_scope(None, "default", [tf.constant(1.0)]) as prefix:
    ...     prefix
    'default/'
    """

    def __init__(
        self, name: str | None = None, default_name: str | None = None, values: Any = None
    ) -> None:
        given = default_name if name is None else name
        super().__init__("" if given is None else given)


def op_scope(values: Any, name: str | None, default_name: str | None = None) -> name_scope:
    """`name_scope` with its arguments in another order.

    >>> with tf.compat.v1.op_scope([], None, "default") as prefix:
    ...     prefix
    'default/'
    """
    return name_scope(name, default_name, values)
