"""In which order a loop of Keras 2 draws what its steps drop where data leave their number open.

TensorFlow begins up to 32 steps at once, and draws for the last of them first; with tensors that
are large, or threads that are busy, in any order.
"""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras, LAYERS = tf.keras, tf.keras.layers
X = np.ones((3, 3, 4), "f")


@tf.function
def drawn():
    """The masks of three steps of a loop, for two examples."""
    start = tf.zeros([0, 2, 4])

    def body(step, found):
        return step + 1, tf.concat([found, [tf.nn.dropout(tf.ones([2, 4]), 0.5)]], 0)

    tf.nn.dropout(tf.ones([2, 4]), 0.5)  # the step that is taken before the loop
    shapes = [tf.TensorShape([]), tf.TensorShape([None, 2, 4])]
    return tf.while_loop(lambda step, _: step < 3, body, [0, start], shapes)[1]


def outputs():
    """The masks of the first of two batches, which have two examples and one."""
    cell = LAYERS.SimpleRNNCell(
        4,
        activation="linear",
        kernel_initializer="identity",
        recurrent_initializer="zeros",
        dropout=0.5,
    )
    inputs = keras.Input((3, 4))
    steps = LAYERS.RNN(cell, return_sequences=True)(inputs, training=True)
    model = keras.Model(inputs, steps)
    tf.random.set_seed(3)
    return model.predict(X, batch_size=2, verbose=0)[:2]


def test_the_last_step_draws_first_where_batches_have_no_known_size():
    tf.random.set_seed(3)
    expected = tf.transpose(drawn(), [1, 0, 2]).numpy()
    np.testing.assert_array_equal(outputs(), expected[:, ::-1])


def test_what_follows_draws_behind_the_loop():
    """The losses are TensorFlow's."""
    keras.backend.clear_session()
    keras.utils.set_random_seed(3)
    inputs = np.random.RandomState(0).normal(size=(30, 6, 3)).astype("f")
    model = keras.Sequential(
        [LAYERS.SimpleRNN(3, dropout=0.2), LAYERS.Dropout(0.2), LAYERS.Dense(3)]
    )
    model.compile("sgd", "mse")
    history = model.fit(inputs, inputs[:, 0, :1], 16, 2, verbose=0, shuffle=False).history
    np.testing.assert_allclose(history["loss"], [1.8099519014, 1.7375885248], rtol=1e-5)
