"""`tensorflow.python.framework.type_spec`, and what else is told of specs and their values."""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._ragged.specs import (
    register_type_spec_from_value_converter as register_type_spec_from_value_converter,
    type_spec_from_value as type_spec_from_value,
)
from ..._structure import nest
from ..._structure.composite_tensor import CompositeTensor as CompositeTensor, is_own
from ..._structure.type_spec import BatchableTypeSpec as BatchableTypeSpec, TypeSpec as TypeSpec
from ..._structure.variable_spec import VariableSpec as VariableSpec
from .type_spec_registry import get_name as get_name, lookup as lookup, register as register


def convert_variables_to_tensors(values: Any) -> Any:
    """The structure with the values of its variables in their place."""

    def converted(leaf: Any) -> Any:
        if isinstance(leaf, _core.Variable):
            return _core.convert_to_tensor(leaf)
        return leaf._convert_variables_to_tensors() if is_own(leaf) else leaf

    return nest.map_structure(converted, values)


def replace_composites_with_components(structure: Any) -> Any:
    """The structure with lists of parts in the place of what is made of several tensors."""
    if nest.is_nested(structure):
        return nest.map_structure(replace_composites_with_components, structure)
    parts = nest.flatten(structure, expand_composites=True)
    return parts if isinstance(structure, CompositeTensor) else structure


def is_resource_variable(var: Any) -> bool:
    """Whether it is a variable: there are no others."""
    return isinstance(var, _core.Variable)
