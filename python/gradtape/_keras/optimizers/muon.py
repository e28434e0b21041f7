"""Muon: momentum made orthogonal."""

from __future__ import annotations

import re
from dataclasses import InitVar
from typing import Any, ClassVar

import numpy as np

from ... import _core
from ..arguments import Argument, Flag, Number, argument
from .optimizer import LearningRate, registry
from .options import OptimizerOptions
from .over_tensors import Slope, TensorRule


class OptionalNumber(Argument[float | None, float | None]):
    """A number, or None."""


class Patterns(Argument[Any, list[str]]):
    """Regular expressions; None is none."""

    def convert(self, owner: Any, value: Any) -> list[str]:
        return list(value or ())


_OWN = ("learning_rate", "adam_beta_1", "adam_beta_2", "adam_weight_decay", "epsilon")


@registry.add()
class Muon(TensorRule, OptimizerOptions, first=_OWN, defaults={"weight_decay": 0.004}):
    """Matrices follow their momentum, made nearly orthogonal by `ns_steps` steps of Newton and
    Schulz (Jordan and others, 2024); all else, embeddings too, follows Adam.

    `exclude_layers` are regular expressions for names of variables that are to follow Adam.
    """

    _slot_names = ("momentum", "velocity")
    _lists: ClassVar[dict[str, str]] = {"momentums": "momentum", "adam_velocities": "velocity"}

    learning_rate: InitVar[LearningRate] = argument(default=0.001)
    adam_beta_1: Number = argument(default=0.9)
    adam_beta_2: Number = argument(default=0.999)
    adam_weight_decay: OptionalNumber = argument(default=0.004)
    epsilon: Number = argument(default=1e-7)
    exclude_layers: Patterns = argument(default=None)
    exclude_embeddings: Flag = argument(default=True)
    muon_a: Number = argument(default=3.4445)
    muon_b: Number = argument(default=-4.775)
    muon_c: Number = argument(default=2.0315)
    adam_lr_ratio: Number = argument(default=1)
    momentum: Number = argument(default=0.95)
    ns_steps: Number = argument(default=5)
    nesterov: Flag = argument(default=True)
    rms_rate: OptionalNumber = argument(default=0.2)

    def _follows_adam(self, variable: _core.Variable) -> bool:
        if variable.shape.rank != 2:
            return True
        if self.exclude_embeddings and "embedding" in variable.path.lower():
            return True
        return any(re.search(pattern, variable.path) for pattern in self.exclude_layers)

    def _slot_shape(self, variable: Any, name: str) -> list[int] | None:
        if name == "velocity" and not self._follows_adam(variable):
            return None
        sizes: list[int] = variable.shape.as_list()
        return sizes

    def _decay_of(self, variable: _core.Variable) -> float:
        decay = self.adam_weight_decay if self._follows_adam(variable) else self.weight_decay
        return decay or 0.0

    def _step(
        self, w: _core.Tensor, g: Slope, slots: list[Any], rate: float, step: int
    ) -> tuple[Any, ...]:
        if len(slots) == 2:
            return self._adam(w, g, slots, rate * self.adam_lr_ratio, step)
        m = slots[0] * self.momentum + g.sum
        change = self._orthogonal(g.sum + m * self.momentum if self.nesterov else m)
        if self.rms_rate is not None:
            rate *= max(w.shape.as_list()) ** 0.5 * self.rms_rate
        return w - change * rate, m

    def _adam(
        self, w: _core.Tensor, g: Slope, slots: list[Any], rate: float, step: int
    ) -> tuple[Any, ...]:
        m, v = slots
        m = m + (g.sum - m) * (1 - self.adam_beta_1)
        v = v + (g.square - v) * (1 - self.adam_beta_2)
        # Keras takes powers of the numbers as float32 has them, whatever the variable's dtype.
        first, second = (float(np.float32(b)) for b in (self.adam_beta_1, self.adam_beta_2))
        rate *= (1 - second**step) ** 0.5 / (1 - first**step)
        return w - m * rate / (_core.sqrt(v) + self.epsilon), m, v

    def _orthogonal(self, x: _core.Tensor) -> _core.Tensor:
        rows, columns = x.shape.as_list()
        x = _core.transpose(x) if rows > columns else x
        x = x / (_core.norm(x) + 1e-7)
        for _ in range(int(self.ns_steps)):
            square = _core.matmul(x, x, transpose_b=True)
            inner = square * self.muon_b + _core.matmul(square, square) * self.muon_c
            x = x * self.muon_a + _core.matmul(inner, x)
        return _core.transpose(x) if rows > columns else x
