"""`CompositeTensor`: the class of values that are made of tensors, a program's own among them.

Such a value says by its `_type_spec` how it is taken apart and put together again. Invariant: what
gradtape has of this kind, and variables, are instances too, though not all are made like that; a
variable has its spec, but its class is none of those that are asked whether values are taken apart.
"""

from __future__ import annotations

import abc
from typing import Any

from .. import _core
from .composites import Composite
from .variable_spec import VariableSpec


class CompositeTensor(abc.ABC):
    """A value made of tensors, which its `_type_spec` takes apart."""

    @property
    @abc.abstractmethod
    def _type_spec(self) -> Any:
        raise NotImplementedError(f"{type(self).__name__}._type_spec")

    def _shape_invariant_to_type_spec(self, shape: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__}._shape_invariant_to_type_spec")

    def _consumers(self) -> list[Any]:
        return []

    def _convert_variables_to_tensors(self) -> Any:
        """The same with the values of its variables; a class that holds some overrides it."""
        return self


class _SpecOfVariable:
    """What a variable looks like, told by variables alone."""

    def __get__(self, variable: Any, owner: Any) -> VariableSpec:
        if variable is None:
            raise AttributeError("_type_spec")
        return VariableSpec.from_value(variable)


CompositeTensor.register(Composite)
CompositeTensor.register(_core.Variable)
_core.Variable._type_spec = _SpecOfVariable()  # type: ignore[attr-defined]


def is_own(value: object) -> bool:
    """Whether this is a program's own value made of tensors."""
    return isinstance(value, CompositeTensor) and not isinstance(value, (Composite, _core.Variable))
