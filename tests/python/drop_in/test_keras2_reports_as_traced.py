"""What a step of a program's own reports in Keras 2 is what it had when it was traced."""

import numpy as np
import pytest
from library import tf

pytestmark = [pytest.mark.keras_2, pytest.mark.usefixtures("in_tensorflows_place")]
X, Y = np.ones([8, 2], np.float32), np.ones([8, 1], np.float32)


class Own(tf.keras.Model):
    """Computes the loss by itself, so that no mean of it is there before `evaluate`."""

    def __init__(self):
        super().__init__()
        self.inner = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.inner(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            predicted = self(x, training=True)
            loss = self.loss(y, predicted)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables, strict=True))
        self.compiled_metrics.update_state(y, predicted)
        return {metric.name: metric.result() for metric in self.metrics}


def compiled(**options):
    model = Own()
    model.compile("sgd", tf.keras.losses.MeanSquaredError(), metrics=["mae"], **options)
    return model


def reported(history):
    return sorted(history.history)


def test_a_loss_that_validation_has_made():
    model = compiled()
    history = model.fit(X, Y, batch_size=4, epochs=3, validation_data=(X, Y), verbose=0)
    assert reported(history) == ["mae", "val_loss", "val_mae"]
    assert [len(values) for values in history.history.values()] == [3, 3, 3]
    assert reported(model.fit(X, Y, batch_size=4, verbose=0)) == ["mae"]


def test_eager_code_finds_it():
    model = compiled(run_eagerly=True)
    model.fit(X, Y, batch_size=4, verbose=0)
    model.evaluate(X, Y, verbose=0)
    assert reported(model.fit(X, Y, batch_size=4, verbose=0)) == ["loss", "mae"]
