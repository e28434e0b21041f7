"""`Operation`: a function of the library in a model that is made from symbolic inputs.

`i * 2.0`, `tf.nn.relu(i)`, `i[:, 0]` and `keras.ops.sum(i)` on a symbolic tensor become layers of
this class. Files have a function by its name in the core, or by its path in `keras.ops`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from ... import _core
from ..._runtime.manners import show_keras_2
from ..._runtime.versions import is_keras_2_asked_for
from ..base_layer.layer import Layer
from ..naming import unique_name
from ..probes import symbolic_call
from ..symbolic import carried_mask, is_symbolic, set_operation
from ..symbolic_keys import getitem, has_bounds, opened
from . import names_of_operations as names

_KERAS, _BACKEND = "gradtape._keras.", "gradtape._keras.backend."
# The functions that are not the core's.
_OTHERS: dict[str, Callable[..., Any]] = {"getitem": operator.getitem, "carried_mask": carried_mask}
# Keras's classes for operators, by the functions of the core that they are.
_OPERATORS = {
    "add": "Add",
    "subtract": "Subtract",
    "multiply": "Multiply",
    "matmul": "Matmul",
    "truediv": "TrueDivide",
    "floordiv": "FloorDivide",
    "floormod": "Mod",
    "pow": "Power",
    "negative": "Negative",
    "abs": "Absolute",
    "getitem": "GetItem",
    "equal": "Equal",
    "not_equal": "NotEqual",
    "greater": "Greater",
    "less": "Less",
    "greater_equal": "GreaterEqual",
    "less_equal": "LessEqual",
    "logical_and": "LogicalAnd",
    "logical_or": "LogicalOr",
    "logical_xor": "LogicalXor",
    "logical_not": "LogicalNot",
}
# And for functions that its activations call.
_OF_ACTIVATIONS = {
    "relu": "ReLU",
    "leaky_relu": "LeakyRelu",
    "relu6": "Relu6",
    "softmax": "Softmax",
    "log_softmax": "LogSoftmax",
    "elu": "Elu",
    "selu": "Selu",
    "softplus": "Softplus",
    "softsign": "Softsign",
    "silu": "Silu",
    "gelu": "Gelu",
    "tanh": "Tanh",
    "sigmoid": "Sigmoid",
    "exp": "Exp",
}


class Operation(Layer):
    """Calls a function with the arguments as they are; it has no weights.

    `function` is one of the library's, or its name, so that a model with it can be saved.

    >>> import gradtape as tf
    >>> i = tf.keras.Input(shape=(2,))
    >>> model = tf.keras.Model(i, tf.reduce_sum(i * 2.0, axis=-1))
    >>> model(tf.constant([[1.0, 3.0]])).numpy().tolist()
    [8.0]
    """

    def __init__(self, function: Callable[..., Any] | str, name: str | None = None) -> None:
        self.function = by_name(function) if isinstance(function, str) else function
        self.keras_class = class_of(self.function)
        if name is not None and not name.startswith("tf."):
            self._be_of_an_activation()  # in a file
        super().__init__(name=name or _layer_name(self.function))
        self.built = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if is_symbolic((args, kwargs)):
            if self.function is operator.getitem:
                args = args[0], self._opened(args[1])
            return symbolic_call(self, args, kwargs)
        return self.function(*args, **kwargs)

    def _opened(self, key: Any) -> Any:
        """A key of which slices with symbolic bounds are seen as what they are made of."""
        key = opened(key)
        if has_bounds(key):
            self.function = getitem
        return key

    def note_caller(self, module: str) -> None:
        """Who has called the function on symbols, for `manners`: Keras 3 refuses those of
        TensorFlow, and so those of the backend, unless its own modules call them."""
        is_of_keras = module.startswith(_KERAS) and not module.startswith(_BACKEND)
        if self.keras_class is None and not is_of_keras:
            show_keras_2()
        elif self.keras_class is None and not is_keras_2_asked_for():
            self._be_of_an_activation()
            if self.keras_class is not None:
                self._name = unique_name(self.keras_class)

    def _be_of_an_activation(self) -> None:
        self.keras_class = self.keras_class or _OF_ACTIVATIONS.get(self.function.__name__)

    @property
    def shown_class(self) -> str:
        """The name of the class, as a table of a model shows it."""
        return self.keras_class or Operation.__name__

    def get_config(self) -> dict[str, Any]:
        return {"function": _path_of(self.function), "name": self.name}


class TFOpLambda(Operation):
    """The same in Keras 2, whose configurations name a function by where TensorFlow has it."""

    @property
    def shown_class(self) -> str:
        """Its own."""
        return type(self).__name__

    def get_config(self) -> dict[str, Any]:
        path = names.name_of(_path_of(self.function)).removeprefix("tf.")
        return {**Layer.get_config(self), "function": path}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        return cls(at_path(config["function"]), name=config.get("name"))


class SlicingOpLambda(TFOpLambda):
    """`x[:, 0]` and masks in Keras 2."""


def operation_for(function: Callable[..., Any]) -> Operation:
    """The layer that calls a function in a model, of the class that the Keras in use has for it."""
    if not is_keras_2_asked_for():
        return Operation(function)
    slices = names.class_of(_path_of(function)) == SlicingOpLambda.__name__
    return SlicingOpLambda(function) if slices else TFOpLambda(function)


def class_of(function: Callable[..., Any]) -> str | None:
    """The name of Keras 3's class for an operation; None of a function that it would refuse."""
    name = function.__name__
    if hasattr(function, "keras_path"):
        return "".join(part.capitalize() for part in name.split("_"))
    return None if is_keras_2_asked_for() else _OPERATORS.get(name)


