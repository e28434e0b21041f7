"""The optimizers of Keras up to 2.10, which Keras 2 has as `keras.optimizers.legacy`.

A gradient of some rows changes these rows of the variable and of its slots and no others, where
later versions let all rows of the slots decay. Rates, betas and momenta may be variables or
functions, which each step reads. Invariant: a rule is that of the class with the same name, which
sees the rows as if they were the variable.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ... import _core
from ..._autodiff.indexed_slices import IndexedSlices
from ..._runtime.versions import is_keras_2_asked_for
from ..kinship import Kinship, counts_as
from . import adagrad, adam, moments, optimizer, rmsprop, scaled, sgd
from .clipping import joined
from .hyperparameters import number
from .names_of_state import LegacyNames
from .precision import single
from .shown_numbers import ShownNumber


class Legacy(LegacyNames):
    """Mixin before the class of a rule."""

    _reads_lr = True
    _tells_of_steps = True
    _lists_kinds_apart = True
    _spreads_gradients = False
    _shows_schedule = True
    _said: Any = None  # the rate as it was given
    decay = ShownNumber()

    @classmethod
    def _default_name(cls) -> str:
        return cls.__name__

    def _learning_rate_from(self, given: Any) -> Any:
        self._said = given
        if isinstance(given, _core.Variable):
            return given
        return super()._learning_rate_from(given)  # type: ignore[misc]

    @property
    def _hyper(self) -> dict[str, Any]:
        """All numbers by name, that of `decay` among them."""
        return {**super()._hyper, "decay": vars(self)["decay"]}  # type: ignore[misc]

    def _rule_numbers(self) -> dict[str, Any]:
        given = super()._rule_numbers()  # type: ignore[misc]
        return {
            name: number(value()) if callable(value) else number(value)
            for name, value in given.items()
        }

    def get_slot_names(self) -> list[str]:
        """The names of the slots."""
        names = super().get_slot_names()  # type: ignore[misc]
        return [self._names.get(name, name) for name in names]

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal optimizer; once there are slots, as variables tell them.

        What is computed with is in variables then, in single precision.
        """
        config: dict[str, Any] = self._legacy_config()  # type: ignore[attr-defined]
        if self.built and is_keras_2_asked_for():  # type: ignore[attr-defined]
            return {
                name: value if name in _NO_VARIABLES else _single(value)
                for name, value in config.items()
            }
        if isinstance(self._said, float) and config.get("learning_rate") == np.float32(self._said):
            config["learning_rate"] = self._said
        return config

    def _is_by_rows(self) -> bool:
        """Whether other rows than those of a gradient stay as they are."""
        return True

    def _forgets_first(self) -> bool:
        return not self._is_by_rows()

    def lose_step(self) -> None:
        """A step that has no gradients: these optimizers count behind what they do with them."""
        if self.built:  # type: ignore[attr-defined]
            self._forget_share()  # type: ignore[attr-defined]

    def _update(self, grads: list[Any], variables: list[Any], slots: list[list[Any]]) -> None:
        places = [n for n, grad in enumerate(grads) if isinstance(grad, IndexedSlices)]
        if not (places and self._is_by_rows()):
            super()._update([*map(joined, grads)], variables, slots)  # type: ignore[misc]
            return
        rate = self._rate()  # type: ignore[attr-defined]
        with _core.stop_recording_all():
            for n in places:
                self._update_rows(grads[n], [variables[n], *(slot[n] for slot in slots)], rate)
        rest = [n for n in range(len(grads)) if n not in places]
        if rest:
            chosen = [[kind[n] for n in rest] for kind in (grads, variables, *slots)]
            super()._update(chosen[0], chosen[1], chosen[2:])  # type: ignore[misc]
        else:
            self._iterations.assign_add(1)  # type: ignore[attr-defined]
            self._constrain()  # type: ignore[attr-defined]

    def _update_rows(self, grad: IndexedSlices, cells: list[Any], rate: float) -> None:
        """The rule on copies of the rows, which then take their places."""
        rows = joined(grad)
        places = rows.indices
        parts = [_core.Variable(_core.gather(cell, places), trainable=False) for cell in cells]
        with self._one_step(rate):  # type: ignore[attr-defined]
            super()._update([rows.values], parts[:1], [[part] for part in parts[1:]])  # type: ignore[misc]
        for cell, part in zip(cells, parts, strict=True):
            cell.scatter_update(IndexedSlices(part.read_value(), places))


# Numbers of legacy optimizers that no variable has.
_NO_VARIABLES = frozenset(
    {"decay", "epsilon", "initial_accumulator_value", "l2_shrinkage_regularization_strength"}
    | {"clipnorm", "clipvalue", "global_clipnorm"}
)


def _single(value: Any) -> Any:
    """A number with a fraction as NumPy's of single precision."""
    return np.float32(value) if isinstance(value, float) else value


class Optimizer(Legacy, optimizer.Optimizer, metaclass=Kinship):
    """Base of a program's own rule, which defines `_create_slots` and `_resource_apply_dense`."""


counts_as(Optimizer)(Legacy)


class SGD(Legacy, sgd.SGD):
    __doc__ = sgd.SGD.__doc__

    _keeps_unused_slots = False
    momentum = ShownNumber()


