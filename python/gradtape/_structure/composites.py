"""`Composite`: a value that holds tensors without being one, such as a ragged or sparse tensor.

Invariant: what carries values from call to call (loops, conversions) hands a composite on as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core

if TYPE_CHECKING:
    from .._typing import DTypeLike


class Composite:
    """A value that holds tensors and is no tensor itself."""

    __array_priority__ = 100  # arrays leave operators to it
    # What a function of the core is where it is given such a value; each kind puts its own here.
    _answer: Callable[[Callable[..., Any], dict[str, Any]], Any]

    def __tensor_function__(self, function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
        """What the core calls where a function of it is given such a value."""
        return type(self)._answer(function, arguments)

    def _components(self) -> list[Any]:
        """All tensors that it is made of, those that are plain integers too."""
        return []

    def _with_components(self, parts: list[Any]) -> Any:
        """The same made of other tensors."""
        return self

    def _parts(self) -> list[Any]:
        """The tensors that it holds."""
        return []

    def _with_parts(self, parts: list[Any]) -> Any:
        """The same with other tensors in their place."""
        return self


def is_tensor(x: Any) -> bool:
    """True for a tensor, a variable, a ragged or sparse tensor, and what can stand for a tensor.

    >>> import gradtape as tf
    >>> [tf.is_tensor(x) for x in (tf.constant(1.0), tf.ragged.constant([[1], []]), 1.0)]
    [True, True, False]
    """
    return isinstance(x, Composite) or _core.is_tensor(x)


def as_value(x: Any, dtype: DTypeLike = None) -> Any:
    """`x` as a tensor, a composite as it is."""
    return x if isinstance(x, Composite) else _core.convert_to_tensor(x, dtype)
