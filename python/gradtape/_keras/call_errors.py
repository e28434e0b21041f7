"""Errors out of `call`, which Keras tells with the layer and what it was called with.

Only the innermost layer is told. Invariant: an error that is not the program's but a signal of the
library's own passes as it is.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from .. import _core
from .._runtime.manners import are_of_keras_3
from .._runtime.settings import is_traceback_filtering_enabled
from .._runtime.versions import is_keras_2_asked_for
from .._structure import nest
from ..errors import OpError
from .lookup import is_ours
from .seed_generator import is_held
from .symbolic import KerasTensor

_PACKAGE = __name__.partition(".")[0] + "."
_INFERRED = (
    "Could not automatically infer the output shape / dtype of '{name}' (of type {kind}). Either "
    "the `{kind}.call()` method is incorrect, or you need to implement the "
    "`{kind}.compute_output_spec() / compute_output_shape()` method. Error encountered:\n\n{text}"
)

_NO_CALL = (
    "Unimplemented `tf.keras.Model.call()`: if you intend to create a `Model` with the "
    "Functional API, please provide `inputs` and `outputs` arguments. Otherwise, "
    "subclass `Model` with an overridden `call()` method."
)


def without_call(model: str) -> str:
    """What is told of a model whose class has no `call`."""
    if are_of_keras_3():
        return f"Model {model} does not have a `call()` method implemented."
    return _NO_CALL


def before_call(error: Exception) -> Exception:
    """The same error, of what Keras finds before it calls a layer: that one is not told of.

    >>> from gradtape._keras.call_errors import before_call
    >>> raise before_call(ValueError("no list of inputs"))
    Traceback (most recent call last):
        ...
    ValueError: no list of inputs
    """
    error._is_before_call = True  # type: ignore[attr-defined]
    return error


def told(layer: Any, args: tuple[Any, ...], kwargs: dict[str, Any], error: Exception) -> Exception:
    """The error of `layer.call(*args, **kwargs)`, with what it was called with.

    While symbols are looked into only the outermost layer says so, in the end (`told_of_symbols`).
    """
    if vars(error).pop("_is_before_call", False):
        return error
    if is_held():
        error._inside_call_of = layer  # type: ignore[attr-defined]
        return error
    return _retold(layer, layer.call, args, kwargs, error, _text_of(error))


def told_of_symbols(
    layer: Any, args: tuple[Any, ...], kwargs: dict[str, Any], error: Exception
) -> Exception:
    """The same for a call on symbols."""
    if is_held() or vars(error).get("_inside_call_of", error) is not layer:
        return error
    kind, text = type(layer).__name__, _text_of(error)
    if is_keras_2_asked_for():
        return _retold(layer, layer.call, args, kwargs, error, text)
    if not is_ours(type(layer)) or kind == "Lambda":
        text = _INFERRED.format(name=layer.name, kind=kind, text=text)
    return _retold(layer, _symbolic_call, args, kwargs, error, text)


def _symbolic_call(*args: Any, **kwargs: Any) -> None:
    """Has the signature that Keras 3 shows of a call on symbols."""


def _retold(
    layer: Any, call: Callable[..., Any], args: Any, kwargs: Any, error: Exception, text: Any
) -> Exception:
    signal = str(type(error).__module__).startswith(_PACKAGE) and not isinstance(error, OpError)
    if signal or hasattr(error, "_keras_call_info_injected"):
        return error
    if not is_traceback_filtering_enabled():
        return error
    try:
        signature = inspect.signature(call)
        given = signature.bind(*args, **kwargs).arguments
    except (TypeError, ValueError):  # not what `call` takes, which the error says
        return error
    lines = [f"  • {name}={_shown(one, given)}" for name, one in signature.parameters.items()]
    again = _of_the_same_class(error, _message(layer, text, "\n".join(lines))) if lines else error
    again._keras_call_info_injected = True  # type: ignore[attr-defined]
    return again.with_traceback(error.__traceback__)


def _text_of(error: Exception) -> Any:
    if isinstance(error, OpError):
        return error.message
    return error.args[0] if error.args else ""


def _shown(parameter: inspect.Parameter, given: dict[str, Any]) -> Any:
    if parameter.name not in given:
        return parameter.default
    return nest.map_structure(_value, given[parameter.name])


def _value(leaf: Any) -> str:
    if isinstance(leaf, KerasTensor) and is_keras_2_asked_for():
        return f"tf.Tensor(shape={leaf.shape}, dtype={leaf.dtype.name})"
    if isinstance(leaf, _core.Tensor):
        return f"tf.Tensor(shape={leaf.shape}, dtype={leaf.dtype.name})"
    return repr(leaf)


def _message(layer: Any, text: Any, lines: str) -> str:
    kind = type(layer).__name__
    if is_keras_2_asked_for():
        shown = f"layer '{layer.name}' (type {kind})"
        arguments = f"Call arguments received by {shown}:\n{lines}"
        return f"Exception encountered when calling {shown}.\n\n{text}\n\n{arguments}"
    arguments = f"Arguments received by {kind}.call():\n{lines}"
    return (
        f"Exception encountered when calling {kind}.call().\n\n\x1b[1m{text}\x1b[0m\n\n{arguments}"
    )


def _of_the_same_class(error: Exception, message: str) -> Exception:
    """An error of this class; a `RuntimeError` where that is not made of a text alone."""
    kind: Any = type(error)
    found: Any = error
    if kind is OpError:
        return OpError(found.node_def, found.op, message, found.error_code)
    try:
        return (
            kind(found.node_def, found.op, message) if issubclass(kind, OpError) else kind(message)
        )
    except TypeError:
        return RuntimeError(message)
