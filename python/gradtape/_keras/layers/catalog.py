"""Every layer by its name, for models that are made again from a configuration."""

from __future__ import annotations

from typing import Any

from ..base_layer.layer import Layer
from ..lookup import PUBLIC_NAMES, custom_object_scope, serialize as lookup_serialize
from . import (
    activation,
    adaptive_pooling,
    added,
    attention,
    convolution,
    core,
    einsum_dense,
    embedding,
    entry,
    fourier_features,
    group_normalization,
    grouped_query,
    local,
    merging,
    multi_head,
    noise,
    normalization,
    operation,
    pooling,
    reversible_embedding,
    saved_model_layer,
    separable,
    shaping,
    wrapping,
)
from .preprocessing import (
    augmenting,
    categories,
    equalizing,
    hashing,
    lookup,
    mixing,
    pipeline,
    random_colors,
    random_images,
    random_shapes,
    random_tones,
    scaling,
    spectrograms,
    texts,
)
from .recurrent import (
    bidirectional,
    cells,
    conv_lstm,
    own_cell,
    rnn,
    stacked_cells,
    time_distributed,
    wrappers,
)

_KINDS = (
    *(
        added,
        activation,
        convolution,
        core,
        embedding,
        entry,
        merging,
        noise,
        normalization,
        operation,
    ),
    *(pooling, separable, shaping, cells, stacked_cells, conv_lstm, own_cell, rnn),
    *(bidirectional, time_distributed),
    *(fourier_features, local, wrapping, attention, einsum_dense, group_normalization),
    *(multi_head, grouped_query),
    *(categories, hashing, lookup, random_images, scaling, texts),
    *(mixing, pipeline, random_colors, random_tones, random_shapes, equalizing, augmenting),
    *(adaptive_pooling, reversible_embedding, saved_model_layer, spectrograms),
)

LAYERS: dict[str, type[Layer]] = {
    PUBLIC_NAMES.get(name, name): found
    for module in _KINDS
    for name, found in vars(module).items()
    if isinstance(found, type) and issubclass(found, Layer)
}

wrappers.set_catalog(LAYERS)


def serialize(layer: Layer, use_legacy_format: bool = False) -> Any:
    """The class name and the configuration of a layer."""
    return lookup_serialize(layer)


def deserialize(config: Any, custom_objects: Any = None, use_legacy_format: bool = False) -> Any:
    """The layer for what `serialize` returned, with new weights.

    >>> import gradtape as tf
    >>> config = tf.keras.layers.serialize(tf.keras.layers.Dense(3))
    >>> tf.keras.layers.deserialize(config).units
    3
    """
    with custom_object_scope(custom_objects or {}):
        return wrappers.inner_layer(config)
