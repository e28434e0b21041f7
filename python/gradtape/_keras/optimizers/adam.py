"""Adam and AdamW."""

from __future__ import annotations

from dataclasses import InitVar
from typing import Any, ClassVar

from ..arguments import Flag, Number, argument
from .given import Epsilon
from .optimizer import LearningRate, Optimizer, registry
from .options import OptimizerOptions


@registry.add()
class Adam(Optimizer, OptimizerOptions):
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

    _lists: ClassVar[dict[str, str]] = {
        "_momentums": "momentum",
        "_velocities": "velocity",
        "_velocity_hats": "velocity_hat",
    }

    learning_rate: InitVar[LearningRate] = argument(default=0.001)
    beta_1: Number = argument(default=0.9)
    beta_2: Number = argument(default=0.999)
    epsilon: Epsilon = argument(default=1e-7)
    amsgrad: Flag = argument(default=False)

    def _initialize(self) -> None:
        largest = ("velocity_hat",) if self.amsgrad else ()
        self._slot_names = ("momentum", "velocity", *largest)

    def _slot_groups(self) -> list[list[int]]:
        return [[0, 1], [2]] if self.amsgrad else [[0, 1]]

    def _rule(self) -> str:
        return "amsgrad" if self.amsgrad else "adam"

    def _rule_numbers(self) -> dict[str, Any]:
        return {"beta_1": self.beta_1, "beta_2": self.beta_2, "epsilon": self.epsilon}


@registry.add("adamw")
class AdamW(Adam, defaults={"weight_decay": 0.004}, first=("learning_rate", "weight_decay")):
    """Adam with decoupled weight decay (Loshchilov and Hutter, 2017).

    `weight_decay` must not be None.
    """

    def _initialize(self) -> None:
        super()._initialize()
        if self.weight_decay is None:
            raise ValueError("Argument `weight_decay` must be a float. Received: weight_decay=None")
