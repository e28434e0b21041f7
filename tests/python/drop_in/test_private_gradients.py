"""Private modules that programs with derivatives import."""

import importlib

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


def private(path):
    return importlib.import_module(f"tensorflow.python.{path}")


X = np.array([[1.0, 2.0], [3.0, 4.0]], "float32")


def test_jacobians_within_functions():
    parallel = private("ops.parallel_for.gradients")

    @tf.function
    def slopes(x):
        y = tf.stack([x[:, 0] * x[:, 1], x[:, 0] ** 2, 1.0 + 0.0 * x[:, 1]], axis=1)
        return parallel.jacobian(y, [x])[0]

    found = slopes(tf.constant(X))
    assert found.shape == [2, 3, 2, 2]
    np.testing.assert_allclose(found[0, :, 0], [[2.0, 1.0], [2.0, 0.0], [0.0, 0.0]])
    np.testing.assert_allclose(found[1, :, 1], [[4.0, 3.0], [6.0, 0.0], [0.0, 0.0]])
    np.testing.assert_allclose(found[0, :, 1], np.zeros([3, 2]))


def test_products_with_hessians():
    product = private("ops.gradients_impl")._hessian_vector_product

    @tf.function
    def along(x, v):
        return product(tf.reduce_sum(x**3), [x], [v])[0]

    found = along(tf.constant([1.0, 2.0]), tf.constant([1.0, -1.0]))
    np.testing.assert_allclose(found, [6.0, -12.0])

    @tf.function
    def mismatched(x):
        return product(x, [x], [])

    with pytest.raises(ValueError, match="same length"):
        mismatched(tf.constant(1.0))


def test_a_moving_average():
    average = tf.Variable([1.0, 2.0])
    move = private("training.moving_averages").assign_moving_average
    move(average, tf.constant([3.0, 2.0]), 0.75, zero_debias=False)
    np.testing.assert_allclose(average, [1.5, 2.0])


def test_the_switch_for_numpys_manner_has_the_path_that_errors_name():
    config = private("ops.numpy_ops.np_config")
    assert callable(config.enable_numpy_behavior)
    from tensorflow.python.ops import numpy_ops

    assert numpy_ops.np_config is config
