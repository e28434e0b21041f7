"""Masks that travel: which steps of a sequence count, as an attribute of tensors.

A layer that makes a mask (`compute_mask`) attaches it to its outputs; layers that support masking
hand it on, those whose `call` takes `mask` are given it. Nothing of this is looked for until the
first layer that makes masks exists.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from ... import _core
from ..._control.function import Function
from ..._runtime.settings import functions_run_eagerly
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..lookup import is_ours
from ..symbolic import MASK
from .calling import names_of, takes

_state = {"used": False}


def begin() -> None:
    """From now on masks are looked for: a layer that makes them exists."""
    _state["used"] = True


def prepare(kind: Any) -> None:
    """What a class that computes masks needs; a program's own may make them from anything."""
    if is_ours(kind):
        kind.compute_mask = of_either_name(kind.compute_mask)
    if "supports_masking" not in vars(kind):
        kind.supports_masking = True
        _state["used"] |= not is_ours(kind)


def of_either_name(compute: Callable[..., Any]) -> Callable[..., Any]:
    """A `compute_mask` whose second argument is called `mask` too, as in Keras 2."""

    @functools.wraps(compute)
    def computing(
        layer: Any, inputs: Any = None, previous_mask: Any = None, mask: Any = None
    ) -> Any:
        return compute(layer, inputs, previous_mask if mask is None else mask)

    return computing


def used() -> bool:
    """Whether there may be masks."""
    return _state["used"]


def mask_of(inputs: Any) -> Any:
    """The mask of a tensor, or a structure of them; None where there is none."""
    if not nest.is_nested(inputs):
        return getattr(inputs, MASK, None)
    found = [getattr(leaf, MASK, None) for leaf in nest.flatten(inputs)]
    if all(mask is None for mask in found):
        return None
    if isinstance(inputs, (list, tuple)) and any(map(nest.is_nested, inputs)):
        return found
    return nest.pack_sequence_as(inputs, found)


def are_on(outputs: Any) -> bool:
    """Whether all outputs have masks already, say of the layer that they came from last."""
    leaves = [outputs] if isinstance(outputs, _core.Tensor) else nest.flatten(outputs)
    return all(getattr(leaf, MASK, None) is not None for leaf in leaves)


def attach(outputs: Any, mask: Any) -> None:
    """Give the outputs of a layer their masks."""
    if mask is None:
        return
    leaves = nest.flatten(outputs)
    masks = nest.flatten(mask) if nest.is_nested(mask) else [mask] * len(leaves)
    for leaf, one in zip(leaves, masks, strict=False):
        if one is not None and isinstance(leaf, _core.Tensor):
            setattr(leaf, MASK, one)


def give(inputs: Any, mask: Any) -> None:
    """Give the inputs of a model the mask that was passed with them, if one was."""
    if mask is not None:
        begin()
        attach(inputs, mask)


def warn_that_it_ends(layer: Any) -> None:
    """What Keras 3 says where a mask reaches a layer that cannot hand it on."""
    if is_keras_2_asked_for():
        return
    warnings.warn(
        f"Layer '{layer.name}' (of type {type(layer).__name__}) was passed an input with a mask "
        "attached to it. However, this layer does not support masking and will therefore destroy "
        "the mask information. Downstream layers will not see the mask.",
        stacklevel=2,
    )


def take_off(*tensors: _core.Tensor) -> None:
    """Let tensors have no masks any more, as Keras 3 does where their masks have been used."""
    if is_keras_2_asked_for():
        return
    for tensor in tensors:
        if hasattr(tensor, MASK):
            delattr(tensor, MASK)


def end_in_function(call: Any, outputs: Any, inputs: Any) -> None:
    """Masks of tensors that a function made stay in its trace: what it returns has none."""
    if not isinstance(call, Function) or functions_run_eagerly():
        return
    given = set(map(id, nest.flatten(inputs)))
    for leaf in nest.flatten(outputs):
        if id(leaf) not in given and getattr(leaf, MASK, None) is not None:
            delattr(leaf, MASK)


def beside(mask: Any, values: _core.Tensor) -> Any:
    """A mask with as many axes as the values whose steps it is about."""
    for _ in range(values.shape.rank - mask.shape.rank):
        mask = _core.expand_dims(mask, -1)
    return mask


def fill(layer: Any, mask: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Hand the masks of its arguments to a layer's `call`, by keyword.

    A call with one tensor, or one structure of tensors, gets its mask as `mask`, in Keras 2 any
    call that of its first argument; where there are several, those named after an argument are
    filled: `query_mask` for `query`.
    """
    names = names_of(type(layer).call)[1:]  # behind `self`
    by_place = dict(zip(names, args, strict=False))
    given = {**by_place, **kwargs}
    tensors = {name: value for name, value in given.items() if _has_tensors(value)}
    if len(tensors) == 1 or is_keras_2_asked_for():
        if "mask" in names and given.get("mask") is None and mask is not None:
            kwargs["mask"] = mask
        if len(tensors) == 1:
            return
    for name, value in tensors.items():
        is_free = f"{name}_mask" in names and f"{name}_mask" not in by_place
        if is_free and given.get(f"{name}_mask") is None:
            kwargs[f"{name}_mask"] = mask_of(value)


def takes_mask(layer: Any) -> bool:
    """Whether the `call` of a layer takes `mask`."""
    return takes(type(layer).call, "mask")


def _has_tensors(value: Any) -> bool:
    if value is None or isinstance(value, (bool, int, float, str)):
        return False
    return any(isinstance(leaf, (_core.Tensor, np.ndarray)) for leaf in nest.flatten(value))
