"""What functions take where a tensor, a shape or a dtype is meant: names for editors and mypy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np

    from . import _core

    TensorLike: TypeAlias = (
        _core.Tensor | _core.Variable | np.ndarray | complex | str | Sequence[Any]
    )
    ShapeLike: TypeAlias = _core.TensorShape | _core.Tensor | Sequence[int | None] | int | None
    DTypeLike: TypeAlias = _core.DType | str | type | None
