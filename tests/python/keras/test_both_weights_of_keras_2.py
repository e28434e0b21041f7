"""Weights of classes and of examples together, which Keras 2 multiplies and Keras 3 refuses."""

import numpy as np
import pytest
from library import tf

X = np.arange(12, dtype="f").reshape(6, 2) / 12
CLASSES = np.array([0, 1, 2, 0, 1, 2])
OF_CLASSES = {0: 1.0, 1: 2.0, 2: 3.0}
OF_EXAMPLES = np.arange(6.0)


def model(loss):
    dense = tf.keras.layers.Dense(3, activation="softmax", kernel_initializer="ones")
    made = tf.keras.Sequential([dense])
    made.compile("sgd", loss)
    return made


@pytest.mark.keras_2
@pytest.mark.parametrize("y", [CLASSES, CLASSES[:, None], np.eye(3)[CLASSES]])
def test_they_are_multiplied(y):
    loss = ("sparse_" if y.shape[-1] != 3 else "") + "categorical_crossentropy"
    both = np.array([OF_CLASSES[number] for number in CLASSES]) * OF_EXAMPLES
    expected = model(loss).train_on_batch(X, y, sample_weight=both)
    weights = {"class_weight": OF_CLASSES, "sample_weight": OF_EXAMPLES}
    assert model(loss).train_on_batch(X, y, **weights) == pytest.approx(expected)


@pytest.mark.keras_3
def test_keras_3_refuses_them():
    weights = {"class_weight": OF_CLASSES, "sample_weight": OF_EXAMPLES}
    with pytest.raises(ValueError, match="at the same time"):
        model("sparse_categorical_crossentropy").train_on_batch(X, CLASSES, **weights)
