"""The order of numbers on the lines of `fit` and `evaluate`: what steps tell, then what comes at
the end of an epoch, as it comes; and what such numbers are the means of."""

import re

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
keras = tf.keras
X = np.linspace(0.0, 1.0, 80).reshape(20, 4).astype("float32")
Y = X.sum(1, keepdims=True)


class Telling(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        logs.update(zz=1.0, loss=2.0, first=3.0)


def _line(output):
    last = re.split(r"[\r\n\x08]+", output.strip())[-1]
    return re.findall(r"([a-z_]+): ([\d.]+)", re.sub(r"\x1b\[[0-9;]*m", "", last))


@pytest.mark.parametrize("verbose", [1, 2])
def test_what_a_callback_adds_comes_last(capsys, verbose):
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
    model.compile("sgd", "mse", metrics=["mae"])
    options = {"validation_data": (X, Y), "callbacks": [Telling()], "verbose": verbose}
    model.fit(X, Y, batch_size=10, **options)
    found = _line(capsys.readouterr().out)
    names = ["loss", "mae", "val_loss", "val_mae", "zz", "first"]
    assert [name for name, _ in found] == names
    assert dict(found)["loss"].startswith("2.0")


def test_results_of_several_metrics_stand_in_the_order_of_names(capsys):
    class Own(keras.Model):
        def train_step(self, data):
            x, y = data
            with tf.GradientTape() as tape:
                predicted = self(x, training=True)
                loss = self.compute_loss(y=y, y_pred=predicted)
            found = tape.gradient(loss, self.trainable_variables)
            self.optimizer.apply_gradients(zip(found, self.trainable_variables))
            for metric in self.metrics:
                metric.update_state(*((loss,) if metric.name == "loss" else (y, predicted)))
            return {metric.name: metric.result() for metric in self.metrics}

    inputs = keras.Input((4,))
    model = Own(inputs, keras.layers.Dense(1)(inputs))
    model.compile("sgd", "mse", metrics=["mae", "bce"])
    model.fit(X, Y, batch_size=10, verbose=1, validation_data=(X, Y))
    names = [name for name, _ in _line(capsys.readouterr().out)]
    assert names == ["bce", "mae", "loss", "val_bce", "val_loss", "val_mae"]


@pytest.mark.keras_2
def test_lines_of_evaluate_have_means_of_what_no_metric_tells(capsys):
    class Own(keras.Model):
        turn = 0.0

        def test_step(self, data):
            self.number.assign_add(3.0)
            return {"mine": self.number + 0.0}

    inputs = keras.Input((4,))
    model = Own(inputs, keras.layers.Dense(1)(inputs))
    model.number = tf.Variable(0.0, trainable=False)
    model.compile("sgd")
    assert model.evaluate(X, Y, batch_size=10, verbose=1) == 6.0
    assert _line(capsys.readouterr().out) == [("mine", "5.0000")]


def test_whole_batches_count_by_their_examples():
    inputs = keras.Input((4,))
    makes = {"kernel_initializer": "zeros"}
    outputs = [keras.layers.Dense(1, name=name, **makes)(inputs) for name in ("a", "b")]
    model = keras.Model(inputs, outputs)
    model.compile("sgd", "mae")
    differ = 0
    for height in np.linspace(0.1, 0.9, 6).astype("float32"):
        y = np.full((20, 1), height, "float32")
        y[10:] /= 7.0
        found = model.evaluate(X, [y, y], batch_size=10, verbose=0, return_dict=True)
        parts = [
            np.float32(keras.losses.mae(y[at : at + 10].T, np.zeros((1, 10)))[0]) for at in (0, 10)
        ]
        counted = (parts[0] * np.float32(10.0) + parts[1] * np.float32(10.0)) / np.float32(20.0)
        assert found["b_loss"] == float(counted)
        differ += counted != (parts[0] + parts[1]) / np.float32(2.0)
    assert differ
