"""Optimizers of a program's own as in Keras until 2.10: a subclass with `_resource_apply_dense`.

It makes its slots in `_create_slots`, and changes one variable at a time; `super()` has the rule of
the library there. Another optimizer may wrap this one, and calls these methods itself then.
Invariants: slots that were added are among the variables of the optimizer; where a class overrides
one of the methods, they alone make the step.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._autodiff.indexed_slices import IndexedSlices
from ..._runtime.replicas import get_strategy
from .. import initializers, settings
from ..arguments import Declared, config_of
from .clipping import summed_by_row
from .hyperparameters import Hyperparameters, number
from .keras2 import Keras2Manners

if TYPE_CHECKING:
    from ..._typing import DTypeLike, ShapeLike, TensorLike

_ApplyState = dict[tuple[str, _core.DType], dict[str, Any]]
_HOOKS = ("_create_slots", "_prepare_local", "_resource_apply_dense", "_resource_apply_sparse")


class LegacyRules(Hyperparameters, Keras2Manners):
    """Mixin of `Optimizer`."""

    _use_locking = True
    _given_rate: float | None = None  # that of the step which is made of one variable
    _added: tuple[Any, ...]
    _trained: list[Any]

    # --- Slots ----------------------------------------------------------------------------------

    def _create_slots(self, var_list: list[Any]) -> None:
        """Make the slots for these variables: those of the library's own rule."""
        if not self._trained:  # an optimizer that wraps this one makes the steps
            self._know(var_list)
        had = self._slots or [[] for _ in self._slot_names]
        self._slots = list(map(self._slots_called, self._slot_names, had))

    def _slots_called(self, name: str, had: list[Any]) -> list[Any]:
        """The slots of one name, of which the first variables have theirs; a variable that is
        listed twice has one, and makes two steps."""
        made = {id(one): slot for one, slot in zip(self._trained, had, strict=False)}
        for variable in self._trained:
            if id(variable) not in made:
                made[id(variable)] = self._slot(variable, name)
        return [made[id(variable)] for variable in self._trained]

    def _know(self, var_list: Any) -> None:
        """Remember which variables are trained."""
        self._trained = _core.all_items(var_list)
        self._place = {id(variable): index for index, variable in enumerate(self._trained)}

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
            start = _start_of(initializer, sizes, var.dtype)
            label = f"{self.name}/{var.name.split(':')[0]}/{slot_name}"
            known[slot_name] = _core.Variable(start, trainable=False, name=label, dtype=var.dtype)
            self._added = (*self._added, known[slot_name])
        return known[slot_name]

    def add_weight(
        self,
        name: str,
        shape: ShapeLike,
        dtype: DTypeLike = None,
        initializer: Any = "zeros",
        trainable: bool | None = None,
        synchronization: Any = None,
        aggregation: Any = None,
    ) -> _core.Variable:
        """A new variable that goes with no other one; it is saved, and not among the weights."""
        kind = _core.as_dtype(settings.default_dtype() if dtype is None else dtype)
        start = _start_of(initializer, _core.TensorShape(shape).as_list(), kind)
        is_trained = trainable is not False
        made = _core.Variable(start, trainable=is_trained, name=name)
        self._track_trackable(made, name)
        return made

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
        numbers = apply_state[(var_device, var_dtype)]
        numbers["lr_t"] = _core.convert_to_tensor(self._decayed_lr(var_dtype))
        for name, value in self._rule_numbers().items():
            numbers[name if name == "epsilon" else f"{name}_t"] = _core.cast(value, var_dtype)
        step = _core.cast(self._iterations + 1, var_dtype)
        for name in [name for name in ("beta_1", "beta_2") if f"{name}_t" in numbers]:
            numbers[f"{name}_power"] = _core.pow(numbers[f"{name}_t"], step)
            numbers[f"one_minus_{name}_t"] = 1 - numbers[f"{name}_t"]

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
        key = (var.device, var.dtype.base_dtype)
        numbers = (apply_state or {}).get(key) or self._fallback_apply_state(*key)
        slots = self._slots_of([var])
        with self._one_step(numbers["lr_t"]):
            self._update([grad], [var], slots)

    def _resource_apply_sparse(
        self, grad: Any, var: _core.Variable, indices: Any, apply_state: _ApplyState | None = None
    ) -> Any:
        """The same with a gradient of some rows."""
        rows = IndexedSlices(grad, indices, _core.shape(var))
        return LegacyRules._resource_apply_dense(self, rows, var, apply_state)

    def _resource_apply_sparse_duplicate_indices(
        self, grad: Any, handle: Any, indices: Any, **kwargs: Any
    ) -> Any:
        """The same with rows of which several may be for one place."""
        values, places = summed_by_row(grad, indices)
        return self._resource_apply_sparse(values, handle, places, **kwargs)

    def _resource_scatter_add(self, x: Any, i: TensorLike, v: TensorLike) -> Any:
        """Add rows to a variable; its new value."""
        return x.scatter_add(IndexedSlices(v, i))

    def _resource_scatter_update(self, x: Any, i: TensorLike, v: TensorLike) -> Any:
        """Give rows of a variable new values; its new value."""
        return x.scatter_update(IndexedSlices(v, i))

    @contextlib.contextmanager
    def _one_step(self, rate: TensorLike) -> Iterator[None]:
        """The library's own rule works on one variable with this rate, and counts no step."""
        count = self._iterations
        self._given_rate, self._iterations = number(rate), _core.Variable(count, trainable=False)
        try:
            yield
        finally:
            self._given_rate, self._iterations = None, count

    @property
    def _dense_apply_args(self) -> list[str]:
        return list(inspect.signature(self._resource_apply_dense).parameters)

    @property
    def _sparse_apply_args(self) -> list[str]:
        return list(inspect.signature(self._resource_apply_sparse).parameters)

    def _has_legacy_rule(self) -> bool:
        kind: Any = type(self)
        return _overrides(kind)

    def _follow_legacy_rule(self, grads: list[Any], variables: list[Any]) -> None:
        """One step of all variables, which also counts it."""
        with _core.stop_recording_all():
            self._create_hypers()
            pairs = list(zip(grads, variables, strict=True))
            self._distributed_apply(get_strategy(), pairs, self._prepare(variables), self.name)

    def _distributed_apply(
        self, distribution: Any, grads_and_vars: Any, apply_state: _ApplyState, name: str | None
    ) -> Any:
        """`_resource_apply_dense` for each variable, or that for some rows; counts the step."""
        for grad, variable in grads_and_vars:
            if isinstance(grad, IndexedSlices) and self._takes_rows():
                takes = _takes_state(self._sparse_apply_args)
                known = {"apply_state": apply_state} if takes else {}
                self._resource_apply_sparse_duplicate_indices(
                    grad.values, variable, grad.indices, **known
                )
            else:
                known = {"apply_state": apply_state} if _takes_state(self._dense_apply_args) else {}
                self._resource_apply_dense(_core.convert_to_tensor(grad), variable, **known)
        self._iterations.assign_add(1)

    def _takes_rows(self) -> bool:
        own = type(self)._resource_apply_sparse is not LegacyRules._resource_apply_sparse
        return own or isinstance(self, Declared)

    # --- What is kept ---------------------------------------------------------------------------

    def _track_trackable(self, trackable: Any, name: str, overwrite: bool = False) -> Any:
        """Save an object under this name in checkpoints of the optimizer."""
        self.__dict__.setdefault("_tracked", {})[name] = trackable
        return trackable

    def _legacy_config(self) -> dict[str, Any]:
        """What `get_config` says: of the rate and the like only where the library has the rule."""
        clipping = self._clipping.get_config()
        config = {"name": self.name, **{k: v for k, v in clipping.items() if v is not None}}
        if not isinstance(self, Declared):
            return config
        rate = self._serialize_hyperparameter("learning_rate")
        return {**config, "learning_rate": rate, "decay": self._initial_decay, **config_of(self)}


@functools.cache
def _overrides(cls: type) -> bool:
    return any(getattr(cls, name) is not getattr(LegacyRules, name) for name in _HOOKS)


def _takes_state(arguments: list[str]) -> bool:
    return "apply_state" in arguments


def _start_of(initializer: Any, sizes: list[Any], dtype: _core.DType) -> Any:
    """The first value of a slot: a name, an initializer, or the value itself."""
    if isinstance(initializer, str) or callable(initializer):
        return initializers.get(initializer)(sizes, dtype=dtype)
    return _core.cast(_core.convert_to_tensor(initializer), dtype)
