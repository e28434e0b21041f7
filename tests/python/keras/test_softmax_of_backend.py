"""`keras.backend.softmax` leaves the logits with its result, where losses find them; `sigmoid` does
so in functions, where TensorFlow builds a graph."""

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


def test_in_a_function_losses_find_those_behind_sigmoid():
    loss = keras.losses.BinaryCrossentropy()

    @tf.function
    def entropy(logits):
        return loss(tf.constant([[1.0]]), keras.backend.sigmoid(logits))

    logits = tf.constant([[-40.0]])
    assert float(entropy(logits)) == pytest.approx(40.0)
    eager = loss(tf.constant([[1.0]]), keras.backend.sigmoid(logits))
    assert float(eager) == pytest.approx(16.118, abs=1e-3)
