"""The state of an optimizer as arrays, in the order in which files of Keras have it.

That is the count of steps, the learning rate if it is a number, then the slots: of one variable
after the other, but some kinds of slots come when all variables had those before them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import _core

# What names of slots end with in files of Keras 2's older optimizers, where each kind is apart.
_APART = ("/m:0", "/v:0", "/vhat:0", "/momentum:0", "/rms:0", "/mg:0", "/accumulator:0")


def assign_state(optimizer: Any, trained: list[Any], names: list[str], values: list[Any]) -> bool:
    """Build an optimizer for these variables and give it the state; False if that does not fit.

    `names` are those of the arrays, where the file has any.
    """
    optimizer = getattr(optimizer, "inner_optimizer", optimizer)
    optimizer.build(trained)
    counts = [v for v in optimizer.variables if v.shape.rank == 0][: _head(optimizer)]
    slots = _slots(optimizer, [[place] for place in range(len(optimizer._slots))])
    if not any(name.endswith(_APART) and name.count("/") > 1 for name in names):
        slots = _slots(optimizer, _groups(optimizer))
    missing = len(counts) + len(slots) - len(values)
    if missing == 1:  # Keras 2 keeps the rate with the configuration
        counts = counts[:1]
    targets = [*counts, *slots]
    if missing not in (0, 1) or any(not _fits(*pair) for pair in zip(targets, values, strict=True)):
        return False
    for variable, value in zip(targets, values, strict=True):
        variable.assign(_core.cast(_core.convert_to_tensor(value), variable.dtype))
    return True


def _head(optimizer: Any) -> int:
    """How many numbers come before the slots."""
    return 1 + isinstance(optimizer._learning_rate, _core.Variable)


def _groups(optimizer: Any) -> list[list[int]]:
    """The kinds of slots that stand together in files, by their numbers: all, as a rule."""
    groups: Any = getattr(optimizer, "_slot_groups", None)
    return [list(range(len(optimizer._slots)))] if groups is None else groups()


def _slots(optimizer: Any, groups: list[list[int]]) -> list[Any]:
    """The slots, those of a group of kinds together for each variable."""
    found = []
    for group in groups:
        for of_variable in zip(*(optimizer._slots[kind] for kind in group), strict=True):
            found += [slot for slot in of_variable if slot is not None]
    return found


def _fits(variable: Any, value: Any) -> bool:
    return list(np.shape(value)) == variable.shape.as_list()
