"""`tensorflow.python.ops.custom_gradient`: what `custom_gradient` calls there for a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..._autodiff.custom_gradients import custom_gradient


def _eager_mode_decorator(f: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """A call of a function that returns its result and the function of its gradient."""
    return custom_gradient(f)(*args, **kwargs)


_graph_mode_decorator = _eager_mode_decorator
