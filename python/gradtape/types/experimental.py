"""`tf.types.experimental`: what operations take for a tensor."""

from .._structure.static import (
    TensorLike as TensorLike,
)
