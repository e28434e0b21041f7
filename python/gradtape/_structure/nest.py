"""Nested structures: lists, tuples, dicts and their like, flattened to a list of leaves and back.

What nests: `list`, `tuple`, named tuples, other sequences (`deque`, `range`), mappings (in the
order of their sorted keys), dict views, attrs classes, and classes with
`__tf_flatten__`/`__tf_unflatten__`. Everything else is a leaf: tensors, variables, arrays,
strings, sets, None. Invariant: `pack_sequence_as(s, flatten(s))` equals `s`, except that a `range`
or a dict view comes back as a list.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, MappingView, Sequence
from typing import Any

from .. import _core
from .composite_tensor import is_own
from .composites import Composite
from .type_spec import TypeSpec

_LEAVES = frozenset(
    {_core.Tensor, _core.Variable, float, int, bool, complex, str, bytes, bytearray, type(None)}
)
_PLAIN = frozenset({list, tuple, dict})
_END = object()


def is_nested(seq: object) -> bool:
    """True if `seq` is a structure rather than a leaf.

    >>> import gradtape as tf
    >>> [tf.nest.is_nested(x) for x in ([], {"a": 1}, "ab", {1, 2})]
    [True, True, False, False]
    """
    kind = type(seq)
    if kind in _PLAIN:
        return True
    if kind in _LEAVES:
        return False
    if isinstance(seq, (str, bytes, bytearray)):
        return False
    return isinstance(seq, (Sequence, Mapping, MappingView)) or (
        not isinstance(seq, type)
        and (hasattr(kind, "__attrs_attrs__") or hasattr(kind, "__tf_flatten__"))
    )


def flatten(structure: Any, expand_composites: bool = False) -> list[Any]:
    """The leaves of `structure`, depth first, dict values in the order of the sorted keys.

    A leaf is a list of one. With `expand_composites` ragged and sparse tensors are taken apart
    into the tensors that they are made of. Keys that cannot be sorted raise `TypeError`.

    >>> import gradtape as tf
    >>> tf.nest.flatten({"b": [1, (2, 3)], "a": None})
    [None, 1, 2, 3]
    """
    if expand_composites:
        return [part for leaf in flatten(structure) for part in _parts_of(leaf)]
    if not is_nested(structure):
        return [structure]
    leaves: list[Any] = []
    _collect(structure, leaves)
    return leaves


def _parts_of(leaf: Any) -> list[Any]:
    """The tensors that a leaf is made of; those of a program's own class by its spec."""
    if type(leaf) in _LEAVES:
        return [leaf]
    if isinstance(leaf, Composite):
        return leaf._components()
    parts = _outline(leaf)
    return [leaf] if parts is leaf else flatten(parts, expand_composites=True)


def _outline(leaf: Any) -> Any:
    """The structure of parts of a program's own composite, or of what a spec describes."""
    if isinstance(leaf, TypeSpec):
        return leaf._component_specs
    return leaf._type_spec._to_components(leaf) if is_own(leaf) else leaf


def _with_parts(leaf: Any, parts: list[Any]) -> Any:
    """The same made of other tensors; where the leaf is a spec, what it describes."""
    if isinstance(leaf, Composite):
        return leaf._with_components(parts)
    outline = _outline(leaf)
    if outline is leaf:
        return parts[0]
    spec = leaf if isinstance(leaf, TypeSpec) else leaf._type_spec
    return spec._from_components(pack_sequence_as(outline, parts, expand_composites=True))


def _collect(structure: Any, leaves: list[Any]) -> None:
    for child in children(structure):
        if is_nested(child):
            _collect(child, leaves)
        else:
            leaves.append(child)


def children(structure: Any) -> Any:
    """What a structure holds directly, in flattening order."""
    if isinstance(structure, (list, tuple)):
        return structure
    if isinstance(structure, Mapping):
        return [structure[key] for key in sorted(structure)]
    kind = type(structure)
    if hasattr(kind, "__attrs_attrs__"):
        return [getattr(structure, field.name) for field in kind.__attrs_attrs__]
    if hasattr(kind, "__tf_flatten__"):
        return structure.__tf_flatten__()[1]
    return structure


