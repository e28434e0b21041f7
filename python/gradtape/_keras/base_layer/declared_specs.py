"""What a layer's own `compute_output_spec` or `compute_output_shape` says of symbolic inputs.

Keras 3 believes it, and asks `call` for nothing but what it builds. Of a layer of the library that
is what its inputs and arguments say, but where a program has given the shape (`Lambda`).
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from functools import partial
from itertools import takewhile
from typing import Any

from ... import _core
from ..._runtime.manners import are_of_keras_3
from ..._structure import nest
from ..lookup import is_ours
from ..naming import names_of_tensors_put_back
from ..symbolic import KerasTensor, Node
from ..told import shape_told

_METHODS = ("compute_output_spec", "compute_output_shape")
_NO_SHAPE = (
    "Method `compute_output_shape()` of layer {} is returning a type that cannot be interpreted as "
    "a shape. It should return a shape tuple. Received: {}"
)


def completed_by(
    layer: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Callable[[Node, Any], Any] | None:
    """What makes the outputs of a call, once the layer is built; None where nothing is declared."""
    method = _method_for(layer)
    if method is None:
        return None

    def completed(node: Node, found: Any) -> Any:
        by_spec = method == _METHODS[0]
        told = layer.compute_output_spec if by_spec else partial(specs_by_shape, layer)
        with names_of_tensors_put_back():  # `found` has taken them
            specs = told(*args, **kwargs)
        return _as_declared(specs, found, node)

    return completed


def declares(layer: Any) -> bool:
    """Whether something is declared of what comes out of a layer."""
    return _method_for(layer) is not None


def _method_for(layer: Any) -> str | None:
    if not are_of_keras_3():
        return None
    kind: Any = type(layer)
    return _method_of(kind) or (None if layer._given_output_shape is None else _METHODS[1])


@functools.cache
def _method_of(kind: Any) -> str | None:
    """The method that the program's classes have of their own."""
    own = list(takewhile(lambda one: not is_ours(one), kind.__mro__))
    return next((name for name in _METHODS if any(name in vars(one) for one in own)), None)


def has_own(layer: Any, method: str) -> bool:
    """Whether a class of the program's tells what comes out of a call, by this method.

    `compute_output_spec` goes before.
    """
    kind: Any = type(layer)
    return _method_of(kind) == method


def specs_by_shape(layer: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Symbolic tensors of the shapes that `compute_output_shape` tells."""
    shapes = _shapes_of_arguments(layer, args, kwargs)
    names = _names_of(layer.compute_output_shape)
    if len(names) <= 1:
        told = layer.compute_output_shape(next(iter(shapes.values()), None))
    else:
        wanted = {name: shapes[name] for name in names if name in shapes}
        told = layer.compute_output_shape(**wanted)
    if not isinstance(told, (list, tuple, dict, _core.TensorShape)):
        raise ValueError(_NO_SHAPE.format(type(layer).__name__, told))
    return _symbols(told, layer.compute_dtype)


def _shapes_of_arguments(
    layer: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> dict[str, Any]:
    """The shapes of the tensors among the arguments of a call, by `inputs_shape`, ..."""
    given = inspect.signature(layer.call).bind(*args, **kwargs).arguments
    tensors = {name: value for name, value in given.items() if name != "mask" and _holds(value)}
    return {
        f"{name}_shape": shape_told(nest.map_structure(_shape_of, value))
        for name, value in tensors.items()
        if name not in ("args", "kwargs")
    }


def _holds(value: Any) -> bool:
    return any(isinstance(leaf, (KerasTensor, _core.Tensor)) for leaf in nest.flatten(value))


def _shape_of(leaf: Any) -> Any:
    return _core.TensorShape(leaf.shape) if hasattr(leaf, "shape") else None


def _names_of(method: Callable[..., Any]) -> list[str]:
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    parameters = inspect.signature(method).parameters
    return [name for name, one in parameters.items() if one.kind not in kinds]


def _symbols(shape: Any, dtype: Any) -> Any:
    """A symbolic tensor of this shape, or a structure of them."""
    if isinstance(shape, dict):
        return {key: _symbols(one, dtype) for key, one in shape.items()}
    if isinstance(shape, _core.TensorShape) or all(one is None or _is_size(one) for one in shape):
        return KerasTensor(shape, dtype)
    return type(shape)(_symbols(one, dtype) for one in shape)


def _is_size(one: Any) -> bool:
    return hasattr(one, "__index__")


def _as_declared(specs: Any, found: Any, node: Node) -> Any:
    """Symbols of declared shapes and dtypes; those that a run has `found` stay where they fit."""
    symbols, wanted = nest.flatten(found), nest.flatten(specs)
    if len(symbols) != len(wanted):
        symbols = [None] * len(wanted)
    pairs = zip(symbols, wanted, strict=True)
    return nest.pack_sequence_as(specs, [_fitting(one, spec, node) for one, spec in pairs])


def _fitting(symbol: Any, spec: Any, node: Node) -> Any:
    shape, dtype = _core.TensorShape(spec.shape), _core.as_dtype(spec.dtype)
    if symbol is None or symbol.shape.rank != shape.rank:
        return KerasTensor.of_call(node, shape, dtype)
    if symbol._dtype != dtype or symbol._shape.as_list() != shape.as_list():
        symbol._shape, symbol._dtype, symbol._probes = shape, dtype, None
    return symbol
