"""What functions take where a tensor, a shape or a dtype is meant: names for editors and mypy.

They exist for checkers alone: import them under `TYPE_CHECKING`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, SupportsFloat, SupportsIndex, TypeAlias

if TYPE_CHECKING:
    import os

    import numpy as np

    from . import _core

    Array: TypeAlias = np.ndarray[Any, Any]

    class SupportsArray(Protocol):
        """What NumPy makes an array of: other libraries' arrays, and `IndexedSlices`."""

        def __array__(self) -> Any:
            """The values."""

    class SupportsTensor(Protocol):
        """What says itself how it becomes a tensor."""

        def __tf_tensor__(self, dtype: Any = None, name: Any = None) -> Any:
            """The tensor."""

    # Whatever becomes a tensor: numbers, strings, arrays, and sequences of all these.
    TensorLike: TypeAlias = (
        _core.Tensor
        | _core.Variable
        | _core.TensorShape
        | Array
        | np.generic
        | complex
        | str
        | bytes
        | Sequence[Any]
        | SupportsArray
        | SupportsTensor
    )
    # One integer: of Python, of NumPy, or a tensor of one.
    IntLike: TypeAlias = SupportsIndex
    # One number: of Python, of NumPy, or a tensor of one.
    FloatLike: TypeAlias = SupportsFloat | SupportsIndex
    # One integer or several.
    IntsLike: TypeAlias = int | Sequence[int] | _core.Tensor | _core.TensorShape | Array
    # The lengths of axes, None for those that are open.
    ShapeLike: TypeAlias = (
        _core.TensorShape | _core.Tensor | Array | Sequence[int | _core.Tensor | None] | int | None
    )
    # One axis, several, or all of them (None).
    AxisLike: TypeAlias = IntsLike | None
    # A dtype of gradtape or NumPy, its name, or a type of Python.
    DTypeLike: TypeAlias = _core.DType | np.dtype[Any] | str | type | None
    # Where a file or a folder is.
    PathLike: TypeAlias = str | os.PathLike[str]
