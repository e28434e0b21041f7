"""Numbers of classes as many as predictions, with another number of axes, as Keras 2 takes them.

With `TF_USE_LEGACY_KERAS=1` this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
ROWS = np.array([[0.2, 0.3, 0.5], [0.1, 0.6, 0.3], [0.7, 0.2, 0.1], [0.4, 0.4, 0.2]], "float32")
CASES = [
    ((), (1,)),
    ((2,), (1, 2)),
    ((1, 2), (2,)),
    ((2, 1, 1), (2,)),
    ((2, 2), (4,)),
    ((4,), (2, 2)),
]


@pytest.mark.parametrize(("labels", "batch"), CASES)
def test_they_are_told_apart_in_their_order(labels, batch):
    count = int(np.prod(batch))
    numbers = np.arange(count) % 3
    predicted = tf.constant(ROWS[:count].reshape(*batch, 3))
    losses = tf.keras.losses.sparse_categorical_crossentropy(numbers.reshape(labels), predicted)
    expected = -np.log(ROWS[np.arange(count), numbers]).reshape(batch)
    np.testing.assert_allclose(losses, expected, rtol=1e-5)
    mean = tf.keras.losses.SparseCategoricalCrossentropy()(numbers.reshape(labels), predicted)
    np.testing.assert_allclose(mean, expected.mean(), rtol=1e-5)


def test_of_one_example_with_a_gradient():
    logits = tf.Variable([[1.0, 2.0, 3.0]])
    with tf.GradientTape() as tape:
        loss = tf.keras.losses.sparse_categorical_crossentropy(
            np.array(1), logits, from_logits=True
        )
    expected = tf.nn.softmax(logits) - [[0.0, 1.0, 0.0]]
    np.testing.assert_allclose(tape.gradient(loss, logits), expected, rtol=1e-5)


def test_other_counts_are_refused():
    with pytest.raises((ValueError, tf.errors.InvalidArgumentError)):
        tf.keras.losses.sparse_categorical_crossentropy([0, 1, 2], ROWS[:2])
