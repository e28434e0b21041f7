"""All functions of `keras.ops` that may stand in a model, by name: what loads them from files."""

from __future__ import annotations

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
