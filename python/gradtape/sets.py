"""`tf.sets`: sets along the last axis of tensors."""

from ._sparse.sets import (
    difference as difference,
    intersection as intersection,
    size as size,
    union as union,
)
