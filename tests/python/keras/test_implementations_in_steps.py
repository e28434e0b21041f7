"""Of functions for several devices a step of a model runs the one for the CPU."""

import numpy as np
import pytest
from library import tf


def made(device, answer):
    attributes = {"api_implements": "mine_in_steps"}
    if device:
        attributes["api_preferred_device"] = device
    return tf.function(
        lambda x: tf.exp(x) * answer, autograph=False, experimental_attributes=attributes
    )


@pytest.mark.keras_2
def test_in_a_step_that_trains():
    plain, fast = made(None, 1.0), made("CPU", 2.0)

    @tf.function(autograph=False)
    def outer(x):
        result = plain(x)
        concrete = fast.get_concrete_function(x)
        concrete.add_to_graph()
        concrete.add_gradient_functions_to_graph()
        return result

    class Chosen(tf.keras.layers.Layer):
        def call(self, x):
            return x * outer(tf.constant(0.0))

    model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones"), Chosen()])
    model.compile("sgd", "mae")
    ones, zeros = np.ones([2, 1], np.float32), np.zeros([2, 1], np.float32)
    assert float(model.train_on_batch(ones, zeros)) == 2.0
