"""In which order configurations tell their options, where it is not that of the arguments.

A rule names an option, what it stands right behind, and the classes that tell it so; rules of a
class hold for those derived from it. Invariant: a configuration is the same but for its order, and
for options that Keras 2 does not have, in its place.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .._runtime.versions import is_keras_2_asked_for


class _Rule(NamedTuple):
    option: str
    anchor: str
    classes: frozenset[str]


def _rule(option: str, anchor: str, classes: str) -> _Rule:
    return _Rule(option, anchor, frozenset(classes.split()))


_POOLS_1D = "AveragePooling1D MaxPooling1D"
_POOLS = "AveragePooling2D AveragePooling3D MaxPooling2D MaxPooling3D"
_AT = "PrecisionAtRecall RecallAtPrecision SensitivityAtSpecificity SpecificityAtSensitivity"
_RECURRENT = "ConvLSTM1D ConvLSTM2D ConvLSTM3D GRU LSTM SimpleRNN"
_SPATIAL = "SpatialDropout1D SpatialDropout2D SpatialDropout3D"
_IMAGES = """AugMix AutoContrast CenterCrop ContrastLimitedAdaptiveHistogramEqualization CutMix
    Equalization MixUp RandAugment RandomBrightness RandomColorDegeneration RandomColorJitter
    RandomContrast RandomCrop RandomElasticTransform RandomErasing RandomFlip RandomGaussianBlur
    RandomGrayscale RandomHue RandomInvert RandomPerspective RandomRotation RandomSaturation
    RandomSharpness RandomShear RandomTranslation RandomZoom Resizing Solarization"""
_LOOKUPS = "IntegerLookup StringLookup"
_IN_BOTH = (
    _rule("name", "num_classes", "MeanIoU OneHotMeanIoU"),
    _rule("name", "target_class_ids", "OneHotIoU"),
    _rule("name", "threshold", "BinaryIoU"),
    _rule("dtype", "name", "MeanIoU OneHotMeanIoU OneHotIoU BinaryIoU"),
    _rule("class_id", "dtype", _AT),
    _rule("num_thresholds", "class_id", _AT),
    _rule("padding", "pool_size", _POOLS),
    _rule("equation", "output_shape", "EinsumDense"),
    _rule("activity_regularizer", "bias_regularizer", "EinsumDense"),
    _rule("salt", "num_bins", "Hashing"),
    _rule("invert", "axis", "Normalization"),
)
_IN_KERAS_2 = (
    _rule("pool_size", "strides", _POOLS_1D),
    _rule("dropout", "dtype", "Attention AdditiveAttention"),
)
_IN_KERAS_3 = (
    _rule("padding", "pool_size", _POOLS_1D),
    _rule("activity_regularizer", "bias_regularizer", _RECURRENT),
    _rule("activity_regularizer", "embeddings_regularizer", "Embedding"),
    _rule("unit_forget_bias", "use_bias", "LSTMCell"),
    _rule("depth_multiplier", "dtype", "DepthwiseConv1D DepthwiseConv2D"),
    _rule("depth_multiplier", "dtype", "SeparableConv1D SeparableConv2D"),
    _rule("seed", "rate", f"Dropout {_SPATIAL}"),
    _rule("name", "seed", _SPATIAL),
    _rule("dtype", "name", _SPATIAL),
    _rule("alpha", "name", "ELU"),
    _rule("rms_scaling", "scale", "LayerNormalization"),
    _rule("use_gate", "use_bias", "MultiHeadAttention GroupQueryAttention"),
    _rule("sliding_window", "attention_axes", "MultiHeadAttention"),
    _rule("sliding_window", "use_gate", "GroupQueryAttention"),
    _rule("dropout", "sliding_window", "GroupQueryAttention"),
    _rule("alpha", "axis", "BinaryFocalCrossentropy CategoricalFocalCrossentropy"),
    _rule("gamma", "alpha", "BinaryFocalCrossentropy CategoricalFocalCrossentropy"),
    _rule("apply_class_balancing", "axis", "BinaryFocalCrossentropy"),
    _rule("data_format", "dtype", _IMAGES),
    _rule("data_format", "padding", "STFTSpectrogram"),
    _rule("bins", "data_format", "Equalization"),
    _rule("value_range", "data_format", "Solarization"),
    _rule("seed", "data_format", "RandomFlip"),
    _rule("fill_value", "fill_mode", "RandomRotation"),
    _rule("interpolation", "fill_mode", "RandomShear"),
    _rule("fill_value", "seed", "RandomShear"),
    _rule("invert", "dtype", _LOOKUPS),
    _rule("oov_token", "num_oov_indices", _LOOKUPS),
    _rule("output_mode", "mask_token", _LOOKUPS),
    _rule("sparse", "output_mode", _LOOKUPS),
    _rule("pad_to_max_tokens", "sparse", _LOOKUPS),
    _rule("idf_weights", "pad_to_max_tokens", _LOOKUPS),
    _rule("vocabulary_dtype", "pad_to_max_tokens", _LOOKUPS),
    _rule("vocabulary", "idf_weights", _LOOKUPS),
    _rule("vocabulary_size", "vocabulary", _LOOKUPS),
    _rule("encoding", "salt", _LOOKUPS),
)
_NOT_IN_KERAS_2 = {
    "Attention": {"seed"},
    "AdditiveAttention": {"seed"},
    "CenterCrop": {"data_format"},
    "Resizing": {"pad_to_aspect_ratio", "fill_mode", "fill_value", "antialias", "data_format"},
    "SparseCategoricalCrossentropy": {"axis"},
    "ZeroPadding1D": {"data_format"},
}


def in_told_order(kind: type, config: dict[str, Any]) -> dict[str, Any]:
    """The configuration of an instance of this class, in the order in which Keras tells it."""
    names = {cls.__name__ for cls in kind.__mro__}
    for rule in _rules():
        if not names.isdisjoint(rule.classes):
            config = _moved(config, rule.option, rule.anchor)
    return _known(names, config) if is_keras_2_asked_for() else config


def _known(names: set[str], config: dict[str, Any]) -> dict[str, Any]:
    unknown = {option for name in names for option in _NOT_IN_KERAS_2.get(name, ())}
    return {option: value for option, value in config.items() if option not in unknown}


def _rules() -> tuple[_Rule, ...]:
    return _IN_BOTH + (_IN_KERAS_2 if is_keras_2_asked_for() else _IN_KERAS_3)


def _moved(config: dict[str, Any], option: str, anchor: str) -> dict[str, Any]:
    if option not in config or anchor not in config:
        return config
    rest = [name for name in config if name != option]
    rest.insert(rest.index(anchor) + 1, option)
    return {name: config[name] for name in rest}
