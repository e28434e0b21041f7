"""`ExtensionTypeSpec`: what a value of an extension type looks like.

Invariant: immutable; equal where the specs of all fields are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import _core
from .._ragged.specs import type_spec_from_value
from .._structure.composites import Composite
from .._structure.type_spec import TypeSpec
from . import allowed, fields
from .closed import Closed, Completed


class ExtensionTypeSpec(TypeSpec, Closed):
    """The specs of the fields of an extension type; each type has its own kind, `Type.Spec`.

    It takes what the type takes, with a `TypeSpec` in the place of each tensor. `TypeError` for a
    field that is missing and a spec that the field's annotation does not allow.

    >>> class Mass(tf.experimental.ExtensionType):
    ...     kilograms: tf.Tensor
    >>> spec = Mass.Spec(tf.TensorSpec([None], tf.float32))
    >>> spec.is_compatible_with(Mass([1.0, 2.0])), spec.kilograms.shape
    (True, TensorShape([None]))
    """

    _KIND = "ExtensionTypeSpec"
    value_type: Any  # the extension type

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        values = fields.bound(self.value_type._fields_of_type, args, kwargs)
        for name, value in values.items():
            setattr(self, name, value)

    def _finish(self) -> None:
        """Check what the constructor has set, and convert it."""
        for field in self.value_type._fields_of_type:
            if not hasattr(self, field.name):
                raise ValueError(f"Missing required fields: {{{field.name!r}}}")
            value = getattr(self, field.name)
            vars(self)[field.name] = allowed.spec_for(value, field.annotation, field.name)

    @classmethod
    def from_value(cls, value: Any) -> Any:
        """The spec of a value of the type."""
        spec = object.__new__(cls)
        for field in cls.value_type._fields_of_type:
            vars(spec)[field.name] = described(getattr(value, field.name))
        return spec

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """True if a value of the type, or what a spec describes, could be what this describes."""
        if not isinstance(spec_or_value, (self.value_type, type(self))):
            return False
        mine, others = (
            self._entries(),
            [getattr(spec_or_value, field.name) for field in self.value_type._fields_of_type],
        )
        return all(_fits(own, other) for own, other in zip(mine, others, strict=True))

    def _serialize(self) -> Any:
        return tuple(self._entries())

    @property
    def _component_specs(self) -> Any:
        return self

    def _entries(self) -> list[Any]:
        return [getattr(self, field.name) for field in self.value_type._fields_of_type]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._entries() == other._entries()

    def __hash__(self) -> int:
        return hash((type(self), repr(self)))

    def __repr__(self) -> str:
        names = [field.name for field in self.value_type._fields_of_type]
        shown = [
            f"{name}={_shown(value)}" for name, value in zip(names, self._entries(), strict=True)
        ]
        return f"{type(self).__qualname__}({', '.join(shown)})"


def described(value: Any) -> Any:
    """What a field holds, with specs in the place of tensors."""
    if isinstance(value, (_core.Tensor, Composite)):
        return type_spec_from_value(value)
    if isinstance(value, tuple):
        return tuple(map(described, value))
    if isinstance(value, Mapping):
        return type(value)((key, described(item)) for key, item in value.items())  # type: ignore[call-arg]
    return value


def _fits(spec: Any, value: Any) -> bool:
    """Whether an entry of a spec describes one of a value, or of another spec."""
    if isinstance(spec, TypeSpec):
        known = isinstance(value, (TypeSpec, _core.Tensor, Composite))
        return known and bool(spec.is_compatible_with(value))
    if isinstance(spec, tuple) and isinstance(value, tuple):
        return len(spec) == len(value) and all(map(_fits, spec, value))
    if isinstance(spec, Mapping) and isinstance(value, Mapping):
        return spec.keys() == value.keys() and all(_fits(spec[key], value[key]) for key in spec)
    return bool(spec == value)


def _shown(entry: Any) -> str:
    return repr(dict(entry)) if isinstance(entry, Mapping) else repr(entry)


def spec_class(kind: Any) -> type:
    """The nested class `Spec` of a type: the program's own, or one without additions."""
    own = vars(kind).get("Spec")
    if own is not None and not isinstance(own, type):
        raise ValueError(f"{kind.__qualname__}.Spec must be a nested class; got {own}.")
    names = {"value_type": kind, "__qualname__": f"{kind.__qualname__}.Spec"}
    bases = (ExtensionTypeSpec,) if own is None else (own, ExtensionTypeSpec)
    return Completed("Spec", bases, {**names, "__module__": kind.__module__})
