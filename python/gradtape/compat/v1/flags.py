"""`tf.compat.v1.flags`: those of `absl`, which TensorFlow shows under this name."""

from ..._legacy.application import of_flags as __getattr__  # noqa: F401 - it answers for names
