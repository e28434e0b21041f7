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
    _stands_for_tensor = True  # `tf.is_tensor`

    def __tensor_function__(self, function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
        """What the core calls where a function of it is given such a value."""
        return type(self)._answer(function, arguments)

    def _components(self) -> list[Any]:
        """All tensors that it is made of, those that are plain integers too."""
        return []

    def _with_components(self, parts: list[Any]) -> Any:
        """The same made of other tensors."""
        return self

    def _require_gradients(self) -> None:
        """Raise `ValueError` for a kind that gradients are not taken of."""

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
    return x._stands_for_tensor if isinstance(x, Composite) else _core.is_tensor(x)


def as_value(x: Any, dtype: DTypeLike = None) -> Any:
    """`x` as a tensor, a composite as it is, a program's own too."""
    is_composite = isinstance(x, Composite) or hasattr(type(x), "_type_spec")
    return x if is_composite else _core.convert_to_tensor(x, dtype)


def has_rows_of_its_own(column: Any) -> bool:
    """Whether this is of a type of the program's own whose values can be cut and stacked."""
    return hasattr(column, "_rows")


def length_of(column: Any) -> int:
    """How many rows there are; `ValueError` for a scalar."""
    parts = column._components() if has_rows_of_its_own(column) else [column]
    if not parts or any(part.shape.rank == 0 for part in parts):
        raise ValueError("Unbatching a tensor is only supported for rank >= 1")
    return int(parts[0].shape[0])
