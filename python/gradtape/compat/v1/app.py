"""`tf.compat.v1.app`: programs start themselves with it."""

from ..._legacy.application import run as run
