"""Optimizers of a program's own: a subclass with `update_step`, and what that may call.

As in Keras 3, `build` makes variables with `add_variable_from_reference`, and `update_step` changes
one variable and its own. Invariant: variables that were added are among those of the optimizer.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from .. import initializers
from ..naming import unique_name
from ..weight import Weight, label_of, scoped_name, weight_of

if TYPE_CHECKING:
    from ..._typing import DTypeLike, ShapeLike, TensorLike


class OwnRules:
    """Mixin of `Optimizer`."""

    _added: tuple[Any, ...] = ()
    _place: dict[int, int]
    _iterations: _core.Variable
    weight_decay: float | None
    _slots_of: Callable[[list[Any]], list[list[Any]]]
    _one_step: Callable[[Any], AbstractContextManager[None]]
    _update: Callable[[list[Any], list[Any], list[list[Any]]], None]
    _rate: Callable[[], float]
    _decays: Callable[[Any], bool]
    _scoped: Callable[[str], str]
    _name_of: Callable[[str], str]

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
        if not is_keras_2_asked_for():
            name = self._name_of(name or unique_name("Variable"))
        made = weight_of(Weight, start, name, trainable=False, dtype=kind)
        self._added = (*self._added, made)
        return made

    def add_variable_from_reference(
        self,
        reference_variable: Any = None,
        name: str | None = None,
        initializer: Any = "zeros",
        *,
        model_variable: Any = None,
        variable_name: str | None = None,
        shape: ShapeLike = None,
        initial_value: TensorLike | None = None,
        **ignored: Any,
    ) -> _core.Variable:
        """A new variable of the optimizer, of the dtype of another one, and of its shape unless one
        is given; the other names of arguments are Keras 2's."""
        like = model_variable if reference_variable is None else reference_variable
        made = self.add_variable(
            like.shape if shape is None else shape,
            initializer,
            like.dtype,
            name=self._name_like(like, variable_name if name is None else name),
        )
        if initial_value is not None:
            self.assign(made, initial_value)
        return made

    def _name_like(self, variable: Any, name: str | None) -> str | None:
        """What a variable is called that goes with another one."""
        if not is_keras_2_asked_for():
            return f"{label_of(variable)}_{name or 'var'}"
        if name is None:
            return None
        return self._scoped(f"{name}/{scoped_name(variable).partition(':')[0]}")

    def add_optimizer_variables(
        self, trainable_variables: Any, name: str | Sequence[str], initializer: Any = "zeros"
    ) -> Any:
        """New variables like each of those that are trained; a list of them for each name."""
        if isinstance(name, str):
            return [
                self.add_variable_from_reference(one, name, initializer)
                for one in trainable_variables
            ]
        starts = [initializer] * len(name) if isinstance(initializer, str) else initializer
        return tuple(
            self.add_optimizer_variables(trainable_variables, one, start)
            for one, start in zip(name, starts, strict=True)
        )

    def save_own_variables(self, store: Any) -> None:
        """Put the variables into a mapping, by their numbers."""
        for number, variable in enumerate(self.variables):  # type: ignore[attr-defined]
            store[str(number)] = variable.numpy()

    def load_own_variables(self, store: Any) -> None:
        """Take the variables from a mapping that `save_own_variables` filled, if they are as many
        as there; else a warning says that they are left as they are."""
        variables = self.variables  # type: ignore[attr-defined]
        if len(store) != len(variables):
            warnings.warn(
                f"Skipping variable loading for optimizer '{self.name}', "  # type: ignore[attr-defined]
                f"because it has {len(variables)} variables whereas the saved optimizer has "
                f"{len(store)} variables. ",
                stacklevel=2,
            )
            return
        for number, variable in enumerate(variables):
            variable.assign(store[str(number)])

    def stateless_apply(
        self, optimizer_variables: Any, grads: Any, trainable_variables: Any
    ) -> None:
        """`ValueError`, as of Keras 3 on TensorFlow."""
        raise ValueError(
            "stateless_apply is not supported with the TensorFlow backend "
            "(as it is incompatible with tf.distribute)."
        )

    def _var_key(self, variable: _core.Variable) -> int:
        """What `_index_dict` knows a variable by, in Keras 2."""
        return id(variable)

    @property
    def _index_dict(self) -> dict[int, int]:
        """The places of the trained variables by their keys."""
        return self._place

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

    def _has_own_rule(self) -> bool:
        return self._has_update_step() or self._has_legacy_rule()  # type: ignore[attr-defined]

    def _has_update_step(self) -> bool:
        return type(self).update_step is not OwnRules.update_step

    def update_step(
        self, gradient: TensorLike, variable: _core.Variable, learning_rate: Any = None
    ) -> None:
        """Change one variable by the rule of the class, without weight decay, which comes before.

        A subclass may change the gradient, or define another rule.
        """
        slots = self._slots_of([variable])
        rate = self._rate() if learning_rate is None else learning_rate
        decay, self.weight_decay = self.weight_decay, None
        try:
            with self._one_step(rate):
                self._update([gradient], [variable], slots)
        finally:
            self.weight_decay = decay

    def _follow_own_rule(self, grads: list[Any], variables: list[Any]) -> None:
        """One step of the rule that the program defines."""
        if self._has_update_step():
            self._follow_update_step(grads, variables)
            self._iterations.assign_add(1)
        else:
            self._follow_legacy_rule(grads, variables)  # type: ignore[attr-defined]
        self._constrain()  # type: ignore[attr-defined]

    def _decay_weights(self, variables: list[Any], rate: float) -> None:
        if self.weight_decay:
            for variable in filter(self._decays, variables):
                variable.assign_sub(variable * (self.weight_decay * rate))

    def _follow_update_step(self, grads: list[Any], variables: list[Any]) -> None:
        """`update_step` for each variable; Keras 2 gives it no learning rate."""
        step, rate = self.update_step, self._rate()
        given = (_core.constant(rate),) if len(inspect.signature(step).parameters) > 2 else ()
        with _core.stop_recording_all():
            self._decay_weights(variables, rate)
            for grad, variable in zip(grads, variables, strict=True):
                step(_core.convert_to_tensor(grad), variable, *given)
