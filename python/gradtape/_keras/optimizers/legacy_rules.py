"""Optimizers of a program's own as in Keras until 2.10: a subclass with `_resource_apply_dense`.

It keeps its numbers under names (`_set_hyper`), which are attributes too, and makes its slots in
`_create_slots`. Invariant: slots that were added are among the variables of the optimizer.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._autodiff.indexed_slices import IndexedSlices
from .. import initializers
from .keras2 import Keras2Manners

if TYPE_CHECKING:
    from ..._typing import ShapeLike, TensorLike

_ApplyState = dict[tuple[str, _core.DType], dict[str, Any]]


class LegacyRules(Keras2Manners):
    """Mixin of `Optimizer`."""

    decay: float
    _added: tuple[Any, ...]

    def __getattr__(self, name: str) -> Any:
        numbers = self.__dict__.get("_numbers", {})
        if name in numbers:
            return self._get_hyper(name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self.__dict__.get("_numbers", ()):
            self._set_hyper(name, value)
        else:
            object.__setattr__(self, name, value)

    @property
    def _initial_decay(self) -> float:
        return self.decay

    def _set_hyper(self, name: str, value: Any) -> None:
        """Keep a number, or a callable without arguments, under this name."""
        if name == "learning_rate":
            self._learning_rate = self._build_learning_rate(value)
        elif name == "decay":
            self.decay = float(value)
        elif isinstance(self._numbers.get(name), _core.Variable) and not callable(value):
            self._numbers[name].assign(value)
        else:
            self._numbers[name] = value if callable(value) else self._number(name, value)

    def _number(self, name: str, value: Any) -> Any:
        if isinstance(value, _core.Variable):
            return value
        return _core.Variable(value, trainable=False, name=name, dtype=_core.float32)

    # --- Slots ----------------------------------------------------------------------------------

    def _create_slots(self, var_list: list[Any]) -> None:
        """Make the slots for these variables; a subclass defines it."""

    def add_slot(
        self,
        var: _core.Variable,
        slot_name: str,
        initializer: Any = "zeros",
        shape: ShapeLike = None,
    ) -> _core.Variable:
        """A new variable that goes with a trained one, of its shape; that of this name if there is
        one."""
        known = self.__dict__.setdefault("_own_slots", {}).setdefault(id(var), {})
        if slot_name not in known:
            sizes = var.shape.as_list() if shape is None else _core.TensorShape(shape).as_list()
            start = initializer
            if not isinstance(initializer, _core.Tensor):
                start = initializers.get(initializer)(sizes, dtype=var.dtype)
            label = f"{self.name}/{var.name.split(':')[0]}/{slot_name}"
            known[slot_name] = _core.Variable(start, trainable=False, name=label)
            self._added = (*self._added, known[slot_name])
        return known[slot_name]

    def get_slot(self, var: _core.Variable, slot_name: str) -> Any:
        """The slot of a trained variable; None if it has none of this name."""
        own = self.__dict__.get("_own_slots", {}).get(id(var), {})
        return own[slot_name] if slot_name in own else super().get_slot(var, slot_name)

    def get_slot_names(self) -> list[str]:
        """The names of the slots."""
        own = (name for slots in self.__dict__.get("_own_slots", {}).values() for name in slots)
        return list(dict.fromkeys([*super().get_slot_names(), *own]))

    # --- Steps ----------------------------------------------------------------------------------

    def _prepare_local(self, var_device: str, var_dtype: Any, apply_state: _ApplyState) -> None:
        """Put into `apply_state` what variables of one device and dtype have in common."""
        apply_state[(var_device, var_dtype)]["lr_t"] = self._decayed_lr(var_dtype)

    def _fallback_apply_state(self, var_device: str, var_dtype: Any) -> dict[str, Any]:
        apply_state: _ApplyState = {(var_device, var_dtype): {}}
        self._prepare_local(var_device, var_dtype, apply_state)
        return apply_state[(var_device, var_dtype)]

    def _prepare(self, var_list: list[Any]) -> _ApplyState:
        """What `_resource_apply_dense` gets as `apply_state`."""
        apply_state: _ApplyState = {}
        for key in {(variable.device, variable.dtype.base_dtype) for variable in var_list}:
            apply_state[key] = {}
            self._prepare_local(*key, apply_state)
        return apply_state

    def _resource_apply_dense(
        self, grad: Any, var: _core.Variable, apply_state: _ApplyState | None = None
    ) -> Any:
        """Change one variable and its slots by the rule of the class."""
        slots = self._slots_of([var])
        self._update([grad], [var], slots)
        self._iterations.assign_sub(1)

    def _resource_apply_sparse(
        self, grad: Any, var: _core.Variable, indices: Any, apply_state: _ApplyState | None = None
    ) -> Any:
        """The same with a gradient of some rows."""
        rows = IndexedSlices(grad, indices, _core.shape(var))
        return LegacyRules._resource_apply_dense(self, rows, var, apply_state)

    def _resource_scatter_add(self, x: Any, i: TensorLike, v: TensorLike) -> Any:
        """Add rows to a variable; its new value."""
        return x.scatter_add(IndexedSlices(v, i))

    def _has_legacy_rule(self) -> bool:
        return type(self)._resource_apply_dense is not LegacyRules._resource_apply_dense

    def _follow_legacy_rule(self, grads: list[Any], variables: list[Any]) -> None:
        """`_resource_apply_dense` for each variable, or that for some rows."""
        with _core.stop_recording_all():
            apply_state = self._prepare(variables)
            for grad, variable in zip(grads, variables, strict=True):
                if isinstance(grad, IndexedSlices) and self._takes_rows():
                    values, indices = _summed_by_row(grad)
                    _apply(self._resource_apply_sparse, (values, variable, indices), apply_state)
                else:
                    dense = _core.convert_to_tensor(grad)
                    _apply(self._resource_apply_dense, (dense, variable), apply_state)

    def _takes_rows(self) -> bool:
        return type(self)._resource_apply_sparse is not LegacyRules._resource_apply_sparse


def _apply(rule: Any, args: tuple[Any, ...], apply_state: _ApplyState) -> None:
    """Call a rule, with what variables have in common if it takes that."""
    takes = "apply_state" in inspect.signature(rule).parameters
    rule(*args, **({"apply_state": apply_state} if takes else {}))


def _summed_by_row(grad: IndexedSlices) -> tuple[_core.Tensor, _core.Tensor]:
    """The rows of a gradient, those of one place added up, and their places."""
    places, group = _core.unique(grad.indices)
    return _core.unsorted_segment_sum(grad.values, group, places.shape[0]), places
