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
    function: Callable[..., Any], args: Any, kwargs: Any, specs: tuple[Any, ...]
) -> dict[int, Named]:
    """What is printed for the tensors among these arguments, by their identities."""
    signature = inspect.signature(function)
    bound = signature.bind(*args, **kwargs).arguments
    found: dict[int, Named] = {}
    for place, (name, value) in enumerate(bound.items()):
        spec = specs[place] if place < len(specs) else None
        kind = signature.parameters[name].kind
        if kind is inspect.Parameter.VAR_POSITIONAL:
            for number, one in enumerate(value):
                _note(found, f"{name}_{number}", one)
        elif kind is inspect.Parameter.VAR_KEYWORD:
            for key, one in value.items():
                _note(found, key, one)
        else:
            _note(found, name, value, spec)
    return found


def _note(found: dict[int, Named], name: str, value: Any, spec: Any = None) -> None:
    """One that is given twice has its first name."""
    for number, leaf in enumerate(_tensors(value)):
        shape = leaf.shape
        called = f"{name}_{number}" if number else name
        if isinstance(spec, TensorSpec):
            shape, called = spec.shape, spec.name or called
        found.setdefault(id(leaf), named(called, shape, leaf.dtype))


def named(name: str, shape: Any, dtype: Any, output: int = 0) -> Named:
    """What is printed for a tensor of that name; a shape of unknown rank is not told."""
    known = None if shape.rank is None else str(tuple(shape.as_list()))
    return Named(name, known, dtype.name, output)


def _tensors(value: Any) -> Iterable[Any]:
    """The tensors in a structure, in the order in which it holds them."""
    if type(value) is _core.Tensor:
        yield value
    elif isinstance(value, (list, tuple, dict)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _tensors(one)
