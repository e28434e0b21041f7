"""`tf.dtypes.experimental`: floats of one byte, which are stored and converted, not computed with.

>>> import gradtape as tf
>>> stored = tf.cast([0.3, 448.0, 500.0], tf.dtypes.experimental.float8_e4m3fn)
>>> tf.cast(stored, tf.float32).numpy().tolist()
[0.3125, 448.0, nan]
"""

from .._core import (
    float8_e4m3b11fnuz as float8_e4m3b11fnuz,
    float8_e4m3fn as float8_e4m3fn,
    float8_e4m3fnuz as float8_e4m3fnuz,
    float8_e5m2 as float8_e5m2,
    float8_e5m2fnuz as float8_e5m2fnuz,
)
