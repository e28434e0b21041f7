"""The optimizers of version 1 by their formulas, with version 1's defaults.

Invariants: a rule is one method, `_formula`, from the old values of a variable and of its slots to
the new ones; a gradient of some rows changes only those of them, Adam's apart. Formulas are those
of the papers that the classes name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core
from .._autodiff.indexed_slices import IndexedSlices
from .training import Optimizer

if TYPE_CHECKING:
    from .._typing import TensorLike

    _Rate = TensorLike | Callable[[], Any]


class Rule(Optimizer):
    """Base of the rules: what they do with a variable and its slots, or with rows of them."""

    def __init__(self, learning_rate: _Rate, use_locking: bool, name: str) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = self._lr = learning_rate
        self._lr_t: Any = None

    def _slot_starts(self) -> dict[str, float]:
        """The slots of a variable and what they begin with, in the order of the formula."""
        return {}

    def _formula(self, rate: Any, g: Any, w: Any, *slots: Any) -> tuple[Any, ...]:
        """The new values of the variable and of its slots."""
        raise NotImplementedError

    def _create_slots(self, var_list: list[Any]) -> None:
        for variable in var_list:
            for slot, start in self._slot_starts().items():
                first = _core.fill(variable.shape, _core.constant(start, variable.dtype))
                self._get_or_make_slot(variable, first, slot, self._name)

    def _prepare(self) -> None:
        self._lr_t = _core.convert_to_tensor(self._call_if_callable(self._learning_rate))

    def _cells(self, variable: Any) -> list[Any]:
        return [variable, *(self.get_slot(variable, name) for name in self._slot_starts())]

    def _resource_apply_dense(self, grad: Any, var: Any) -> Any:
        cells = self._cells(var)
        rate = _core.cast(self._lr_t, var.dtype)
        new = self._formula(rate, grad, *(cell.read_value() for cell in cells))
        for cell, value in zip(cells, new, strict=True):
            cell.assign(value)

    def _resource_apply_sparse(self, grad: Any, var: Any, indices: Any) -> Any:
        cells = self._cells(var)
        rate = _core.cast(self._lr_t, var.dtype)
        new = self._formula(rate, grad, *(_core.gather(cell, indices) for cell in cells))
        for cell, value in zip(cells, new, strict=True):
            cell.scatter_update(IndexedSlices(value, indices))


class GradientDescentOptimizer(Rule):
    """`v -= rate g`.

    >>> v = tf.Variable(2.0)
    >>> tf.compat.v1.train.GradientDescentOptimizer(0.5).minimize(lambda: v * v, var_list=[v])
    >>> v.numpy().item()
    0.0
    """

    def __init__(
        self, learning_rate: _Rate, use_locking: bool = False, name: str = "GradientDescent"
    ) -> None:
        super().__init__(learning_rate, use_locking, name)

    def _formula(self, rate: Any, g: Any, w: Any, *slots: Any) -> tuple[Any, ...]:
        return (w - rate * g,)


class MomentumOptimizer(Rule):
    """`a = momentum a + g`, `v -= rate a` (Nesterov's: `v -= rate (g + momentum a)`)."""

    def __init__(
        self,
        learning_rate: _Rate,
        momentum: _Rate,
        use_locking: bool = False,
        name: str = "Momentum",
        use_nesterov: bool = False,
    ) -> None:
        super().__init__(learning_rate, use_locking, name)
        self._momentum, self._use_nesterov = momentum, use_nesterov

    def _slot_starts(self) -> dict[str, float]:
        return {"momentum": 0.0}

    def _formula(self, rate: Any, g: Any, w: Any, *slots: Any) -> tuple[Any, ...]:
        keep = _core.cast(self._call_if_callable(self._momentum), w.dtype)
        moving = slots[0] * keep + g
        return w - rate * (g + keep * moving if self._use_nesterov else moving), moving


class AdagradOptimizer(Rule):
    """`a += g^2`, `v -= rate g / sqrt(a)` (Duchi et al., 2011)."""

    def __init__(
        self,
        learning_rate: _Rate,
        initial_accumulator_value: float = 0.1,
        use_locking: bool = False,
        name: str = "Adagrad",
    ) -> None:
        _check_positive(initial_accumulator_value)
        super().__init__(learning_rate, use_locking, name)
        self._initial_accumulator_value = initial_accumulator_value

    def _slot_starts(self) -> dict[str, float]:
        return {"accumulator": self._initial_accumulator_value}

    def _formula(self, rate: Any, g: Any, w: Any, *slots: Any) -> tuple[Any, ...]:
        squares = slots[0] + g * g
        return w - rate * g / _core.sqrt(squares), squares


class AdadeltaOptimizer(Rule):
    """Steps in proportion to the root mean square of earlier ones (Zeiler, 2012)."""

    def __init__(
        self,
        learning_rate: _Rate = 0.001,
        rho: float = 0.95,
        epsilon: float = 1e-8,
        use_locking: bool = False,
        name: str = "Adadelta",
    ) -> None:
        super().__init__(learning_rate, use_locking, name)
        self._rho, self._epsilon = rho, epsilon

    def _slot_starts(self) -> dict[str, float]:
        return {"accum": 0.0, "accum_update": 0.0}

    def _formula(self, rate: Any, g: Any, w: Any, *slots: Any) -> tuple[Any, ...]:
        keep = self._rho
        squares = slots[0] * keep + g * g * (1.0 - keep)
        step = _core.sqrt(slots[1] + self._epsilon) * _core.rsqrt(squares + self._epsilon) * g
        return w - rate * step, squares, slots[1] * keep + step * step * (1.0 - keep)


class RMSPropOptimizer(Rule):
    """`s = decay s + (1 - decay) g^2`, `m = momentum m + rate g / sqrt(s + epsilon)`, `v -= m`.

    `centered` takes the square of the mean gradient off `s`.
    """

    def __init__(
        self,
        learning_rate: _Rate,
        decay: float = 0.9,
        momentum: float = 0.0,
        epsilon: float = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        name: str = "RMSProp",
    ) -> None:
        super().__init__(learning_rate, use_locking, name)
        self._decay, self._momentum, self._epsilon = decay, momentum, epsilon
        self._centered = centered

    def _slot_starts(self) -> dict[str, float]:
        return {"rms": 1.0, "momentum": 0.0, **({"mg": 0.0} if self._centered else {})}

    def _formula(self, rate: Any, g: Any, w: Any, *slots: Any) -> tuple[Any, ...]:
        squares, moving, *means = slots
        squares = squares * self._decay + g * g * (1.0 - self._decay)
        means = [mean * self._decay + g * (1.0 - self._decay) for mean in means]
        spread = squares + self._epsilon
        for mean in means:
            spread = spread - mean * mean
        moving = moving * self._momentum + rate * g * _core.rsqrt(spread)
        return w - moving, squares, moving, *means


class AdamOptimizer(Rule):
    """Adaptive moments (Kingma and Ba, 2015), the formula before its section 2.1.

    >>> v = tf.Variable(2.0)
    >>> tf.compat.v1.train.AdamOptimizer(0.5).minimize(lambda: v * v)
    >>> round(v.numpy().item(), 4)
    1.5
    """

    def __init__(
        self,
        learning_rate: _Rate = 0.001,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: TensorLike = 1e-8,
        use_locking: bool = False,
        name: str = "Adam",
    ) -> None:
        super().__init__(learning_rate, use_locking, name)
        self._beta1, self._beta2, self._epsilon = beta1, beta2, epsilon
        self._beta1_t: Any = None
        self._beta2_t: Any = None
        self._epsilon_t: Any = None

    def _get_beta_accumulators(self) -> tuple[Any, Any]:
        """The powers of both decays at this step."""
        return tuple(map(self._get_non_slot_variable, ("beta1_power", "beta2_power")))

    def _slot_starts(self) -> dict[str, float]:
        return {"m": 0.0, "v": 0.0}

    def _create_slots(self, var_list: list[Any]) -> None:
        for name, decay in (("beta1_power", self._beta1), ("beta2_power", self._beta2)):
            self._create_non_slot_variable(self._call_if_callable(decay), name, var_list[0])
        super()._create_slots(var_list)

    def _prepare(self) -> None:
        super()._prepare()
        numbers = map(self._call_if_callable, (self._beta1, self._beta2, self._epsilon))
        self._beta1_t, self._beta2_t, self._epsilon_t = map(_core.convert_to_tensor, numbers)

    def _formula(self, rate: Any, g: Any, w: Any, *slots: Any) -> tuple[Any, ...]:
        numbers = (self._beta1_t, self._beta2_t, self._epsilon_t, *self._get_beta_accumulators())
        one, two, epsilon, power1, power2 = (_core.cast(number, w.dtype) for number in numbers)
        mean = slots[0] * one + g * (1.0 - one)
        squares = slots[1] * two + g * g * (1.0 - two)
        size = rate * _core.sqrt(1.0 - power2) / (1.0 - power1)
        return w - size * mean / (_core.sqrt(squares) + epsilon), mean, squares

    def _resource_apply_sparse(self, grad: Any, var: Any, indices: Any) -> Any:
        whole = IndexedSlices(grad, indices, _core.shape(var))
        return self._resource_apply_dense(_core.convert_to_tensor(whole), var)

    def _finish(self, update_ops: list[Any], name_scope: str) -> Any:
        powers = zip(self._get_beta_accumulators(), (self._beta1_t, self._beta2_t), strict=True)
        for power, decay in powers:
            power.assign(power * _core.cast(decay, power.dtype))


def _check_positive(start: float) -> None:
    if start <= 0.0:
        raise ValueError(f"initial_accumulator_value must be positive: {start}")
