"""`ReversibleEmbedding`: a table from integers to vectors, and back to scores of integers."""

from __future__ import annotations

from typing import Any

from ... import _core
from ..arguments import Argument, Flag, OptionalNumber, argument
from ..base_layer import masks
from .embedding import Embedding

_FIRST = ("input_dim", "output_dim", "tie_weights")
_TABLE = ("embeddings_initializer", "embeddings_regularizer", "embeddings_constraint", "mask_zero")


class Kind(Argument[Any, Any]):
    """A dtype, or None for that of the layer."""


class ReversibleEmbedding(Embedding, first=(*_FIRST, *_TABLE, "reverse_dtype", "logit_soft_cap")):
    """An `Embedding` that with `reverse=True` takes vectors, and gives a score for each integer.

    The scores come from the same table, or with `tie_weights=False` from weights of their own;
    `logit_soft_cap` keeps them softly below a number.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.ReversibleEmbedding(10, 4)
    >>> layer(layer(tf.constant([[1, 2, 3]])), reverse=True).shape
    TensorShape([1, 3, 10])
    """

    tie_weights: Flag = argument(default=True)
    reverse_dtype: Kind = argument(default=None)
    logit_soft_cap: OptionalNumber = argument(default=None)

    def build(self, input_shape: Any = None) -> None:
        super().build(input_shape)
        if not self.tie_weights:
            shape = [self.output_dim, self.input_dim]
            start = self.embeddings_initializer
            self.reverse_embeddings = self.add_weight(
                "reverse_embeddings", shape, initializer=start
            )

    def call(self, inputs: _core.Tensor, reverse: bool = False) -> _core.Tensor:
        if reverse:
            return self._scores(inputs)
        vectors = super().call(inputs)
        mask = super().compute_mask(inputs)
        if mask is not None:
            masks.attach(vectors, mask)
        return vectors

    def _scores(self, vectors: Any) -> Any:
        tied = self.tie_weights
        kernel: Any = _core.transpose(self.embeddings) if tied else self.reverse_embeddings
        if self.reverse_dtype is not None:
            vectors, kernel = (_core.cast(one, self.reverse_dtype) for one in (vectors, kernel))
        scores = _core.matmul(vectors, kernel)
        cap = self.logit_soft_cap
        return scores if cap is None else _core.tanh(scores / cap) * cap

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        """That which `call` has given its outputs."""
        return None
