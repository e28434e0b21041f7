"""What specs were made with: nested containers of specs, shapes, dtypes and plain values.

Compared atom by atom, under the rules of each atom's kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .. import _core


class NothingCommon(Exception):
    """Two serializations differ in what no spec leaves open."""


def _children(value: Any) -> list[Any] | None:
    """What a container of a serialization holds, None for an atom."""
    if isinstance(value, Mapping):
        return [value[key] for key in sorted(value)]
    return list(value) if isinstance(value, (list, tuple)) else None


def _rebuilt(value: Any, children: list[Any]) -> Any:
    if isinstance(value, Mapping):
        return dict(zip(sorted(value), children, strict=True))
    kind = type(value)
    return kind(*children) if hasattr(kind, "_fields") else kind(children)


def mapped(change: Callable[[Any], Any], value: Any) -> Any:
    children = _children(value)
    if children is None:
        return change(value)
    return _rebuilt(value, [mapped(change, child) for child in children])


def paired(value: Any, others: list[Any]) -> list[tuple[Any, list[Any]]] | None:
    """Each atom with those in its place; None if the containers differ."""
    children = _children(value)
    if children is None:
        return [(value, others)]
    if not all(_is_alike(value, other) for other in others):
        return None
    found: list[tuple[Any, list[Any]]] = []
    for child, *rest in zip(children, *(_children(other) or [] for other in others), strict=True):
        pairs = paired(child, rest)
        if pairs is None:
            return None
        found += pairs
    return found


def _is_alike(one: Any, other: Any) -> bool:
    """Whether two containers hold as much, under the same keys."""
    same = type(one) is type(other) and len(one) == len(other)
    return same and (not isinstance(one, Mapping) or one.keys() == other.keys())


def common(value: Any, others: list[Any]) -> Any:
    children = _children(value)
    if children is None:
        return _common_atom(value, others)
    if not all(_is_alike(value, other) for other in others):
        raise NothingCommon
    columns = zip(children, *(_children(other) or [] for other in others), strict=True)
    return _rebuilt(value, [common(child, rest) for child, *rest in columns])


def _common_atom(value: Any, others: list[Any]) -> Any:
    if hasattr(value, "most_specific_common_supertype"):
        found = value.most_specific_common_supertype(others)
        if found is None:
            raise NothingCommon
        return found
    if isinstance(value, _core.TensorShape):
        for other in others:
            value = value.most_specific_compatible_shape(other)
        return value
    if any(value != other for other in others):
        raise NothingCommon
    return value


def is_within(one: Any, other: Any) -> bool:
    if hasattr(one, "is_subtype_of"):
        return bool(one.is_subtype_of(other))
    return bool(one == other)


def could_be(one: Any, other: Any) -> bool:
    if hasattr(one, "is_compatible_with"):
        return bool(one.is_compatible_with(other))
    return bool(one == other)


def without_lengths(atom: Any) -> Any:
    if hasattr(atom, "_with_tensor_ranks_only"):
        return atom._with_tensor_ranks_only()
    if isinstance(atom, _core.TensorShape) and atom.rank is not None:
        return _core.TensorShape([None] * atom.rank)
    return atom


def without_names(atom: Any) -> Any:
    return atom._without_tensor_names() if hasattr(atom, "_without_tensor_names") else atom


def key(value: Any) -> Any:
    """What stands for a serialization in comparisons: it has a hash."""
    if isinstance(value, Mapping):
        return dict, tuple((name, key(value[name])) for name in sorted(value))
    if isinstance(value, (list, tuple)):
        return type(value), tuple(map(key, value))
    if isinstance(value, _core.TensorShape):
        return _core.TensorShape, None if value.rank is None else tuple(value.as_list())
    if isinstance(value, type) or callable(getattr(value, "__hash__", None)):
        return value
    return id(value)
