"""Constants with a row for each example, beside symbolic tensors whose batch is open."""

import numpy as np
import pytest
from library import tf

LABELS = tf.constant([0, 2, 1, 1])
TARGETS = tf.constant(np.arange(12, dtype="f").reshape(4, 3))

FUNCTIONS = {
    "sparse logits": lambda logits: tf.nn.sparse_softmax_cross_entropy_with_logits(
        labels=LABELS, logits=logits
    ),
    "sparse probabilities": lambda logits: tf.keras.losses.sparse_categorical_crossentropy(
        LABELS, tf.nn.softmax(logits)
    ),
    "squares": lambda logits: tf.reduce_sum(tf.square(TARGETS - logits), axis=1),
}


@pytest.mark.keras_2  # Keras 3 refuses symbols in functions of TensorFlow
@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_a_row_for_each_example_is_the_batch(function):
    inputs = tf.keras.Input((3,))
    outputs = function(inputs)
    assert outputs.shape == (4,)
    x = tf.constant(np.linspace(0, 1, 12, dtype="f").reshape(4, 3))
    np.testing.assert_allclose(tf.keras.Model(inputs, outputs)(x), function(x), rtol=1e-6)


@pytest.mark.keras_2
def test_a_loss_of_labels_that_the_model_holds_is_trained():
    inputs = tf.keras.Input((3,))
    outputs = tf.keras.layers.Dense(3, kernel_initializer="ones")(inputs)
    model = tf.keras.Model(inputs, outputs)
    model.add_loss(tf.reduce_mean(FUNCTIONS["sparse logits"](outputs)))
    model.compile("sgd")
    found = model.fit(np.ones((4, 3), "f"), batch_size=4, epochs=2, verbose=0).history["loss"]
    assert found[0] == pytest.approx(np.log(3))
    assert found[1] < found[0]
