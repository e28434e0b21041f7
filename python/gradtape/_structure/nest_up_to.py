"""Structures taken apart only as far as another, shallower one goes, and leaves with their paths.

TensorFlow keeps these in a private module, from which libraries import them. A path is the tuple
of keys, fields and places that leads to a leaf.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from . import nest
from .composite_tensor import CompositeTensor
from .type_spec import TypeSpec

_Entry = tuple[Any, Any]


def entries(structure: Any, expand_composites: bool = False) -> list[_Entry]:
    """What a structure holds directly with the key of each, in flattening order."""
    if isinstance(structure, Mapping):
        return [(key, structure[key]) for key in sorted(structure)]
    kind = type(structure)
    if hasattr(kind, "__attrs_attrs__"):
        return [(field.name, getattr(structure, field.name)) for field in kind.__attrs_attrs__]
    if hasattr(kind, "_fields"):
        return list(zip(kind._fields, structure, strict=True))
    if expand_composites and not nest.is_nested(structure):
        return [(kind.__name__, part) for part in nest.flatten(structure, True)]
    return list(enumerate(nest.children(structure)))


def holds_more(structure: Any, expand_composites: bool = False) -> bool:
    """Whether it is taken apart further."""
    if nest.is_nested(structure):
        return True
    if not expand_composites or not isinstance(structure, (CompositeTensor, TypeSpec)):
        return False
    return nest.flatten(structure, True) != [structure]


def yield_paths(structure: Any, expand_composites: bool = False) -> Iterator[_Entry]:
    """Each leaf behind its path."""
    yield from yield_paths_up_to(structure, structure, expand_composites)


def yield_paths_up_to(
    shallow: Any, structure: Any, expand_composites: bool = False, path: tuple[Any, ...] = ()
) -> Iterator[_Entry]:
    """What `structure` has where `shallow` ends, each behind its path."""
    if not holds_more(shallow, expand_composites):
        yield path, structure
        return
    inner = dict(entries(structure, expand_composites))
    pairs = entries(shallow, expand_composites)
    for place, (key, child) in enumerate(pairs):
        value = inner[key] if key in inner else list(inner.values())[place]
        yield from yield_paths_up_to(child, value, expand_composites, (*path, key))


def flatten_up_to(
    shallow_tree: Any, input_tree: Any, check_types: bool = True, expand_composites: bool = False
) -> list[Any]:
    """What `input_tree` has where `shallow_tree` ends."""
    assert_shallow_structure(shallow_tree, input_tree, check_types, expand_composites)
    return [value for _, value in yield_paths_up_to(shallow_tree, input_tree, expand_composites)]


def flatten_with_tuple_paths(structure: Any, expand_composites: bool = False) -> list[_Entry]:
    """The leaves, each behind its path."""
    return list(yield_paths(structure, expand_composites))


def flatten_with_tuple_paths_up_to(
    shallow_tree: Any, input_tree: Any, check_types: bool = True, expand_composites: bool = False
) -> list[_Entry]:
    """What `input_tree` has where `shallow_tree` ends, each behind its path."""
    assert_shallow_structure(shallow_tree, input_tree, check_types, expand_composites)
    return list(yield_paths_up_to(shallow_tree, input_tree, expand_composites))


def flatten_with_joined_string_paths(
    structure: Any, separator: str = "/", expand_composites: bool = False
) -> list[_Entry]:
    """The leaves, each behind its path as a text."""
    found = yield_paths(structure, expand_composites)
    return [(separator.join(map(str, path)), leaf) for path, leaf in found]


def yield_flat_paths(structure: Any, expand_composites: bool = False) -> Iterator[tuple[Any, ...]]:
    """The paths of the leaves."""
    for path, _ in yield_paths(structure, expand_composites):
        yield path


def map_structure_up_to(
    shallow_tree: Any, func: Callable[..., Any], *inputs: Any, **kw: Any
) -> Any:
    """`func` of what the inputs have where `shallow_tree` ends, arranged like it."""
    return map_structure_with_tuple_paths_up_to(
        shallow_tree, lambda _, *values: func(*values), *inputs, **kw
    )


def map_structure_with_tuple_paths_up_to(
    shallow_tree: Any,
    func: Callable[..., Any],
    *inputs: Any,
    check_types: bool = True,
    expand_composites: bool = False,
) -> Any:
    """The same, where `func` gets the path first."""
    if not inputs:
        raise ValueError("Cannot map over no sequences")
    columns = [
        flatten_with_tuple_paths_up_to(shallow_tree, one, check_types, expand_composites)
        for one in inputs
    ]
    paths = [path for path, _ in columns[0]]
    rows = zip(*([value for _, value in column] for column in columns), strict=True)
    values = [func(path, *row) for path, row in zip(paths, rows, strict=True)]
    return nest.pack_sequence_as(shallow_tree, values, expand_composites)


def map_structure_with_tuple_paths(func: Callable[..., Any], *structure: Any, **kw: Any) -> Any:
    """`func` of the path and of corresponding leaves, arranged like the first structure."""
    return map_structure_with_tuple_paths_up_to(structure[0], func, *structure, **kw)


def map_structure_with_paths(func: Callable[..., Any], *structure: Any, **kw: Any) -> Any:
    """The same, where the path is a text."""
    return map_structure_with_tuple_paths(
        lambda path, *leaves: func("/".join(map(str, path)), *leaves), *structure, **kw
    )


def assert_shallow_structure(
    shallow_tree: Any, input_tree: Any, check_types: bool = True, expand_composites: bool = False
) -> None:
    """Raise unless `input_tree` goes at least as deep as `shallow_tree`, in the same containers.

    `TypeError` for a leaf or another container where the shallow one has a container, `ValueError`
    for other lengths or keys.
    """
    if not holds_more(shallow_tree, expand_composites):
        return
    if not holds_more(input_tree, expand_composites):
        raise TypeError(
            "If shallow structure is a sequence, input must also be a sequence. Input has type: "
            f"'{type(input_tree)}'."
        )
    if check_types and not nest.are_alike(shallow_tree, input_tree):
        raise TypeError(
            "The two structures don't have the same sequence type. Input structure has type "
            f"'{type(input_tree)}', while shallow structure has type '{type(shallow_tree)}'."
        )
    _assert_children(shallow_tree, input_tree, check_types, expand_composites)


def _assert_children(shallow: Any, structure: Any, check_types: bool, expand: bool) -> None:
    pairs, inner = entries(shallow, expand), entries(structure, expand)
    if len(pairs) != len(inner):
        raise ValueError(
            "The two structures don't have the same sequence length. Input structure has length "
            f"{len(inner)}, while shallow structure has length {len(pairs)}."
        )
    if isinstance(shallow, Mapping) and {key for key, _ in pairs} != {key for key, _ in inner}:
        raise ValueError(
            "The two structures don't have the same keys. Input structure has keys "
            f"{[key for key, _ in inner]}, while shallow structure has keys "
            f"{[key for key, _ in pairs]}."
        )
    for (_, one), (_, other) in zip(pairs, inner, strict=True):
        assert_shallow_structure(one, other, check_types, expand)


def get_traverse_shallow_structure(
    traverse_fn: Callable[[Any], Any], structure: Any, expand_composites: bool = False
) -> Any:
    """The structure down to where `traverse_fn` says no: False stands there, True for leaves.

    `traverse_fn` answers for a container with a truth value, or with one for each thing in it.
    """
    answer = traverse_fn(structure)
    if not holds_more(structure, expand_composites):
        return bool(answer)
    if isinstance(answer, bool):
        if not answer:
            return False
        made = [
            get_traverse_shallow_structure(traverse_fn, child, expand_composites)
            for _, child in entries(structure, expand_composites)
        ]
        return nest.rebuild(structure, made)
    pairs = zip(entries(structure, expand_composites), nest.children(answer), strict=True)
    made = [
        get_traverse_shallow_structure(traverse_fn, child, expand_composites) if go else False
        for (_, child), go in pairs
    ]
    return nest.rebuild(structure, made)
