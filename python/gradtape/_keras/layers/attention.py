"""Attention: means of values, with weights from the products of queries and keys.

How keys are compared and values weighed is what `_calculate_scores` and `_apply_scores` say, as in
Keras: programs derive from these layers and put rules of their own in their place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..arguments import Argument, Flag, OptionalInteger, argument
from ..base_layer import masks
from ..base_layer.layer import Layer
from ..base_layer.options import LayerOptions
from ..layer_seeds import LayerSeeds
from .core import Rate

if TYPE_CHECKING:
    from ..._typing import TensorLike


def weights_of(
    scores: _core.Tensor, mask: TensorLike | None, axes: int | Sequence[int] = -1
) -> _core.Tensor:
    """The softmax of scores along axes; where a mask is false they count as very small."""
    if mask is not None:
        least = 1e9
        if scores.dtype == _core.float16:
            least = 32752.0 if is_keras_2_asked_for() else 3e4
        scores = scores - least * (1.0 - _core.cast(mask, scores.dtype))
    if isinstance(axes, int) or len(axes) == 1:
        return _core.softmax(scores, axis=axes if isinstance(axes, int) else axes[0])
    return _core.exp(scores - _core.reduce_logsumexp(scores, axis=list(axes), keepdims=True))


def fused_weights_of(
    scores: _core.Tensor, mask: TensorLike | None, axes: int | Sequence[int] = -1
) -> _core.Tensor:
    """The same, where scores that a mask hides are all alike: a row of them gets the mean."""
    if mask is not None:
        seen = _core.cast(mask, _core.bool)
        least = -0.7 * (65504.0 if scores.dtype == _core.float16 else 3.4028235e38)
        scores = _core.where(seen, scores, _core.cast(least, scores.dtype))
    return weights_of(scores, None, axes)


def masked_softmax(
    scores: _core.Tensor, mask: TensorLike | None, axes: int | Sequence[int] = -1
) -> _core.Tensor:
    """The same, with 0 where a mask is false everywhere along the axes.

    In Keras 2 there are weights: what a mask hides alike leaves them as they were, or alike.
    """
    weights = weights_of(scores, mask, axes)
    if mask is None or is_keras_2_asked_for():
        return weights
    axes = axes if isinstance(axes, int) else list(axes)
    some = _core.reduce_any(_core.cast(mask, _core.bool), axis=axes, keepdims=True)
    return weights * _core.cast(some, weights.dtype)


def causal_mask(queries: int, keys: int) -> _core.Tensor:
    """`[1, queries, keys]`: true where a key is not after its query."""
    return (_core.range(queries)[:, None] >= _core.range(keys)[None, :])[None]


def both(one: Any, other: TensorLike | None) -> Any:
    """Two masks in one; None stands for a mask without effect."""
    if one is None or other is None:
        return other if one is None else one
    return _core.logical_and(_core.cast(one, _core.bool), _core.cast(other, _core.bool))


class _Attending(Layer):
    """A layer of `[query, value]` or `[query, value, key]`, each `[batch, steps, features]`."""

    _computes_narrow = True
    dropout: Any
    seed: int | None = None
    supports_masking = True

    scale: Any
    concat_score_weight: Any

    def _initialize(self) -> None:
        if self.dropout > 0:
            self.seed_generator = LayerSeeds(self.seed, narrow=self._policy_of_dtypes.narrow())

    def _calculate_scores(self, query: Any, key: Any) -> Any:
        """How well each query goes with each key, `[batch, queries, keys]`."""
        raise NotImplementedError

    def _apply_scores(
        self,
        scores: _core.Tensor,
        value: Any,
        scores_mask: Any = None,
        training: bool | None = False,
    ) -> tuple[Any, Any]:
        """The means of the values that scores give where the mask is true, and the weights."""
        if scores_mask is not None and len(scores_mask.shape) == 2:
            scores_mask = scores_mask[:, None, :]
        weights = weights_of(scores, scores_mask)
        if training and self.dropout > 0:
            weights = self.seed_generator.dropout(weights, self.dropout)
        return _core.matmul(weights, value), weights

    def call(
        self,
        inputs: Any,
        mask: TensorLike | None = None,
        training: bool | None = False,
        return_attention_scores: bool = False,
        use_causal_mask: bool = False,
    ) -> Any:
        query, value, key = self._parts(inputs)
        query_mask, value_mask = self._masks(mask, len(inputs))
        scores = self._calculate_scores(query=query, key=key)
        if value_mask is not None and (use_causal_mask or is_keras_2_asked_for()):
            value_mask = value_mask[:, None, :]
        if use_causal_mask:
            value_mask = both(value_mask, causal_mask(*scores.shape.as_list()[-2:]))
        result, weights = self._apply_scores(
            scores=scores, value=value, scores_mask=value_mask, training=training
        )
        if query_mask is not None:
            result = result * _core.cast(query_mask, result.dtype)[:, :, None]
        return (result, weights) if return_attention_scores else result

    def _check_list(self, shapes: Any) -> None:
        """`ValueError` unless these are the shapes of several inputs."""
        if not isinstance(shapes, (list, tuple)) or isinstance(next(iter(shapes), None), int):
            raise ValueError(
                f"{type(self).__name__} layer must be called on a list of inputs, namely [query, "
                f"value] or [query, value, key]. Received: inputs of shape {shapes}."
            )

    def _parts(self, inputs: Any) -> tuple[_core.Tensor, _core.Tensor, _core.Tensor]:
        if not isinstance(inputs, (list, tuple)) or len(inputs) not in (2, 3):
            count = len(inputs) if isinstance(inputs, (list, tuple)) else inputs
            raise ValueError(
                f"{type(self).__name__} layer accepts inputs list of length 2 or 3, namely [query, "
                f"value] or [query, value, key]. Received: {count}."
            )
        query, value = inputs[0], inputs[1]
        return query, value, inputs[2] if len(inputs) == 3 else value

    def _masks(self, mask: Any, count: int) -> tuple[Any, Any]:
        if mask is None:
            return None, None
        if not isinstance(mask, (list, tuple)) or not 2 <= len(mask) <= count:
            raise ValueError(
                f"{type(self).__name__} layer accepts mask list of length 2 or 3. Received: {mask}"
            )
        query, value = mask[:2]
        return query, None if value is None else _core.cast(value, _core.bool)

    def compute_mask(self, inputs: TensorLike, previous_mask: Any = None) -> _core.Tensor | None:
        """The mask of the queries."""
        return previous_mask[0] if isinstance(previous_mask, (list, tuple)) else None


class ScoreMode(Argument[str, str]):
    """How queries and keys are compared: "dot" or "concat"."""

    def convert(self, owner: Any, value: str) -> str:
        if value not in ("dot", "concat"):
            raise ValueError(
                f"Invalid value for argument score_mode. Expected one of {{'dot', 'concat'}}. "
                f"Received: score_mode={value}"
            )
        return value


class Attention(_Attending, LayerOptions):
    """Dot-product attention (Luong and others, 2015) without weights of its own.

    The scores are `query @ key^T`, or with `score_mode="concat"` the sum of `tanh(query + key)`;
    `use_scale` learns a factor. `mask` is a list of masks, of queries and of values. In training,
    `dropout` strikes weights.

    >>> import gradtape as tf
    >>> query, value = tf.zeros([2, 3, 4]), tf.ones([2, 5, 4])
    >>> tf.keras.layers.Attention()([query, value]).numpy()[0, 0].tolist()
    [1.0, 1.0, 1.0, 1.0]
    """

    use_scale: Flag = argument(default=False)
    score_mode: ScoreMode = argument(default="dot")
    dropout: Rate = argument(default=0.0)
    seed: OptionalInteger = argument(default=None)

    def build(self, input_shape: Any) -> None:
        self._check_list(input_shape)
        one: dict[str, Any] = {"shape": [], "initializer": "ones"}
        self.scale = self.add_weight("scale", **one) if self.use_scale else None
        concat = self.score_mode == "concat"
        self.concat_score_weight = self.add_weight("concat_score_weight", **one) if concat else None
        self.built = True

    def _calculate_scores(self, query: _core.Tensor, key: _core.Tensor) -> _core.Tensor:
        if self.score_mode == "dot":
            scores = _core.matmul(query, key, transpose_b=True)
            return scores if self.scale is None else scores * self.scale
        sums = query[:, :, None, :] + key[:, None, :, :]
        sums = sums if self.scale is None else sums * self.scale
        return self.concat_score_weight * _core.reduce_sum(_core.tanh(sums), axis=-1)


class AdditiveAttention(_Attending, LayerOptions):
    """Attention with the scores `sum(scale * tanh(query + key))` (Bahdanau and others, 2014).

    `scale`, a number for each feature, is learned, or 1 without `use_scale`. Masks as in
    `Attention`.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.AdditiveAttention()
    >>> layer([tf.zeros([2, 3, 4]), tf.ones([2, 5, 4])]).shape
    TensorShape([2, 3, 4])
    """

    use_scale: Flag = argument(default=True)
    dropout: Rate = argument(default=0.0)
    seed: OptionalInteger = argument(default=None)

    def build(self, input_shape: Any) -> None:
        self._check_list(input_shape)
        size = input_shape[0][-1]
        self.scale = self.add_weight("scale", [size]) if self.use_scale else None
        self.built = True

    def _parts(self, inputs: Any) -> tuple[_core.Tensor, _core.Tensor, _core.Tensor]:
        query, value, key = super()._parts(inputs)
        if not (query is value and value is key):
            return query, value, key
        pair = _core.identity(query)  # TensorFlow adds the gradients of these two first
        return pair, pair, key

    def _calculate_scores(self, query: _core.Tensor, key: _core.Tensor) -> _core.Tensor:
        sums = _core.tanh(query[:, :, None, :] + key[:, None, :, :])
        return _core.reduce_sum(sums if self.scale is None else sums * self.scale, axis=-1)


def carried_masks(tensors: Sequence[Any], given: Sequence[Any]) -> tuple[Any, Any, Any]:
    """The masks of queries, values and keys: given ones, or those that the tensors carry."""
    found = [
        masks.mask_of(tensor) if mask is None and masks.used() else mask
        for tensor, mask in zip(tensors, given, strict=True)
    ]
    return found[0], found[1], None if tensors[2] is tensors[1] else found[2]


def mask_between(query_mask: Any, value_mask: Any, key_mask: Any, attention_mask: Any) -> Any:
    """What queries may look at, `[batch, queries, keys]`, from masks of steps and a whole one."""
    allowed = None if query_mask is None else query_mask[:, :, None]
    for mask in (value_mask, key_mask):
        allowed = both(allowed, None if mask is None else mask[:, None, :])
    return both(allowed, attention_mask)
