"""`LogCosh` takes away log 2 in float32, whatever its dtype."""

import numpy as np
from library import tf


def test_no_error_costs_the_rounding_of_log_2():
    ones = tf.ones([1, 3], tf.float64)
    rounding = np.log(2.0) - np.float64(np.float32(np.log(2.0)))
    loss = tf.keras.losses.LogCosh(dtype="float64")(ones, ones)
    np.testing.assert_allclose(loss, rounding, rtol=1e-6)
