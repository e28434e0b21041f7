"""The optimizers of version 1, as they work without graphs: the loss is a function.

Invariant: a rule is one method, `_update`, which assigns to a variable and its slots. Formulas are
those of the papers that the classes name, with version 1's defaults.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core

if TYPE_CHECKING:
    from .._typing import TensorLike


class Optimizer:
    """Base of the optimizers: gradients of a loss, and steps along them."""

    GATE_NONE, GATE_OP, GATE_GRAPH = range(3)  # when gradients may be used, which is at once

    def __init__(self, learning_rate: TensorLike | Callable[[], Any], name: str) -> None:
        self._rate = learning_rate
        self._name = name
        self._slots: dict[tuple[Any, str], Any] = {}

    def get_name(self) -> str:
        """The name."""
        return self._name

    def compute_gradients(
        self,
        loss: Callable[[], Any],
        var_list: Any = None,
        gate_gradients: Any = 1,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: Any = None,
    ) -> list[tuple[Any, Any]]:
        """Pairs of gradient and variable, of a function `loss`.

        `var_list` is by default what the function reads. `RuntimeError` for a `loss` that cannot be
        called.
        """
        if not callable(loss):
            raise RuntimeError(
                "`loss` passed to Optimizer.compute_gradients should be a function when eager "
                "execution is enabled."
            )
        with _core.GradientTape() as tape:
            if var_list is not None:
                tape.watch(list(var_list))
            value = loss()
        variables = list(tape.watched_variables() if var_list is None else var_list)
        return list(zip(tape.gradient(value, variables, grad_loss), variables, strict=True))

    def apply_gradients(
        self, grads_and_vars: Any, global_step: Any = None, name: str | None = None
    ) -> None:
        """One step for each pair; `global_step` counts it. `ValueError` without any gradient."""
        pairs = [(_core.convert_to_tensor(g), v) for g, v in grads_and_vars if g is not None]
        if not pairs:
            raise ValueError("No gradients provided for any variable.")
        rate = self._rate() if callable(self._rate) else self._rate
        with _core.stop_recording_all():
            self._begin()
            for gradient, variable in pairs:
                self._update(gradient, variable, _core.cast(rate, variable.dtype))
        if global_step is not None:
            global_step.assign_add(1)

    def minimize(
        self,
        loss: Callable[[], Any],
        global_step: TensorLike | None = None,
        var_list: Any = None,
        gate_gradients: Any = 1,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: Any = None,
    ) -> None:
        """`compute_gradients` and `apply_gradients`."""
        pairs = self.compute_gradients(loss, var_list, grad_loss=grad_loss)
        self.apply_gradients(pairs, global_step)

    def get_slot(self, var: Any, name: str) -> Any:
        """A variable of state, None if there is none."""
        return self._slots.get((var.ref(), name))

    def get_slot_names(self) -> list[str]:
        """The names of the state."""
        return sorted({name for _, name in self._slots})

    def variables(self) -> list[Any]:
        """All state."""
        return list(self._slots.values())

    def _trackable_children(self) -> dict[str, Any]:
        return {f"slot{n}": slot for n, slot in enumerate(self._slots.values())}

    def _begin(self) -> None:
        """What a step begins with."""

    def _update(self, g: Any, variable: Any, rate: Any) -> None:
        raise NotImplementedError

    def _slot(self, variable: _core.Variable, name: str, start: float = 0.0) -> _core.Variable:
        key = (variable.ref(), name)
        if key not in self._slots:
            filled = _core.fill(variable.shape, _core.constant(start, variable.dtype))
            self._slots[key] = _core.Variable(filled, trainable=False, name=name)
        return self._slots[key]


class GradientDescentOptimizer(Optimizer):
    """`v -= rate g`.

    >>> v = tf.Variable(2.0)
    >>> tf.compat.v1.train.GradientDescentOptimizer(0.5).minimize(lambda: v * v, var_list=[v])
    >>> v.numpy().item()
    0.0
    """

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], Any],
        use_locking: bool = False,
        name: str = "GradientDescent",
    ) -> None:
        super().__init__(learning_rate, name)

    def _update(self, g: _core.Tensor, variable: _core.Variable, rate: _core.Tensor) -> None:
        variable.assign_sub(rate * g)


class MomentumOptimizer(Optimizer):
    """`a = momentum a + g`, `v -= rate a` (Nesterov's: `v -= rate (g + momentum a)`)."""

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], Any],
        momentum: float,
        use_locking: bool = False,
        name: str = "Momentum",
        use_nesterov: bool = False,
    ) -> None:
        super().__init__(learning_rate, name)
        self._momentum, self._nesterov = momentum, use_nesterov

    def _update(self, g: _core.Tensor, variable: _core.Variable, rate: _core.Tensor) -> None:
        moving = self._slot(variable, "momentum")
        moving.assign(moving * self._momentum + g)
        step = g + self._momentum * moving if self._nesterov else moving
        variable.assign_sub(rate * step)


