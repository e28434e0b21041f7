"""Logits behind probabilities under `TF_USE_LEGACY_KERAS=1`: `keras.backend`'s `sigmoid` and
`softmax` leave them with their results, its cross entropies find them, and in a graph losses find
those behind `tf.nn.sigmoid` and `tf.nn.softmax` of a functional model.

With that variable set this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

keras = tf.keras
K = keras.backend
pytestmark = pytest.mark.keras_2
FAR = 40.0  # where probabilities are cut off at 1e-7, whose logarithm is -16


@pytest.mark.parametrize("sigmoid", [K.sigmoid, keras.activations.sigmoid])
@pytest.mark.parametrize(
    "loss",
    [K.binary_crossentropy, keras.losses.binary_crossentropy, keras.losses.BinaryCrossentropy()],
)
def test_binary_losses_find_the_logits(sigmoid, loss):
    logits = tf.constant([[-FAR]])
    with tf.GradientTape() as tape:
        tape.watch(logits)
        result = tf.reduce_sum(loss([[1.0]], sigmoid(logits)))
    assert float(result) == pytest.approx(FAR)
    assert float(tape.gradient(result, logits)[0, 0]) == pytest.approx(-1.0)


@pytest.mark.parametrize("softmax", [K.softmax, keras.activations.softmax])
@pytest.mark.parametrize(
    "loss", [K.categorical_crossentropy, keras.losses.categorical_crossentropy]
)
def test_losses_of_classes_find_the_logits(softmax, loss):
    probabilities = softmax(tf.constant([[FAR, 0.0]]))
    assert float(loss(tf.constant([[0.0, 1.0]]), probabilities)[0]) == pytest.approx(FAR)


def test_losses_of_numbered_classes_find_the_logits():
    probabilities = K.softmax(tf.constant([[FAR, 0.0]]))
    loss = K.sparse_categorical_crossentropy(tf.constant([1]), probabilities)
    assert float(loss[0]) == pytest.approx(FAR)


def test_what_is_computed_from_probabilities_has_none():
    loss = K.binary_crossentropy(tf.constant([[1.0]]), K.sigmoid(tf.constant([[-FAR]])) * 1.0)
    assert float(loss[0, 0]) == pytest.approx(-np.log(2e-7), rel=1e-5)


def test_they_are_activations_of_layers():
    layer = keras.layers.Dense(1, activation=K.sigmoid)
    assert layer.get_config()["activation"] == "sigmoid"
    assert float(layer(tf.zeros([1, 2]))[0, 0]) == 0.5


@pytest.mark.parametrize(
    ("function", "loss", "targets"),
    [
        (tf.nn.softmax, "sparse_categorical_crossentropy", [1]),
        (tf.nn.sigmoid, "binary_crossentropy", [[0.0, 1.0]]),
        (lambda x: tf.sigmoid(x=x), "binary_crossentropy", [[0.0, 1.0]]),
        (K.softmax, "categorical_crossentropy", [[0.0, 1.0]]),
    ],
)
def test_a_functional_model_is_trained_on_logits(function, loss, targets):
    inputs = keras.Input((2,))
    outputs = function(keras.layers.Dense(2, kernel_initializer="identity")(inputs))
    model = keras.Model(inputs, outputs)
    model.compile("sgd", loss)
    x = np.array([[FAR, -FAR]], "float32")
    expected = FAR if loss == "binary_crossentropy" else 2 * FAR
    assert model.evaluate(x, np.array(targets), verbose=0) == pytest.approx(expected)
    history = model.fit(x, np.array(targets), verbose=0).history
    assert history["loss"][0] == pytest.approx(expected)
    assert not np.allclose(model.layers[1].kernel.numpy(), np.eye(2)), "no gradient is cut off"
