"""Version 1's names for arguments of functions that both versions have.

Invariant: the table says nothing about values; a function that means something else in version 1 is
in `_legacy.functions`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

_REDUCED = {"reduction_indices": "axis", "keep_dims": "keepdims"}
_REDUCTIONS = ("all", "any", "logsumexp", "max", "mean", "min", "prod", "sum")
_ALONG = {"dim": "axis"}
_OLD = {
    **{f"reduce_{kind}": _REDUCED for kind in _REDUCTIONS},
    "argmax": {"dimension": "axis"},
    "argmin": {"dimension": "axis"},
    "count_nonzero": {**_REDUCED, "input_tensor": "input"},
    "expand_dims": _ALONG,
    "squeeze": {"squeeze_dims": "axis"},
    "norm": {"keep_dims": "keepdims"},
    "reverse_sequence": {"seq_dim": "seq_axis", "batch_dim": "batch_axis"},
    "concat": {"concat_dim": "axis"},
    "softmax": _ALONG,
    "log_softmax": _ALONG,
    "l2_normalize": _ALONG,
    "moments": {"keep_dims": "keepdims"},
    "softmax_cross_entropy_with_logits": _ALONG,
    "softmax_cross_entropy_with_logits_v2": _ALONG,
    "conv1d": {"value": "input"},
    "conv2d": {"filter": "filters"},
    "conv3d": {"filter": "filters"},
    "convolution": {"filter": "filters", "dilation_rate": "dilations"},
    "conv2d_transpose": {"value": "input", "filter": "filters"},
    "depthwise_conv2d": {"rate": "dilations"},
    "separable_conv2d": {"rate": "dilations"},
    "max_pool": {"value": "input"},
    "avg_pool": {"value": "input"},
}


def with_old_keywords(name: str, function: Any) -> Any:
    """`function`, which also takes its arguments by their names in version 1."""
    renamed = _OLD.get(name)
    return function if renamed is None else _translating(function, renamed)


def _translating(function: Callable[..., Any], renamed: dict[str, str]) -> Callable[..., Any]:
    @functools.wraps(function)
    def translating(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **{renamed.get(key, key): value for key, value in kwargs.items()})

    return translating