def pack_sequence_as(structure: Any, flat_sequence: Any, expand_composites: bool = False) -> Any:
    """`flat_sequence` arranged like `structure`, with the same types of containers.

    Raises `ValueError` if the number of items differs from the number of leaves and `TypeError` if
    `flat_sequence` is not a sequence.

    >>> import gradtape as tf
    >>> tf.nest.pack_sequence_as({"b": 0, "a": (0, 0)}, ["x", "y", "z"])
    {'b': 'z', 'a': ('x', 'y')}
    """
    if not is_nested(flat_sequence):
        raise TypeError(
            "Attempted to pack value:\n"
            f"  {flat_sequence}\n"
            f"into a structure, but found incompatible type `{type(flat_sequence)}` instead."
        )
    if expand_composites:
        flat_sequence = _put_together(structure, flat_sequence)
    if not is_nested(structure):
        return _the_only_item(structure, flat_sequence)
    source = iter(flat_sequence)
    try:
        packed = _pack(structure, source)
    except _TooShort:
        raise _miscounted(structure, flat_sequence) from None
    if next(source, _END) is not _END:
        raise _miscounted(structure, flat_sequence)
    return packed


def _put_together(structure: Any, flat_sequence: Any) -> list[Any]:
    """The leaves for the parts that `flatten(structure, expand_composites=True)` gives."""
    parts, found = list(flat_sequence), []
    leaves = flatten(structure)
    counts = [len(_parts_of(leaf)) for leaf in leaves]
    if sum(counts) != len(parts):
        raise _miscounted(structure, flat_sequence)
    for leaf, count in zip(leaves, counts, strict=True):
        taken, parts = parts[:count], parts[count:]
        found.append(_with_parts(leaf, taken))
    return found


class _TooShort(Exception):
    """The flat sequence ended before the structure did."""


def _pack(structure: Any, source: Iterator[Any]) -> Any:
    values = []
    for child in children(structure):
        value = _pack(child, source) if is_nested(child) else next(source, _END)
        if value is _END:
            raise _TooShort
        values.append(value)
    return rebuild(structure, values)


def rebuild(structure: Any, values: list[Any]) -> Any:
    """A structure of the type of `structure` around `values`, which are in flattening order."""
    kind = type(structure)
    if kind is list:
        return values
    if kind is tuple:
        return tuple(values)
    if isinstance(structure, Mapping):
        return _rebuild_mapping(structure, values)
    if hasattr(kind, "_fields") or hasattr(kind, "__attrs_attrs__"):
        return kind(*values)
    if hasattr(kind, "__tf_unflatten__"):
        return kind.__tf_unflatten__(structure.__tf_flatten__()[0], tuple(values))
    if isinstance(structure, (range, MappingView)):
        return values
    return deque(values, structure.maxlen) if kind is deque else kind(values)


def _rebuild_mapping(structure: Mapping[Any, Any], values: list[Any]) -> Any:
    by_key = dict(zip(sorted(structure), values, strict=True))
    ordered = {key: by_key[key] for key in structure}
    kind: Any = type(structure)
    if kind is dict:
        return ordered
    if isinstance(structure, defaultdict):
        return kind(structure.default_factory, ordered)
    return kind(ordered)


def _the_only_item(structure: Any, flat_sequence: Any) -> Any:
    if len(flat_sequence) != 1:
        raise ValueError(
            f"The target structure is of type `{type(structure)}`\n"
            f"  {structure}\n"
            f"However the input is a sequence ({type(flat_sequence)}) of length "
            f"{len(flat_sequence)}.\n"
            f"  {flat_sequence}\n"
            "nest cannot guarantee that it is safe to map one to the other."
        )
    return next(iter(flat_sequence))


def _miscounted(structure: Any, flat_sequence: Any) -> ValueError:
    return ValueError(
        f"Could not pack sequence. Structure had {len(flatten(structure))} atoms, but "
        f"flat_sequence had {len(flat_sequence)} items.  Structure: {structure}, flat_sequence: "
        f"{flat_sequence}."
    )


