"""The ways from a module to what it holds: names of attributes, keys and places within them.

Invariant: every way is told, own attributes before those of the modules below; a module that holds
itself, or one that holds it, is not searched a second time below itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .._structure import nest

Way = tuple[Any, ...]


def paths_of(
    module: Any,
    recursive: bool,
    predicate: Callable[[Any], bool] | None,
    key: Callable[[str], Any] | None,
    expand_composites: bool,
) -> list[tuple[Way, Any]]:
    """The leaves below a module, each behind the way to it.

    >>> module = tf.Module()
    >>> module.parts = {"w": tf.Variable(1.0)}
    >>> [way for way, _ in module._flatten(predicate=tf.is_tensor, with_path=True)]
    [('parts', 'w')]
    """
    found: list[tuple[Way, Any]] = []
    kind = _kind(module)

    def search(holder: Any, way: Way, above: tuple[int, ...]) -> None:
        goes_on = recursive and id(holder) not in above
        leaves = [(way + step, leaf) for step, leaf in _leaves(holder, key, expand_composites)]
        found.extend(pair for pair in leaves if predicate is None or predicate(pair[1]))
        for inner, leaf in leaves:
            if goes_on and isinstance(leaf, kind):
                search(leaf, inner, (*above, id(holder)))

    search(module, (), ())
    return found


def once_each(module: Any, pairs: list[tuple[Way, Any]]) -> list[Any]:
    """The leaves without their ways, each once, without the module itself.

    >>> from gradtape._module.paths import once_each
    >>> once_each(None, [(("a",), "x"), (("b",), "y")])
    ['x', 'y']
    """
    found = {id(leaf): leaf for _, leaf in pairs}
    return [leaf for number, leaf in found.items() if number != id(module)]


def _kind(module: Any) -> type:
    """The class of all modules, which is above this one."""
    kind: type = next(one for one in reversed(type(module).__mro__) if hasattr(one, "_flatten"))
    return kind


def _leaves(
    holder: Any, key: Callable[[str], Any] | None, expand: bool
) -> Iterator[tuple[Way, Any]]:
    names = vars(holder).keys() - holder._TF_MODULE_IGNORED_PROPERTIES
    for name in sorted(names, key=key):
        held = vars(holder)[name]
        for way, leaf in _apart(held):
            inner = nest.flatten(leaf, expand_composites=True) if expand else [leaf]
            if len(inner) == 1:
                yield (name, *way), inner[0]
                continue
            for place, part in enumerate(inner):
                yield (name, *way, place), part


def _apart(structure: Any) -> Iterator[tuple[Way, Any]]:
    """The leaves of lists, tuples and dicts, with the keys and places that lead to them."""
    if not nest.is_nested(structure):
        yield (), structure
        return
    if isinstance(structure, dict):
        steps = [(one, structure[one]) for one in sorted(structure)]
    elif hasattr(structure, "_fields"):
        steps = list(zip(structure._fields, structure, strict=True))
    else:
        steps = list(enumerate(structure))
    for step, part in steps:
        for way, leaf in _apart(part):
            yield (step, *way), leaf
