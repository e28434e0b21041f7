"""`keras.tree`: nested structures in Keras 3's words, over those of `tf.nest`.

What differs from `tf.nest`: structures that do not correspond are a `ValueError` whatever the
reason, paths may be had with the leaves, and `traverse` visits containers too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .._structure import nest


class MAP_TO_NONE:
    """What the function of `traverse` returns where it means None rather than "go on"."""


def is_nested(structure: Any) -> bool:
    """Whether something is a container of leaves."""
    return nest.is_nested(structure)


def flatten_with_path(structure: Any) -> list[tuple[tuple[Any, ...], Any]]:
    """The leaves with their paths: keys and numbers, from the outermost inwards.

    >>> import gradtape as tf
    >>> tf.keras.tree.flatten_with_path({"b": 3, "a": [1, 2]})
    [(('a', 0), 1), (('a', 1), 2), (('b',), 3)]
    """
    return list(_leaves_below(structure, ()))


def _leaves_below(structure: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if not nest.is_nested(structure):
        yield path, structure
        return
    for key, child in _entries(structure):
        yield from _leaves_below(child, (*path, key))


def _entries(structure: Any) -> list[tuple[Any, Any]]:
    """What a container holds, with what it is found by."""
    if isinstance(structure, Mapping):
        return [(key, structure[key]) for key in sorted(structure)]
    return list(enumerate(nest.children(structure)))


def map_structure(func: Callable[..., Any], *structures: Any, none_is_leaf: bool = True) -> Any:
    """`func` of corresponding leaves, arranged like the first structure.

    With `none_is_leaf=False` a None stays what it is, without `func`. Errors: `TypeError` for a
    `func` that cannot be called, `ValueError` for structures that do not correspond, or none.

    >>> import gradtape as tf
    >>> tf.keras.tree.map_structure(lambda x, y: x + y, {"a": 1, "b": [2]}, {"a": 10, "b": [20]})
    {'a': 11, 'b': [22]}
    """
    if not callable(func):
        raise TypeError(f"`func` must be callable, got: func={func}")
    if not structures:
        raise ValueError("Must provide at least one structure")
    for other in structures[1:]:
        assert_same_structure(structures[0], other)
    if none_is_leaf:
        return nest.map_structure(func, *structures)
    return nest.map_structure(
        lambda *leaves: None if _only_none(leaves) else func(*leaves), *structures
    )


def _only_none(leaves: tuple[Any, ...]) -> bool:
    if any(leaf is None for leaf in leaves) and any(leaf is not None for leaf in leaves):
        raise ValueError("Structures don't have the same nested structure: None in some of them.")
    return leaves[0] is None


def map_structure_up_to(shallow_structure: Any, func: Callable[..., Any], *structures: Any) -> Any:
    """`func` of what stands in the structures where `shallow_structure` has its leaves.

    >>> import gradtape as tf
    >>> tf.keras.tree.map_structure_up_to([0, 0], lambda x, y: (x, y), [1, 2], [[3], [4, 5]])
    [(1, [3]), (2, [4, 5])]
    """
    if not structures:
        raise ValueError("Must provide at least one structure")
    flat = [_cut_off(shallow_structure, one) for one in structures]
    results = [func(*values) for values in zip(*flat, strict=True)]
    return nest.pack_sequence_as(shallow_structure, results)


def _cut_off(shallow: Any, structure: Any) -> list[Any]:
    """What stands in a structure where the shallow one has its leaves, in order."""
    if not nest.is_nested(shallow):
        return [structure]
    _require_same_container(shallow, structure)
    below = zip(_entries(shallow), _entries(structure), strict=True)
    return [value for (_, one), (_, other) in below for value in _cut_off(one, other)]


def _require_same_container(shallow: Any, structure: Any) -> None:
    matches = (
        nest.is_nested(structure)
        and type(shallow) is type(structure)
        and [key for key, _ in _entries(shallow)] == [key for key, _ in _entries(structure)]
    )
    if not matches:
        raise ValueError(
            "Structures don't have the same nested structure: "
            f"{shallow!r} does not correspond to {structure!r}."
        )


def assert_same_structure(a: Any, b: Any, check_types: bool | None = None) -> None:
    """A `ValueError` unless the two structures correspond; their leaves may be anything.

    `check_types` is accepted as in Keras, and changes nothing: a list is no tuple.

    >>> import gradtape as tf
    >>> tf.keras.tree.assert_same_structure([1, {"a": 2}], [3, {"a": "x"}])
    """
    try:
        nest.assert_same_structure(a, b)
    except TypeError as error:
        raise ValueError(str(error)) from None


def assert_same_paths(a: Any, b: Any) -> None:
    """A `ValueError` unless leaves stand at the same paths, in whatever kinds of containers.

    >>> import gradtape as tf
    >>> tf.keras.tree.assert_same_paths([1, (2, 3)], (1, [2, 3]))
    """
    ours, theirs = ({path for path, _ in flatten_with_path(one)} for one in (a, b))
    if ours == theirs:
        return
    text = "`a` and `b` don't have the same paths."
    if ours - theirs:
        text += f"\nPaths in `a` missing in `b`:\n{ours - theirs}"
    if theirs - ours:
        text += f"\nPaths in `b` missing in `a`:\n{theirs - ours}"
    raise ValueError(text)


def lists_to_tuples(structure: Any) -> Any:
    """The structure with tuples in place of its lists.

    >>> import gradtape as tf
    >>> tf.keras.tree.lists_to_tuples([1, [2, {"a": [3]}]])
    (1, (2, {'a': (3,)}))
    """

    def as_tuple(part: Any) -> Any:
        return tuple(part) if isinstance(part, list) else None

    return traverse(as_tuple, structure, top_down=False)


def map_shape_structure(func: Callable[[Any], Any], structure: Any) -> Any:
    """`func` of each shape, a list or tuple of numbers and None, arranged as the shapes were.

    >>> import gradtape as tf
    >>> tf.keras.tree.map_shape_structure(len, {"a": (None, 3), "b": [[2], [4, 5, 6]]})
    {'a': 2, 'b': [1, 3]}
    """
    if not callable(func):
        raise TypeError(f"`func` must be callable, got: func={func}")

    def of_shape(part: Any) -> Any:
        if not _is_shape(part):
            return None
        result = func(part)
        return MAP_TO_NONE if result is None else result

    return traverse(of_shape, structure)


def _is_shape(part: Any) -> bool:
    return isinstance(part, (list, tuple)) and all(
        size is None or isinstance(size, int) for size in part
    )


def traverse(func: Callable[[Any], Any], structure: Any, top_down: bool = True) -> Any:
    """`func` of each container and leaf; what it returns takes that one's place.

    None goes on below (`top_down`) or leaves the part as it is; `MAP_TO_NONE` puts None there. From
    the top, what was replaced is not entered; from the bottom, containers hold replaced parts.

    >>> import gradtape as tf
    >>> tf.keras.tree.traverse(lambda x: 0 if x == 1 else None, [1, [2, 1]])
    [0, [2, 0]]
    """
    if not callable(func):
        raise TypeError(f"`func` must be callable, got: func={func}")
    result = _visit(func, structure, top_down)
    return None if result is MAP_TO_NONE else result


def _visit(func: Callable[[Any], Any], part: Any, top_down: bool) -> Any:
    if top_down:
        found = func(part)
        return _visit_inside(func, part, top_down) if found is None else found
    part = _visit_inside(func, part, top_down)
    found = func(part)
    return part if found is None else found


def _visit_inside(func: Callable[[Any], Any], part: Any, top_down: bool) -> Any:
    if not nest.is_nested(part):
        return part
    results = [_visit(func, child, top_down) for child in nest.children(part)]
    return nest.rebuild(part, [None if one is MAP_TO_NONE else one for one in results])
