"""Attention with several heads: `MultiHeadAttention`, and what such layers have in common."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._module import deferred
from ..._runtime.versions import is_keras_2_asked_for
from ..arguments import argument
from ..base_layer import masks
from ..base_layer.layer import Layer
from ..base_layer.options import Count
from ..base_layer.spared import spared
from ..layer_seeds import LayerSeeds
from ..lookup import serialize
from ..naming import unique_name
from .attention import (
    both,
    carried_masks,
    causal_mask,
    fused_weights_of,
    mask_between,
    masked_softmax,
)
from .einsum_dense import EinsumDense
from .head_options import Axes, HeadOptions, OptionalCount, Shape
from .multi_head_parts import LETTERS, ReplaceableParts
from .self_attention import in_pairs

if TYPE_CHECKING:
    from ..._typing import ShapeLike, TensorLike


class Heads(Layer):
    """Projections of queries, keys and values, attention of each head, a projection of all.

    With `use_gate` the results of heads are multiplied by a projection of the queries before, and
    with `sliding_window` a query looks at what is less than so many steps away.
    """

    _computes_narrow = True
    use_gate: bool
    sliding_window: int | None
    _gate_dense: EinsumDense
    _without_effect = (*Layer._without_effect, "flash_attention")
    dropout: Any
    use_bias: Any
    seed: Any
    _query_dense: EinsumDense
    _key_dense: EinsumDense
    _value_dense: EinsumDense
    _output_dense: EinsumDense
    supports_masking = True
    _takes_masks_off = False

    def _heads_of(
        self, name: str, shape: Sequence[Any], heads: int, size: int, activation: Any = None
    ) -> EinsumDense:
        """A layer from `[..., features]` to `[..., heads, size]`."""
        free = LETTERS[: len(shape) - 1]
        whole = [*([None] * (len(free) - 1)), heads, size]
        made = self._projection(name, f"{free}x,xyz->{free}yz", whole, "yz", activation)
        self._build_projection(made, [1] * len(free) + [shape[-1]])
        return made

    def _build_projection(self, projection: Any, shape: list[int]) -> None:
        with spared(projection):
            projection(_core.zeros(shape, self._dtype))

    def _output_layer(self, free_dims: int, outputs: Any, name: str | None) -> EinsumDense:
        """The layer from the results of all heads, `[..., heads, size]`, to the outputs."""
        free, last = LETTERS[:free_dims], LETTERS[-len(outputs) :]
        whole = [*([None] * (free_dims - 1)), *outputs]
        return self._projection(name, f"{free}yz,yz{last}->{free}{last}", whole, last)

    def _projection(
        self,
        name: str | None,
        equation: str,
        shape: ShapeLike,
        bias_axes: str,
        activation: Any = None,
    ) -> EinsumDense:
        bias = bias_axes if self.use_bias else None
        options = {"activation": activation, **self._get_common_kwargs_for_sublayer()}
        return EinsumDense(equation, shape, bias_axes=bias, name=name, **options)

    def _get_common_kwargs_for_sublayer(self) -> dict[str, Any]:
        """What all projections are made with; each draws its weights for itself."""
        parts = ("regularizer", "constraint", "initializer")
        options = {f"{w}_{p}": getattr(self, f"{w}_{p}") for w in ("kernel", "bias") for p in parts}
        for weight in ("kernel", "bias"):
            start = serialize(options[f"{weight}_initializer"])
            options[f"{weight}_initializer"] = start
        if not is_keras_2_asked_for():  # there the whole layer's outputs are penalized instead
            options["activity_regularizer"] = self.activity_regularizer
        return {**options, "dtype": self._policy_of_dtypes}

    def build(
        self, query_shape: Any = None, value_shape: Any = None, key_shape: Any = None
    ) -> None:
        """Make the projections for these shapes; a `call` without a query makes them itself."""
        if query_shape is not None:
            self._build_from_signature(query_shape, value_shape or query_shape, key_shape)
        self.built = True

    def compute_output_shape(
        self, query_shape: Any, value_shape: Any = None, key_shape: Any = None
    ) -> Any:
        """That of the queries, with what the last projection makes; nothing is built for it."""
        query = list(query_shape)
        value = query if value_shape is None else list(value_shape)
        _check_keys(value, value if key_shape is None else list(key_shape))
        sizes = self._sizes_out()
        return _core.TensorShape(query if sizes is None else [*query[:-1], *sizes])

    def _sizes_out(self) -> tuple[int, ...] | None:
        """The sizes of each output; None for those of its query."""
        return None

    @property
    def _built_from_signature(self) -> bool:
        return hasattr(self, "_output_dense")

    @_built_from_signature.setter
    def _built_from_signature(self, value: bool) -> None:
        """What layers of programs note: the projections are there or not."""

    def _build_from_signature(self, query: Any, value: Any, key: Any = None) -> None:
        """Make the projections for tensors, or shapes, as layers of programs call it in Keras 2."""
        given = (query, value, value if key is None else key)
        shapes = [_core.TensorShape(getattr(one, "shape", one)).as_list() for one in given]
        _check_keys(*shapes[1:])
        self._make(*map(list, shapes))
        for part in ("Softmax", "Dropout"):  # which Keras makes a layer of, with the next name
            unique_name(part)

    def _make(self, query: list[Any], value: list[Any], key: list[Any]) -> None:
        raise NotImplementedError

    def _attend(
        self,
        query: Any,
        key: Any,
        value: Any,
        mask: Any,
        training: bool | None,
        softmax: Callable[..., Any],
        fused: bool = False,
    ) -> tuple[Any, Any]:
        """As Keras's `fused` attention, or not: it scales products, not the queries before them."""
        raise NotImplementedError

    def call(
        self,
        query: _core.Tensor,
        value: _core.Tensor,
        key: _core.Tensor | None = None,
        query_mask: Any = None,
        value_mask: Any = None,
        key_mask: Any = None,
        attention_mask: Any = None,
        return_attention_scores: bool = False,
        training: bool | None = None,
        use_causal_mask: bool = False,
    ) -> Any:
        value = _as_tensor(value)
        if query_mask is not None and query_mask is not masks.mask_of(query):
            query_mask, attention_mask = self._in_fourth_place(query_mask, attention_mask)
        if isinstance(value_mask, bool):
            value_mask, return_attention_scores = None, value_mask
        if isinstance(key_mask, bool):
            key_mask, training = None, key_mask
        key = value if key is None else _as_tensor(key)
        if not self._built_from_signature:
            self._build_from_signature(query=query, value=value, key=key)
            deferred.resume(self)
        given = carried_masks((query, value, key), (query_mask, value_mask, key_mask))
        mask = self._compute_attention_mask(query, value, *given, attention_mask, use_causal_mask)
        if self._takes_masks_off:
            masks.take_off(query, key, value)
        gate = self._gate_dense(query) if self.use_gate else None
        seen = return_attention_scores
        fused = self._is_fused(query.shape.rank + 1, seen)
        query, key, value = in_pairs(query, key, value, fused)
        query, key, value = self._query_dense(query), self._key_dense(key), self._value_dense(value)
        result, scores = self._attended(query, key, value, mask, training, seen)
        result = self._output_dense(result if gate is None else result * gate)
        return (result, scores) if return_attention_scores else result

    def _in_fourth_place(self, query_mask: Any, attention_mask: Any) -> tuple[Any, Any]:
        return query_mask, attention_mask

    def _attended(
        self, query: Any, key: Any, value: Any, mask: Any, training: bool | None, seen: bool
    ) -> tuple[Any, Any]:
        """The results and the weights, which are `seen` where they are asked for."""
        fused = self._is_fused(query.shape.rank, seen)
        softmax = fused_weights_of if fused else masked_softmax
        return self._attend(query, key, value, mask, training, self._softmax_by(softmax), fused)

    def _is_fused(self, rank: int, seen: bool) -> bool:
        """Whether Keras's fused attention is used: queries that may look at nothing get the mean.

        Where it is not used they get nothing: for weights that are `seen`, in layers with dropout
        (also while it rests), and for inputs of other ranks. In Keras 2, which has no fused
        attention, such a query gets the mean, and its scores have gradients.
        """
        return not (seen or self.dropout or rank != 4 or is_keras_2_asked_for())

    def _softmax_by(self, softmax: Callable[..., Any]) -> Callable[..., Any]:
        return softmax

    def _compute_attention_mask(
        self,
        query: Any,
        value: Any,
        query_mask: Any = None,
        value_mask: Any = None,
        key_mask: Any = None,
        attention_mask: Any = None,
        use_causal_mask: bool = False,
    ) -> Any:
        """What queries may look at, `[batch, queries, keys]`; None for everything."""
        mask = mask_between(query_mask, value_mask, key_mask, attention_mask)
        if self.sliding_window is not None:
            mask = both(mask, self._compute_sliding_window_mask(query, value))
        return both(mask, self._compute_causal_mask(query, value)) if use_causal_mask else mask

    def _compute_causal_mask(self, query: Any, value: Any = None) -> Any:
        """What is not later than a query."""
        return causal_mask(query.shape[1], (query if value is None else value).shape[1])

    def _compute_sliding_window_mask(self, query: Any, value: Any = None) -> Any:
        """What is near enough to a query, on either side."""
        queries, keys = query.shape[1], (query if value is None else value).shape[1]
        apart = _core.range(queries)[:, None] - _core.range(keys)
        return _core.less(_core.abs(apart), self.sliding_window or 0)[None]

    def get_config(self) -> dict[str, Any]:
        config: dict[str, Any] = super().get_config()
        if is_keras_2_asked_for():
            del config["use_gate"], config["sliding_window"]
        return config

    def _build_once(self, inputs: _core.Tensor) -> None:
        """The shapes of values and keys are known in `call`, which makes the weights."""
        self.built = True

    def get_build_config(self) -> None:
        """None: it is built when it is called, with the shapes of all that it is given."""

    def compute_mask(
        self, inputs: _core.Tensor, previous_mask: _core.Tensor | None = None
    ) -> _core.Tensor | None:
        """The mask of the queries."""
        return masks.mask_of(inputs) if previous_mask is None else previous_mask

    def _make_seeds(self) -> None:
        if self.dropout > 0:
            self._seeds = LayerSeeds(self.seed, narrow=self._policy_of_dtypes.narrow())

    def _with_states(self, own: list[Any], states: list[Any], inner: list[Any]) -> list[Any]:
        """States of seeds stand before the last projection, where Keras has a layer for them."""
        last = {id(weight) for weight in self._output_dense.variables} if self.built else set()
        place = next((at for at, weight in enumerate(inner) if id(weight) in last), len(inner))
        return own + inner[:place] + states + inner[place:]

    def _dropped(self, weights: _core.Tensor, training: bool | None) -> _core.Tensor:
        if training and self.dropout:
            return self._seeds.dropout(weights, self.dropout)
        return weights


