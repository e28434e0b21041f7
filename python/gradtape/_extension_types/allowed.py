"""What an annotation of a field allows: values of it checked and converted, and described as specs.

Invariant: a converted value holds nothing that can be changed in place but arrays of tensors; what
an annotation does not allow is a `TypeError` that names the place in the field.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from typing import Any

from .. import _core
from .._structure.composites import Composite
from .._structure.tensor_spec import TensorSpec
from .._structure.type_spec import TypeSpec
from .immutable_dict import ImmutableDict

_PLAIN = (int, float, str, bytes, bool, type(None))
_UNIONS = (typing.Union, types.UnionType)
Convert = Callable[[Any, Any, str], Any]


def require_known(annotation: Any, name: str) -> None:
    """`TypeError` for an annotation that fields cannot have."""
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if annotation is None or _is_kind(annotation):
        return
    if origin in (*_UNIONS, tuple) or _is_mapping(origin):
        for inner in args:
            if inner is not Ellipsis:
                require_known(inner, name)
        return
    shown = annotation.__name__ if isinstance(annotation, type) else annotation
    raise TypeError(f"In field {name!r}: Unsupported type annotation {str(shown)!r}")


def _is_kind(annotation: Any) -> bool:
    """Whether the annotation is a class whose values a field may hold."""
    known = (*_PLAIN, _core.TensorShape, _core.DType, _core.Tensor)
    return isinstance(annotation, type) and (
        annotation in known or issubclass(annotation, (Composite, TypeSpec))
    )


def _is_mapping(origin: Any) -> bool:
    return isinstance(origin, type) and issubclass(origin, Mapping)


def value_for(value: Any, annotation: Any, path: str) -> Any:
    """What a field with this annotation holds for a value."""
    return _converted(value, annotation, path, _value_of_kind)


def spec_for(value: Any, annotation: Any, path: str) -> Any:
    """What the spec of a field with this annotation holds: specs in the place of tensors."""
    return _converted(value, annotation, path, _spec_of_kind)


def _converted(value: Any, annotation: Any, path: str, of_kind: Convert) -> Any:
    origin = typing.get_origin(annotation)
    if origin in _UNIONS:
        return _one_of(value, annotation, path, of_kind)
    if origin is tuple:
        return _tuple(value, typing.get_args(annotation), path, of_kind)
    if _is_mapping(origin):
        return _mapping(value, typing.get_args(annotation), path, of_kind)
    return of_kind(value, annotation, path)


def _one_of(value: Any, annotation: Any, path: str, of_kind: Convert) -> Any:
    """A value of the first member of a union that takes it."""
    for member in typing.get_args(annotation):
        try:
            return _converted(value, member, path, of_kind)
        except (TypeError, ValueError):
            continue
    raise TypeError(f"{path}: expected {annotation}, got {type(value).__name__!r}")


def _tuple(value: Any, kinds: tuple[Any, ...], path: str, of_kind: Convert) -> tuple[Any, ...]:
    if not isinstance(value, (list, tuple)):
        raise TypeError(f"{path}: expected tuple, got {type(value).__name__!r}")
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        kinds = kinds[:1] * len(value)
    if len(kinds) != len(value):
        raise TypeError(f"{path}: expected tuple with length {len(kinds)}, got {len(value)}")
    return tuple(
        _converted(item, kind, f"{path}[{place}]", of_kind)
        for place, (item, kind) in enumerate(zip(value, kinds, strict=True))
    )


def _mapping(value: Any, kinds: tuple[Any, ...], path: str, of_kind: Convert) -> ImmutableDict:
    if not isinstance(value, Mapping):
        raise TypeError(f"{path}: expected mapping, got {type(value).__name__!r}")
    return ImmutableDict(
        (
            _converted(key, kinds[0], f"{path}.keys()", of_kind),
            _converted(item, kinds[1], f"{path}[{key!r}]", of_kind),
        )
        for key, item in value.items()
    )


def _value_of_kind(value: Any, kind: Any, path: str) -> Any:
    if kind is _core.Tensor:
        return _tensor(value, path)
    if kind is _core.TensorShape and isinstance(value, (list, tuple, type(None))):
        return _core.TensorShape(value)
    if kind is _core.DType and isinstance(value, (str, type)):
        return _core.as_dtype(value)
    return _instance(value, kind or type(None), path)


def _tensor(value: Any, path: str) -> Any:
    if isinstance(value, _core.Tensor):
        return value
    try:
        return _core.convert_to_tensor(value)
    except (TypeError, ValueError):
        raise TypeError(f"{path}: expected a Tensor, got {type(value).__name__!r}") from None


def _spec_of_kind(value: Any, kind: Any, path: str) -> Any:
    if kind is _core.Tensor:
        return _instance(value, TensorSpec, path)
    if isinstance(kind, type) and issubclass(kind, Composite):
        if isinstance(value, TypeSpec) and getattr(value, "value_type", None) is kind:
            return value
        raise TypeError(f"{path}: expected a spec of {kind.__name__!r}, got {value!r}")
    return _value_of_kind(value, kind, path)


def _instance(value: Any, kind: type, path: str) -> Any:
    if not isinstance(value, kind):
        raise TypeError(f"{path}: expected {kind.__name__!r}, got {type(value).__name__!r}")
    return value
