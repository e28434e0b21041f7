"""`tf.executing_eagerly` in TensorFlow's place: no in what is traced there."""

import numpy as np
import pytest
from library import tf


@pytest.fixture
def seen(in_tensorflows_place):
    return []


def test_functions_do_not_execute_eagerly(seen):
    @tf.function
    def function(x):
        seen.append(tf.executing_eagerly())
        with tf.GradientTape():
            seen.append(tf.compat.v1.executing_eagerly())
        return x

    function(tf.constant(1.0))
    assert set(seen) == {False}
    assert tf.executing_eagerly()


def test_what_a_function_calls_outside_does(seen):
    @tf.function
    def function(x):
        with tf.init_scope():
            seen.append(tf.executing_eagerly())
        y = tf.py_function(lambda t: (seen.append(tf.executing_eagerly()), t)[1], [x], tf.float32)
        z = tf.numpy_function(
            lambda t: (seen.append(tf.executing_eagerly()), t)[1], [x], tf.float32
        )
        return y + z

    function(tf.constant(1.0))
    assert set(seen) == {True}


def test_functions_of_datasets_do_not(seen):
    list(tf.data.Dataset.range(2).map(lambda x: (seen.append(tf.executing_eagerly()), x)[1]))
    assert set(seen) == {False}


@pytest.mark.parametrize("run_eagerly", [True, False])
def test_steps_of_fit_do_not_unless_they_run_eagerly(seen, run_eagerly):
    class Model(tf.keras.Model):
        def train_step(self, data):
            seen.append(tf.executing_eagerly())
            return {"loss": tf.constant(0.0)}

    model = Model()
    model.compile("sgd", "mse", run_eagerly=run_eagerly)
    model.fit(np.ones((2, 1), "f"), np.ones((2, 1), "f"), verbose=0)
    assert set(seen) == {run_eagerly}


def test_eager_functions_do(seen):
    tf.config.run_functions_eagerly(True)
    try:
        assert tf.function(tf.executing_eagerly)()
    finally:
        tf.config.run_functions_eagerly(False)
