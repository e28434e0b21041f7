"""All functions of `keras.ops` that may stand in a model: what finds them for files.

Files of this library have their names, those of Keras the names of classes, with settings that are
arguments of the function.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from . import (
    activations as activations,
    alignment as alignment,
    arithmetic as arithmetic,
    arranging as arranging,
    attention as attention,
    bits as bits,
    blocks as blocks,
    choosing as choosing,
    comparing as comparing,
    conversion as conversion,
    convolutions as convolutions,
    creating as creating,
    crossentropies as crossentropies,
    elementwise as elementwise,
    encodings as encodings,
    images as images,
    loops as loops,
    matrices as matrices,
    missing as missing,
    moving as moving,
    normalizing as normalizing,
    pieces as pieces,
    pooling as pooling,
    products as products,
    quantiles as quantiles,
    rearranging as rearranging,
    reducing as reducing,
    segments as segments,
    sorting as sorting,
    spectra as spectra,
)
from .calling import FUNCTIONS as FUNCTIONS

_OF_OTHER_NAMES = {
    "batchnorm": "batch_normalization",
    "layernorm": "layer_normalization",
    "rmsnorm": "rms_normalization",
    "truedivide": "divide",
}


def of_class(name: str, config: Mapping[str, Any]) -> Callable[..., Any] | None:
    """The function of a class of Keras's operations, with its settings; None if there is none such.

    >>> from gradtape._keras.ops.catalog import of_class
    >>> of_class("Sum", {"name": "sum_1", "axis": -1})([[1, 2]]).numpy().tolist()
    [3]
    """
    known = {own.replace("_", ""): function for own, function in FUNCTIONS.items()}
    plain = name.lower()
    function = FUNCTIONS.get(_OF_OTHER_NAMES.get(plain, ""), known.get(plain))
    if function is None:
        return None
    if plain == "getitem":
        return _item
    settings = {key: value for key, value in config.items() if key != "name"}
    parameters = inspect.signature(function).parameters.values()
    several = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    names = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    first = [settings.pop(own) for own in names if several and own in settings]
    free = [own for own in names if own not in settings]

    def call(*args: Any, **kwargs: Any) -> Any:
        if several:
            return function(*first, *args, **settings, **kwargs)
        return function(**settings, **dict(zip(free, args, strict=False)), **kwargs)

    return call


def _item(x: Any, key: Any) -> Any:
    """A part of a tensor, where a file has a list for the tuple of a key."""
    return choosing.get_item(x, tuple(key) if isinstance(key, list) else key)