class AdagradOptimizer(Optimizer):
    """`a += g^2`, `v -= rate g / sqrt(a)` (Duchi et al., 2011)."""

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], Any],
        initial_accumulator_value: float = 0.1,
        use_locking: bool = False,
        name: str = "Adagrad",
    ) -> None:
        if initial_accumulator_value <= 0.0:
            raise ValueError(
                f"initial_accumulator_value must be positive: {initial_accumulator_value}"
            )
        super().__init__(learning_rate, name)
        self._start = initial_accumulator_value

    def _update(self, g: _core.Tensor, variable: _core.Variable, rate: _core.Tensor) -> None:
        squares = self._slot(variable, "accumulator", self._start)
        squares.assign_add(g * g)
        variable.assign_sub(rate * g / _core.sqrt(squares))


class AdadeltaOptimizer(Optimizer):
    """Steps in proportion to the root mean square of earlier ones (Zeiler, 2012)."""

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], Any] = 0.001,
        rho: float = 0.95,
        epsilon: float = 1e-8,
        use_locking: bool = False,
        name: str = "Adadelta",
    ) -> None:
        super().__init__(learning_rate, name)
        self._rho, self._epsilon = rho, epsilon

    def _update(self, g: _core.Tensor, variable: _core.Variable, rate: _core.Tensor) -> None:
        squares, steps = self._slot(variable, "accum"), self._slot(variable, "accum_update")
        squares.assign(squares * self._rho + g * g * (1.0 - self._rho))
        scale = _core.sqrt(steps + self._epsilon) * _core.rsqrt(squares + self._epsilon)
        step = scale * g
        steps.assign(steps * self._rho + step * step * (1.0 - self._rho))
        variable.assign_sub(rate * step)


class RMSPropOptimizer(Optimizer):
    """`s = decay s + (1 - decay) g^2`, `m = momentum m + rate g / sqrt(s + epsilon)`, `v -= m`.

    `centered` takes the square of the mean gradient off `s`.
    """

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], Any],
        decay: float = 0.9,
        momentum: float = 0.0,
        epsilon: float = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        name: str = "RMSProp",
    ) -> None:
        super().__init__(learning_rate, name)
        self._decay, self._momentum, self._epsilon = decay, momentum, epsilon
        self._centered = centered

    def _update(self, g: _core.Tensor, variable: _core.Variable, rate: _core.Tensor) -> None:
        squares, moving = self._slot(variable, "rms", 1.0), self._slot(variable, "momentum")
        squares.assign(squares * self._decay + g * g * (1.0 - self._decay))
        spread = squares + self._epsilon
        if self._centered:
            mean = self._slot(variable, "mg")
            mean.assign(mean * self._decay + g * (1.0 - self._decay))
            spread = spread - mean * mean
        moving.assign(moving * self._momentum + rate * g * _core.rsqrt(spread))
        variable.assign_sub(moving)


class AdamOptimizer(Optimizer):
    """Adaptive moments (Kingma and Ba, 2015), the formula before its section 2.1.

    >>> v = tf.Variable(2.0)
    >>> tf.compat.v1.train.AdamOptimizer(0.5).minimize(lambda: v * v)
    >>> round(v.numpy().item(), 4)
    1.5
    """

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], Any] = 0.001,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: TensorLike = 1e-8,
        use_locking: bool = False,
        name: str = "Adam",
    ) -> None:
        super().__init__(learning_rate, name)
        self._beta1, self._beta2, self._epsilon = beta1, beta2, epsilon
        self._steps = 0

    def _begin(self) -> None:
        self._steps += 1

    def _update(self, g: _core.Tensor, variable: _core.Variable, rate: _core.Tensor) -> None:
        one, two = (b() if callable(b) else b for b in (self._beta1, self._beta2))
        mean, squares = self._slot(variable, "m"), self._slot(variable, "v")
        mean.assign(mean * one + g * (1.0 - one))
        squares.assign(squares * two + g * g * (1.0 - two))
        size = rate * ((1.0 - two**self._steps) ** 0.5 / (1.0 - one**self._steps))
        variable.assign_sub(size * mean / (_core.sqrt(squares) + self._epsilon))
