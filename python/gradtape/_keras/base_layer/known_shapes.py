"""Shapes that layers know, and those that they are told.

`layer.input_shape` and `layer.output_shape` are as Keras 2 has them: a program's own attribute of
that name takes their place, and so does a declared argument.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any

from ... import _core
from ..._module import deferred
from ..._runtime.drawn_seeds import open_examples
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..lookup import is_ours, is_written_here
from ..paths import inside
from ..seed_generator import is_held
from ..told import shape_told


def as_shapes(shape: Any) -> Any:
    """A shape in any form, or a structure of them, as `TensorShape`s; in Keras 2 a number is one.

    >>> from gradtape._keras.base_layer.known_shapes import as_shapes
    >>> as_shapes((None, 4)), as_shapes([(None, 4), [None, 3]])
    (TensorShape([None, 4]), [TensorShape([None, 4]), TensorShape([None, 3])])
    """
    if isinstance(shape, dict):
        return {name: as_shapes(one) for name, one in shape.items()}
    if isinstance(shape, (list, tuple)):
        if any(isinstance(one, (list, tuple, dict, _core.TensorShape)) for one in shape):
            shapes = [as_shapes(one) for one in shape]
            return type(shape)(*shapes) if hasattr(shape, "_fields") else shapes  # named tuples
        return _core.TensorShape(shape)
    if isinstance(shape, int) and is_keras_2_asked_for():
        return _core.TensorShape([shape])
    return shape


def arguments_of(named: dict[str, Any]) -> dict[str, Any]:
    """Shapes by the names of the arguments that they are about; `input_shape` is that of inputs.

    >>> from gradtape._keras.base_layer.known_shapes import arguments_of
    >>> arguments_of({"query_shape": (2, 3), "input_shape": (4,)})
    {'query': (2, 3), 'inputs': (4,)}
    """
    found = {name.removesuffix("_shape"): shape for name, shape in named.items()}
    return {"inputs" if name == "input" else name: shape for name, shape in found.items()}


def of_any_shape(build: Callable[..., None]) -> Callable[..., None]:
    """A `build` that a program may call with lists and tuples."""

    @functools.wraps(build)
    def building(layer: Any, *shapes: Any, **named: Any) -> None:
        told = tuple(map(as_shapes, shapes)), as_shapes(named)
        with inside(layer):
            build(layer, *told[0], **told[1])
        layer.__dict__["_shapes_of_build"] = told  # past `__setattr__`, which looks for modules

    return building


def given_shape(kwargs: dict[str, Any]) -> list[int | None] | None:
    """The batch shape that `input_shape`, `batch_input_shape` or `input_dim` name.

    They are taken out; so is Keras 2's `batch_size`, which stands before the latter two.
    """
    examples = kwargs.pop("batch_size", None) if is_keras_2_asked_for() else None
    whole = kwargs.pop("batch_input_shape", None)
    shape, size = kwargs.pop("input_shape", None), kwargs.pop("input_dim", None)
    if whole is not None:
        return list(whole)
    if shape is not None:
        return [examples, *shape]
    return None if size is None else [examples, size]


def batch_shape(leaf: Any) -> Any:
    """The `TensorShape` of a tensor with the size of the batch left open; None for a scalar."""
    sizes = list(getattr(leaf, "shape", ()))  # of an array too
    return _core.TensorShape([None, *sizes[1:]]) if sizes else None


_open = {"depth": 0, "of data": 0}


def open_batch() -> contextlib.AbstractContextManager[None]:
    """Layers that are built within do not say for how many examples."""
    return _within("depth")


def of_data() -> contextlib.AbstractContextManager[None]:
    """What runs within is held, but has the examples of a batch, and not made-up ones."""
    return _within("of data")


@contextlib.contextmanager
def _within(what: str) -> Iterator[None]:
    _open[what] += 1
    try:
        yield
    finally:
        _open[what] -= 1


def _are_made_up() -> bool:
    return is_held() and not _open["of data"]


def batch_of(inputs: Any) -> int | None:
    """How many examples there are; None where Keras only looks for shapes, or leaves it open.

    Where it does, what does not go into that many, such as places in a sequence, is known.
    """
    leaf = next(iter(nest.flatten(inputs)), None)
    size = next(iter([] if _are_made_up() else getattr(leaf, "shape", ())), None)
    if size is None or not _open["depth"]:
        return size
    examples = open_examples()
    return size if examples and size % examples else None


def that_builds(build: Callable[..., None]) -> Callable[..., None]:
    """A program's own `build`, after which a layer is built, whoever has called it."""

    @functools.wraps(build)
    def building(layer: Any, *shapes: Any, **named: Any) -> None:
        told = tuple(map(shape_told, shapes)), shape_told(named)
        with inside(layer):
            build(layer, *told[0], **told[1])
        layer.__dict__["_shapes_of_build"] = told  # past `__setattr__`, which looks for modules
        layer.built = True
        deferred.resume(layer)

    return building


