"""A model's own `loss`, where `compile` is given none."""

import numpy as np
from library import tf

keras = tf.keras
X = np.ones((8, 2), "float32")


class Measured(keras.Model):
    def __init__(self):
        super().__init__()
        self.loss = keras.losses.MeanAbsoluteError()
        self.dense = keras.layers.Dense(1, kernel_initializer="ones")

    def call(self, x):
        return self.dense(x)

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
        return self.loss(x[:, :1], y_pred)


def test_compile_without_a_loss_leaves_it():
    model = Measured()
    model.compile("sgd")
    assert isinstance(model.loss, keras.losses.MeanAbsoluteError)
    assert model.fit(X, verbose=0).history["loss"] == [1.0]


def test_compile_with_a_loss_replaces_it():
    model = Measured()
    model.compile("sgd", "mse")
    assert model.loss == "mse"
