"""RMSprop."""

from __future__ import annotations

from typing import Any

from .optimizer import Optimizer, registry


@registry.add("rmsprop")
class RMSprop(Optimizer):
    """Divides the gradient by the root of a moving average of its square (Hinton, 2012).

    `v = rho * v + (1 - rho) * g * g` and `w -= learning_rate * g / sqrt(v + epsilon)`. With
    `momentum` the change is `m = momentum * m + learning_rate * g / sqrt(...)`; `centered`
    subtracts the square of a moving average of `g` under the root.

    >>> import gradtape as tf
    >>> w = tf.Variable([1.0, 2.0])
    >>> _ = tf.keras.optimizers.RMSprop(0.1).apply_gradients([(tf.constant([0.5, -1.0]), w)])
    >>> [round(float(x), 4) for x in w]
    [0.6838, 2.3162]
    """

    def __init__(
        self,
        learning_rate: Any = 0.001,
        rho: float = 0.9,
        momentum: float = 0.0,
        epsilon: float = 1e-7,
        centered: bool = False,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, **kwargs
        )
        self.rho, self.momentum, self.epsilon, self.centered = rho, momentum, epsilon, centered
        with_momentum = ("momentum",) if momentum > 0 else ()
        with_average = ("average_gradient",) if centered else ()
        self._slot_names = ("velocity", *with_momentum, *with_average)

    def _rule(self) -> str:
        centered = "_centered" if "average_gradient" in self._slot_names else ""
        return f"rmsprop{centered}" + ("_momentum" if "momentum" in self._slot_names else "")

    def _hyper(self) -> dict[str, Any]:
        return {"rho": self.rho, "momentum": self.momentum, "epsilon": self.epsilon}

    def _own_config(self) -> dict[str, Any]:
        return {**self._hyper(), "centered": self.centered}
