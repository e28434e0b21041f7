"""What `fit` reports of a step of a program's own whose model has metrics that it does not update.

Keras 2 reports the results of metrics where they have the names that the step gives, and knows of
no metrics but the loss before a first batch has shown them.
"""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras = tf.keras
X = np.arange(8.0, dtype="float32").reshape(8, 1)
Y = 2.0 * X


class Own(keras.Model):
    """Shows how many metrics it has."""

    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(1, kernel_initializer="ones")
        self.seen = []

    def call(self, x):
        return self.dense(x)

    def train_step(self, data):
        x, y = data
        loss = self.compiled_loss(y, self(x, training=True))
        self.seen.append([metric.name for metric in self.metrics])
        return {"loss": loss}


def model():
    made = Own()
    made.compile("sgd", "mse", metrics=["mae"])
    return made


def test_the_loss_is_the_mean_of_all_batches():
    found = model().fit(X, Y, batch_size=4, shuffle=False, verbose=0).history
    assert found == {"loss": [pytest.approx(np.mean(X**2))]}


def test_it_is_that_of_the_last_batch_once_metrics_are_there():
    made = model()
    made.evaluate(X, Y, verbose=0)
    found = made.fit(X, Y, batch_size=4, shuffle=False, verbose=0).history
    assert found == {"loss": [pytest.approx(np.mean(X[4:] ** 2))]}


def test_a_step_finds_the_loss_alone():
    made = model()
    made.fit(X, Y, verbose=0)
    assert made.seen[0] == ["loss"]
