"""`Composite`: a value that holds tensors without being one, such as a ragged or sparse tensor.

Invariant: what carries values from call to call (loops, conversions) hands a composite on as it is.
"""

from __future__ import annotations

from typing import Any

from .. import _core


class Composite:
    """A value that holds tensors and is no tensor itself."""

    __array_priority__ = 100  # arrays leave operators to it

    def _parts(self) -> list[Any]:
        """The tensors that it holds."""
        return []

    def _with_parts(self, parts: list[Any]) -> Any:
        """The same with other tensors in their place."""
        return self


def as_value(x: Any, dtype: Any = None) -> Any:
    """`x` as a tensor, a composite as it is."""
    return x if isinstance(x, Composite) else _core.convert_to_tensor(x, dtype)
