"""Signatures of saved models: functions that take tensors by names and return them by names."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any

from .. import _core
from .._control.concrete import ConcreteFunction
from .._control.function import Function
from .._structure import nest
from .._structure.tensor_spec import TensorSpec
from .options import DEFAULT_SERVING_SIGNATURE_DEF_KEY

_DEFAULT = "_default_save_signature"  # what Keras's models say to serve


class SignatureMap(dict[str, ConcreteFunction]):
    """The signatures of a loaded model, by their keys."""

    def __repr__(self) -> str:
        return f"_SignatureMap({super().__repr__()})"


def signatures_of(model: Any, given: Any) -> SignatureMap:
    """Those that `saved_model.save` was given, or the one that the object has by itself.

    Alone, a function is that to serve with. `ValueError` for what is no function of tensors.
    """
    if given is None:
        found = _own(model)
        given = {} if found is None else found
    if not isinstance(given, Mapping):
        given = {DEFAULT_SERVING_SIGNATURE_DEF_KEY: given}
    return SignatureMap((key, _signature(function)) for key, function in given.items())


def functions_of(model: Any) -> dict[str, Any]:
    """The `tf.function`s of an object by name: its own, and its class's for it."""
    held = {**_of_class(type(model)), **vars(model)}
    found = {name: getattr(model, name, None) for name, value in held.items() if _is_one(value)}
    return {name: value for name, value in found.items() if value is not None}


def _of_class(kind: type) -> dict[str, Any]:
    return {k: v for base in reversed(kind.__mro__) for k, v in vars(base).items()}


def _is_one(value: Any) -> bool:
    return isinstance(value, (Function, ConcreteFunction))


def _own(model: Any) -> Any:
    """What Keras says to serve, or the only function whose arguments are known."""
    if (default := getattr(model, _DEFAULT, None)) is not None:
        return default
    if not hasattr(model, "__dict__"):
        return None
    known = [one for one in functions_of(model).values() if _is_known(one)]
    return known[0] if len(known) == 1 else None


def _is_known(function: Any) -> bool:
    return isinstance(function, ConcreteFunction) or function.input_signature is not None


def _signature(function: Any) -> ConcreteFunction:
    if not _is_one(function) or not _is_known(function):
        raise ValueError(
            "Expected a TensorFlow function for which to generate a signature, but got "
            f"{function}. Only `tf.functions` with an input signature or concrete functions can "
            "be used as a signature."
        )
    endpoint = Endpoint(function)
    return ConcreteFunction(Function(endpoint), (), endpoint.specs)


class Endpoint:
    """A function that takes its tensors by name, and returns a dict.

    The names are those of the specs, or of the arguments: one that is taken gets a number. What is
    no dict is returned as `output_0`, `output_1` and so on.
    """

    __slots__ = ("arguments", "function", "specs")  # no `__dict__`: a `Function` would take it

    def __init__(self, function: Any) -> None:
        self.function = function
        self.arguments = _arguments(function)
        self.specs: dict[str, TensorSpec] = {}
        for name, value in self.arguments.arguments.items():
            for spec in filter(_is_spec, nest.flatten(value)):
                key = _free(_identifier(spec.name or name), self.specs)
                self.specs[key] = TensorSpec(spec.shape, spec.dtype, key)

    @property
    def __signature__(self) -> inspect.Signature:
        kind = inspect.Parameter.KEYWORD_ONLY
        return inspect.Signature([inspect.Parameter(name, kind) for name in self.specs])

    def __call__(self, **tensors: Any) -> dict[str, Any]:
        rest = iter([tensors[name] for name in self.specs])
        args, kwargs = nest.map_structure(
            lambda leaf: next(rest) if _is_spec(leaf) else leaf,
            (self.arguments.args, self.arguments.kwargs),
        )
        return _by_name(self.function(*args, **kwargs))


def _arguments(function: Any) -> inspect.BoundArguments:
    """The arguments of a function by name, with specs for tensors."""
    if isinstance(function, ConcreteFunction):
        return function.arguments
    return inspect.signature(function.python_function).bind(*function.input_signature)


def _is_spec(leaf: Any) -> bool:
    return isinstance(leaf, TensorSpec)


def _identifier(name: str) -> str:
    return "".join(c if c.isalnum() or c == "_" else "_" for c in name)


def _free(name: str, taken: Mapping[str, Any]) -> str:
    return next(one for one in _numbered(name) if one not in taken)


def _numbered(name: str) -> Iterator[str]:
    yield name
    number = 0
    while True:
        number += 1
        yield f"{name}_{number}"


def _by_name(outputs: Any) -> dict[str, Any]:
    if not isinstance(outputs, Mapping):
        several = outputs if isinstance(outputs, (list, tuple)) else [outputs]
        outputs = {f"output_{place}": one for place, one in enumerate(several)}
    for key, value in outputs.items():
        if not isinstance(key, str) or not _core.is_tensor(value):
            raise ValueError(
                "Functions that are signatures of a saved model return tensors, alone, in a flat "
                f"sequence or in a dict with texts as keys. Received: {key!r}: {value!r}"
            )
    return {key: _core.convert_to_tensor(value) for key, value in outputs.items()}
