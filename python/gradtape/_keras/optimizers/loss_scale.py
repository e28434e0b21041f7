"""`LossScaleOptimizer`: losses multiplied so that 16-bit gradients do not vanish."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._autodiff.indexed_slices import IndexedSlices
from ..._runtime import replicas
from ..._runtime.versions import is_keras_2_asked_for
from ..arguments import Argument, Number, argument
from ..lookup import serialize
from .keras2 import Variables
from .optimizer import Optimizer, registry
from .options import OptimizerOptions

if TYPE_CHECKING:
    from ..._typing import TensorLike


class Inner(Argument[Any, Any]):
    """The optimizer that makes the steps: an instance, or its configuration."""

    def convert(self, owner: Any, value: Any) -> Any:
        found = registry.find(value) if isinstance(value, Mapping) else value
        if not isinstance(found, Optimizer):
            raise TypeError(f"`{self.name}` must be an optimizer. Received: {value}")
        return found

    def serialize(self, value: Any) -> Any:
        return serialize(value)


class Dynamic(Argument[bool, bool]):
    """Whether the scale follows the gradients."""


_OWN = ("inner_optimizer", "initial_scale", "dynamic_growth_steps", "name")


# What is the inner optimizer's in Keras 3, with what says that it is not given.
_OPTIONS_OF_THE_INNER: dict[str, Any] = {
    "weight_decay": None,
    "clipnorm": None,
    "global_clipnorm": None,
    "clipvalue": None,
    "use_ema": False,
    "ema_momentum": 0.99,
    "ema_overwrite_frequency": None,
    "loss_scale_factor": None,
    "gradient_accumulation_steps": None,
}


def _refuse_options(optimizer: Any) -> None:
    for name, usual in _OPTIONS_OF_THE_INNER.items():
        if getattr(optimizer, name, usual) not in (usual, None):
            raise ValueError(
                f"LossScaleOptimizer does not support `{name}`. Instead, set `{name}` on the "
                "`inner_optimizer`."
            )


@registry.add()
class LossScaleOptimizer(Optimizer, OptimizerOptions, first=_OWN):
    """Makes the steps of `inner_optimizer` with gradients of a loss that `scale_loss` multiplied.

    Gradients are divided by the scale. Where one is not finite the step is left out and the scale
    halved; after `dynamic_growth_steps` steps without that it doubles. Keras 2's way works too:
    `get_scaled_loss`, `get_unscaled_gradients`, then `apply_gradients`. There `minimize` does all
    of that, and `apply_gradients` takes gradients as they are.

    >>> import gradtape as tf
    >>> optimizer = tf.keras.optimizers.LossScaleOptimizer(tf.keras.optimizers.SGD(0.5))
    >>> w = tf.Variable(3.0)
    >>> with tf.GradientTape() as tape:
    ...     loss = optimizer.scale_loss(w * w / 2.0)
    >>> _ = optimizer.apply(tape.gradient(loss, [w]), [w])
    >>> float(w)
    1.5
    """

    inner_optimizer: Inner = argument()
    initial_scale: Number = argument(default=2.0**15)
    dynamic_growth_steps: Number = argument(default=2000)
    dynamic: Dynamic = argument(default=True)

    def _initialize(self) -> None:
        if not is_keras_2_asked_for():
            _refuse_options(self)
            if not self.dynamic:
                raise ValueError(
                    "LossScaleOptimizer no longer supports `dynamic=False`. Instead, set "
                    "`loss_scale_factor` directly on the `inner_optimizer`."
                )
            self._learning_rate.assign(0.0)  # the inner optimizer's counts
            self.inner_optimizer.loss_scale_factor = None  # and this one's
        self.step_counter = self._variable("step_counter", 0, _core.int64)
        self.dynamic_scale = self._variable("dynamic_scale", self.initial_scale, _core.float32)
        self._is_unscaled = False  # by `get_unscaled_gradients`
        self._is_scaled = False  # by `scale_loss`, which Keras 2 has for `fit` alone

    # --- The scale ------------------------------------------------------------------------------

    @property
    def loss_scale(self) -> _core.Tensor:
        """The scale now."""
        return self.dynamic_scale.read_value()

    @property
    def dynamic_counter(self) -> _core.Variable | None:
        """Steps since the scale changed; None of a scale that stays."""
        return self.step_counter if self.dynamic else None

    def scale_loss(self, loss: Any) -> _core.Tensor:
        """The loss times the scale; the next gradients are taken to be those of it."""
        self._is_scaled = True
        return self._scaled(loss)

    def _scaled(self, loss: Any) -> Any:
        scale = self.dynamic_scale
        return loss * (_core.cast(scale, loss.dtype) if hasattr(loss, "dtype") else scale)

    def get_scaled_loss(self, loss: TensorLike) -> _core.Tensor:
        """The same, for a loss or a callable that returns one."""
        return (lambda: self._scaled(loss())) if callable(loss) else self._scaled(loss)

    def get_unscaled_gradients(self, grads: Any) -> list[Any]:
        """The gradients divided by the scale, for the next `apply_gradients`."""
        self._is_unscaled = True
        return [self._unscaled(grad) for grad in grads]

    def _unscaled(self, grad: Any) -> Any:
        if grad is None:
            return None
        if isinstance(grad, IndexedSlices):
            return IndexedSlices(self._unscaled(grad.values), grad.indices, grad.dense_shape)
        grad = _core.convert_to_tensor(grad)
        if is_keras_2_asked_for():
            return grad * _core.cast(1.0 / self.dynamic_scale, grad.dtype)
        return grad / _core.cast(self.dynamic_scale, grad.dtype)

    # --- Steps ----------------------------------------------------------------------------------

    def compute_gradients(
        self, loss: Any, var_list: Any = None, tape: Any = None, grad_loss: Any = None
    ) -> list[tuple[Any, Any]]:
        """Pairs of gradients and variables; in Keras 2 by way of the scaled loss."""
        if not is_keras_2_asked_for():
            return super().compute_gradients(loss, var_list, tape, grad_loss)
        with nullcontext() if tape is None or callable(loss) else tape:
            scaled = self.get_scaled_loss(loss)
        pairs = super().compute_gradients(scaled, var_list, tape, grad_loss)
        return [(self._unscaled(grad), variable) for grad, variable in pairs]

    @classmethod
    def _makes_gradients(cls) -> bool:
        made = (cls.compute_gradients, cls._compute_gradients)
        return made != (LossScaleOptimizer.compute_gradients, LossScaleOptimizer._compute_gradients)

    def apply(self, grads: Any, trainable_variables: Any = None) -> _core.Variable:
        """One step of the inner optimizer, unless a gradient is not finite."""
        variables = self._variables_of(trainable_variables)
        grads = replicas.summed(list(grads), variables)
        if self._is_scaled if is_keras_2_asked_for() else not self._is_unscaled:
            grads = [self._unscaled(grad) for grad in grads]
        self._is_unscaled = self._is_scaled = False
        if all(grad is None or _is_finite(grad) for grad in grads):
            self._apply_summed(grads, variables)
            self.built = True
            self._after_step()
        else:
            self._lose_step()
        return self.iterations

    def _lose_step(self) -> None:
        """Keras 2 counts it among the steps, and has no scale below 1."""
        old = is_keras_2_asked_for()
        if old:
            self.iterations.assign_add(1)
        if self.dynamic:
            half = self.dynamic_scale / 2.0
            self.step_counter.assign(0)
            self.dynamic_scale.assign(_core.maximum(half, 1.0) if old else half)

    def _variables_of(self, given: TensorLike) -> list[Any]:
        return self.inner_optimizer._trained if given is None else _core.all_items(given)

    def _apply_summed(self, grads: list[Any], variables: list[Any]) -> _core.Variable:
        inner = self.inner_optimizer
        if not inner.built:
            inner.build(variables)
        inner._follow_schedule()
        return inner._apply_summed(grads, variables)

    def _after_step(self) -> None:
        if not self.dynamic:
            return
        self.step_counter.assign_add(1)
        if int(self.step_counter) >= self.dynamic_growth_steps:
            self.step_counter.assign(0)
            self.dynamic_scale.assign(self.dynamic_scale * 2.0)

    # --- What is the inner optimizer's ----------------------------------------------------------

    def build(self, var_list: Any) -> None:
        self.inner_optimizer.build(var_list)
        self.built = True

    def _own_variables(self) -> Variables:
        """The count and the scale, then the inner optimizer's."""
        inner = self.inner_optimizer
        found = [self.step_counter, self.dynamic_scale, *inner._own_variables()]
        return Variables(found, inner._learning_rate)

    def _listed(self) -> list[Any]:
        """In Keras 2 those of the inner optimizer: programs set all that they find to zeros."""
        return self.inner_optimizer._listed() if is_keras_2_asked_for() else super()._listed()

    @property
    def iterations(self) -> _core.Variable:
        """The steps that were made."""
        return self.inner_optimizer.iterations

    @iterations.setter
    def iterations(self, variable: _core.Variable) -> None:
        self.inner_optimizer.iterations = variable

    @property
    def learning_rate(self) -> Any:
        """The inner optimizer's."""
        return self.inner_optimizer.learning_rate

    @learning_rate.setter
    def learning_rate(self, value: Any) -> None:
        self.inner_optimizer.learning_rate = value

    lr = learning_rate

    def finalize_variable_values(self, var_list: Any) -> None:
        self.inner_optimizer.finalize_variable_values(var_list)

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        if is_keras_2_asked_for():
            own = ("inner_optimizer", "dynamic", "initial_scale", "dynamic_growth_steps")
        else:
            own = ("name", "inner_optimizer", "initial_scale", "dynamic_growth_steps")
        return {key: config[key] for key in own}


def _is_finite(grad: _core.Tensor) -> bool:
    return bool(_core.reduce_all(_core.is_finite(getattr(grad, "values", grad))))
