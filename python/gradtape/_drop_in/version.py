"""The TensorFlow whose interface is kept, as programs ask for it when gradtape is in its place."""

from __future__ import annotations

from .._runtime.versions import is_keras_2_set

VERSION = "2.21.0"
# The Keras that it brings, and the Keras 2 that programs may ask for in its place.
_KERAS, _KERAS_2 = "3.15.1", "2.21.0"


def keras_version(module: str = "tensorflow.keras") -> str:
    """The version that a module of Keras tells: both manners are there, and programs look for one.

    `tf_keras` is Keras 2, and so is `tensorflow.keras` where the environment's
    `TF_USE_LEGACY_KERAS` says so, which a program may set before it imports TensorFlow.

    >>> from gradtape._drop_in.version import keras_version
    >>> keras_version(), keras_version("tf_keras")
    ('3.15.1', '2.21.0')
    """
    root = module.partition(".")[0]
    is_2 = root == "tf_keras" or (root == "tensorflow" and is_keras_2_set())
    return _KERAS_2 if is_2 else _KERAS
