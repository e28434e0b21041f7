"""In TensorFlow's place a loss alone that an own step returns is reported as 0, as in Keras 3."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
X, Y = np.ones((4, 2), "float32"), np.zeros((4, 1), "float32")


class Model(tf.keras.Model):
    def __init__(self, **more):
        super().__init__()
        self.dense, self.more = tf.keras.layers.Dense(1, kernel_initializer="ones"), more

    def call(self, x):
        return self.dense(x)

    def train_step(self, data):
        return {"loss": tf.reduce_mean(self(data[0])), **self.more}

    test_step = train_step


def _compiled(**more):
    model = Model(**more)
    model.compile("sgd", "mse")
    return model


def test_an_epoch_has_0():
    model = _compiled()
    history = model.fit(X, Y, validation_data=(X, Y), verbose=0).history
    assert history == {"loss": [0.0], "val_loss": [0.0]}
    assert model.evaluate(X, Y, verbose=0) == 0.0


def test_a_batch_has_the_loss():
    seen = []
    told = tf.keras.callbacks.LambdaCallback(on_train_batch_end=lambda _, logs: seen.append(logs))
    _compiled().fit(X, Y, verbose=0, callbacks=[told])
    assert seen == [{"loss": 2.0}]


def test_beside_other_results_it_is_what_was_returned():
    history = _compiled(other=1.0).fit(X, Y, verbose=0).history
    assert history == {"loss": [2.0], "other": [1.0]}


def test_a_metric_of_that_name_has_its_own():
    class Tracked(Model):
        def __init__(self):
            super().__init__()
            self.tracker = tf.keras.metrics.Mean(name="loss")

        @property
        def metrics(self):
            return [self.tracker]

        def train_step(self, data):
            self.tracker.update_state(tf.reduce_mean(self(data[0])))
            return {"loss": self.tracker.result()}

    model = Tracked()
    model.compile("sgd")
    assert model.fit(X, Y, verbose=0).history == {"loss": [2.0]}
