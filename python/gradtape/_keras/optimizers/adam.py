"""Adam and AdamW."""

from __future__ import annotations

from typing import Any

from .optimizer import Optimizer, registry


@registry.add()
class Adam(Optimizer):
    """Adaptive moments (Kingma and Ba, 2014).

    `m += (1 - beta_1) * (g - m)`, `v += (1 - beta_2) * (g * g - v)`, and at step t `w -=
    learning_rate * sqrt(1 - beta_2**t) / (1 - beta_1**t) * m / (sqrt(v) + epsilon)`. With
    `amsgrad`, the largest `v` so far takes the place of `v` there (Reddi and others, 2018).

    >>> import gradtape as tf
    >>> w = tf.Variable([1.0, 2.0])
    >>> _ = tf.keras.optimizers.Adam(0.1).apply_gradients([(tf.constant([0.5, -1.0]), w)])
    >>> [round(float(x), 4) for x in w]
    [0.9, 2.1]
    """

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-7,
        amsgrad: bool = False,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, **kwargs
        )
        self.beta_1, self.beta_2, self.epsilon, self.amsgrad = beta_1, beta_2, epsilon, amsgrad
        largest = ("velocity_hat",) if amsgrad else ()
        self._slot_names = ("momentum", "velocity", *largest)

    def _rule(self) -> str:
        return "amsgrad" if self.amsgrad else "adam"

    def _hyper(self) -> dict[str, Any]:
        return {"beta_1": self.beta_1, "beta_2": self.beta_2, "epsilon": self.epsilon}

    def _own_config(self) -> dict[str, Any]:
        return {**self._hyper(), "amsgrad": self.amsgrad}


@registry.add("adamw")
class AdamW(Adam):
    """Adam with decoupled weight decay (Loshchilov and Hutter, 2017).

    `weight_decay` must not be None.
    """

    def __init__(
        self,
        learning_rate: Any = 0.001,
        weight_decay: float | None = 0.004,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-7,
        amsgrad: bool = False,
        **kwargs: Any,
    ) -> None:
        if weight_decay is None:
            raise ValueError("Argument `weight_decay` must be a float. Received: weight_decay=None")
        super().__init__(
            learning_rate, beta_1, beta_2, epsilon, amsgrad, weight_decay=weight_decay, **kwargs
        )
