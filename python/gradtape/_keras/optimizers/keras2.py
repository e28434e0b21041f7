"""What the optimizers of Keras 2 have besides: variables by a call, weights as arrays, steps down a
loss, slots by name.

Invariants: `weights` leaves out the learning rate, which Keras 2 does not count among them; where a
class overrides how gradients are made of a loss, `minimize` and `fit` take them from it.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..._autodiff.indexed_slices import IndexedSlices
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from .. import lookup
from ..assignable import Assignable
from . import schedules
from .state import state_of

if TYPE_CHECKING:
    from ..._typing import TensorLike

# Keras 2's names of slots, and what the rules here call them.
_SLOTS = {
    "m": ("momentum",),
    "v": ("velocity", "norm"),
    "vhat": ("velocity_hat",),
    "rms": ("velocity",),
    "mg": ("average_gradient",),
    "accum_grad": ("accumulated_grad",),
    "accum_var": ("accumulated_delta_var",),
}

# What of a slot stays in each step, by the number that says how much.
_KEPT = {
    "momentum": ("beta_1", "momentum"),
    "velocity": ("beta_2", "rho"),
    "norm": ("beta_2",),
    "average_gradient": ("rho",),
    "accumulated_grad": ("rho",),
}


class Variables(list[Any]):
    """The variables of an optimizer; called, as in Keras 2, it gives those that Keras 2 lists."""

    __slots__ = ("_rate",)  # attributes would make it a place where restored values wait

    def __init__(self, variables: list[Any], rate: Any) -> None:
        super().__init__(variables)
        self._rate = rate

    @property
    def rate(self) -> Any:
        """The learning rate, a variable or what it follows."""
        return self._rate

    def __call__(self) -> list[Any]:
        return [variable for variable in self if variable is not self._rate]

    def by_name(self, count: Any) -> dict[str, Any]:
        """The same, and the count of steps and the learning rate where they are variables among
        them, under Keras's names; the first that a variable has names its value in a file."""
        steps = {"_iterations": count} if any(one is count for one in self) else {}
        rate = {"_learning_rate": self._rate} if isinstance(self._rate, _core.Variable) else {}
        return {**steps, "_variables": self(), **rate}