def _check_keys(value: list[Any], key: list[Any]) -> None:
    if value[1:-1] != key[1:-1]:
        raise ValueError(
            "All dimensions of `value` and `key`, except the last one, must be equal. "
            f"Received: value_shape={tuple(value)} and key_shape={tuple(key)}"
        )


def _as_tensor(value: _core.Tensor) -> _core.Tensor:
    """A tensor as it is, with the mask that it carries."""
    return value if isinstance(value, _core.Tensor) else _core.convert_to_tensor(value)


_MULTI = ("num_heads", "key_dim", "value_dim", "dropout", "use_bias", "output_shape")
STARTS = ("kernel_initializer", "bias_initializer", "kernel_regularizer", "bias_regularizer")


class MultiHeadAttention(
    ReplaceableParts, Heads, HeadOptions, first=(*_MULTI, "attention_axes", *STARTS)
):
    """Attention of `num_heads` heads (Vaswani and others, 2017): `layer(query, value, key=value)`.

    Each head has projections to `key_dim` (and `value_dim`) features; their results are projected
    to `output_shape`, by default the features of the queries. Queries, values and keys are `[batch,
    steps, features]`, or have more axes, of which attention goes over `attention_axes`. Where
    `attention_mask`, `[batch, queries, keys]`, is false, nothing is looked at; masks that travel
    with the inputs count too, and `use_causal_mask` hides what comes later.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.MultiHeadAttention(num_heads=2, key_dim=3)
    >>> y, scores = layer(tf.ones([1, 4, 6]), tf.ones([1, 5, 6]), return_attention_scores=True)
    >>> y.shape, scores.shape
    (TensorShape([1, 4, 6]), TensorShape([1, 2, 4, 5]))
    """

    _takes_masks_off = True
    num_heads: Count = argument()
    key_dim: Count = argument()
    value_dim: OptionalCount = argument(default=None)
    output_shape: Shape = argument(default=None)
    attention_axes: Axes = argument(default=None)

    def _sizes_out(self) -> tuple[int, ...] | None:
        return self.output_shape

    def _attended(
        self, query: Any, key: Any, value: Any, mask: Any, training: bool | None, seen: bool
    ) -> Any:
        if self._replaces_parts and not self._passes_over_parts(query.shape.rank, seen):
            return self._compute_attention(query, key, value, mask, training)
        return super()._attended(query, key, value, mask, training, seen)

    def _softmax_by(self, softmax: Callable[..., Any]) -> Callable[..., Any]:
        return functools.partial(self._softmax_over, softmax)

    def _make(self, query: list[Any], value: list[Any], key: list[Any]) -> None:
        heads, size = self.num_heads, self._value_dim
        self._query_shape, self._value_shape, self._key_shape = map(
            _core.TensorShape, (query, value, key)
        )
        self._query_dense = self._heads_of("query", query, heads, self.key_dim)
        self._key_dense = self._heads_of("key", key, heads, self.key_dim)
        if self.use_gate:
            self._gate_dense = self._heads_of("gate", query, heads, size, "sigmoid")
        self._value_dense = self._heads_of("value", value, heads, size)
        self._make_seeds()
        self._build_attention(len(query) + 1)
        common = self._get_common_kwargs_for_sublayer()
        output = self._make_output_dense(len(query) - 1, common, name="attention_output")
        self._build_projection(output, [1] * (len(query) - 1) + [heads, size])
        self._output_dense = output

    def _attend(
        self,
        query: _core.Tensor,
        key: _core.Tensor,
        value: _core.Tensor,
        mask: TensorLike | None,
        training: bool | None,
        softmax: Callable[..., Any],
        fused: bool = False,
    ) -> tuple[_core.Tensor, _core.Tensor]:
        scale = _core.cast(self.key_dim**-0.5, query.dtype)
        if fused:
            scores = _core.einsum(self._dot_product_of_queries, [query, key]) * scale
        else:
            scores = _core.einsum(self._dot_product_equation, [key, query * scale])
        weights = softmax(scores, mask)
        dropped = self._dropped(weights, training)
        return _core.einsum(self._combine_equation, [dropped, value]), weights