def map_structure(func: Callable[..., Any], *structure: Any, **kwargs: Any) -> Any:
    """`func` applied to corresponding leaves of the structures, arranged like the first.

    `check_types=False` lets containers of different types correspond (a list and a tuple). Raises
    `TypeError` for a `func` that cannot be called or containers of different types, `ValueError`
    for structures that do not correspond.

    >>> import gradtape as tf
    >>> tf.nest.map_structure(lambda x, y: x + y, {"a": 1, "b": (2, 3)}, {"a": 10, "b": (20, 30)})
    {'a': 11, 'b': (22, 33)}
    """
    if not callable(func):
        raise TypeError(f"func must be callable, got: {func}")
    if not structure:
        raise ValueError("Must provide at least one structure")
    check_types = kwargs.pop("check_types", True)
    expand = kwargs.pop("expand_composites", False)
    if kwargs:
        raise ValueError(
            "Only valid keyword arguments are `check_types` and `expand_composites`, not: "
            f"`{'`, `'.join(kwargs)}`"
        )
    first = structure[0]
    for other in structure[1:]:
        assert_same_structure(first, other, check_types=check_types)
    flat = [flatten(one, expand) for one in structure]
    return pack_sequence_as(first, [func(*leaves) for leaves in zip(*flat, strict=True)], expand)


def assert_same_structure(
    nest1: Any, nest2: Any, check_types: bool = True, expand_composites: bool = False
) -> None:
    """Raise unless the two structures correspond.

    `ValueError` if one has a container where the other has a leaf, or the counts or the keys
    differ; `TypeError` if only the types of the containers do (not looked at with
    `check_types=False`). All mappings count as one type, and so do all subclasses of `list`.

    >>> import gradtape as tf
    >>> tf.nest.assert_same_structure([1, {"a": 2}], [3, {"a": "x"}])
    >>> tf.nest.assert_same_structure([1, 2], (1, 2), check_types=False)
    """
    try:
        _assert_same(nest1, nest2, check_types)
    except (ValueError, TypeError) as error:
        raise type(error)(
            "The two structures don't have the same nested structure.\n\n"
            f"First structure: {_describe(nest1)}\n\nSecond structure: {_describe(nest2)}\n\n"
            f"More specifically: {error}\n"
            f"Entire first structure:\n{_dots(nest1)}\nEntire second structure:\n{_dots(nest2)}"
        ) from None


def _assert_same(first: Any, second: Any, check_types: bool) -> None:
    nested = is_nested(first)
    if nested != is_nested(second):
        inner, leaf = (first, second) if nested else (second, first)
        raise ValueError(
            f'Substructure "{_describe(inner)}" is a sequence, '
            f'while substructure "{_describe(leaf)}" is not'
        )
    if not nested:
        return
    if check_types:
        _assert_same_type(first, second)
    left, right = list(children(first)), list(children(second))
    for one, other in zip(left, right, strict=False):
        _assert_same(one, other, check_types)
    if len(left) != len(right):
        raise ValueError(
            "The two structures don't have the same number of elements. "
            f"First structure: {_describe(first)}. Second structure: {_describe(second)}"
        )


def _assert_same_type(first: Any, second: Any) -> None:
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        if set(first) != set(second):
            raise ValueError(
                "The two dictionaries don't have the same set of keys. "
                f"First structure has keys {_describe(list(first))}, "
                f"while second structure has keys {_describe(list(second))}"
            )
    elif not _correspond(first, second):
        one, other = type(first).__name__, type(second).__name__
        raise TypeError(
            "The two namedtuples don't have the same sequence type. "
            f"First structure {_describe(first)} has type {one}, "
            f"while second structure {_describe(second)} has type {other}"
        )


def are_alike(first: Any, second: Any) -> bool:
    """Whether two containers are of types that correspond."""
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        return True
    return _correspond(first, second)


def _correspond(first: Any, second: Any) -> bool:
    one, other = type(first), type(second)
    if one is other or (isinstance(first, list) and isinstance(second, list)):
        return True
    same_fields = getattr(one, "_fields", None) == getattr(other, "_fields", _END)
    return same_fields and one.__name__ == other.__name__


def _describe(structure: Any) -> str:
    return f"type={type(structure).__name__} str={structure}"


class _Dot:
    """A leaf in an error text."""

    def __repr__(self) -> str:
        return "."


def _dots(structure: Any) -> str:
    return str(map_structure(lambda _: _Dot(), structure))