class Keras2Manners:
    """Mixin of `Optimizer`."""

    name: str
    _own_variables: Any
    _iterations: _core.Variable
    _slot_names: tuple[str, ...]
    _tells_of_steps = False
    _slots: list[list[Any]]
    _place: dict[int, int]
    # Whether slots of one kind stand together, of all variables.
    _lists_kinds_apart = False
    _by_rows: Sequence[Any] = ()  # the variables whose gradients are rows

    # --- Variables ------------------------------------------------------------------------------

    @Assignable
    def weights(self) -> list[Any]:
        """The count of steps and the slots."""
        return self._listed()

    @Assignable
    def _weights(self) -> list[Any]:  # whoever overrides `weights` begins with it
        return self._listed()

    def _listed(self) -> list[Any]:
        """All variables but the learning rate, in Keras 2 in its order."""
        own = self._own_variables()
        if not (self._slots and is_keras_2_asked_for()):
            return list(own())
        rate = id(own.rate)
        return [one for one in state_of(self, self._lists_kinds_apart) if id(one) != rate]

    def get_weights(self) -> list[Any]:
        """The values of `weights` as arrays.

        >>> import gradtape as tf
        >>> tf.keras.optimizers.SGD(0.1).get_weights()
        [array(0)]
        """
        return [np.asarray(variable.numpy()) for variable in self.weights]

    def set_weights(self, weights: Sequence[TensorLike]) -> None:
        """Assign arrays to `weights`; `ValueError` for another number of them."""
        variables, values = self.weights, list(weights)
        if len(values) != len(variables):
            raise ValueError(
                f"You called `set_weights(weights)` on optimizer {self.name} with a weight list of "
                f"length {len(values)}, but the optimizer was expecting {len(variables)} weights. "
                "What to do: make the slots first, with `build(variables)` or a step."
            )
        for variable, value in zip(variables, values, strict=True):
            variable.assign(value)

    def _create_all_weights(self, var_list: Any) -> None:
        self.build(var_list)  # type: ignore[attr-defined]

    def get_slot(self, var: _core.Variable, slot_name: str) -> Any:
        """The slot of a trained variable, under Keras 2's name or its own; None if it has none."""
        names = _SLOTS.get(slot_name, (slot_name,))
        place = self._place.get(id(var))
        for name, slots in zip(self._slot_names, self._slots, strict=False):
            if place is not None and name in (slot_name, *names):
                return slots[place]
        return None

    def get_slot_names(self) -> list[str]:
        """The names of the slots."""
        return list(self._slot_names)

    @property
    def _name(self) -> str:
        return self.name

    @_name.setter
    def _name(self, name: str) -> None:
        self.name = name

    def _note_rows(self, grads: Sequence[Any], variables: Sequence[Any]) -> None:
        pairs = zip(grads, variables, strict=True)
        self._by_rows = [one for grad, one in pairs if isinstance(grad, IndexedSlices)]

    def _forgets_first(self) -> bool:
        """Whether slots of those forget a share in a step before they have its gradient."""
        return True

    def _forget_share(self) -> None:
        """What Keras 2 does to slots of variables whose gradients are rows before it has any."""
        if not (self._by_rows and self._forgets_first() and is_keras_2_asked_for()):
            return
        for name, slots in zip(self._slot_names, self._slots, strict=False):
            numbers = [getattr(self, one) for one in _KEPT.get(name, ()) if hasattr(self, one)]
            kept = numbers[0] if numbers else 1.0
            for slot in [slots[self._place[id(variable)]] for variable in self._by_rows]:
                slot.assign(slot * _core.cast(kept, slot.dtype))

    # --- Steps ----------------------------------------------------------------------------------

    def compute_gradients(
        self, loss: Any, var_list: Any = None, tape: Any = None, grad_loss: Any = None
    ) -> list[tuple[Any, Any]]:
        """Pairs of gradients and variables, for `apply_gradients`.

        `loss` is a callable, or a tensor and its `tape`; `var_list` a list of variables, of
        lists of them, or a callable that returns one.

        >>> import gradtape as tf
        >>> x = tf.Variable(3.0)
        >>> pairs = tf.keras.optimizers.SGD(0.1).compute_gradients(lambda: x**2, [x])
        >>> pairs[0][0].numpy().item()
        6.0
        """
        if not callable(loss) and tape is None:
            text = "`tape` is required when a `Tensor` loss is passed."
            raise ValueError(f"{text} Received: loss={loss}, tape={tape}.")
        if callable(loss):
            with _core.GradientTape() if tape is None else tape as tape:
                loss = loss()
        var_list = var_list() if callable(var_list) else var_list
        single = isinstance(var_list, _core.Variable)
        variables = nest.flatten(var_list if single else _core.all_items(var_list))
        grads = tape.gradient(loss, variables, output_gradients=grad_loss)
        return list(zip(grads, variables, strict=True))

    def _compute_gradients(
        self, loss: Any, var_list: Any, grad_loss: Any = None, tape: Any = None
    ) -> list[tuple[Any, Any]]:
        """The same, as it is called until Keras 2.10."""
        given = {} if grad_loss is None else {"grad_loss": grad_loss}
        return self.compute_gradients(loss, var_list, tape=tape, **given)

    @classmethod
    def _makes_gradients(cls) -> bool:
        """Whether the class overrides how gradients are made of a loss."""
        kind: Any = cls
        return _makes_gradients(kind)

    def minimize(
        self,
        loss: Any,
        var_list: Any = None,
        grad_loss: Any = None,
        name: str | None = None,
        tape: Any = None,
    ) -> _core.Variable | None:
        """Make one step down the gradient of a loss, a callable or a tensor and its `tape`.

        `var_list` is a list of variables or a callable that returns one. Optimizers up to Keras
        2.10 return the number of steps, later ones nothing.

        >>> import gradtape as tf
        >>> x = tf.Variable(3.0)
        >>> optimizer = tf.keras.optimizers.SGD(learning_rate=0.5)
        >>> optimizer.minimize(lambda: x**2 / 2.0, [x])
        >>> x.numpy().item()
        1.5
        """
        pairs = self._compute_gradients(loss, var_list, grad_loss=grad_loss, tape=tape)
        steps: _core.Variable = self.apply_gradients(pairs)  # type: ignore[attr-defined]
        tells = self._tells_of_steps or self._has_legacy_rule()  # type: ignore[attr-defined]
        return steps if tells else None

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """The optimizer with these arguments; a schedule of them may be one of `custom_objects`."""
        config = dict(config)
        with lookup.custom_object_scope(custom_objects or {}):
            if isinstance(config.get("learning_rate"), dict):
                config["learning_rate"] = schedules.deserialize(config["learning_rate"])
            return cls(**config)

    def aggregate_gradients(self, grads_and_vars: Any) -> list[tuple[Any, Any]]:
        """The pairs themselves: `apply_gradients` adds up the gradients of replicas."""
        return [tuple(pair) for pair in _core.all_items(grads_and_vars)]


@functools.cache
def _makes_gradients(cls: type) -> bool:
    names = ("compute_gradients", "_compute_gradients")
    return any(getattr(cls, name) is not getattr(Keras2Manners, name) for name in names)