class RMSprop(Legacy, rmsprop.RMSprop):
    """Divides the gradient by the root of a moving average of its square (Hinton, 2012).

    `v = rho * v + (1 - rho) * g * g` and `w -= learning_rate * g / (sqrt(v) + epsilon)`. With
    `momentum` the change is `m = momentum * m + learning_rate * g / sqrt(v + epsilon)`; `centered`
    subtracts the square of a moving average of `g` from `v`.

    >>> import gradtape as tf
    >>> w = tf.Variable(1.0)
    >>> optimizer = tf.keras.optimizers.legacy.RMSprop(0.1, rho=0.75, epsilon=1.0)
    >>> _ = optimizer.apply_gradients([(tf.constant(2.0), w)])
    >>> round(float(w), 4)
    0.9
    """

    _names: ClassVar[dict[str, str]] = {"velocity": "rms", "average_gradient": "mg"}
    rho, momentum = ShownNumber(), ShownNumber()

    def _is_by_rows(self) -> bool:
        return "momentum" in self._slot_names

    def _update(self, grads: list[Any], variables: list[Any], slots: list[list[Any]]) -> None:
        if "momentum" in self._slot_names:
            super()._update(grads, variables, slots)
            return
        numbers, rate = self._rule_numbers(), self._rate()
        with _core.stop_recording_all():
            for grad, variable, *own in zip(grads, variables, *slots, strict=True):
                grad = _core.convert_to_tensor(joined(grad))
                variable.assign_sub(rate * grad / self._root(grad, numbers, *own))
        self._iterations.assign_add(1)
        self._constrain()

    def _root(self, grad: Any, numbers: dict[str, Any], velocity: Any, mean: Any = None) -> Any:
        """What a gradient is divided by, once it is part of the averages."""
        rho = numbers["rho"]
        velocity.assign(rho * velocity + (1.0 - rho) * grad * grad)
        if mean is None:
            return _core.sqrt(velocity) + numbers["epsilon"]
        mean.assign(rho * mean + (1.0 - rho) * grad)
        return _core.sqrt(velocity - mean * mean) + numbers["epsilon"]


class Adagrad(Legacy, adagrad.Adagrad):
    __doc__ = adagrad.Adagrad.__doc__


class Adadelta(Legacy, scaled.Adadelta):
    __doc__ = scaled.Adadelta.__doc__
    _names: ClassVar[dict[str, str]] = {
        "accumulated_grad": "accum_grad",
        "accumulated_delta_var": "accum_var",
    }


class Ftrl(Legacy, scaled.Ftrl):
    __doc__ = scaled.Ftrl.__doc__

    _lists_kinds_apart = False


class Adam(Legacy, adam.Adam):
    __doc__ = adam.Adam.__doc__
    _names: ClassVar[dict[str, str]] = {"momentum": "m", "velocity": "v", "velocity_hat": "vhat"}
    beta_1, beta_2 = ShownNumber(), ShownNumber()

    def _is_by_rows(self) -> bool:
        return False

    def _rule_numbers(self) -> dict[str, Any]:
        """The betas are `float32` here, so that what is left of them to 1 is too."""
        given = super()._rule_numbers()
        return {**given, **{name: single(given[name]) for name in ("beta_1", "beta_2")}}


class Adamax(Legacy, moments.Adamax):
    __doc__ = moments.Adamax.__doc__
    _names: ClassVar[dict[str, str]] = {"momentum": "m", "norm": "v"}

    def _new_share(self) -> float:
        return 1 - single(self.beta_1)


class Nadam(Legacy, moments.Nadam):
    """Adam with Nesterov momentum (Dozat, 2016), whose `beta_1` grows as `1 - 0.96**(t / 250) / 2`.

    `schedule_decay` is another speed of that, 0.004 by default; the rate does not decay.

    >>> import gradtape as tf
    >>> w = tf.Variable([1.0, 2.0])
    >>> optimizer = tf.keras.optimizers.legacy.Nadam(0.1)
    >>> _ = optimizer.apply_gradients([(tf.constant([0.5, -1.0]), w)])
    >>> [round(float(x), 4) for x in w]
    [0.8944, 2.1056]
    """

    _names: ClassVar[dict[str, str]] = {"momentum": "m", "velocity": "v"}

    @classmethod
    def _rename(cls, given: dict[str, Any]) -> None:
        super()._rename(given)
        given["decay"] = given.pop("schedule_decay", 0.004)  # in place of one that was given

    def _initialize(self) -> None:
        super()._initialize()
        self._schedule_decay = self.decay
        self._growth = 0.96**self._schedule_decay
        self._initial_decay = 0.0

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "decay": self._schedule_decay}

    def _forgets_first(self) -> bool:
        return True  # its slots decay as a whole

    def _is_traced(self) -> bool:
        return False  # each variable has a product of its own

    def _update_rows(self, grad: IndexedSlices, cells: list[Any], rate: float) -> None:
        """All rows of the slots decay, and those of the gradient alone move."""
        variable, *slots = cells
        before = variable.read_value()
        with self._one_step(rate):
            moments.Nadam._update(self, [joined(grad)], [variable], [[slot] for slot in slots])
        places, _ = _core.unique(grad.indices)
        rows = _core.gather(variable, places)
        variable.assign(before)
        variable.scatter_update(IndexedSlices(rows, places))
