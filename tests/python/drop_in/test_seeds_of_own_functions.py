"""Seeds of layers of Keras 2 in functions of a program, traced twice where they make variables."""

import numpy as np
import pytest
from library import tf

pytestmark = [pytest.mark.keras_2, pytest.mark.usefixtures("in_tensorflows_place")]
keras, LAYERS = tf.keras, tf.keras.layers
X = np.ones((4, 6), "f")


def in_training():
    keras.utils.set_random_seed(7)
    return keras.Sequential([keras.Input((6,)), LAYERS.Dense(6), LAYERS.Dropout(0.3, seed=5)])


def zeros_of(seed):
    """Where the first run of an operation with this seed has zeros, in a function."""
    return tf.function(lambda: tf.nn.dropout(X, 0.3, seed=seed))() == 0.0


@pytest.mark.parametrize(("builds", "seed"), [(True, 5), (False, 6)])
def test_a_function_with_an_optimizer_is_traced_twice_where_it_makes_variables(builds, seed):
    model, optimizer = in_training(), keras.optimizers.SGD()
    if builds:
        optimizer.build(model.trainable_variables)

    @tf.function
    def step():
        with tf.GradientTape() as tape:
            outputs = model(X, training=True)
            loss = tf.reduce_mean(outputs)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return outputs

    np.testing.assert_array_equal(step() == 0.0, zeros_of(seed))


def test_a_function_without_an_optimizer_is_traced_once():
    model = in_training()

    @tf.function
    def step():
        with tf.GradientTape() as tape:
            outputs = model(X, training=True)
        tape.gradient(outputs, model.trainable_variables)
        return outputs

    np.testing.assert_array_equal(step() == 0.0, zeros_of(5))
