"""What Keras 2 reports of a `compute_loss` of one's own, and of layers that measure."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = [
    pytest.mark.keras_2,
    pytest.mark.filterwarnings("ignore::UserWarning"),  # that there is nothing to train
]
X = np.linspace(-1.0, 1.0, 8).reshape(8, 1).astype("float32")


def compiled(cls, **options):
    inputs = keras.Input([1])
    outputs = keras.layers.Dense(1, kernel_initializer="ones", trainable=False)(inputs)
    model = cls(inputs, outputs)
    model.compile("sgd", "mse", **options)
    return model


def test_the_compiled_loss_is_reported_whatever_is_made_of_it():
    class Twice(keras.Model):
        def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None):
            return 2.0 * super().compute_loss(x, y, y_pred, sample_weight)

    model = compiled(Twice)
    assert model.evaluate(X, X + 2.0, verbose=0) == pytest.approx(4.0)
    history = model.fit(X, X + 2.0, verbose=0).history
    assert history == {"loss": [pytest.approx(4.0)]}


def test_a_loss_of_ones_own_is_not():
    class Own(keras.Model):
        def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None):
            return tf.reduce_mean(tf.abs(y - y_pred))

    model = compiled(Own, metrics=["mae"])
    assert model.fit(X, X + 2.0, verbose=0).history == {"mae": [pytest.approx(2.0)]}
    assert model.evaluate(X, X + 2.0, verbose=0) == pytest.approx(2.0)


def test_a_step_that_asks_for_the_loss_reports_it():
    class Asks(keras.Model):
        def train_step(self, data):
            x, y = data
            loss = self.compute_loss(y=y, y_pred=self(x))
            return {"now": loss} | {metric.name: metric.result() for metric in self.metrics}

    history = compiled(Asks).fit(X, X + 2.0, batch_size=4, verbose=0).history
    assert history == {"now": [pytest.approx(4.0)], "loss": [pytest.approx(4.0)]}


def test_layers_that_measure_under_one_name_have_a_mean_each():
    class Measures(keras.layers.Layer):
        def call(self, inputs):
            self.add_metric(tf.reduce_max(inputs), name="largest")
            return inputs

    inputs = keras.Input([1])
    outputs = Measures()(5.0 * Measures()(inputs))
    model = keras.Model(inputs, outputs)
    model.compile("sgd", "mse")
    found = model.evaluate(X, X, verbose=0, return_dict=True)
    assert found["largest"] == pytest.approx(5.0)
