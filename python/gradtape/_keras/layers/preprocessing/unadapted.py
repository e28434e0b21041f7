"""What symbols show of layers with a vocabulary that have none yet: they may adapt later."""

from __future__ import annotations

from typing import Any

import numpy as np

from .... import _core
from ...seed_generator import is_held
from .categories import encoded


def require_vocabulary(layer: Any, name: str) -> None:
    """`ValueError` for a layer without a vocabulary, unless only shapes are looked for."""
    if layer.vocabulary is None and not is_held():
        raise ValueError(f"{name} has no vocabulary yet: pass one, or call `adapt`.")


def encoded_tokens(lookup: Any, tokens: Any) -> Any:
    """What a lookup makes of tokens; without a vocabulary rows of an open length."""
    if lookup.vocabulary is not None:
        return lookup._encoded(lookup._numbers(tokens))
    sizes = np.shape(tokens)
    numbers = _core.zeros(sizes, _core.int64)
    if lookup.output_mode == "int":
        return numbers
    padded = lookup.pad_to_max_tokens and lookup.max_tokens
    depth = lookup.max_tokens if padded else 2 + (sizes[0] if sizes else 0)
    mode = "count" if lookup.output_mode == "tf_idf" else lookup.output_mode
    return encoded(numbers, mode, depth, lookup._dtype)
