"""Numbers that are others under `TF_USE_LEGACY_KERAS=1`, as in Keras 2: masks of recurrent layers
that begin with given states, `hard_sigmoid`, binary cross entropies and accuracies.

With that variable set this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2
X = np.random.RandomState(0).rand(2, 4, 3).astype("float32")
X[0, -1] = 0.0


class Counts(keras.layers.Layer):
    """A cell that counts its steps, and whose output is its input."""

    state_size = output_size = 3

    def call(self, inputs, states):
        return inputs, [states[0] + 1.0]


@pytest.mark.parametrize("is_symbolic", [False, True])
def test_a_mask_reaches_a_layer_that_begins_with_given_states(is_symbolic):
    layer, state = keras.layers.RNN(Counts(), return_state=True), np.zeros((2, 3), "float32")
    if is_symbolic:
        inputs = [keras.Input((4, 3)), keras.Input((3,))]
        found = layer(keras.layers.Masking()(inputs[0]), initial_state=inputs[1])
        output, last = keras.Model(inputs, list(found)).predict([X, state], verbose=0)
    else:
        output, last = layer(keras.layers.Masking()(X), initial_state=[tf.constant(state)])
    np.testing.assert_allclose(output, [X[0, -2], X[1, -1]])
    np.testing.assert_allclose(last, [[3.0] * 3, [4.0] * 3])


def test_a_masked_step_does_not_count_beside_given_states():
    layer = keras.layers.LSTM(2)
    states = [tf.ones([1, 2]), tf.ones([1, 2])]
    masked = layer(keras.layers.Masking()(X[:1]), initial_state=states)
    np.testing.assert_allclose(masked, layer(X[:1, :3], initial_state=states), 1e-5)


def test_any_layer_gets_the_mask_of_its_first_argument():
    class Asks(keras.layers.Layer):
        def call(self, x, y, mask=None):
            return x if mask is None else tf.cast(mask, "float32")

    masked = keras.layers.Masking()(X)
    np.testing.assert_array_equal(Asks()(masked, tf.ones([2])), [[1, 1, 1, 0], [1, 1, 1, 1]])
    np.testing.assert_array_equal(Asks()(tf.ones([2]), masked), [1, 1])


def test_hard_sigmoid_rises_by_a_fifth():
    found = keras.activations.hard_sigmoid(tf.constant([-3.0, -1.0, 0.0, 1.0, 2.5]))
    np.testing.assert_allclose(found, [0.0, 0.3, 0.5, 0.7, 1.0], 1e-6)


def test_logarithms_of_binary_cross_entropies_begin_at_twice_epsilon():
    found = keras.losses.binary_crossentropy([[1.0], [0.0]], [[0.0], [0.25]])
    np.testing.assert_allclose(found, -np.log([2e-7, 0.75]), 1e-5)


def test_binary_accuracies_are_means_over_the_last_axis():
    found = keras.metrics.binary_accuracy([[1.0, 0.0], [1.0, 1.0]], [[0.9, 0.9], [0.9, 0.9]])
    np.testing.assert_allclose(found, [0.5, 1.0])


def test_predictions_may_be_whole_numbers():
    found = keras.metrics.binary_accuracy([[1, 0]], [[1, 1]])
    np.testing.assert_allclose(found, [0.5])


def test_cross_entropies_of_certain_outputs_are_other_numbers_in_a_graph():
    y, p = np.array([[0.0], [1.0]], "float32"), np.array([[1.0], [0.0]], "float32")
    loss = keras.losses.binary_crossentropy
    np.testing.assert_allclose(loss(y, p), [15.333239, 15.424949], rtol=1e-6)
    np.testing.assert_allclose(tf.function(loss)(y, p), [15.249238, 15.424949], rtol=1e-6)
    elementwise = tf.function(keras.backend.binary_crossentropy)(tf.constant(y), tf.constant(p))
    np.testing.assert_allclose(elementwise[:, 0], [15.249238, 15.424949], rtol=1e-6)
    inputs = keras.Input((1,))
    model = keras.Model(inputs, keras.layers.Activation("linear")(inputs))
    for eagerly, expected in ((False, 15.249238), (True, 15.333239)):
        model.compile("sgd", "binary_crossentropy", run_eagerly=eagerly)
        assert model.evaluate(p[:1], y[:1], verbose=0) == pytest.approx(expected, rel=1e-6)


def test_steps_of_fit_are_inside_of_a_function():
    seen = []

    def loss(y, p):
        seen.append(tf.inside_function())
        return tf.reduce_mean(p)

    inputs = keras.Input((1,))
    model = keras.Model(inputs, keras.layers.Dense(1)(inputs))
    for eagerly in (False, True):
        model.compile("sgd", loss, run_eagerly=eagerly)
        model.fit(np.ones((1, 1)), np.ones((1, 1)), verbose=0)
        assert seen[-1] is not eagerly
