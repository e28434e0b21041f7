"""Optimizers of a program's own: a subclass with `update_step`, and what that may call.

As in Keras 3, `build` makes variables with `add_variable_from_reference`, and `update_step` changes
one variable and its own. Invariant: variables that were added are among those of the optimizer.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from ... import _core
from .. import initializers

if TYPE_CHECKING:
    from ..._typing import DTypeLike, ShapeLike, TensorLike


class OwnRules:
    """Mixin of `Optimizer`."""

    _added: tuple[Any, ...] = ()
    _place: dict[int, int]

    def add_variable(
        self,
        shape: ShapeLike,
        initializer: Any = "zeros",
        dtype: DTypeLike = None,
        aggregation: Any = None,
        name: str | None = None,
    ) -> _core.Variable:
        """A new variable of the optimizer."""
        kind = _core.float32 if dtype is None else _core.as_dtype(dtype)
        start = initializers.get(initializer)(_core.TensorShape(shape).as_list(), dtype=kind)
        self._added = (*self._added, _core.Variable(start, trainable=False, name=name))
        return self._added[-1]

    def add_variable_from_reference(
        self,
        reference_variable: _core.Variable,
        name: str | None = None,
        initializer: Any = "zeros",
        **ignored: Any,
    ) -> _core.Variable:
        """A new variable of the optimizer, of the shape and dtype of another one."""
        shape, dtype = reference_variable.shape, reference_variable.dtype
        return self.add_variable(shape, initializer, dtype, name=name)

    def _get_variable_index(self, variable: _core.Variable) -> int:
        """The place of a trained variable among all of them."""
        return self._place[id(variable)]

    def assign(self, variable: _core.Variable, value: TensorLike) -> None:
        """Give a variable this value."""
        variable.assign(_core.cast(value, variable.dtype))

    def assign_add(self, variable: _core.Variable, value: TensorLike) -> None:
        """Add to a variable."""
        variable.assign_add(_core.cast(value, variable.dtype))

    def assign_sub(self, variable: _core.Variable, value: TensorLike) -> None:
        """Take from a variable."""
        variable.assign_sub(_core.cast(value, variable.dtype))

    def _follow_own_rule(self, grads: list[Any], variables: list[Any], rate: float) -> None:
        """`update_step` for each variable; Keras 2 gives it no learning rate."""
        step = self.update_step  # type: ignore[attr-defined]
        given = (_core.constant(rate),) if len(inspect.signature(step).parameters) > 2 else ()
        with _core.stop_recording_all():
            for grad, variable in zip(grads, variables, strict=True):
                step(_core.convert_to_tensor(grad), variable, *given)
