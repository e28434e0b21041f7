"""What is reported under `TF_USE_LEGACY_KERAS=1`, by the names and in the order of Keras 2.

With that variable set this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = [
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.keras_2,
]
X = np.array([[1.0, 2.0], [3.0, 5.0]], np.float32)


class Two(keras.Model):
    """A model of two outputs without names."""

    def __init__(self):
        super().__init__()
        self.one, self.two = (keras.layers.Dense(n, kernel_initializer="ones") for n in (1, 2))

    def call(self, inputs):
        return self.one(inputs), self.two(inputs)


def test_outputs_without_names_have_those_of_their_places():
    model = Two()
    model.compile("sgd", ["mse", None], metrics=["mse", "mae"])  # both metrics, for each output
    history = model.fit(X, (X[:, :1], X), verbose=0).history
    wanted = ["loss", "output_1_loss", *(f"output_{n}_{m}" for n in (1, 2) for m in ("mse", "mae"))]
    assert list(history) == wanted


METRICS = [
    (["mae"], ["valence_mae", "arousal_mae"]),
    (["mae", "mse"], ["valence_mae", "valence_mse", "arousal_mae", "arousal_mse"]),
    ({"arousal": ["mse", "mae"], "valence": "mae"}, ["valence_mae", "arousal_mse", "arousal_mae"]),
    ([["mae"], ["mse"]], ["valence_mae", "arousal_mse"]),
    ({"arousal": "mae"}, ["arousal_mae"]),
]


@pytest.mark.parametrize(("metrics", "wanted"), METRICS)
def test_metrics_stand_in_the_order_of_the_outputs(metrics, wanted):
    entry = keras.Input([2])
    names = ["valence", "arousal"]
    model = keras.Model(entry, [keras.layers.Dense(1, name=name)(entry) for name in names])
    model.compile("sgd", "mse", metrics=metrics)
    data = X, {name: X[:, :1] * place for place, name in enumerate(names)}
    history = model.fit(*data, verbose=0).history
    assert list(history) == ["loss", "valence_loss", "arousal_loss", *wanted]
    assert model.metrics_names == list(history)
    numbers = model.evaluate(*data, verbose=0)
    assert numbers == list(model.evaluate(*data, verbose=0, return_dict=True).values())


def test_numbers_stand_in_the_order_of_the_metrics():
    told = {}
    shows = keras.callbacks.LambdaCallback(
        on_epoch_end=lambda epoch, logs: told.update(epoch=list(logs)),
        on_train_batch_end=lambda batch, logs: told.update(batch=list(logs)),
    )
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", metrics=["mse", "mae"])
    data = X, X[:, :1]
    history = model.fit(*data, verbose=0, validation_data=data, callbacks=[shows]).history
    names = ["loss", "mse", "mae"]
    assert told["batch"] == names
    assert told["epoch"] == list(history) == [*names, *(f"val_{name}" for name in names)]
    assert list(model.evaluate(*data, verbose=0, return_dict=True)) == names


class OwnLoss(keras.Model):
    """Computes its loss by itself."""

    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = tf.reduce_mean((y - y_pred) ** 2)
        self.optimizer.minimize(loss, self.trainable_variables, tape=tape)
        self.compiled_metrics.update_state(y, y_pred)
        return {**{m.name: m.result() for m in self.metrics}, "own": loss}

    def test_step(self, data):
        x, y = data
        self.compiled_metrics.update_state(y, self(x, training=False))
        return {m.name: m.result() for m in self.metrics}


def test_a_loss_that_keras_does_not_compute_is_no_metric():
    x = np.ones((4, 2), "float32")
    model = OwnLoss()
    model.compile("sgd", metrics=["mae"])
    assert list(model.fit(x, x[:, :1], verbose=0).history) == ["mae", "own"]
    assert list(model.evaluate(x, x[:, :1], verbose=0, return_dict=True)) == ["mae"]
    plain = keras.Sequential([keras.layers.Dense(1)])
    plain.compile("sgd", "mse")
    assert plain.metrics_names == []
    plain.fit(x, x[:, :1], verbose=0)
    assert plain.metrics_names == ["loss"]