def shape_for(layer: Any, leaf: Any) -> _core.TensorShape | None:
    """The shape of an input that `build` is told, None for None."""
    if leaf is None:
        return None
    return opened(layer, _core.TensorShape(leaf.shape if hasattr(leaf, "shape") else []))


def opened(layer: Any, shape: _core.TensorShape) -> _core.TensorShape:
    """A shape as a layer's `build` is told it.

    A program's own layer gets none for the batch where Keras only looks for shapes, or traces a
    step for any number of examples.
    """
    examples = 1 if _are_made_up() else open_examples()
    if not examples or is_ours(type(layer)):
        return shape
    sizes = shape.as_list()
    return _core.TensorShape([None, *sizes[1:]]) if sizes[:1] == [examples] else shape


@functools.cache
def _shapes_of_build(kind: Any) -> tuple[str, ...] | None:
    """What `build` takes if it is a program's own and not the one shape of the inputs, as usual."""
    parameters = tuple(inspect.signature(kind.build).parameters.values())[1:]
    names = tuple(one.name for one in parameters)
    if len(names) == 1 or is_ours(kind):
        return None
    wrong = [one for one in parameters if not one.name.endswith("_shape")]
    if len(names) > 1 and any(map(_must_be_given, wrong)) and not is_keras_2_asked_for():
        raise _unlike_call(kind, wrong[0].name, "does not end in `_shape`")
    return None if wrong else names


def _must_be_given(parameter: inspect.Parameter) -> bool:
    free = (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    return parameter.default is parameter.empty and parameter.kind not in free


def _unlike_call(kind: Any, name: str, problem: str) -> ValueError:
    return ValueError(
        "For a `build()` method with more than one argument, all arguments should have a `_shape` "
        f"suffix and match an argument from `call()`. For layer '{kind.__name__}', received "
        f"`build()` argument `{name}`, which {problem}."
    )


def for_build(kind: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any] | None:
    """The shapes of the arguments `query`, ... of a call, for a `build` with `query_shape`, ...

    None where `build` takes the shape of the first, as most do. A `build` of nothing gets nothing.
    """
    names = _shapes_of_build(kind)
    if names is None:
        return None
    signature = inspect.signature(kind.call)
    told = len(names) > 1 and not (is_keras_2_asked_for() or is_written_here(kind.build))
    for name in names if told else ():
        if (argument := name.removesuffix("_shape")) not in signature.parameters:
            raise _unlike_call(kind, name, f"is of no argument `{argument}` of `call()`")
    given = signature.bind(None, *args, **kwargs).arguments
    wanted = {name: given.get(name.removesuffix("_shape")) for name in names}
    return {
        name: nest.map_structure(lambda leaf: _core.TensorShape(leaf.shape), value)
        for name, value in wanted.items()
        if value is not None
    }


class KnownShape:
    """The shape at one end of a layer: of its first symbolic call, else of its first call. Calls of
    several shapes have none in Keras 2."""

    def __init__(self, end: str) -> None:
        self._end = end

    def __get__(self, layer: Any, owner: Any = None) -> Any:
        if layer is None:
            return self
        known = getattr(layer, f"_shape_of_{self._end}")
        if layer._symbolic_calls or known is None:
            first = _shapes(getattr(layer, self._end))  # or the error that there is none
            if len(layer._symbolic_calls) > 1 and is_keras_2_asked_for():
                self._require_one(layer, first)
            return first
        home = layer._sequential_home()
        is_seen = home is not None and home._is_entry_seen
        batch = layer._batch_of_build if is_seen else None
        return nest.map_structure(lambda shape: _as_tuple(shape, batch), known)

    def _require_one(self, layer: Any, first: Any) -> None:
        at = getattr(layer, f"get_{self._end}_at")
        if any(_shapes(at(call)) != first for call in range(1, len(layer._symbolic_calls))):
            raise AttributeError(
                f'The layer "{layer.name}" has multiple inbound nodes, with different {self._end} '
                f'shapes. Hence the notion of "{self._end} shape" is ill-defined for the layer. '
                f"Use `get_{self._end}_shape_at(node_index)` instead."
            )


def _shapes(ends: Any) -> Any:
    return nest.map_structure(lambda tensor: tuple(tensor.shape.as_list()), ends)


def _as_tuple(shape: _core.TensorShape, batch: int | None) -> tuple[Any, ...]:
    """The sizes of a shape whose batch is open, with this number of examples."""
    return (batch, *shape.as_list()[1:]) if shape else ()
