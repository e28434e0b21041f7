"""`GroupedQueryAttention`, which `keras.layers` names `GroupQueryAttention`, as in Keras."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import _core
from ..arguments import argument
from ..base_layer.options import Count
from .head_options import HeadOptions
from .multi_head import STARTS, Heads

_GROUPED = ("head_dim", "num_query_heads", "num_key_value_heads", "dropout", "use_bias")


class GroupedQueryAttention(Heads, HeadOptions, first=(*_GROUPED, *STARTS)):
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

    def compute_output_shape(
        self, query_shape: Any, value_shape: Any = None, key_shape: Any = None
    ) -> Any:
        """That of the queries, whose features are as many as those of the values."""
        if value_shape is not None and query_shape[-1] != value_shape[-1]:
            raise ValueError(
                "The last dimension of `query_shape` and `value_shape` must be equal. Received: "
                f"query_shape={query_shape}, value_shape={value_shape}"
            )
        return super().compute_output_shape(query_shape, value_shape, key_shape)

    def _make(self, query: list[Any], value: list[Any], key: list[Any]) -> None:
        few, size = self.num_key_value_heads, self.head_dim
        self._query_dense = self._heads_of("query", query, self.num_query_heads, size)
        self._key_dense = self._heads_of("key", key, few, size)
        if self.use_gate:
            queries = self.num_query_heads
            self._gate_dense = self._heads_of("gate", query, queries, size, "sigmoid")
        self._value_dense = self._heads_of("value", value, few, size)
        self._make_seeds()
        output = self._output_layer(len(query) - 1, query[-1:], "attention_output")
        rows = [1] * (len(query) - 1)
        self._build_projection(output, [*rows, self.num_query_heads, size])
        self._output_dense = output

    def _attend(
        self,
        query: _core.Tensor,
        key: _core.Tensor,
        value: _core.Tensor,
        mask: Any,
        training: bool | None,
        softmax: Callable[..., Any],
        fused: bool = False,
    ) -> tuple[_core.Tensor, _core.Tensor]:
        times = self.num_query_heads // self.num_key_value_heads
        key, value = (_core.repeat(tensor, times, axis=2) for tensor in (key, value))
        scale = self.head_dim**-0.5
        if fused:
            scores = _core.einsum("btnh,bsnh->bnts", [query, key]) * scale
        else:
            scores = _core.einsum("bsnh,btnh->bnts", [key, query * scale])
        mask = None if mask is None else _core.convert_to_tensor(mask)[:, None]
        weights = softmax(scores, mask)
        return _core.einsum("bnts,bsnh->btnh", [self._dropped(weights, training), value]), weights


GroupQueryAttention = GroupedQueryAttention  # the name in `keras.layers`
