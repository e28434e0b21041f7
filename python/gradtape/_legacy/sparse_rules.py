"""The optimizers of version 1 whose rules make parameters exactly zero.

Invariant: as in `update_rules`, whose base they have; penalties are `l1` and `l2` throughout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .update_rules import Rule, _check_positive

if TYPE_CHECKING:
    from .._typing import TensorLike
    from .update_rules import _Rate


def _shrunk(values: Any, by: Any) -> Any:
    """Nearer to zero by so much, and zero where that is too much."""
    return _core.sign(values) * _core.maximum(_core.abs(values) - by, 0)


class ProximalGradientDescentOptimizer(Rule):
    """`v = shrunk(v - rate g, rate l1) / (1 + rate l2)` (Duchi and Singer, 2009).

    >>> v = tf.Variable([1.0, 0.02])
    >>> optimizer = tf.compat.v1.train.ProximalGradientDescentOptimizer(
    ...     0.1, l1_regularization_strength=1.0
    ... )
    >>> optimizer.apply_gradients([(tf.constant([1.0, 0.0]), v)])
    >>> [round(float(x), 4) for x in v]
    [0.8, 0.0]
    """

    def __init__(
        self,
        learning_rate: _Rate,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "ProximalGradientDescent",
    ) -> None:
        super().__init__(learning_rate, use_locking, name)
        self._l1_regularization_strength = l1_regularization_strength
        self._l2_regularization_strength = l2_regularization_strength

    def _proximal(self, rate: Any, g: Any, w: Any) -> Any:
        moved = _shrunk(w - rate * g, rate * self._l1_regularization_strength)
        return moved / (1.0 + rate * self._l2_regularization_strength)

    def _formula(self, rate: Any, g: Any, w: Any, *slots: Any) -> tuple[Any, ...]:
        return (self._proximal(rate, g, w),)


class ProximalAdagradOptimizer(ProximalGradientDescentOptimizer):
    """The same with Adagrad's rate, `rate / sqrt(a)` with `a += g^2`."""

    def __init__(
        self,
        learning_rate: _Rate,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "ProximalAdagrad",
    ) -> None:
        _check_positive(initial_accumulator_value)
        super().__init__(
            learning_rate, l1_regularization_strength, l2_regularization_strength, use_locking, name
        )
        self._initial_accumulator_value = initial_accumulator_value

    def _slot_starts(self) -> dict[str, float]:
        return {"accumulator": self._initial_accumulator_value}

    def _formula(self, rate: Any, g: Any, w: Any, *slots: Any) -> tuple[Any, ...]:
        squares = slots[0] + g * g
        return self._proximal(rate / _core.sqrt(squares), g, w), squares


class AdagradDAOptimizer(Rule):
    """Dual averaging with Adagrad's scale (Duchi et al., 2011): from the sum of all gradients.

    `s += g`, `a += g^2`, `v = -rate shrunk(s, l1 t) / (l2 t rate + sqrt(a))` at step `t`, which
    `global_step` counts.
    """

    def __init__(
        self,
        learning_rate: _Rate,
        global_step: TensorLike,
        initial_gradient_squared_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "AdagradDA",
    ) -> None:
        start = initial_gradient_squared_accumulator_value
        if start <= 0.0:
            raise ValueError(
                f"initial_gradient_squared_accumulator_value must be positive: {start}"
            )
        super().__init__(learning_rate, use_locking, name)
        self._global_step = global_step
        self._initial_gradient_squared_accumulator_value = start
        self._l1_regularization_strength = l1_regularization_strength
        self._l2_regularization_strength = l2_regularization_strength

    def _slot_starts(self) -> dict[str, float]:
        start = self._initial_gradient_squared_accumulator_value
        return {"gradient_accumulator": 0.0, "gradient_squared_accumulator": start}

    def _formula(self, rate: Any, g: Any, w: Any, *slots: Any) -> tuple[Any, ...]:
        total, squares = slots[0] + g, slots[1] + g * g
        step = _core.cast(self._global_step, w.dtype) + 1
        shrunk = _shrunk(total, self._l1_regularization_strength * step)
        width = self._l2_regularization_strength * step * rate + _core.sqrt(squares)
        return -rate * shrunk / width, total, squares


class FtrlOptimizer(Rule):
    """ "Follow the regularized leader" (McMahan et al., 2013).

    `a' = a + g^2`, `z += g + 2 l2_shrinkage v - (a'^-p - a^-p) / rate v` with `p` the
    `learning_rate_power`, `v = -shrunk(z, l1) / (a'^-p / rate + 2 l2 + beta / rate)`.

    >>> v = tf.Variable([1.0, 2.0])
    >>> optimizer = tf.compat.v1.train.FtrlOptimizer(0.1, l1_regularization_strength=0.2)
    >>> optimizer.apply_gradients([(tf.constant([0.5, -1.0]), v)])
    >>> [round(float(x), 4) for x in v]
    [0.3472, 1.4733]
    """

    def __init__(
        self,
        learning_rate: _Rate,
        learning_rate_power: float = -0.5,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "Ftrl",
        accum_name: str | None = None,
        linear_name: str | None = None,
        l2_shrinkage_regularization_strength: float = 0.0,
        beta: float | None = None,
    ) -> None:
        super().__init__(learning_rate, use_locking, name)
        signs = {
            "initial_accumulator_value": initial_accumulator_value,
            "l1_regularization_strength": l1_regularization_strength,
            "l2_regularization_strength": l2_regularization_strength,
            "l2_shrinkage_regularization_strength": l2_shrinkage_regularization_strength,
        }
        for option, given in signs.items():
            if given < 0.0:
                raise ValueError(f"{option} {given} needs to be positive or zero")
        if learning_rate_power > 0.0:
            raise ValueError(
                f"learning_rate_power {learning_rate_power} needs to be negative or zero"
            )
        self._learning_rate_power = learning_rate_power
        self._initial_accumulator_value = initial_accumulator_value
        self._l1_regularization_strength = l1_regularization_strength
        self._l2_regularization_strength = l2_regularization_strength
        self._l2_shrinkage_regularization_strength = l2_shrinkage_regularization_strength
        self._beta = 0.0 if beta is None else beta

    def _slot_starts(self) -> dict[str, float]:
        return {"accum": self._initial_accumulator_value, "linear": 0.0}

    def _formula(self, rate: Any, g: Any, w: Any, *slots: Any) -> tuple[Any, ...]:
        power = -self._learning_rate_power
        squares = slots[0] + g * g
        scale = squares**power / rate
        shrinking = 2.0 * self._l2_shrinkage_regularization_strength * w
        linear = slots[1] + g + shrinking - (scale - slots[0] ** power / rate) * w
        width = scale + 2.0 * self._l2_regularization_strength + self._beta / rate
        return -_shrunk(linear, self._l1_regularization_strength) / width, squares, linear
