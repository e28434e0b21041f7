"""The rules of gradtape's core that compute the formulas of Keras's optimizers.

A rule is found by the `update_step` of an optimizer's class: a class that has replaced Keras's is
computed by its own. Adafactor, Lamb and Muon have none, since they look at a variable as a whole.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple


class Rule(NamedTuple):
    """A rule of the core: its name, its variables of state, its numbers."""

    name: str
    slots: list[list[Any]]
    numbers: dict[str, Any]


def rule_of(optimizer: Any) -> Rule | None:
    """The rule of a step of `optimizer`, None where the core has none for it."""
    make = _makers().get(type(optimizer).update_step)
    return None if make is None else make(optimizer)


def _sgd(sgd: Any) -> Rule:
    if not sgd.momentum:
        return Rule("sgd", [], {})
    name = "nesterov" if sgd.nesterov else "momentum"
    return Rule(name, [sgd.momentums], {"momentum": sgd.momentum})


def _adam(adam: Any) -> Rule:
    numbers = {"beta_1": adam.beta_1, "beta_2": adam.beta_2, "epsilon": adam.epsilon}
    slots = [adam._momentums, adam._velocities]
    if adam.amsgrad:
        return Rule("amsgrad", [*slots, adam._velocity_hats], numbers)
    return Rule("adam", slots, numbers)


def _rmsprop(rmsprop: Any) -> Rule:
    slots, name = [rmsprop._velocities], "rmsprop"
    if rmsprop.centered:
        name += "_centered"
    if rmsprop.momentum > 0:
        name += "_momentum"
        slots.append(rmsprop._momentums)
    if rmsprop.centered:
        slots.append(rmsprop._average_gradients)
    numbers = {"rho": rmsprop.rho, "momentum": rmsprop.momentum, "epsilon": rmsprop.epsilon}
    return Rule(name, slots, numbers)


def _adagrad(adagrad: Any) -> Rule:
    return Rule("adagrad", [adagrad._accumulators], {"epsilon": adagrad.epsilon})


def _adadelta(adadelta: Any) -> Rule:
    slots = [adadelta._accumulated_grads, adadelta._accumulated_delta_vars]
    return Rule("adadelta", slots, {"rho": adadelta.rho, "epsilon": adadelta.epsilon})


def _adamax(adamax: Any) -> Rule:
    numbers = {"beta_1": adamax.beta_1, "beta_2": adamax.beta_2, "epsilon": adamax.epsilon}
    return Rule("adamax", [adamax._m, adamax._u], numbers)


def _nadam(nadam: Any) -> Rule:
    numbers = {"beta_1": nadam.beta_1, "beta_2": nadam.beta_2, "epsilon": nadam.epsilon}
    numbers["product"] = nadam._u_product
    return Rule("nadam", [nadam._momentums, nadam._velocities], numbers)


def _lion(lion: Any) -> Rule:
    return Rule("lion", [lion._momentums], {"beta_1": lion.beta_1, "beta_2": lion.beta_2})


def _ftrl(ftrl: Any) -> Rule | None:
    """The core takes square roots, where Keras takes any power."""
    if ftrl.learning_rate_power != -0.5:
        return None
    numbers = {
        "beta": ftrl.beta,
        "l1": ftrl.l1_regularization_strength,
        "l2": ftrl.l2_regularization_strength,
        "shrinkage": ftrl.l2_shrinkage_regularization_strength,
    }
    return Rule("ftrl", [ftrl._accumulators, ftrl._linears], numbers)


@functools.cache
def _makers() -> dict[Any, Callable[[Any], Rule | None]]:
    from keras.src import optimizers

    return {
        optimizers.SGD.update_step: _sgd,
        optimizers.Adam.update_step: _adam,
        optimizers.RMSprop.update_step: _rmsprop,
        optimizers.Adagrad.update_step: _adagrad,
        optimizers.Adadelta.update_step: _adadelta,
        optimizers.Adamax.update_step: _adamax,
        optimizers.Nadam.update_step: _nadam,
        optimizers.Lion.update_step: _lion,
        optimizers.Ftrl.update_step: _ftrl,
    }
