"""The state of an optimizer as arrays, in the order in which files of Keras have it.

That is the count of steps, the learning rate if it is a number, averages and sums that go along,
then the slots: of one variable after the other, but some kinds of slots come when all variables had
those before them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..weight import name_in_files
from .listing import groups_of, products_of, variables_of

# What names of slots end with in files of Keras 2's older optimizers, where each kind is apart.
_APART = (
    *("/m:0", "/v:0", "/vhat:0", "/momentum:0", "/rms:0", "/mg:0"),
    *("/accumulator:0", "/accum_grad:0"),
)
_CACHE = "/momentum_cache:0"
_TOGETHER = "/linear:0"  # that of Ftrl, whose kinds are not apart


def assign_state(optimizer: Any, trained: list[Any], names: list[str], values: list[Any]) -> bool:
    """Build an optimizer for these variables and give it the state; False if that does not fit.

    `names` are those of the arrays, where the file has any.
    """
    inner = getattr(optimizer, "inner_optimizer", optimizer)
    inner.build(trained)
    if not is_keras_2_asked_for() and _assign_listed(optimizer, values):
        return True
    apart, values = _is_apart(inner, names), _without_cache(inner, names, values)
    targets = state_of(optimizer, apart)
    if len(values) <= _head(inner):  # it had made no step
        targets = targets[: len(values)]
    if len(targets) > len(values) + 1:  # Keras 2 has the inner one's alone
        targets = state_of(inner, apart)
    values = _without_products(optimizer, values)
    missing = len(targets) - len(values)
    if missing == 1:  # Keras 2 keeps the rate with the configuration
        targets.pop(_head(inner) - 1)
    if missing not in (0, 1) or any(not _fits(*pair) for pair in zip(targets, values, strict=True)):
        return False
    for variable, value in zip(targets, values, strict=True):
        variable.assign(_core.cast(_core.convert_to_tensor(value), variable.dtype))
    return True


def _is_apart(inner: Any, names: list[str]) -> bool:
    """Whether slots of a kind stand together: as their names say, if there are any."""
    if not any("/" in name for name in names):
        return _lists_apart(inner)
    told = any(name.endswith(_APART) and name.count("/") > 1 for name in names)
    return told and not any(name.endswith(_TOGETHER) for name in names)


def _lists_apart(inner: Any) -> bool:
    return bool(inner._lists_kinds_apart) and is_keras_2_asked_for()


def _without_cache(inner: Any, names: list[str], values: list[Any]) -> list[Any]:
    """The arrays without what the older `Nadam` has multiplied, which follows from the steps."""
    at = [place for place, name in enumerate(names) if name.endswith(_CACHE)]
    if not at and not any("/" in name for name in names) and _lists_apart(inner):
        at = [1] * len(products_of(inner))
    return [value for place, value in enumerate(values) if place not in at]


def state_of(optimizer: Any, apart: bool = False) -> list[Any]:
    """The variables of an optimizer in the order of files; with `apart` each kind of slots alone.

    >>> import gradtape as tf
    >>> from gradtape._keras.optimizers.state import state_of
    >>> adam = tf.keras.optimizers.Adam()
    >>> adam.build([tf.Variable([1.0, 2.0])])
    >>> [variable.shape.rank for variable in state_of(adam)]
    [0, 0, 1, 1]
    """
    inner = getattr(optimizer, "inner_optimizer", None)
    if inner is not None:
        head = optimizer._iterations, optimizer._learning_rate
        return [*head, optimizer.step_counter, optimizer.dynamic_scale, *state_of(inner, apart)]
    if not optimizer._slots:
        return list(optimizer._own_variables())
    kinds = [[place] for place in range(len(optimizer._slots))]
    slots = _slots(optimizer, kinds if apart else groups_of(optimizer))
    listed = {id(slot) for slot in slots}
    begin = [variable for variable in optimizer._own_variables() if id(variable) not in listed]
    return [*begin, *slots]


def arrays_of(optimizer: Any, with_rate: bool = True) -> list[tuple[str, Any]]:
    """The state as names and arrays, with numbers that Keras keeps and that here follow from steps.

    Keras 2 has the learning rate elsewhere.
    """
    if not is_keras_2_asked_for():
        return [(name_in_files(one), one.numpy()) for one in variables_of(optimizer)]
    inner = getattr(optimizer, "inner_optimizer", optimizer)
    apart = _lists_apart(inner)
    kept = state_of(optimizer, apart) if with_rate else _without_rates(optimizer, apart)
    named = [(name_in_files(variable), variable.numpy()) for variable in kept]
    cache = [(f"{inner.name}{_CACHE}", product) for product in products_of(inner) if apart]
    return [*named[:1], *cache, *named[1:]]  # Keras 2 has none of the newer `Nadam`


def _without_rates(optimizer: Any, apart: bool = False) -> list[Any]:
    """The state without learning rates, as files of Keras 2 have it."""
    inner = getattr(optimizer, "inner_optimizer", optimizer)
    rates = (id(optimizer._learning_rate), id(inner._learning_rate))
    return [variable for variable in state_of(optimizer, apart) if id(variable) not in rates]


def _assign_listed(optimizer: Any, values: list[Any]) -> bool:
    """Give an optimizer what Keras 3 has listed; False if that are other variables."""
    targets = variables_of(optimizer)
    if len(targets) != len(values) or not all(map(_fits, targets, values)):
        return False
    for variable, value in zip(targets, values, strict=True):
        variable.assign(_core.cast(_core.convert_to_tensor(value), variable.dtype))
    return True


def assign_where_fits(optimizer: Any, values: list[Any]) -> None:
    """Give an optimizer the state in a file if it has such a state already, as Keras does."""
    if is_keras_2_asked_for():
        targets = _without_rates(optimizer)
    elif _assign_listed(optimizer, values):
        return
    else:
        targets, values = state_of(optimizer), _without_products(optimizer, values)
    if len(targets) == len(values) and all(map(_fits, targets, values)):
        for variable, value in zip(targets, values, strict=True):
            variable.assign(_core.cast(_core.convert_to_tensor(value), variable.dtype))


def _without_products(optimizer: Any, values: list[Any]) -> list[Any]:
    count = len(products_of(getattr(optimizer, "inner_optimizer", optimizer)))
    return values[: len(values) - count] if len(values) > len(state_of(optimizer)) else values


def _head(optimizer: Any) -> int:
    """How many numbers come before the slots."""
    return 1 + isinstance(optimizer._learning_rate, _core.Variable)


def _slots(optimizer: Any, groups: list[list[int]]) -> list[Any]:
    """The slots, those of a group of kinds together for each variable."""
    found = []
    for group in groups:
        for of_variable in zip(*(optimizer._slots[kind] for kind in group), strict=True):
            found += [slot for slot in of_variable if slot is not None]
    return found


def _fits(variable: Any, value: Any) -> bool:
    return list(np.shape(value)) == variable.shape.as_list()
