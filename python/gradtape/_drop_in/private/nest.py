"""`tensorflow.python.util.nest`: `tf.nest`, and what it has besides for libraries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..._structure.nest import (
    assert_same_structure as assert_same_structure,
    flatten as flatten,
    is_nested as is_nested,
    map_structure as map_structure,
    pack_sequence_as as pack_sequence_as,
    rebuild as _sequence_like,
)
from ..._structure.nest_up_to import (
    assert_shallow_structure as assert_shallow_structure,
    entries as _yield_sorted_items,
    flatten_up_to as flatten_up_to,
    flatten_with_joined_string_paths as flatten_with_joined_string_paths,
    flatten_with_tuple_paths as flatten_with_tuple_paths,
    flatten_with_tuple_paths_up_to as flatten_with_tuple_paths_up_to,
    get_traverse_shallow_structure as get_traverse_shallow_structure,
    holds_more,
    map_structure_up_to as map_structure_up_to,
    map_structure_with_paths as map_structure_with_paths,
    map_structure_with_tuple_paths as map_structure_with_tuple_paths,
    map_structure_with_tuple_paths_up_to as map_structure_with_tuple_paths_up_to,
    yield_flat_paths as yield_flat_paths,
)

is_sequence = is_nested


def is_namedtuple(instance: object, strict: bool = False) -> bool:
    """Whether it is a named tuple; with `strict`, one without a class of its own."""
    if not isinstance(instance, tuple) or not hasattr(instance, "_fields"):
        return False
    return not strict or type(instance).__base__ is tuple


_is_namedtuple = is_namedtuple


def is_mapping(instance: object) -> bool:
    """Whether it is a mapping."""
    return isinstance(instance, Mapping)


_is_mapping = is_mapping


def is_attrs(instance: object) -> bool:
    """Whether its class is one of the package attrs."""
    return hasattr(type(instance), "__attrs_attrs__")


_is_attrs = is_attrs


def is_nested_or_composite(seq: object) -> bool:
    """Whether it is a structure, or made of several tensors."""
    return holds_more(seq, expand_composites=True)


is_sequence_or_composite = is_nested_or_composite


def same_namedtuples(nest1: Any, nest2: Any) -> bool:
    """Whether two named tuples have the same name and fields."""
    one, other = type(nest1), type(nest2)
    return one.__name__ == other.__name__ and one._fields == other._fields


def list_to_tuple(structure: Any) -> Any:
    """The structure with tuples in the place of lists."""
    if not is_nested(structure):
        return structure
    made = [list_to_tuple(child) for _, child in _yield_sorted_items(structure)]
    return tuple(made) if isinstance(structure, list) else _sequence_like(structure, made)


def flatten_dict_items(dictionary: Mapping[Any, Any]) -> dict[Any, Any]:
    """A flat dict of one whose keys may be structures of the same form as the values."""
    found: dict[Any, Any] = {}
    for key, value in dictionary.items():
        keys, values = ([key], [value]) if not is_nested(key) else (flatten(key), flatten(value))
        for one, other in zip(keys, values, strict=True):
            if one in found:
                raise ValueError(f"Cannot flatten dict because the key {one} is not unique.")
            found[one] = other
    return found


def _yield_value(iterable: Any) -> Iterator[Any]:
    for _, value in _yield_sorted_items(iterable):
        yield value
