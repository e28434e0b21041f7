"""The names that TensorFlow has for the arguments of a function in its trace, for `print`.

They are those of the parameters, with numbers for the parts of a structure; a spec may tell another
name, and leaves sizes open. Invariant: nothing of this is looked at before something is printed.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

from .. import _core
from .._runtime.prints import Named
from .._structure.tensor_spec import TensorSpec


def named_arguments(
    function: Callable[..., Any], args: Any, kwargs: Any, specs: tuple[Any, dict[str, Any]]
) -> dict[int, Named]:
    """What is printed for the tensors among these arguments, by their identities.

    `specs` are those of arguments by place and by name, as far as some are declared.
    """
    signature = inspect.signature(function)
    bound = signature.bind(*args, **kwargs).arguments
    declared = signature.bind_partial(*specs[0], **specs[1]).arguments
    found: dict[int, Named] = {}
    for name, value in bound.items():
        spec = declared.get(name)
        kind = signature.parameters[name].kind
        if kind is inspect.Parameter.VAR_POSITIONAL:
            for number, one in enumerate(value):
                part = spec[number] if spec and number < len(spec) else None
                _note(found, f"{name}_{number}", one, part)
        elif kind is inspect.Parameter.VAR_KEYWORD:
            for key, one in value.items():
                _note(found, key, one, (spec or {}).get(key))
        else:
            _note(found, name, value, spec)
    return found


def _note(found: dict[int, Named], name: str, value: Any, spec: Any = None) -> None:
    """One that is given twice has its first name."""
    leaves, specs = list(_leaves(value, _core.Tensor)), list(_leaves(spec, TensorSpec))
    for number, leaf in enumerate(leaves):
        shape = leaf.shape
        called = f"{name}_{number}" if number else name
        if len(specs) == len(leaves):
            shape, called = specs[number].shape, specs[number].name or called
        found.setdefault(id(leaf), named(called, shape, leaf.dtype))


def named(name: str, shape: Any, dtype: Any, output: int = 0) -> Named:
    """What is printed for a tensor of that name; a shape of unknown rank is not told."""
    known = None if shape.rank is None else str(tuple(shape.as_list()))
    return Named(name, known, dtype.name, output)


def _leaves(value: Any, kind: type) -> Iterable[Any]:
    """What is of that kind in a structure, in the order in which it holds them."""
    if type(value) is kind:
        yield value
    elif isinstance(value, (list, tuple, dict)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _leaves(one, kind)
