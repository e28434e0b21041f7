"""Keras 2: a first step that begins again, since its layers draw by the backend, counts once."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras = tf.keras
K = keras.backend

X, Y = np.ones((8, 3), "float32"), np.ones((8, 1), "float32")


class Batches(keras.metrics.Metric):
    """The number of batches."""

    def __init__(self, name="n"):
        super().__init__(name=name)
        self.n = self.add_weight(name="n", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.n.assign_add(1.0)

    def result(self):
        return self.n


class Dropping(keras.layers.Layer):
    def call(self, x):
        return K.dropout(x, 0.3)


def network(**measured):
    model = keras.Sequential(
        [keras.layers.Dense(2, input_shape=(3,)), Dropping(), Dropping(), keras.layers.Dense(1)]
    )
    model.compile("sgd", "mse", **measured)
    return model


@pytest.mark.parametrize("kind", ["metrics", "weighted_metrics"])
def test_a_metric_that_is_given_counts_every_batch_once(kind):
    model = network(**{kind: [Batches()]})
    assert model.fit(X, Y, batch_size=2, epochs=2, verbose=0).history["n"] == [4.0, 4.0]
    assert network(**{kind: [Batches()]}).evaluate(X, Y, batch_size=2, verbose=0)[1] == 4.0
    model = network(**{kind: [[Batches()]]})
    assert [model.train_on_batch(X, Y, reset_metrics=False)[1] for _ in range(2)] == [1.0, 2.0]
