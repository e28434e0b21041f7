"""`LinearModel` and `WideDeepModel`: models that Keras 2 has ready in `keras.experimental`."""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._structure import nest
from .. import activations, initializers, regularizers
from ..layers.core import Dense
from ..lookup import serialize
from .batches import unpack
from .model import Model


class LinearModel(Model):
    """`activation(sum of inputs times kernels + bias)`, of one input, several, or a dict of them.

    >>> import gradtape as tf
    >>> model = tf.keras.experimental.LinearModel(kernel_initializer="ones")
    >>> model([tf.constant([[1.0, 2.0]]), tf.constant([[3.0]])]).numpy().tolist()
    [[6.0]]
    """

    def __init__(
        self,
        units: int = 1,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = "zeros",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.units, self.use_bias = units, use_bias
        self.activation = activations.get(activation)
        self.kernel_initializer = initializers.get(kernel_initializer)
        self.bias_initializer = initializers.get(bias_initializer)
        self.kernel_regularizer = regularizers.get(kernel_regularizer)
        self.bias_regularizer = regularizers.get(bias_regularizer)
        self.bias: Any = None

    def build(self, input_shape: Any) -> None:
        names = sorted(input_shape) if isinstance(input_shape, dict) else None
        count = 1
        if names is not None:
            count = len(names)
        elif isinstance(input_shape, (list, tuple)):
            count = len(input_shape)
        self.dense_layers = [
            Dense(
                self.units,
                use_bias=False,
                kernel_initializer=self.kernel_initializer,
                kernel_regularizer=self.kernel_regularizer,
                name=None if names is None else names[place],
            )
            for place in range(count)
        ]
        if self.use_bias:
            self.bias = self.add_weight(
                "bias",
                [self.units],
                initializer=self.bias_initializer,
                regularizer=self.bias_regularizer,
            )
        self.built = True

    def call(self, inputs: Any) -> Any:  # type: ignore[override]
        if isinstance(inputs, dict):
            missing = {layer.name for layer in self.dense_layers} - set(inputs)
            if missing:
                raise ValueError(
                    "The `inputs` dictionary does not match the structure expected by the model. "
                    f"Missing keys: {missing}"
                )
            inputs = [inputs[layer.name] for layer in self.dense_layers]
        elif not isinstance(inputs, (list, tuple)):
            inputs = [inputs]
        parts = zip(self.dense_layers, inputs, strict=False)
        total = _core.add_n([layer(part) for layer, part in parts])
        return self.activation(total if self.bias is None else total + self.bias)

    def get_config(self) -> dict[str, Any]:
        """What the model was made with."""
        return {
            "name": self.name,
            "units": self.units,
            "activation": serialize(self.activation),
            "use_bias": self.use_bias,
            "kernel_initializer": serialize(self.kernel_initializer),
            "bias_initializer": serialize(self.bias_initializer),
            "kernel_regularizer": serialize(self.kernel_regularizer),
            "bias_regularizer": serialize(self.bias_regularizer),
        }


class WideDeepModel(Model):
    """The sum of a linear model and a deep one (Cheng and others, 2016).

    Both get the inputs, or each its own of two. `compile` may be given two optimizers, for the
    linear model and for the deep one.
    """

    def __init__(
        self, linear_model: Any, dnn_model: Any, activation: Any = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.linear_model, self.dnn_model = linear_model, dnn_model
        self.activation = activations.get(activation)
        self._each: list[Any] = []

    def compile(self, optimizer: Any = "rmsprop", *args: Any, **kwargs: Any) -> None:
        """`Model.compile`, which here also takes a list of two optimizers."""
        several = isinstance(optimizer, (list, tuple))
        super().compile(optimizer[0] if several else optimizer, *args, **kwargs)
        self.__dict__["_each"] = []
        if several:
            from ..optimizers import catalog

            self.__dict__["_each"] = [self.optimizer, catalog.get(optimizer[1])]

    def call(  # type: ignore[override]
        self, inputs: Any, training: bool | None = None
    ) -> Any:
        own = isinstance(inputs, (list, tuple)) and len(inputs) == 2
        linear, deep = inputs if own else (inputs, inputs)
        outputs = self.linear_model(linear), self.dnn_model(deep, training=training)
        return nest.map_structure(lambda x, y: self.activation(x + y), *outputs)

    def train_step(self, data: Any) -> dict[str, Any]:
        """One step of training; returns what to report."""
        if not self._each:
            return super().train_step(data)
        x, y, sample_weight = unpack(data)
        with _core.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self.compute_loss(x, y, y_pred, sample_weight)
        groups = [part.trainable_variables for part in (self.linear_model, self.dnn_model)]
        found = tape.gradient(loss, groups)
        for optimizer, gradients, variables in zip(self._each, found, groups, strict=True):
            optimizer.apply_gradients(zip(gradients, variables, strict=True))
        self._follow_loss(loss, y_pred)
        return self.compute_metrics(x, y, y_pred, sample_weight)

    def get_config(self) -> dict[str, Any]:
        """Both models and the activation."""
        return {
            "name": self.name,
            "linear_model": serialize(self.linear_model),
            "dnn_model": serialize(self.dnn_model),
            "activation": serialize(self.activation),
        }
