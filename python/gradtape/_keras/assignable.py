"""Attributes that are found out, and that a program may assign, and other names of attributes.

Keras keeps many of these as plain attributes, or does not know them at all, so programs use their
names for something of their own: `self.input_shape = ...`, `self.compiled_loss = ...`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Value = TypeVar("Value")


class Assignable(Generic[Value]):
    """As `property`, until the instance has an attribute of this name.

    >>> import gradtape as tf
    >>> model = tf.keras.Sequential([tf.keras.Input([2]), tf.keras.layers.Dense(1)])
    >>> model.inputs = {"x": model.inputs[0]}
    >>> list(model.inputs)
    ['x']
    """

    def __init__(self, find: Callable[[Any], Value]) -> None:
        self._find = find
        self.__doc__ = find.__doc__

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> Assignable[Value]: ...
    @overload
    def __get__(self, instance: object, owner: type | None = None) -> Value: ...
    def __get__(self, instance: object, owner: type | None = None) -> Any:
        return self if instance is None else self._find(instance)

    @staticmethod
    def forget(instance: Any, *names: str) -> None:
        """Let the attributes of these names be found out again."""
        for name in names:
            vars(instance).pop(name, None)


def also_called(name: str) -> Any:
    """Another name of an attribute, to be read and assigned.

    >>> from gradtape._keras.assignable import also_called
    >>> class Weighted:
    ...     _kernel = also_called("kernel")
    >>> weighted = Weighted()
    >>> weighted._kernel = 3
    >>> weighted.kernel
    3
    """
    return property(
        lambda owner: getattr(owner, name), lambda owner, value: setattr(owner, name, value)
    )
