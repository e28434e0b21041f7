"""Attention by products of queries and keys."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ... import _core
from ..._ops import variadic
from ..promotion import alike, dtype_of, tensor
from .calling import operation

if TYPE_CHECKING:
    from ..._typing import TensorLike


@operation
def dot_product_attention(
    query: TensorLike, key: TensorLike, value: TensorLike, bias: TensorLike | None = None,
    mask: TensorLike | None = None, scale: float | None = None, is_causal: bool = False,
    flash_attention: bool | None = None, attn_logits_soft_cap: float | None = None,
) -> _core.Tensor:  # fmt: skip
    """The means of `value`, weighed by the softmax of `scale * query * key + bias`.

    All are `[batch, steps, heads, size]`; fewer heads of keys and values are repeated. Weights are
    0 where `mask`, `[batch, heads, queries, keys]`, is false, with `is_causal` for later keys too.
    `scale` is `1 / sqrt(size)` by default. Errors: `ValueError` for other numbers of axes, for
    `flash_attention=True` and for `attn_logits_soft_cap`.

    >>> one = tf.ones([1, 3, 2, 4])
    >>> tf.keras.ops.dot_product_attention(one, one, one).shape
    TensorShape([1, 3, 2, 4])
    """
    if flash_attention:
        raise ValueError("Flash attention is not supported: it is of GPUs.")
    if attn_logits_soft_cap is not None:
        raise ValueError("attn_logits_soft_cap is not supported: it is of TPUs.")
    q, k, v = alike(query, key, value)
    if not q.shape.rank == k.shape.rank == v.shape.rank == 4:
        raise ValueError(
            "`dot_product_attention` only supports 4D inputs. Received: "
            f"query.shape={q.shape}, key.shape={k.shape}, value.shape={v.shape}."
        )
    heads, others = q.shape[2], k.shape[2]
    if heads > others > 1:
        k, v = (_core.repeat(x, heads // others, 2) for x in (k, v))
    by = 1.0 / math.sqrt(max(k.shape[-1], 1)) if scale is None else scale
    logits = variadic.einsum("BTNH,BSNH->BNTS", q, k)
    logits = tensor(logits, dtype_of(logits, "float32"))
    logits = logits * tensor(by, logits.dtype)
    if bias is not None:
        logits = logits + tensor(bias, logits.dtype)
    hidden = _core.cast(_LOWEST, logits.dtype)
    if mask is not None:
        logits = _core.where(tensor(mask, "bool"), logits, hidden)
    if is_causal:
        rows, columns = logits.shape[-2:]
        before = _core.range(columns) <= _core.expand_dims(_core.range(rows), 1)
        logits = _core.where(before, logits, hidden)
    weights = _core.cast(_core.softmax(logits, -1), k.dtype)
    return variadic.einsum("BNTS,BSNH->BTNH", weights, v)


_LOWEST = -0.7 * 3.38953e38
