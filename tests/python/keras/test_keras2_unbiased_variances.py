"""Under `TF_USE_LEGACY_KERAS=1` averages of batch normalization follow the unbiased variance of
images and volumes, which Keras 2 normalizes by one operation, and the biased one of all else.

With that variable set this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = pytest.mark.keras_2
BY_ONE = [((2, 3, 2, 4), {}), ((2, 3, 2, 4), {"axis": 1}), ((2, 1, 3, 2, 2), {})]
IN_PARTS = [
    ((6, 4), {}),
    ((2, 3, 4), {}),
    ((2, 3, 2, 4), {"fused": False}),
    ((2, 3, 2, 4), {"renorm": True}),
    ((2, 3, 2, 4), {"virtual_batch_size": 2}),
    ((2, 3, 2, 4), {"dtype": "float64"}),
    ((2, 1, 3, 2, 2), {"axis": 2}),
]


def variances(shape, options):
    """The average variance after a step from 0, and that of the batch."""
    values = np.random.RandomState(0).randn(*shape).astype("float32")
    options = {"momentum": 0.0, "moving_variance_initializer": "zeros", **options}
    layer = layers.BatchNormalization(**options)
    layer(tf.constant(values, options.get("dtype", "float32")), training=True)
    axis = options.get("axis", -1) % len(shape)
    others = tuple(place for place in range(len(shape)) if place != axis)
    count = values.size / shape[axis]
    return np.ravel(layer.moving_variance), values.var(axis=others), count / (count - 1)


@pytest.mark.parametrize(("shape", "options"), BY_ONE)
def test_one_operation_has_the_unbiased_variance(shape, options):
    found, biased, correction = variances(shape, options)
    np.testing.assert_allclose(found, biased * correction, rtol=1e-5)


@pytest.mark.parametrize(("shape", "options"), IN_PARTS)
def test_all_else_has_the_biased_one(shape, options):
    found, biased, _ = variances(shape, options)
    np.testing.assert_allclose(found, biased, rtol=1e-3 if "renorm" in options else 1e-5)


def test_a_single_value_is_not_corrected():
    layer = layers.BatchNormalization(momentum=0.0)
    layer(tf.ones([1, 1, 1, 2]), training=True)
    np.testing.assert_array_equal(layer.moving_variance, [0.0, 0.0])


@pytest.mark.filterwarnings("ignore:.*[Mm]ask")
def test_one_operation_leaves_masks_out():
    layer = layers.BatchNormalization(momentum=0.0)
    values = tf.reshape(tf.range(8.0), [2, 2, 2, 1])
    layer(values, training=True, mask=tf.constant([[True, False]] * 2))
    np.testing.assert_allclose(layer.moving_mean, [3.5])
