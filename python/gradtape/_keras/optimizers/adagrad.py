"""Adagrad."""

from __future__ import annotations

from typing import Any

from .optimizer import Optimizer, registry


@registry.add()
class Adagrad(Optimizer):
    """Divides the gradient by the root of the sum of all its squares (Duchi and others, 2011).

    `acc += g * g` and `w -= learning_rate * g / sqrt(acc + epsilon)`; `acc` starts at
    `initial_accumulator_value`.

    >>> import gradtape as tf
    >>> w = tf.Variable([1.0, 2.0])
    >>> _ = tf.keras.optimizers.Adagrad(0.1).apply_gradients([(tf.constant([0.5, -1.0]), w)])
    >>> [round(float(x), 4) for x in w]
    [0.9155, 2.0953]
    """

    _slot_names = ("accumulator",)

    def __init__(
        self,
        learning_rate: Any = 0.001,
        initial_accumulator_value: float = 0.1,
        epsilon: float = 1e-7,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, **kwargs
        )
        self.initial_accumulator_value, self.epsilon = initial_accumulator_value, epsilon

    def _slot_start(self, name: str) -> float:
        return self.initial_accumulator_value

    def _rule(self) -> str:
        return "adagrad"

    def _hyper(self) -> dict[str, Any]:
        return {"epsilon": self.epsilon}

    def _own_config(self) -> dict[str, Any]:
        start = self.initial_accumulator_value
        return {"initial_accumulator_value": start, **self._hyper()}
