"""Attention with several heads: `MultiHeadAttention` and `GroupQueryAttention`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._module import deferred
from ..arguments import Argument, Flag, OptionalInteger, argument
from ..base_layer import masks
from ..base_layer.layer import Layer
from ..base_layer.options import (
    Constraint,
    Count,
    Initializer,
    LayerOptions,
    Regularizer,
)
from ..lookup import serialize
from ..seed_generator import SeedGenerator
from .attention import both, causal_mask, fused_weights_of, mask_between, masked_softmax
from .core import Rate
from .einsum_dense import EinsumDense

if TYPE_CHECKING:
    from ..._typing import ShapeLike, TensorLike

_LETTERS = "abcdefghijklmnop"


class OptionalCount(Argument[int | None, int | None]):
    """A number of things, or None."""


class Shape(Argument[Any, Any]):
    """A shape, a single size, or None."""

    def convert(self, owner: Any, value: Any) -> Any:
        return (value,) if isinstance(value, int) else None if value is None else tuple(value)


class Axes(Argument[Any, Any]):
    """Axes, or None."""

    def convert(self, owner: Any, value: Any) -> Any:
        return (value,) if isinstance(value, int) else None if value is None else tuple(value)


class _Options(LayerOptions, kw_only=True):
    """The options of all projections."""

    dropout: Rate = argument(default=0.0)
    use_bias: Flag = argument(default=True)
    kernel_initializer: Initializer = argument(default="glorot_uniform")
    bias_initializer: Initializer = argument(default="zeros")
    kernel_regularizer: Regularizer = argument(default=None)
    bias_regularizer: Regularizer = argument(default=None)
    activity_regularizer: Regularizer = argument(default=None)
    kernel_constraint: Constraint = argument(default=None)
    bias_constraint: Constraint = argument(default=None)
    seed: OptionalInteger = argument(default=None)


class _Heads(Layer):
    """Projections of queries, keys and values, attention of each head, a projection of all."""

    dropout: Any
    use_bias: Any
    seed: Any
    _query_dense: EinsumDense
    _key_dense: EinsumDense
    _value_dense: EinsumDense
    _output_dense: EinsumDense
    supports_masking = True

    def _heads_of(self, name: str, shape: Sequence[Any], heads: int, size: int) -> EinsumDense:
        """A layer from `[..., features]` to `[..., heads, size]`."""
        free = _LETTERS[: len(shape) - 1]
        equation = f"{free}x,xyz->{free}yz"
        made = self._projection(name, equation, [*([None] * (len(free) - 1)), heads, size], "yz")
        made(_core.zeros([1] * len(free) + [shape[-1]], self._dtype))
        return made

    def _output_layer(
        self, shape: Sequence[Any], heads: int, size: int, outputs: Any
    ) -> EinsumDense:
        """The layer from the results of all heads to the outputs."""
        free, last = _LETTERS[: len(shape) - 1], _LETTERS[-len(outputs) :]
        whole = [*([None] * (len(free) - 1)), *outputs]
        equation = f"{free}yz,yz{last}->{free}{last}"
        made = self._projection("attention_output", equation, whole, last)
        made(_core.zeros([1] * len(free) + [heads, size], self._dtype))
        return made

    def _projection(
        self, name: str, equation: str, shape: ShapeLike, bias_axes: str
    ) -> EinsumDense:
        parts = ("regularizer", "constraint", "initializer")
        options = {f"{w}_{p}": getattr(self, f"{w}_{p}") for w in ("kernel", "bias") for p in parts}
        for weight in ("kernel", "bias"):  # each projection draws for itself
            start = serialize(options[f"{weight}_initializer"])
            options[f"{weight}_initializer"] = start
        bias = bias_axes if self.use_bias else None
        return EinsumDense(equation, shape, bias_axes=bias, name=name, dtype=self.dtype, **options)

    def build(self, query_shape: Any, value_shape: Any = None, key_shape: Any = None) -> None:
        """Make the projections for these shapes; values and keys are like queries by default."""
        shapes = (query_shape, value_shape or query_shape, key_shape or value_shape or query_shape)
        self._make(*(list(_core.TensorShape(shape).as_list()) for shape in shapes))
        self.built = True

    def _build_from_signature(self, query: Any, value: Any, key: Any = None) -> None:
        """What layers of programs call in Keras 2, where `build` gets no shapes: tensors do too."""
        self.build(*(getattr(one, "shape", one) for one in (query, value, key)))

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
    ) -> tuple[Any, Any]:
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
        key = value if key is None else _as_tensor(key)
        if not hasattr(self, "_output_dense"):
            self._make(*(tensor.shape.as_list() for tensor in (query, value, key)))
            deferred.resume(self)
        given = (query_mask, value_mask, key_mask)
        mask = mask_between(query, value, key, given, attention_mask)
        if use_causal_mask:
            mask = both(mask, causal_mask(query.shape[1], value.shape[1]))
        for tensor in (query, key, value):
            masks.take_off(tensor)  # as Keras does, for good
        query, key = self._query_dense(query), self._key_dense(key)
        # A query that may look at nothing gets the mean of all values, as Keras's fused attention
        # gives it, or nothing where the weights are asked for.
        seen = return_attention_scores or bool(training and self.dropout)
        softmax = masked_softmax if seen else fused_weights_of
        result, scores = self._attend(query, key, self._value_dense(value), mask, training, softmax)
        result = self._output_dense(result)
        return (result, scores) if return_attention_scores else result

    def _build_once(self, inputs: _core.Tensor) -> None:
        """The shapes of values and keys are known in `call`, which makes the weights."""
        self.built = True

    def compute_mask(
        self, inputs: _core.Tensor, previous_mask: _core.Tensor | None = None
    ) -> _core.Tensor | None:
        """The mask of the queries."""
        return masks.mask_of(inputs) if previous_mask is None else previous_mask

    @property
    def query_dense(self) -> EinsumDense:
        """The projection of queries."""
        return self._query_dense

    @property
    def key_dense(self) -> EinsumDense:
        """The projection of keys."""
        return self._key_dense

    @property
    def value_dense(self) -> EinsumDense:
        """The projection of values."""
        return self._value_dense

    @property
    def output_dense(self) -> EinsumDense:
        """The projection of the results."""
        return self._output_dense

    def _make_seeds(self) -> None:
        if self.dropout > 0:
            self._seeds = SeedGenerator(self.seed)

    def _dropped(self, weights: _core.Tensor, training: bool | None) -> _core.Tensor:
        if training and self.dropout:
            return _core.stateless_dropout(weights, self.dropout, self._seeds.draw())
        return weights


def _as_tensor(value: _core.Tensor) -> _core.Tensor:
    """A tensor as it is, with the mask that it carries."""
    return value if isinstance(value, _core.Tensor) else _core.convert_to_tensor(value)


_MULTI = ("num_heads", "key_dim", "value_dim", "dropout", "use_bias", "output_shape")
_STARTS = ("kernel_initializer", "bias_initializer", "kernel_regularizer", "bias_regularizer")


class MultiHeadAttention(_Heads, _Options, first=(*_MULTI, "attention_axes", *_STARTS)):
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

    num_heads: Count = argument()
    key_dim: Count = argument()
    value_dim: OptionalCount = argument(default=None)
    output_shape: Shape = argument(default=None)
    attention_axes: Axes = argument(default=None)

    def _make(self, query: list[Any], value: list[Any], key: list[Any]) -> None:
        heads, size = self.num_heads, self.value_dim or self.key_dim
        self._query_dense = self._heads_of("query", query, heads, self.key_dim)
        self._key_dense = self._heads_of("key", key, heads, self.key_dim)
        self._value_dense = self._heads_of("value", value, heads, size)
        self._make_seeds()
        self._output_dense = self._output_layer(query, heads, size, self.output_shape or query[-1:])

    def _equations(self, rank: int) -> tuple[str, str, int]:
        """Those of the scores and of the results, and how many axes attention goes over."""
        axes = self.attention_axes or range(1, rank - 2)
        chosen = [axis % (rank - 1) for axis in axes]
        target = _LETTERS[:rank]
        fresh = iter(_LETTERS[rank:])
        source = "".join(next(fresh) if axis in chosen else target[axis] for axis in range(rank))
        shared = [axis for axis in range(rank - 1) if axis not in chosen]
        scores = "".join(target[axis] for axis in shared)
        scores += "".join(target[axis] for axis in chosen) + "".join(source[a] for a in chosen)
        return f"{source},{target}->{scores}", f"{scores},{source}->{target}", len(chosen)

    def _attend(
        self,
        query: _core.Tensor,
        key: _core.Tensor,
        value: _core.Tensor,
        mask: TensorLike | None,
        training: bool | None,
        softmax: Callable[..., Any],
    ) -> tuple[_core.Tensor, _core.Tensor]:
        compare, combine, count = self._equations(query.shape.rank)
        scores = _core.einsum(compare, [key, query * self.key_dim**-0.5])
        if mask is not None:
            mask = _core.convert_to_tensor(mask)
            for _ in range(scores.shape.rank - mask.shape.rank):
                mask = _core.expand_dims(mask, -2 * count - 1)
        weights = softmax(scores, mask, range(scores.shape.rank - count, scores.shape.rank))
        return _core.einsum(combine, [self._dropped(weights, training), value]), weights


_GROUPED = ("head_dim", "num_query_heads", "num_key_value_heads", "dropout", "use_bias")


class GroupQueryAttention(_Heads, _Options, first=(*_GROUPED, *_STARTS)):
    """`MultiHeadAttention` whose query heads share keys and values in groups (Ainslie and others,
    2023). `num_query_heads` is a multiple of `num_key_value_heads`.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.GroupQueryAttention(3, num_query_heads=4, num_key_value_heads=2)
    >>> layer(tf.ones([1, 4, 6]), tf.ones([1, 5, 6])).shape
    TensorShape([1, 4, 6])
    """

    head_dim: Count = argument()
    num_query_heads: Count = argument()
    num_key_value_heads: Count = argument()

    def _initialize(self) -> None:
        if self.num_query_heads % self.num_key_value_heads:
            raise ValueError("`num_query_heads` must be divisible by `num_key_value_heads`.")

    def _make(self, query: list[Any], value: list[Any], key: list[Any]) -> None:
        few, size = self.num_key_value_heads, self.head_dim
        self._query_dense = self._heads_of("query", query, self.num_query_heads, size)
        self._key_dense = self._heads_of("key", key, few, size)
        self._value_dense = self._heads_of("value", value, few, size)
        self._make_seeds()
        self._output_dense = self._output_layer(query, self.num_query_heads, size, query[-1:])

    def _attend(
        self,
        query: _core.Tensor,
        key: _core.Tensor,
        value: _core.Tensor,
        mask: Any,
        training: bool | None,
        softmax: Callable[..., Any],
    ) -> tuple[_core.Tensor, _core.Tensor]:
        times = self.num_query_heads // self.num_key_value_heads
        key, value = (_core.repeat(tensor, times, axis=2) for tensor in (key, value))
        scores = _core.einsum("bsnh,btnh->bnts", [key, query * self.head_dim**-0.5])
        mask = None if mask is None else _core.convert_to_tensor(mask)[:, None]
        weights = softmax(scores, mask)
        return _core.einsum("bnts,bsnh->btnh", [self._dropped(weights, training), value]), weights
