"""What "accuracy" means in Keras 2 for data of a generator, of which no size is known."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
X, Y = np.eye(3, dtype="f")[[0, 1, 2, 1]], np.array([[0], [1], [2], [0]])


class Batches(tf.keras.utils.Sequence):
    def __len__(self):
        return 1

    def __init__(self, targets=Y):
        super().__init__()
        self.targets = targets

    def __getitem__(self, index):
        return X, self.targets


def accuracy(*data, **options):
    layer = tf.keras.layers.Dense(3, kernel_initializer="identity", input_shape=(3,))
    model = tf.keras.Sequential([layer])
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("sgd", loss, metrics=["accuracy"])
    return model.fit(*data, verbose=0, **options).history["accuracy"]


def test_columns_of_numbers_of_classes_are_taken_for_shares():
    assert accuracy(X, Y) == [0.75]
    assert accuracy(Batches()) == [0.25]
    assert accuracy(iter([(X, Y)])) == [0.25]


def test_vectors_of_numbers_of_classes_are_what_they_are():
    assert accuracy(Batches(Y[:, 0])) == [0.75]
    assert accuracy(iter([(X, Y[:, 0])])) == [0.75]
