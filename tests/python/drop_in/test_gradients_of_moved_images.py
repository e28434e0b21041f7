"""Gradients of images that were moved: in TensorFlow's place that of the results, moved back."""

import numpy as np
import pytest
from library import ours, tf

TURNS = np.array(
    [[0.9, -0.3, 1.2, 0.3, 0.9, -0.4, 0.01, -0.02], [1, 0, 1, 0, 1, 2, 0, 0]], "float32"
)
OPTIONS = {"output_shape": [5, 4], "fill_value": 0.5}


def moved(x, turns, interpolation, fill_mode):
    return tf.raw_ops.ImageProjectiveTransformV3(
        images=x, transforms=turns, interpolation=interpolation, fill_mode=fill_mode, **OPTIONS
    )


@pytest.mark.parametrize("interpolation", ["NEAREST", "BILINEAR"])
@pytest.mark.parametrize("fill_mode", ["CONSTANT", "REFLECT", "WRAP", "NEAREST"])
def test_it_is_what_came_back_moved_back(interpolation, fill_mode, in_tensorflows_place):
    x = tf.constant(np.random.RandomState(0).rand(2, 5, 4, 1).astype("float32"))
    upstream = tf.constant(np.random.RandomState(1).rand(2, 5, 4, 1).astype("float32"))
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = moved(x, TURNS, interpolation, fill_mode)
    found = tape.gradient(y, x, output_gradients=upstream)
    whole = np.concatenate([TURNS, np.ones([2, 1])], 1).reshape(2, 3, 3)
    back = np.linalg.inv(whole).reshape(2, 9)
    back = (back / back[:, 8:])[:, :8].astype("float32")
    expected = tf.raw_ops.ImageProjectiveTransformV3(
        images=upstream,
        transforms=back,
        output_shape=[5, 4],
        fill_value=0.0,
        interpolation=interpolation,
        fill_mode=fill_mode,
    )
    np.testing.assert_allclose(found.numpy(), expected.numpy(), atol=1e-5)


@ours("TensorFlow moves back what came back")
def test_elsewhere_it_is_the_true_one():
    x = tf.constant(np.random.RandomState(0).rand(2, 5, 4, 1).astype("float64"))

    def total(x):
        return tf.reduce_sum(moved(x, TURNS, "BILINEAR", "CONSTANT") ** 2)

    theoretical, numerical = tf.test.compute_gradient(total, [x], delta=1e-4)
    np.testing.assert_allclose(theoretical[0], numerical[0], atol=1e-4)
