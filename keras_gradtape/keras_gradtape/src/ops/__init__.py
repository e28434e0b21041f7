"""Operations of the backend: `core` is its own, the others are borrowed.

Keras 3.16 looks for them here, and for those of `core` by their names too.
"""

from importlib import import_module
from types import FunctionType

from . import core
from .core import *  # noqa: F403

# Those of Keras's TensorFlow backend, run on gradtape: see `_loading`.
image, linalg, math, nn, numpy = (
    import_module(f"keras.src.backend.gradtape.{part}")
    for part in ("image", "linalg", "math", "nn", "numpy")
)

# Keras compares the signatures of a backend's functions with its own, which name no types.
for _part in (core, image, linalg, math, nn, numpy):
    for _function in vars(_part).values():
        if isinstance(_function, FunctionType) and _function.__module__.startswith(
            "keras_gradtape."
        ):
            _function.__annotations__ = {}

__all__ = ["core", "image", "linalg", "math", "nn", "numpy", *core.__all__]
