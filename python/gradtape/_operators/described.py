"""What an operator is made of: as part of a structure it is its tensors, and what is between them.

Invariant: components are named as the arguments that they were, so they come in TensorFlow's order.
"""

from __future__ import annotations

from typing import Any

from .. import _core
from .._module.module import Module
from .._structure import nest
from .._structure.composite_tensor import CompositeTensor
from .._structure.tensor_spec import TensorSpec
from .._structure.type_spec import TypeSpec
from .._structure.variable_spec import VariableSpec

_MADE_ANEW = {"_own_scope", "parameters"}


class LinearOperatorSpec(TypeSpec):
    """What operators of a kind look like: the specs of their tensors, and what else they hold."""

    def __init__(self, kind: type, specs: dict[str, Any], rest: dict[str, Any]) -> None:
        self.value_type, self._specs, self._rest = kind, specs, rest

    @classmethod
    def of(cls, operator: Any) -> LinearOperatorSpec:
        """The spec of an operator."""
        parts = _parts_of(operator)
        own = {f"_{name}" for name in parts} | _MADE_ANEW
        rest = {name: value for name, value in vars(operator).items() if name not in own}
        return cls(type(operator), nest.map_structure(_spec_of, parts), rest)

    def _serialize(self) -> tuple[type, dict[str, Any], dict[str, Any]]:
        return self.value_type, self._specs, self._rest

    @property
    def _component_specs(self) -> dict[str, Any]:
        return self._specs

    def _to_components(self, value: Any) -> dict[str, Any]:
        return _parts_of(value)

    def _from_components(self, components: dict[str, Any]) -> Any:
        operator = self.value_type.__new__(self.value_type)
        Module.__init__(operator, self._rest["_name"])
        held = {f"_{name}": self._tensor_of(name, value) for name, value in components.items()}
        vars(operator).update(self._rest, **held, parameters=dict(components))
        return operator

    def _tensor_of(self, name: str, value: Any) -> Any:
        """A part that was a tensor as one, whatever a program gives for it."""
        is_plain = isinstance(value, (int, float, list)) and type(self._specs[name]) is TensorSpec
        return _core.convert_to_tensor(value) if is_plain else value


def _parts_of(operator: Any) -> dict[str, Any]:
    """The attributes that hold tensors or operators, without their underscores."""
    return {
        name[1:]: value
        for name, value in vars(operator).items()
        if name != "parameters" and any(_core.is_tensor(leaf) for leaf in nest.flatten(value))
    }


def _spec_of(part: Any) -> Any:
    if isinstance(part, _core.Variable):
        return VariableSpec(part.shape, part.dtype, part.trainable)
    own = part._type_spec if isinstance(part, CompositeTensor) else None
    return TensorSpec(part.shape, part.dtype) if own is None else own
