"""The variables of an optimizer as Keras 3 lists them, and as its files have them.

The count of steps and the rate come first, averages and sums that go along, then the slots, of one
kind after the other where a rule makes them so. Invariant: what Keras keeps and the rule here does
without, such as a number that follows from the steps, has its place among them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import _core
from ..naming import unique_name
from ..weight import Weight, own_name_of, weight_of


def variables_of(optimizer: Any) -> list[Any]:
    """All variables in Keras 3's order.

    >>> import gradtape as tf
    >>> from gradtape._keras.optimizers.listing import variables_of
    >>> adam = tf.keras.optimizers.Adam(amsgrad=True)
    >>> adam.build([tf.Variable([1.0, 2.0]), tf.Variable(3.0)])
    >>> [variable.shape.rank for variable in variables_of(adam)]
    [0, 0, 1, 1, 0, 0, 1, 0]
    """
    inner = getattr(optimizer, "inner_optimizer", None)
    if inner is not None:
        scale = [optimizer.step_counter, optimizer.dynamic_scale] if optimizer.built else []
        own = [optimizer._iterations, optimizer._learning_rate, *scale]
        return [*own, *variables_of(inner)]
    known = list(optimizer._own_variables())
    if not optimizer._slots:
        return known
    slots = _slots(optimizer)
    behind = {id(variable) for variable in (*slots, *optimizer._added)}
    begin = [variable for variable in known if id(variable) not in behind]
    return [*begin, *slots, *optimizer._added, *_numbers(optimizer)]


def _slots(optimizer: Any) -> list[Any]:
    found = []
    for group in groups_of(optimizer):
        for place in range(len(optimizer._trained)):
            kept = [(optimizer._slots[kind][place], kind) for kind in group]
            found += [
                _stand_in(optimizer, kind, place) if slot is None else slot for slot, kind in kept
            ]
    return [slot for slot in found if slot is not None]


def _stand_in(optimizer: Any, kind: int, place: int) -> Any:
    """What stands for a slot that a variable does not have; None for a rule without such."""
    if not optimizer._stands_in_for_slots:
        return None
    kept = vars(optimizer).setdefault("_stand_ins", {})
    if (kind, place) not in kept:
        name = own_name_of(optimizer._trained[place])
        called = optimizer._name_of(name) if optimizer._is_made_in_step else name
        kept[kind, place] = _variable(0, called, _core.int32)
    return kept[kind, place]


def _numbers(optimizer: Any) -> list[Any]:
    """What a rule has multiplied so far."""
    kept = vars(optimizer).setdefault("_kept_numbers", [])
    for place, number in enumerate(products_of(optimizer)):
        if place == len(kept):
            kept.append(_variable(number, unique_name("variable"), _core.float32))
        kept[place].assign(number)
    return list(kept)


def _variable(value: Any, name: str, dtype: _core.DType) -> Any:
    return weight_of(Weight, value, name, trainable=False, dtype=dtype)


def products_of(optimizer: Any) -> list[Any]:
    """What `Nadam` has multiplied so far."""
    if not hasattr(optimizer, "_product_at") or not optimizer.built:
        return []
    return [np.float32(optimizer._product_at(int(optimizer.iterations)))]


def groups_of(optimizer: Any) -> list[list[int]]:
    """The kinds of slots that stand together in files, by their numbers: all, as a rule."""
    groups: Any = getattr(optimizer, "_slot_groups", None)
    return [list(range(len(optimizer._slots)))] if groups is None else groups()
