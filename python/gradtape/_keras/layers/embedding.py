"""`Embedding`, and `Masking`: layers that say which steps of a sequence count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._runtime.manners import are_of_keras_3, show_keras_2
from ..._runtime.versions import is_keras_2_asked_for
from ..._sparse.conversion import to_dense
from ..._sparse.tensor import SparseTensor
from ..arguments import Flag, Number, OptionalInteger as Length, argument
from ..assignable import also_called
from ..base_layer import masks
from ..base_layer.layer import Layer
from ..base_layer.options import (
    WITHOUT_ADAPTERS,
    BareOptions,
    Constraint,
    Count,
    Initializer,
    LayerOptions,
    Regularizer,
    weight_of,
)

if TYPE_CHECKING:
    from ..._typing import TensorLike

_ORDER = ("input_dim", "output_dim", "embeddings_initializer", "embeddings_regularizer")


class Embedding(Layer, BareOptions, first=(*_ORDER, "embeddings_constraint", "mask_zero")):
    """A vector of `output_dim` numbers for each of `input_dim` integers.

    `mask_zero` makes 0 stand for padding: it is masked. `InvalidArgumentError` for an integer
    outside the table. Keras 2's `input_length` is an `input_shape`.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.Embedding(10, 4)
    >>> layer(tf.constant([[1, 2, 3]])).shape
    TensorShape([1, 3, 4])
    """

    _takes_integers = True
    _without_effect_if_none = WITHOUT_ADAPTERS
    _untold = ("input_length",)
    _told_besides = ("activity_regularizer", "quantization_config")

    input_dim: Count = argument()
    output_dim: Count = argument()
    embeddings_initializer: Initializer = argument(default="uniform")
    embeddings_regularizer: Regularizer = argument(default=None)
    embeddings_constraint: Constraint = argument(default=None)
    mask_zero: Flag = argument(default=False)
    input_length: Length = argument(default=None)
    _embeddings = also_called("embeddings")
    supports_masking = True
    _shape_in_keras_2: Any = None  # of the inputs, where Keras 3 does not take it for known

    def _initialize(self) -> None:
        if self.mask_zero:
            masks.begin()
        shape = [None, self.input_length]
        if are_of_keras_3():
            self._shape_in_keras_2 = None if self.input_length is None else shape
        elif self._given_shape is None and (
            self.input_length is not None or is_keras_2_asked_for()
        ):
            self._given_shape = shape  # in Keras 2 of any length
        self.supports_masking = self.mask_zero
        if self._initial_weights is not None and not is_keras_2_asked_for():
            self._build_inside(None)

    def set_weights(self, weights: Sequence[TensorLike]) -> None:
        """The same; one of a known length has them in Keras 2, for which such a program is."""
        if self._shape_in_keras_2 is not None and not self.built:
            show_keras_2()
            self._build_inside(None)
        super().set_weights(weights)

    def build(self, input_shape: Any = None) -> None:
        self.embeddings = weight_of(
            self, "embeddings", [self.input_dim, self.output_dim], name="embeddings"
        )
        self.built = True

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        if isinstance(inputs, SparseTensor):  # a place without an entry is the number 0
            inputs = to_dense(inputs)
        whole = inputs if inputs.dtype.is_integer else _core.cast(inputs, _core.int32)
        return _core.embedding_lookup(self.embeddings, whole)

    def compute_mask(self, inputs: _core.Tensor, previous_mask: Any = None) -> _core.Tensor | None:
        return _core.not_equal(inputs, 0) if self.mask_zero else None


class Masking(Layer, LayerOptions):
    """Masks the steps of `[batch, steps, features]` whose features all equal `mask_value`.

    Their features become 0.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.Masking(mask_value=-1.0)
    >>> layer(tf.constant([[[-1.0, -1.0], [2.0, -1.0]]])).numpy().tolist()
    [[[0.0, 0.0], [2.0, -1.0]]]
    """

    _gives_shape_back = True
    _starts_built = True
    mask_value: Number = argument(default=0.0)
    supports_masking = True

    def _initialize(self) -> None:
        masks.begin()

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        kept = _core.expand_dims(self.compute_mask(inputs), -1)
        return _core.where(kept, inputs, _core.zeros_like(inputs))

    def compute_mask(self, inputs: _core.Tensor, previous_mask: Any = None) -> _core.Tensor:
        values = _core.convert_to_tensor(inputs)
        values = _core.cast(values, _core.float64) if values.dtype.is_integer else values
        return _core.reduce_any(_core.not_equal(values, self.mask_value), axis=-1)
