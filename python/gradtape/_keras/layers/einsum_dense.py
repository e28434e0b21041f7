"""`EinsumDense`: a dense layer whose product is an equation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ... import _core
from ..._runtime.manners import are_of_keras_3
from .. import kernel_products
from ..arguments import Argument, argument
from ..assignable import also_called
from ..base_layer.inputs import as_floats
from ..base_layer.layer import Layer
from ..base_layer.options import (
    WITHOUT_ADAPTERS,
    Activation,
    Constraint,
    Initializer,
    LayerOptions,
    Regularizer,
    weight_of,
)
from ..initializers import with_axes


class Equation(Argument[str, str]):
    """An equation of inputs, a kernel and outputs: "ab,bc->ac"."""

    def convert(self, owner: Any, value: str) -> str:
        parts = value.replace(" ", "").replace("->", ",").split(",")
        if len(parts) != 3 or "->" not in value:
            raise ValueError(
                f"Invalid einsum equation '{value}'. Equations must be in the form [X],[Y]->[Z]"
            )
        return value.replace(" ", "")


class OutputShape(Argument[Any, tuple[int | None, ...]]):
    """The shape of the outputs without the batch; None where it is that of the inputs."""

    def convert(self, owner: Any, value: Any) -> tuple[int | None, ...]:
        return (value,) if isinstance(value, int) else tuple(value)


class Letters(Argument[str | None, str | None]):
    """Letters of an equation, or None for none."""


class _KernelAndBias(LayerOptions, kw_only=True):
    """The options of the kernel and the bias, in the order of this layer."""

    kernel_initializer: Initializer = argument(default="glorot_uniform")
    bias_initializer: Initializer = argument(default="zeros")
    kernel_regularizer: Regularizer = argument(default=None)
    bias_regularizer: Regularizer = argument(default=None)
    kernel_constraint: Constraint = argument(default=None)
    bias_constraint: Constraint = argument(default=None)
    activity_regularizer: Regularizer = argument(default=None)


class EinsumDense(Layer, _KernelAndBias):
    """`activation(einsum(equation, inputs, kernel) + bias)`.

    `bias_axes` are the letters of the outputs along which there is a bias. An ellipsis may stand
    for axes at the beginning or at the end. `ValueError` where sizes do not follow.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.EinsumDense("abc,cd->abd", output_shape=(None, 5), bias_axes="d")
    >>> layer(tf.zeros([2, 3, 4])).shape, [list(w.shape) for w in layer.weights]
    (TensorShape([2, 3, 5]), [[4, 5], [5]])
    """

    _computes_narrow = True
    _without_effect_if_none = WITHOUT_ADAPTERS
    _told_besides = ("quantization_config",)
    _kernel = also_called("kernel")
    equation: Equation = argument()
    output_shape: OutputShape = argument()
    activation: Activation = argument(default=None)
    bias_axes: Letters = argument(default=None)

    def build(self, input_shape: Any) -> None:
        inputs, kernel, outputs = self.equation.replace("->", ",").split(",")
        sizes = _sizes(inputs, input_shape.as_list())
        given = _sizes(outputs, [None, *self.output_shape])
        for letter, size in given.items():
            if size is not None and sizes.get(letter, size) not in (size, None):
                raise ValueError(
                    f"Input shape and output shape do not match at shared dimension '{letter}'. "
                    f"Input shape is {sizes[letter]}, and output shape is {size}."
                )
        sizes = {**given, **{letter: size for letter, size in sizes.items() if size is not None}}
        unknown = [letter for letter in kernel if sizes.get(letter) is None]
        if unknown:
            raise ValueError(
                f"Weight dimension '{unknown[0]}' did not have a match in either the input spec "
                f"'{inputs}' or the output spec '{outputs}'. For this layer, the weight must be "
                "fully specified."
            )
        self.kernel = self._made_kernel(kernel, [sizes[letter] for letter in kernel], outputs)
        behind = input_shape.rank - len(inputs.replace("...", "")) if outputs[-1] == "." else 0
        self.bias = self._made_bias(outputs, sizes, behind)
        self.built = True

    def _made_kernel(self, kernel: str, shape: list[Any], outputs: str) -> _core.Variable:
        entries = [axis for axis, letter in enumerate(kernel) if letter not in outputs]
        exits = [axis for axis, letter in enumerate(kernel) if letter in outputs]
        given = self.kernel_initializer
        self.kernel_initializer = with_axes(given, entries, exits)
        try:
            return weight_of(self, "kernel", shape)
        finally:
            self.kernel_initializer = given

    def _made_bias(self, outputs: str, sizes: dict[str, Any], behind: int) -> _core.Variable | None:
        """The bias, with an axis of 1 for each of those that an ellipsis stands for at the end."""
        if not self.bias_axes:
            return None
        unknown = [letter for letter in self.bias_axes if letter not in outputs]
        if unknown:
            raise ValueError(
                f"Bias dimension '{unknown[0]}' was requested, but is not part of the output spec "
                f"'{outputs}'"
            )
        first = min(outputs.index(letter) for letter in self.bias_axes)
        letters = outputs[first:].replace("...", "")
        shape = [sizes[letter] if letter in self.bias_axes else 1 for letter in letters]
        return weight_of(self, "bias", shape + [1] * behind)

    def _adds_a_bias(self) -> bool:
        """Whether the bias is a `bias_add`, as in Keras 3: its gradient is added up row by row."""
        sizes = [] if self.bias is None else self.bias.shape.as_list()
        return len(sizes) == 1 and sizes[0] > 1 and are_of_keras_3()

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        inputs = as_floats(inputs, self._input_dtype)
        outputs = kernel_products.product(self.equation, inputs, self.kernel)
        if self.bias is not None:
            outputs = (_core.bias_add if self._adds_a_bias() else _core.add)(outputs, self.bias)
        return self.activation(outputs)


def _sizes(letters: str, shape: Sequence[int | None]) -> dict[str, int | None]:
    """The sizes of letters; those behind an ellipsis are counted from the end."""
    before, dots, after = letters.partition("...")
    if not dots and len(shape) != len(before):
        shape = [*shape, *([None] * (len(before) - len(shape)))]
    found = dict(zip(before, shape, strict=False))
    return found | dict(zip(reversed(after), reversed(shape), strict=False))
