"""The basic layers: Dense, Activation, Flatten, Reshape, Dropout, Lambda, and Input."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable
from typing import Any

from ... import _core
from .. import activations, constraints, initializers, regularizers
from ..base_layer.input_spec import InputSpec
from ..base_layer.layer import Layer
from ..symbolic import KerasTensor, entry

_input_numbers = itertools.count(1)


class Dense(Layer):
    """`activation(inputs @ kernel + bias)` along the last axis.

    The input needs two dimensions or more, and its last one fixes the kernel: `ValueError` for
    another size later. Integer inputs are cast to the dtype of the layer. The variables are named
    `<layer>/kernel:0` and `<layer>/bias:0`.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.Dense(2, activation="relu", kernel_initializer="ones")
    >>> layer(tf.constant([[1.0, 2.0, 3.0]])).numpy().tolist()
    [[6.0, 6.0]]
    """

    def __init__(
        self,
        units: int,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self.units = _positive_integer("units", units)
        self.activation = activations.get(activation)
        self.use_bias = use_bias
        self.kernel_initializer = initializers.get(kernel_initializer)
        self.bias_initializer = initializers.get(bias_initializer)
        self.kernel_regularizer = regularizers.get(kernel_regularizer)
        self.bias_regularizer = regularizers.get(bias_regularizer)
        self.kernel_constraint = constraints.get(kernel_constraint)
        self.bias_constraint = constraints.get(bias_constraint)
        self.input_spec = InputSpec(min_ndim=2)

    def build(self, input_shape: Any) -> None:
        size = input_shape[-1]
        if size is None:
            raise ValueError(
                "The last dimension of the inputs to a Dense layer should be defined. Found None."
            )
        self.kernel = self.add_weight(
            "kernel",
            [size, self.units],
            initializer=self.kernel_initializer,
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                "bias",
                [self.units],
                initializer=self.bias_initializer,
                regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
            )
        self.input_spec = InputSpec(min_ndim=2, axes={-1: size})
        self.built = True

    def call(self, inputs: Any) -> Any:
        if inputs.dtype != self._dtype:
            inputs = _core.cast(inputs, self._dtype)
        if inputs.shape.rank == 2:
            outputs = _core.matmul(inputs, self.kernel)
        else:
            outputs = _core.tensordot(inputs, self.kernel, 1)
        if self.bias is not None:
            outputs = outputs + self.bias
        return self.activation(outputs)

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        config.update(units=self.units, use_bias=self.use_bias)
        config["activation"] = activations.serialize(self.activation)
        for key in ("kernel_initializer", "bias_initializer", "kernel_regularizer"):
            config[key] = initializers.serialize(getattr(self, key))
        for key in (
            "bias_regularizer",
            "activity_regularizer",
            "kernel_constraint",
            "bias_constraint",
        ):
            config[key] = initializers.serialize(getattr(self, key))
        return config


def _positive_integer(argument: str, value: Any) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        number = 0
    if number <= 0:
        raise ValueError(
            f"Received an invalid value for `{argument}`, expected a positive integer. "
            f"Received: {argument}={value}"
        )
    return number


class Activation(Layer):
    """Applies an activation function, by name or as a callable."""

    def __init__(self, activation: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.activation = activations.get(activation)

    def call(self, inputs: Any) -> Any:
        return self.activation(inputs)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "activation": activations.serialize(self.activation)}


class Flatten(Layer):
    """Keeps the first axis and joins the others; a vector becomes a column.

    >>> import gradtape as tf
    >>> tf.keras.layers.Flatten()(tf.zeros([2, 3, 4])).shape
    TensorShape([2, 12])
    """

    def call(self, inputs: Any) -> Any:
        sizes = inputs.shape.as_list()
        batch = sizes[0] if sizes else 1
        return _core.reshape(inputs, [batch, math.prod(sizes[1:])])


class Reshape(Layer):
    """Gives all axes but the first the shape `target_shape`, in which one size may be -1."""

    def __init__(self, target_shape: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.target_shape = tuple(target_shape)

    def call(self, inputs: Any) -> Any:
        batch, size = inputs.shape[0], math.prod(inputs.shape.as_list()[1:])
        known = math.prod(d for d in self.target_shape if d != -1)
        sizes = [size // max(known, 1) if d == -1 else d for d in self.target_shape]
        return _core.reshape(inputs, [batch, *sizes])

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "target_shape": self.target_shape}


class Dropout(Layer):
    """In training, sets a fraction of the inputs to zero and divides the rest by what is left.

    Outside training the inputs pass unchanged. `noise_shape` has ones where elements share their
    fate. `ValueError` for a `rate` outside 0 ... 1.
    """

    def __init__(
        self, rate: float, noise_shape: Any = None, seed: int | None = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        if not isinstance(rate, (int, float)) or not 0 <= rate <= 1:
            raise ValueError(
                "Invalid value received for `rate`. Expected a value between 0 and 1. Received: "
                f"{rate}"
            )
        self.rate = rate
        self.noise_shape = noise_shape
        self.seed = seed

    def call(self, inputs: Any, training: bool | None = None) -> Any:
        if not training or self.rate == 0:
            return _core.identity(inputs)
        if self.rate == 1:
            return _core.zeros_like(inputs)
        return _core.dropout(
            inputs, self.rate, noise_shape=self._noise_shape(inputs), seed=self.seed
        )

    def _noise_shape(self, inputs: Any) -> list[int] | None:
        if self.noise_shape is None:
            return None
        sizes = inputs.shape.as_list()
        return [size if n is None else n for n, size in zip(self.noise_shape, sizes, strict=True)]

    def get_config(self) -> dict[str, Any]:
        own = {"rate": self.rate, "noise_shape": self.noise_shape, "seed": self.seed}
        return {**super().get_config(), **own}


class Lambda(Layer):
    """Wraps a function of the inputs, and of keyword `arguments`, as a layer without weights."""

    def __init__(
        self,
        function: Callable[..., Any],
        output_shape: Any = None,
        mask: Any = None,
        arguments: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.function = function
        self.arguments = arguments or {}

    def call(self, inputs: Any) -> Any:
        return self.function(inputs, **self.arguments)

    def _saved(self) -> dict[str, Any]:
        raise ValueError(f"The function of the layer {self.name!r} cannot be stored.")


class InputLayer(Layer):
    """The place where a model's inputs enter; it passes them on."""

    def __init__(
        self,
        input_shape: Any = None,
        batch_size: int | None = None,
        dtype: Any = None,
        name: str | None = None,
        shape: Any = None,
        batch_shape: Any = None,
    ) -> None:
        super().__init__(name=name or f"input_{next(_input_numbers)}", dtype=dtype)
        inner = shape if input_shape is None else input_shape
        if batch_shape is None and inner is None:
            raise ValueError("You must pass a `shape` argument.")
        sizes = (
            [batch_size, *_core.TensorShape(inner).as_list()]
            if batch_shape is None
            else batch_shape
        )
        self.batch_shape = _core.TensorShape(sizes)
        self.built = True

    @property
    def output(self) -> KerasTensor:
        """The symbolic input itself."""
        return entry(self, self.batch_shape, self._dtype)

    def get_config(self) -> dict[str, Any]:
        shape = self.batch_shape.as_list()
        return {"name": self.name, "dtype": self.dtype, "batch_shape": shape}


def Input(
    shape: Any = None,
    batch_size: int | None = None,
    name: str | None = None,
    dtype: Any = None,
    batch_shape: Any = None,
    **ignored: Any,
) -> KerasTensor:
    """A symbolic input of `shape`, which leaves out the batch, or of `batch_shape`.

    >>> import gradtape as tf
    >>> inputs = tf.keras.Input(shape=(3,))
    >>> model = tf.keras.Model(inputs, tf.keras.layers.Dense(2)(inputs))
    >>> model(tf.zeros([5, 3])).shape
    TensorShape([5, 2])
    """
    return InputLayer(shape, batch_size, dtype, name, batch_shape=batch_shape).output
