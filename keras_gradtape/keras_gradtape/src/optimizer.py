"""The base that Keras's optimizers ask a backend for: one step in one call, where a rule is known.

The rules are in gradtape's core, one pass over each variable. An optimizer whose `update_step` is
Keras's own is computed so, with the same formulas and the same variables of state; any other, and
any in a stateless scope, is computed by its `update_step`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from keras.src.backend.common.stateless_scope import in_stateless_scope
from keras.src.optimizers import base_optimizer

import gradtape
from gradtape._core import apply_update


class GradtapeOptimizer(base_optimizer.BaseOptimizer):
    """An optimizer of Keras."""

    def apply(self, grads: Any, trainable_variables: Any = None) -> Any:
        return super().apply([_dense(gradient) for gradient in grads], trainable_variables)

    def _backend_update_step(
        self, grads: Any, trainable_variables: Any, learning_rate: Any
    ) -> None:
        make = _maker(type(self))
        rule = None if make is None or in_stateless_scope() else make(self)
        if rule is None or not all(_is_plain(variable) for variable in trainable_variables):
            super()._backend_update_step(grads, trainable_variables, learning_rate)
            return
        places = [self._get_variable_index(variable) for variable in trainable_variables]
        pairs = zip(grads, trainable_variables)
        apply_update(
            rule.name,
            list(trainable_variables),
            [_of_type_of(gradient, variable) for gradient, variable in pairs],
            [[slots[place] for place in places] for slots in rule.slots],
            {**rule.numbers, "learning_rate": _number(learning_rate), "weight_decay": 0.0},
            _counter(self),
        )


class _Rule(NamedTuple):
    """A rule of the core: its name, its variables of state, its numbers."""

    name: str
    slots: list[list[Any]]
    numbers: dict[str, float]


def _dense(gradient: Any) -> Any:
    if isinstance(gradient, gradtape.IndexedSlices):
        return gradtape.convert_to_tensor(gradient)
    return gradient


def _is_plain(variable: Any) -> bool:
    return isinstance(variable, gradtape.Variable) and variable.dtype in _FLOATS


_FLOATS = ("float32", "float64", "float16", "bfloat16")


def _of_type_of(gradient: Any, variable: Any) -> Any:
    if gradtape.is_tensor(gradient) and gradient.dtype.name == variable.dtype:
        return gradient
    return gradtape.cast(gradient, variable.dtype)


def _number(value: Any) -> Any:
    return value if isinstance(value, gradtape.Variable | float) else float(value)


def _counter(optimizer: Any) -> Any:
    """A count of the steps made, as the core takes it; Keras's own is of another type."""
    counter = optimizer.__dict__.get("_steps_made")
    if counter is None:
        counter = gradtape.Variable(0, trainable=False, dtype=gradtape.int64)
        optimizer.__dict__["_steps_made"] = counter
    counter.assign(int(optimizer.iterations), read_value=False)
    return counter


# --- The rules ----------------------------------------------------------------------------------


def _sgd(sgd: Any) -> _Rule:
    if not sgd.momentum:
        return _Rule("sgd", [], {})
    name = "nesterov" if sgd.nesterov else "momentum"
    return _Rule(name, [sgd.momentums], {"momentum": sgd.momentum})


def _adam(adam: Any) -> _Rule:
    numbers = {"beta_1": adam.beta_1, "beta_2": adam.beta_2, "epsilon": adam.epsilon}
    slots = [adam._momentums, adam._velocities]
    if adam.amsgrad:
        return _Rule("amsgrad", [*slots, adam._velocity_hats], numbers)
    return _Rule("adam", slots, numbers)


def _rmsprop(rmsprop: Any) -> _Rule:
    slots, name = [rmsprop._velocities], "rmsprop"
    if rmsprop.centered:
        name += "_centered"
    if rmsprop.momentum > 0:
        name += "_momentum"
        slots.append(rmsprop._momentums)
    if rmsprop.centered:
        slots.append(rmsprop._average_gradients)
    numbers = {"rho": rmsprop.rho, "momentum": rmsprop.momentum, "epsilon": rmsprop.epsilon}
    return _Rule(name, slots, numbers)


def _adagrad(adagrad: Any) -> _Rule:
    return _Rule("adagrad", [adagrad._accumulators], {"epsilon": adagrad.epsilon})


_MAKERS: dict[Any, Callable[[Any], _Rule]] = {}


def _maker(kind: type) -> Callable[[Any], _Rule] | None:
    """What makes the rule of an optimizer that has not replaced Keras's formula."""
    if not _MAKERS:
        from keras.src import optimizers

        _MAKERS.update(
            {
                optimizers.SGD.update_step: _sgd,
                optimizers.Adam.update_step: _adam,
                optimizers.RMSprop.update_step: _rmsprop,
                optimizers.Adagrad.update_step: _adagrad,
            }
        )
    return _MAKERS.get(kind.update_step)  # type: ignore[attr-defined]
