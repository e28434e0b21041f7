"""Whether arguments are what the specs of a signature describe, and their conversion to it."""

from __future__ import annotations

from typing import Any

from .. import _core
from .._structure import nest
from .._structure.composites import Composite
from .._structure.tensor_spec import TensorSpec
from .._structure.type_spec import TypeSpec


def fit_structure(spec: Any, value: Any) -> Any:
    return nest.map_structure(fit, spec, like(spec, value), check_types=False)


def like(spec: Any, value: Any) -> Any:
    """A list given for a single spec is one tensor, not a structure."""
    if type(spec) is tuple and type(value) is tuple and len(spec) == len(value):
        return tuple(map(like, spec, value))
    if nest.is_nested(spec) or not nest.is_nested(value):
        return value
    return _core.convert_to_tensor(value, spec.dtype) if isinstance(spec, TensorSpec) else value


def fit(spec: Any, value: Any) -> Any:
    """`value` as a tensor that `spec` describes; a value that is not described by a spec passes."""
    if not isinstance(spec, TypeSpec):
        return value
    if not isinstance(spec, TensorSpec):
        require_fit(spec, spec_of(value))
        return value
    tensor = value if _core.is_tensor(value) else _core.convert_to_tensor(value, spec.dtype)
    require_fit(spec, TensorSpec.from_tensor(tensor))
    return tensor


def fit_specs(spec: Any, value: Any) -> Any:
    given = nest.map_structure(spec_or_value, value)
    for want, have in zip(nest.flatten(spec), nest.flatten(given), strict=True):
        if isinstance(have, TypeSpec):
            require_fit(want, have)
    return given


def require_fit(want: Any, have: Any) -> None:
    if not want.is_compatible_with(have):
        raise TypeError(f"Can not cast {have} to {want}")


def spec_of(value: Any) -> Any:
    from .._ragged.specs import type_spec_from_value  # here: importing the package does not need it

    return type_spec_from_value(value)


def spec_or_value(leaf: Any) -> Any:
    if isinstance(leaf, Composite):
        return spec_of(leaf)
    if _core.is_tensor(leaf) or hasattr(leaf, "__array__"):
        return TensorSpec.from_tensor(_core.convert_to_tensor(leaf))
    return leaf