def _layer_name(function: Callable[..., Any]) -> str:
    if is_keras_2_asked_for():
        return unique_name(names.name_of(_path_of(function)))
    return unique_name(class_of(function) or f"tf.{function.__name__}")


def _path_of(function: Callable[..., Any]) -> str:
    return str(getattr(function, "keras_path", function.__name__))


def without_operations(layers: list[Any]) -> list[Any]:
    """The layers among them that are no operations of Keras 3; what it refuses was one in 2."""
    of_keras_3 = [type(one) is Operation and one.keras_class for one in layers]
    return [layer for layer, leaves in zip(layers, of_keras_3, strict=True) if not leaves]


def kind_of(layer: Any) -> str:
    """The name of a layer's class, as a table of a model shows it."""
    return str(getattr(layer, "shown_class", type(layer).__name__))


def by_name(name: str) -> Callable[..., Any]:
    """The function that configurations call by this name."""
    if name.startswith("keras.ops."):
        from ..ops.catalog import FUNCTIONS  # at call time: most models have none of them

        return FUNCTIONS[name.removeprefix("keras.ops.")]
    found = _OTHERS.get(name) or getattr(_core, name, None) or names.in_namespaces(name)
    if found is None:
        raise AttributeError(f"There is no function {name!r} that a model could call.", name=name)
    return found


def at_path(path: str) -> Callable[..., Any]:
    """The function of TensorFlow that a configuration of Keras 2 has by this path.

    `ValueError` for one that cannot be found so.
    """
    name = names.function_of(path)
    found: Callable[..., Any] | None = _of_backend(path) or _OTHERS.get(name)
    found = found or getattr(_core, name, None) or names.in_namespaces(path)
    if found is None:
        raise ValueError(f"The file has the function tf.{path}, which cannot be called from it.")
    return found


def _of_backend(path: str) -> Callable[..., Any] | None:
    """The function of `keras.ops` that Keras 2 has in its backend."""
    if not path.startswith("keras."):
        return None
    from ..ops.catalog import FUNCTIONS  # at call time: most files have none of them

    return FUNCTIONS.get(path.rpartition(".")[2])


set_operation(operation_for)
