"""What Keras 2 calls a function in a model: `tf.math.reduce_sum`, a `TFOpLambda`.

A function has one name there, however the program has spelled it: that of its home in TensorFlow,
which for some is still that of version 1. Operators have names of their own where no function does
the same for all that they take.
"""

from __future__ import annotations

import sys
from typing import Any

# The homes, in the order in which a name is looked for; "" is TensorFlow itself.
_HOMES = ("math", "", "nn", "linalg", "image", "signal")
_V1 = ("boolean_mask", "gather", "norm", "pad", "shape", "size", "squeeze", "transpose")
_V1_NN = (
    "conv1d",
    "conv2d",
    "conv3d",
    "crelu",
    "embedding_lookup",
    "pool",
    "sigmoid_cross_entropy_with_logits",
    "weighted_moments",
)
_ELSEWHERE = {
    "add": "__operators__.add",
    "getitem": "__operators__.getitem",
    "divide": "math.truediv",
    "floordiv": "compat.v1.floor_div",
    "mod": "math.floormod",
    "matmul": "linalg.matmul",
    "log_softmax": "nn.log_softmax",
    "softmax": "nn.softmax",
    "softmax_cross_entropy_with_logits": "compat.v1.nn.softmax_cross_entropy_with_logits_v2",
    "softsign": "nn.softsign",
    "image_transpose": "image.transpose",
    "random_normal": "random.normal",
    "random_uniform": "random.uniform",
    **{name: f"compat.v1.{name}" for name in _V1},
    **{name: f"compat.v1.nn.{name}" for name in _V1_NN},
}
_OPS = "keras.ops."  # what losses are made of, which Keras 2 has in its backend
_SLICING = ("getitem", "boolean_mask")
# What files of Keras 2 have besides; equality of symbolic tensors is a function of its own there.
_IN_FILES = {"__operators__.eq": "equal", "__operators__.ne": "not_equal"}


def name_of(function: str) -> str:
    """The name of a layer for a function of the core, or of `keras.ops`.

    >>> import gradtape as tf
    >>> from gradtape._keras.layers.names_of_operations import name_of
    >>> name_of("square"), name_of("concat"), name_of("relu"), name_of("getitem")
    ('tf.math.square', 'tf.concat', 'tf.nn.relu', 'tf.__operators__.getitem')
    """
    if function.startswith(_OPS):
        return f"tf.keras.backend.{function.removeprefix(_OPS)}"
    return f"tf.{_ELSEWHERE.get(function) or _at_home(function)}"


def function_of(path: str) -> str:
    """The name in the core of a function that a file of Keras 2 has by this path."""
    known = _IN_FILES | {there: name for name, there in _ELSEWHERE.items()}
    return known.get(path) or path.rpartition(".")[2]


def in_namespaces(name: str) -> Any:
    """The function that TensorFlow's namespaces have by this name or path, or None.

    >>> import gradtape as tf
    >>> from gradtape._keras.layers.names_of_operations import in_namespaces
    >>> in_namespaces("stft") is in_namespaces("signal.stft") is tf.signal.stft
    True
    """
    found: Any = sys.modules["gradtape"]
    for part in _at_home(name).split("."):
        found = getattr(found, part, None)
    return found


def _at_home(function: str) -> str:
    tf = sys.modules["gradtape"]
    for home in _HOMES:
        if hasattr(getattr(tf, home) if home else tf, function):
            return f"{home}.{function}" if home else function
    return function


def class_of(function: str) -> str:
    """The class that Keras 2 makes a layer of it with."""
    return "SlicingOpLambda" if function in _SLICING else "TFOpLambda"
