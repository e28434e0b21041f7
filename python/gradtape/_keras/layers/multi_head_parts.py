"""Parts of `MultiHeadAttention` under Keras's names, which layers of programs use and replace.

Invariant: weights are those of `_compute_attention` where a class replaces it, or what it calls;
in TensorFlow's place the latter count where Keras 3 calls them, which its fused attention does not.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any

from ... import _core
from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ..assignable import also_called
from .attention import masked_softmax

LETTERS = "abcdefghijklmnop"
_PARTS = ("_compute_attention", "_masked_softmax")


_SHAPES = ("query_shape", "key_shape", "value_shape")
_OF_KERAS_2 = (*_SHAPES, "softmax_robust_masking")


def _shape_of(told: Any) -> list[int | None] | None:
    """A shape as configurations of Keras 2 have it: a list, or one with the name of its class."""
    items = told.get("items") if isinstance(told, dict) else told
    return None if items is None else [None if size is None else int(size) for size in items]


class ReplaceableParts:
    """Mixin of `MultiHeadAttention`.

    >>> class Sharp(tf.keras.layers.MultiHeadAttention):
    ...     def _masked_softmax(self, attention_scores, attention_mask=None):
    ...         return super()._masked_softmax(attention_scores * 100.0, attention_mask)
    >>> _, weights = Sharp(1, 2)(tf.eye(3)[None], tf.eye(3)[None], return_attention_scores=True)
    >>> weights.shape
    TensorShape([1, 1, 3, 3])
    """

    key_dim: int
    value_dim: int | None
    attention_axes: Any
    _attend: Callable[..., Any]
    _is_fused: Callable[[int, bool], bool]
    _dropped: Callable[..., Any]
    _output_layer: Callable[..., Any]
    _query_shape: _core.TensorShape
    _dot_product_equation: str
    _dot_product_of_queries: str
    _combine_equation: str
    _attention_axes: Any
    _query_dense: Any
    _key_dense: Any
    _value_dense: Any
    _output_dense: Any
    _replaces_parts = False
    _is_spared_by_keras_3 = True  # which penalizes what comes out of each projection

    _num_heads = also_called("num_heads")
    _key_dim = also_called("key_dim")
    _dropout = also_called("dropout")
    _use_bias = also_called("use_bias")
    _kernel_initializer = also_called("kernel_initializer")
    _bias_initializer = also_called("bias_initializer")
    _kernel_regularizer = also_called("kernel_regularizer")
    _bias_regularizer = also_called("bias_regularizer")
    _kernel_constraint = also_called("kernel_constraint")
    _bias_constraint = also_called("bias_constraint")

    def _in_fourth_place(self, query_mask: Any, attention_mask: Any) -> tuple[Any, Any]:
        """The masks of queries and of attention where something was given for the first.

        Keras 2 has the second in its place. Keras 3 leaves it out and takes the mask that the
        queries carry. Elsewhere its rank says what it is.
        """
        if are_of_keras_3():
            warnings.warn(
                "As in Keras 3, MultiHeadAttention leaves `query_mask` (the fourth argument) out: "
                "it takes the mask of the queries. Give others as `attention_mask=`.",
                stacklevel=4,
            )
            return None, attention_mask
        if is_keras_2_asked_for() or len(query_mask.shape) > 2:
            return None, query_mask
        return query_mask, attention_mask

    @property
    def query_dense(self) -> Any:
        """The projection of queries."""
        return self._query_dense

    @property
    def key_dense(self) -> Any:
        """The projection of keys."""
        return self._key_dense

    @property
    def value_dense(self) -> Any:
        """The projection of values."""
        return self._value_dense

    @property
    def output_dense(self) -> Any:
        """The projection of the results."""
        return self._output_dense

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._replaces_parts = any(
            getattr(cls, part) is not vars(ReplaceableParts)[part] for part in _PARTS
        )

    def _passes_over_parts(self, rank: int, seen: bool) -> bool:
        """Whether a softmax of its own is not asked: Keras 3's fused attention has none."""
        computed = type(self)._compute_attention is not ReplaceableParts._compute_attention
        return are_of_keras_3() and not computed and self._is_fused(rank, seen)

    @property
    def _value_dim(self) -> int:
        return self.value_dim or self.key_dim

    def get_config(self) -> dict[str, Any]:
        config: dict[str, Any] = super().get_config()  # type: ignore[misc]
        config["value_dim"] = self._value_dim
        if is_keras_2_asked_for():
            shapes = (getattr(self, f"_{name}", None) for name in _SHAPES)
            told = (None if shape is None else shape.as_list() for shape in shapes)
            config.update(zip(_SHAPES, told, strict=True), softmax_robust_masking=False)
            if config.get("seed", 0) is None:  # which the layer does not take there
                del config["seed"]
        return config

    @classmethod
    def from_config(cls, config: Mapping[str, Any]) -> Any:
        """A layer with these settings; those of Keras 2 tell shapes, for which it is built."""
        given = {name: value for name, value in config.items() if name not in _OF_KERAS_2}
        layer = cls(**given)
        query, key, value = (_shape_of(config.get(name)) for name in _SHAPES)
        if query and key and value:
            layer._build_from_signature(query, value, key)  # type: ignore[attr-defined]
        return layer

    @property
    def _output_shape(self) -> Any:
        """The sizes of outputs; a list in Keras 2, where layers of programs add to it."""
        sizes = self.output_shape
        return list(sizes) if sizes and is_keras_2_asked_for() else sizes

    @_output_shape.setter
    def _output_shape(self, sizes: Any) -> None:
        self.output_shape = sizes

    def _build_attention(self, rank: int) -> None:
        """The equations for queries, keys and values of this rank, heads among the axes."""
        free = rank - 1
        axes = self.attention_axes or range(1, free - 1)
        chosen = [axis % free for axis in axes]
        self._attention_axes = tuple(chosen)
        target = LETTERS[:rank]
        fresh = iter(LETTERS[rank:])
        source = "".join(next(fresh) if axis in chosen else target[axis] for axis in range(rank))
        scores = "".join(target[axis] for axis in range(free) if axis not in chosen)
        scores += "".join(target[axis] for axis in chosen) + "".join(source[a] for a in chosen)
        self._dot_product_equation = f"{source},{target}->{scores}"
        self._dot_product_of_queries = f"{target},{source}->{scores}"
        self._combine_equation = f"{scores},{source}->{target}"

    def _make_output_dense(
        self, free_dims: Any, common_kwargs: dict[str, Any], name: str | None = None
    ) -> Any:
        """The layer from the results of all heads to the outputs, for a shape as in Keras 3 too."""
        free_dims = free_dims if isinstance(free_dims, int) else len(free_dims) - 1
        output_shape: Any = self.output_shape
        return self._output_layer(free_dims, output_shape or [self._query_shape[-1]], name)

    def _compute_attention(
        self,
        query: Any,
        key: Any,
        value: Any,
        attention_mask: Any = None,
        training: bool | None = None,
        return_attention_scores: bool = True,
    ) -> Any:
        """The results of all heads and the weights, from projections of the three."""
        return self._attend(query, key, value, attention_mask, training, self._masked_softmax)

    def _masked_softmax(self, attention_scores: Any, attention_mask: Any = None) -> Any:
        """The weights that belong to scores, 0 where a mask is false."""
        return self._softmax_over(masked_softmax, attention_scores, attention_mask)

    _softmax = _masked_softmax

    def _softmax_over(self, softmax: Callable[..., Any], scores: Any, mask: Any) -> Any:
        """A softmax over the axes of the keys, whose mask may lack axes."""
        count, rank = len(self._attention_axes), scores.shape.rank
        if mask is not None:
            mask = _core.convert_to_tensor(mask)
            for _ in range(rank - mask.shape.rank):
                mask = _core.expand_dims(mask, -2 * count - 1)
        return softmax(scores, mask, range(rank - count, rank))

    def _dropout_layer(self, scores: Any, training: bool | None = None) -> Any:
        """The weights, of which some are dropped in training."""
        return self._dropped(scores, training)
