"""`keras.backend.softmax` leaves the logits with its result: losses of Keras find them, the cross
entropies of the backend do not."""

import pytest
from library import tf

keras = tf.keras
FAR = tf.constant([[40.0, 0.0]])


def test_losses_find_the_logits():
    loss = keras.losses.CategoricalCrossentropy()
    assert float(loss(tf.constant([[0.0, 1.0]]), keras.backend.softmax(FAR))) == pytest.approx(40.0)


def test_losses_of_numbered_classes_find_them():
    loss = keras.losses.SparseCategoricalCrossentropy()
    assert float(loss(tf.constant([1]), keras.backend.softmax(FAR))) == pytest.approx(40.0)
