"""What a layer takes: its inputs as tensors of its dtype, checked against its `input_spec`.

In Keras 3 the arguments behind the first are such tensors too.
"""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..._structure.composites import Composite, as_value, is_tensor
from ..lookup import is_ours
from .input_spec import InputSpec


def as_inputs(layer: Any, inputs: Any) -> Any:
    """`inputs` as a tensor or a structure of them; floating ones are cast to a floating dtype,
    unless the layer was made with `autocast=False`.

    A (nested) list of numbers is one tensor; ragged and sparse tensors stay what they are. None is
    left in a structure. A layer of a program's own may take anything: what is no number stays as
    it is. For others `ValueError` for None alone and strings, in Keras 2 `TypeError`; `ValueError`
    for what the layer's `input_spec` does not allow.
    """
    dtype = layer._input_dtype if layer._casts_inputs else None
    spec, name = layer.input_spec, layer._name
    if layer._narrow_dtype is not None and layer._rounds_inputs and layer._narrows:
        inputs = nest.map_structure(lambda leaf: _rounded(leaf, layer._narrow_dtype), inputs)
    if isinstance(inputs, _core.Tensor):
        inputs = _cast(inputs, dtype)
    else:
        own = not is_ours(type(layer))
        flat = nest.flatten(inputs)
        if own and not any(map(_is_number, flat)):
            return inputs
        inputs = _as_tensors(inputs, flat, dtype, name, own)
    if type(spec) is InputSpec and not nest.is_nested(inputs):
        spec.check(inputs.shape, name)
    elif spec is not None:
        _check(inputs, spec, name)
    return inputs


_PLAIN = frozenset({bool, type(None), str, int, float})


def with_others(
    layer: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments of a call where, as in Keras 3, those behind the first are tensors too.

    Arrays become tensors, and floating ones are cast as the first is; layers of this library do so
    themselves with what they take.
    """
    if _PLAIN.issuperset(map(type, args[1:])) and _PLAIN.issuperset(map(type, kwargs.values())):
        return args, kwargs
    if is_ours(type(layer)) or not are_of_keras_3():
        return args, kwargs
    dtype = layer._input_dtype if layer._casts_inputs else None

    def converted(value: Any) -> Any:
        if type(value) in _PLAIN:
            return value
        if not nest.is_nested(value):
            return _as_other(value, dtype)
        leaves = nest.flatten(value)
        new = [_as_other(leaf, dtype) for leaf in leaves]
        same = all(one is other for one, other in zip(leaves, new, strict=True))
        return value if same else nest.pack_sequence_as(value, new)

    others = {name: converted(value) for name, value in kwargs.items()}
    return (*args[:1], *map(converted, args[1:])), others


def _as_other(value: Any, dtype: _core.DType | None) -> Any:
    if isinstance(value, (_core.Tensor, _core.Variable, Composite)):
        return _cast(value, dtype)
    if not hasattr(value, "__array__"):
        return value
    try:
        return _cast(_core.convert_to_tensor(value), dtype)
    except Exception:  # something that only looks like an array, as a symbolic tensor does
        return value


def _as_tensors(
    inputs: Any, flat: list[Any], dtype: _core.DType | None, name: str, own: bool
) -> Any:
    """Other things than a tensor: one thing, a structure, or a list of numbers."""
    if not nest.is_nested(inputs):
        return _as_input(inputs, dtype, name)
    if not any(map(_is_array, flat)) and not (own and not all(map(_is_number, flat))):
        return _cast(_core.convert_to_tensor(inputs), dtype)
    return nest.map_structure(
        lambda leaf: leaf if _stays(leaf, own) else _as_input(leaf, dtype, name), inputs
    )


def _is_number(leaf: Any) -> bool:
    if hasattr(type(leaf), "_tensor_conversions"):  # an object that only stands for a tensor
        return False
    return _is_array(leaf) or isinstance(leaf, (bool, int, float, complex))


def _stays(leaf: Any, own: bool) -> bool:
    """Whether a leaf of a structure is handed on as it is."""
    return leaf is None or (own and not _is_number(leaf))


def _check(inputs: Any, spec: Any, layer_name: str) -> None:
    """Check inputs against the spec of the only one, or a structure of specs in their order."""
    specs = nest.flatten(spec)
    flat = nest.flatten(inputs)
    if len(flat) != len(specs):
        raise ValueError(
            f'Layer "{layer_name}" expects {len(specs)} input(s), but it received {len(flat)} '
            f"input tensors. Inputs received: {flat}"
        )
    for number, (one, value) in enumerate(zip(specs, flat, strict=True)):
        if one is not None and not (value is None and one.optional):
            one.check(value.shape, layer_name, number)


def _as_input(value: Any, dtype: _core.DType | None, layer_name: str) -> _core.Tensor:
    if value is None or isinstance(value, (str, bytes)):
        kind = TypeError if is_keras_2_asked_for() else ValueError
        raise kind(
            f"Inputs to a layer should be tensors. Got {str(value)!r} (of type {type(value)}) "
            f"as input for layer {layer_name!r}."
        )
    return _cast(as_value(value), dtype)


def _cast(tensor: Any, dtype: _core.DType | None) -> Any:
    if dtype is None:
        return tensor
    if isinstance(tensor, Composite):
        parts = tensor._parts()
        new = [_cast(part, dtype) for part in parts]
        same = all(one is other for one, other in zip(parts, new, strict=True))
        return tensor if same else tensor._with_parts(new)
    given = tensor.dtype
    if given != dtype and given.is_floating and dtype.is_floating:
        return _core.cast(tensor, dtype)
    return tensor


def _rounded(leaf: Any, dtype: _core.DType) -> Any:
    """A tensor of `float32` as it is read in a narrow dtype; anything else as it is."""
    return _cast(leaf, dtype) if isinstance(leaf, _core.Tensor) else leaf


def as_floats(inputs: Any, dtype: _core.DType) -> Any:
    """Whole numbers in the dtype of a layer that computes with fractions."""
    return _core.cast(inputs, dtype) if inputs.dtype.is_integer else inputs


def promoted(inputs: Any) -> list[Any]:
    """Several inputs in one dtype: where they differ, in the floating one among them."""
    parts = _core.all_items(inputs)
    if len({part.dtype for part in parts}) == 1:
        return parts
    floating = [part.dtype for part in parts if part.dtype.is_floating]
    return [as_floats(part, floating[0]) for part in parts] if floating else parts


def _is_array(leaf: Any) -> bool:
    return is_tensor(leaf) or hasattr(leaf, "__array__")
