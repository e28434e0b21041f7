"""Gradient descent, with momentum."""

from __future__ import annotations

from typing import Any

from .optimizer import Optimizer, registry


@registry.add("SGD")
class SGD(Optimizer):
    """`w -= learning_rate * g`.

    With `momentum`, `m = momentum * m - learning_rate * g` and `w += m`.

    With `nesterov`, `w += momentum * m - learning_rate * g` with the new `m`. `ValueError` for a
    `momentum` outside 0 ... 1.

    >>> import gradtape as tf
    >>> w = tf.Variable(1.0)
    >>> optimizer = tf.keras.optimizers.SGD(0.1, momentum=0.9)
    >>> for _ in range(2):
    ...     _ = optimizer.apply_gradients([(tf.constant(0.5), w)])
    >>> round(float(w), 4)
    0.855
    """

    def __init__(
        self,
        learning_rate: Any = 0.01,
        momentum: float = 0.0,
        nesterov: bool = False,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, **kwargs
        )
        if not isinstance(momentum, (int, float)) or not 0 <= momentum <= 1:
            raise ValueError("`momentum` must be a float between [0, 1].")
        self.momentum = momentum
        self.nesterov = nesterov
        self._slot_names = ("momentum",) if momentum else ()

    def _rule(self) -> str:
        if not self._slot_names:
            return "sgd"
        return "nesterov" if self.nesterov else "momentum"

    def _hyper(self) -> dict[str, Any]:
        return {"momentum": self.momentum}

    def _own_config(self) -> dict[str, Any]:
        return {"momentum": self.momentum, "nesterov": self.nesterov}
