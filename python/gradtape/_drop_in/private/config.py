"""`tensorflow.python.framework.config`: what it has besides `tf.config`."""

from __future__ import annotations

from ..._runtime.settings import (
    disable_op_determinism as disable_op_determinism,
    is_op_determinism_enabled as is_op_determinism_enabled,
)
