"""The base that Keras's optimizers ask a backend for: one step in one call, where a rule is known.

The rules are in gradtape's core, one pass over each variable. An optimizer whose `update_step` is
Keras's own is computed so, with the same formulas and the same variables of state, and weight decay
in the same pass; any other, and any in a stateless scope, is computed by its `update_step`.
"""

from __future__ import annotations

from typing import Any

from keras.src.backend.common.stateless_scope import in_stateless_scope
from keras.src.optimizers import base_optimizer

import gradtape
from gradtape._core import apply_update

from .update_rules import Rule, rule_of


class GradtapeOptimizer(base_optimizer.BaseOptimizer):
    """An optimizer of Keras."""

    def apply(self, grads: Any, trainable_variables: Any = None) -> Any:
        return super().apply([_dense(gradient) for gradient in grads], trainable_variables)

    def _apply_weight_decay(self, variables: Any) -> None:
        if self._rule_for(variables) is None:  # otherwise the step does so
            super()._apply_weight_decay(variables)

    def _backend_update_step(
        self, grads: Any, trainable_variables: Any, learning_rate: Any
    ) -> None:
        rule = self._rule_for(trainable_variables)
        if rule is None:
            super()._backend_update_step(grads, trainable_variables, learning_rate)
            return
        places = [self._get_variable_index(variable) for variable in trainable_variables]
        pairs = zip(grads, trainable_variables)
        decay = self._decay()
        apply_update(
            rule.name,
            list(trainable_variables),
            [_of_type_of(gradient, variable) for gradient, variable in pairs],
            [[slots[place] for place in places] for slots in rule.slots],
            {**rule.numbers, "learning_rate": _number(learning_rate), "weight_decay": decay},
            _counter(self),
            self._undecayed(trainable_variables) if decay else None,
        )

    def _rule_for(self, variables: Any) -> Rule | None:
        """The rule that computes a step for these variables, if there is one."""
        if in_stateless_scope() or not all(_is_plain(variable) for variable in variables):
            return None
        return rule_of(self)

    def _decay(self) -> float:
        """How much a step in one call takes off the variables, as part of the learning rate."""
        replaced = type(self)._apply_weight_decay is not GradtapeOptimizer._apply_weight_decay
        return 0.0 if replaced else float(self.weight_decay or 0.0)

    def _undecayed(self, variables: Any) -> list[int]:
        decays = self._use_weight_decay
        return [place for place, variable in enumerate(variables) if not decays(variable)]


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
