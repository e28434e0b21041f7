"""The basic layers: Dense, Activation, Flatten, Reshape, Dropout, and Lambda."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..._sparse.arranging import reshape as sparse_reshape
from ..._sparse.embedding import product_by_lookup
from ..._sparse.tensor import SparseTensor
from ..._structure import nest
from ..arguments import Argument, Flag, argument
from ..assignable import also_called
from ..base_layer import masks, options
from ..base_layer.input_spec import InputSpec
from ..base_layer.known_shapes import as_shapes
from ..base_layer.layer import Layer
from ..function_code import code_allowed, described_in_class, restored
from ..kinship import Kinship
from ..layer_seeds import LayerSeeds
from ..told import shape_told
from . import names_of_outputs as names_of_outputs, operation as operation  # of symbolic tensors
from .spatial import DataFormat


class Units(Argument[int, int]):
    """The length of the last axis of the outputs, above 0; floats are cut off, as in Keras 2, and
    0 is taken there: classes of a program that make their weights by themselves hand it up."""

    def convert(self, owner: Any, value: int) -> int:
        number = options.whole(value)
        if number < (0 if is_keras_2_asked_for() else 1):
            raise ValueError(
                f"Received an invalid value for `{self.name}`, expected a positive integer. "
                f"Received: {self.name}={value}"
            )
        return number


class Dense(Layer, options.KernelAndBias):
    """`activation(inputs @ kernel + bias)` along the last axis.

    The input needs two dimensions or more, and its last one fixes the kernel: `ValueError` for
    another size later. Integer inputs are cast to the dtype of the layer. The variables are named
    `<layer>/kernel:0` and `<layer>/bias:0`.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.Dense(2, activation="relu", kernel_initializer="ones")
    >>> layer(tf.constant([[1.0, 2.0, 3.0]])).numpy().tolist()
    [[6.0, 6.0]]
    """

    _computes_narrow = _takes_any_batch = True
    _without_effect_if_none = options.WITHOUT_ADAPTERS
    _untold_if_none, _told_besides = ("activity_regularizer",), ("quantization_config",)
    _kernel = also_called("kernel")
    supports_masking = True
    units: Units = argument()
    activation: options.Activation = argument(default=None)
    use_bias: Flag = argument(default=True)

    def _initialize(self) -> None:
        self.input_spec = InputSpec(min_ndim=2)

    def build(self, input_shape: Any) -> None:
        size = input_shape[-1]
        if size is None:
            raise ValueError(
                "The last dimension of the inputs to a Dense layer should be defined. Found None."
            )
        self.kernel = options.weight_of(self, "kernel", [size, self.units])
        self.bias = options.weight_of(self, "bias", [self.units]) if self.use_bias else None
        self._adds = options.one_is_added(self.units)
        self.input_spec = InputSpec(min_ndim=2, axes={-1: size})
        self.built = True

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        if inputs.dtype != self._input_dtype:
            inputs = _core.cast(inputs, self._input_dtype)
        if isinstance(inputs, SparseTensor):
            outputs = product_by_lookup(inputs, self.kernel)
        elif inputs.shape.rank == 2:
            outputs = _core.matmul(inputs, self.kernel)
        else:
            outputs = _core.tensordot(inputs, self.kernel, 1)
        if self.bias is not None:
            outputs = (_core.add if self._adds else _core.bias_add)(outputs, self.bias)
        return self.activation(outputs)


class Activation(Layer, options.LayerOptions):
    """Applies an activation function, by name or as a callable."""

    _starts_built = _computes_narrow = _takes_any_batch = True
    supports_masking = True
    _gives_shape_back = True
    activation: options.Activation = argument()

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        return self.activation(inputs)


def reshaped(inputs: Any, sizes: list[int]) -> Any:
    """A tensor of another shape; a sparse one stays so."""
    change = sparse_reshape if isinstance(inputs, SparseTensor) else _core.reshape
    return change(inputs, sizes)


class Flatten(Layer, options.LayerOptions):
    """Keeps the first axis and joins the others, the channels last; a vector becomes a column.

    >>> import gradtape as tf
    >>> tf.keras.layers.Flatten()(tf.zeros([2, 3, 4])).shape
    TensorShape([2, 12])
    """

    _computes_narrow = _takes_any_batch = True
    data_format: DataFormat = argument(default=None)

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        sizes = inputs.shape.as_list()
        if self.data_format == "channels_first" and len(sizes) > 2:
            inputs = _core.transpose(inputs, [0, *range(2, len(sizes)), 1])
        batch = sizes[0] if sizes else 1
        return reshaped(inputs, [batch, math.prod(sizes[1:])])


class TargetShape(Argument[Sequence[int], tuple[int, ...]]):
    """The shape of one example; one size may be -1."""

    def convert(self, owner: Any, value: Sequence[int]) -> tuple[int, ...]:
        sizes = tuple(_core.entries(value, self.name))
        if any(isinstance(size, int) and size < -1 for size in sizes):
            raise ValueError(
                f"Each dimension in `{self.name}` must be a non-negative integer, or `-1` for a "
                f"single unknown dimension. Received: {self.name}={sizes}."
            )
        if sizes.count(-1) > 1:
            raise ValueError(
                f"There must be at most one unknown dimension (-1) in `{self.name}`. Received: "
                f"{self.name}={sizes}."
            )
        return sizes


class Reshape(Layer, options.LayerOptions):
    """Gives all axes but the first the shape `target_shape`, in which one size may be -1."""

    _starts_built = _computes_narrow = True
    target_shape: TargetShape = argument()

    def call(self, inputs: _core.Tensor) -> Any:
        batch, size = inputs.shape[0], math.prod(inputs.shape.as_list()[1:])
        known = math.prod(d for d in self.target_shape if d != -1)
        sizes = [size // max(known, 1) if d == -1 else d for d in self.target_shape]
        return reshaped(inputs, [batch, *map(int, sizes)])


class Rate(Argument[float, float]):
    """A fraction to be dropped."""

    def convert(self, owner: Any, value: float) -> float:
        if callable(value):  # a layer of a program's own asks it
            return value
        if not isinstance(value, (int, float)) or not 0 <= value <= 1:
            raise ValueError(
                f"Invalid value received for argument `{self.name}`. Expected a float value "
                f"between 0 and 1. Received: {self.name}={value}"
            )
        return value


class Seed(Argument[int | None, int | None]):
    """What repeats the random numbers; None draws others each time."""


class NoiseShape(Argument[Sequence[int | None] | None, Sequence[int | None] | None]):
    """The shape of the noise, with ones where elements share it; None is that of the inputs.

    `ValueError` for what Keras 3 does not take; Keras 2 takes anything until it draws.
    """

    def convert(self, owner: Any, value: Any) -> Any:
        if value is None or is_keras_2_asked_for():
            return value
        received = "Invalid value received for argument `noise_shape`. Expected"
        if isinstance(value, str):
            raise ValueError(
                f"{received} a tuple or list of integers. Received: noise_shape={value}"
            )
        if not hasattr(value, "__iter__"):
            raise ValueError(
                f"{received} an iterable of integers (e.g., a tuple or list). Received: "
                f"noise_shape={value}"
            )
        for index, size in enumerate(value):
            if size is not None and not hasattr(size, "__index__"):
                raise ValueError(
                    f"{received} all elements to be integers or None. Received element at index "
                    f"{index}: {size} (type: {type(size).__name__})"
                )
            if size is not None and isinstance(size, int) and size <= 0:
                raise ValueError(
                    f"{received} all dimensions to be positive integers or None. Received negative "
                    f"or zero value at index {index}: {size}"
                )
        return tuple(value)


class Dropout(Layer, options.LayerOptions, metaclass=Kinship):
    """In training, sets a fraction of the inputs to zero and divides the rest by what is left.

    Outside training the inputs pass unchanged. `noise_shape` has ones where elements share their
    fate. `ValueError` for a `rate` outside 0 ... 1.
    """

    _mode_by_itself = False
    _starts_built = _computes_narrow = _takes_any_batch = True
    supports_masking = True
    _gives_shape_back = True
    rate: Rate = argument()
    noise_shape: NoiseShape = argument(default=None)
    seed: Seed = argument(default=None)

    def _initialize(self) -> None:
        self._hands_on = not is_keras_2_asked_for()  # what it was given, with logits behind it
        if callable(self.rate) or self.rate > 0:
            self.seed_generator = LayerSeeds(self.seed)

    def call(self, inputs: _core.Tensor, training: bool | None = None) -> _core.Tensor:
        if not training or self.rate == 0:
            return inputs if self._hands_on else _core.identity(inputs)
        if self.rate == 1:
            return _core.zeros_like(inputs)
        return self.seed_generator.dropout(inputs, self.rate, self._get_noise_shape(inputs))

    def _get_noise_shape(self, inputs: _core.Tensor) -> list[int] | None:
        return sizes_of_noise(self.noise_shape, inputs)


def sizes_of_noise(noise_shape: Any, inputs: _core.Tensor) -> list[int] | None:
    """A shape of noise for these inputs, whose sizes stand where it leaves them open."""
    if noise_shape is None:
        return None
    sizes = inputs.shape.as_list()
    return [size if n is None else n for n, size in zip(noise_shape, sizes, strict=True)]


class Lambda(Layer):
    """Wraps a function of the inputs, and of keyword `arguments`, as a layer without weights.

    A function that takes `mask` or `training` is told. `mask` is the mask of the outputs, or a
    function of the inputs and their mask; `output_shape`, without the batch or a function of that
    of the inputs, is what symbolic outputs have as their shape in Keras 3.

    In a saved model a function of the library, or one that was registered, goes by its name; any
    other is stored as code, and loaded with `safe_mode=False` alone.
    """

    _computes_narrow = True
    _joins_examples = True
    _runs_a_function = True
    supports_masking = False

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
        self._given_output_shape, self.mask = output_shape, mask
        if mask is not None:
            self.supports_masking = True
            masks.begin()
        takes = inspect.signature(function).parameters if callable(function) else {}
        self._told = [name for name in ("mask", "training") if name in takes]

    def call(self, inputs: Any, mask: Any = None, training: bool | None = None) -> Any:
        if not self._told:
            return self.function(inputs, **self.arguments)
        told = {"mask": mask, "training": training}
        own = {name: told[name] for name in self._told}
        return self.function(inputs, **{**self.arguments, **own})

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        """That of `mask=`, whatever mask the inputs have."""
        return self.mask(inputs, mask) if callable(self.mask) else self.mask

    def compute_output_shape(self, *shapes: Any, **named: Any) -> Any:
        """That of `output_shape=`; else found by a run on zeros."""
        given = self._given_output_shape
        if given is None or not shapes:
            return super().compute_output_shape(*shapes, **named)
        if callable(given):
            return given(shapes[0])
        first = as_shapes(shapes[0])
        examples = next(iter(nest.flatten(first)))[:1]
        return nest.map_structure(lambda inner: shape_told(examples + inner), as_shapes(given))

    def get_config(self) -> dict[str, Any]:
        own = {"output_shape": self._given_output_shape, "mask": self.mask}
        given = {name: _described(value) for name, value in own.items() if value is not None}
        told = {"function": described_in_class(self.function), "arguments": self.arguments}
        return {**super().get_config(), **told, **given}

    @classmethod
    def from_config(cls, config: dict[str, Any], safe_mode: bool | None = None) -> Lambda:
        """The layer again; `ValueError` for a function without a name unless loading is unsafe."""
        functions = {name: config[name] for name in _FUNCTIONS if name in config}
        with nullcontext() if safe_mode is None else code_allowed(not safe_mode):
            made = {name: restored(value) for name, value in functions.items()}
        return cls(**{**config, **made})


_FUNCTIONS = ("function", "output_shape", "mask")


def _described(value: Any) -> Any:
    return described_in_class(value) if callable(value) else value
