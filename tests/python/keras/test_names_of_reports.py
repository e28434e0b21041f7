"""How losses and metrics of models are called in reports, and in which order they stand there."""

import numpy as np
import pytest
from library import tf

layers, metrics = tf.keras.layers, tf.keras.metrics
X = np.array([[1.0, 2.0], [3.0, 5.0]], np.float32)
COLUMN, PAIR = X[:, :1], X[:, ::-1].copy()


class Two(tf.keras.Model):
    """A model of two outputs without names."""

    def __init__(self):
        super().__init__()
        self.one, self.two = (layers.Dense(n, kernel_initializer="ones") for n in (1, 2))

    def call(self, inputs):
        return self.one(inputs), self.two(inputs)


def reports(**given):
    model = Two()
    model.compile("sgd", **given)
    history = model.fit(X, (COLUMN, PAIR), epochs=1, verbose=0).history
    return model, list(history)


def absolute(y_true, y_pred):
    return tf.reduce_mean(tf.abs(y_true - y_pred), -1)


def test_outputs_without_names_are_reported_by_their_losses():
    given = [tf.keras.losses.MeanSquaredError(name="first"), absolute]
    assert reports(loss=given)[1] == ["absolute_loss", "first_loss", "loss"]
    given = ["mse", lambda y_true, y_pred: absolute(y_true, y_pred)]
    assert reports(loss=given)[1] == ["lambda_loss", "loss", "mse_loss"]
    assert reports(loss=[tf.keras.losses.Huber(), "mae"])[1] == [
        "huber_loss_loss",
        "loss",
        "mae_loss",
    ]


def test_of_losses_with_one_name_the_last_is_reported():
    model, names = reports(loss="mse")
    assert names == ["loss", "mse_loss"]
    total, first, second = model.evaluate(X, (COLUMN, PAIR), verbose=0)
    pair = model.predict(X, verbose=0)[1]
    assert first == second == pytest.approx(np.mean((PAIR - pair) ** 2), rel=1e-5)
    assert total > second


def test_metrics_of_outputs_without_names_have_numbers_where_their_names_are_taken():
    model, names = reports(loss=["mse", "mae"], metrics=[["mae"], ["mae", "mse"]])
    assert names == ["loss", "mae", "mae_1", "mae_loss", "mse", "mse_loss"]
    by_name = model.evaluate(X, (COLUMN, PAIR), verbose=0, return_dict=True)
    ordered = model.evaluate(X, (COLUMN, PAIR), verbose=0)
    wanted = ["loss", "mae", "mae", "mse", "mse_loss", "mae_loss", "mae_1"]
    assert ordered == pytest.approx([by_name[name] for name in wanted])
    names = reports(loss="mse", weighted_metrics=["mae", "mae"])[1]
    assert names == ["loss", "mae", "mse_loss", "weighted_mae"]


class Own(tf.keras.Model):
    """A model whose steps report what they like."""

    def __init__(self):
        super().__init__()
        self.dense = layers.Dense(1)
        self.means = [metrics.Mean(name="z"), metrics.Mean(name="b")]

    def call(self, inputs):
        return self.dense(inputs)

    @property
    def metrics(self):
        return self.means

    def train_step(self, data):
        return self.test_step(data)

    def test_step(self, data):
        for place, mean in enumerate(self.means):
            mean.update_state(float(place))
        results = {mean.name: mean.result() for mean in self.means}
        return {"y": tf.constant(5.0), "a": tf.constant(3.0), **results}


def test_numbers_without_names_stand_in_the_order_of_metrics_then_of_other_names():
    model = Own()
    model.compile("sgd")
    assert model.evaluate(X, COLUMN, verbose=0) == [0.0, 1.0, 3.0, 5.0]
    assert model.train_on_batch(X, COLUMN) == [0.0, 1.0, 3.0, 5.0]


def test_the_numbers_of_validation_stand_among_the_others_in_the_order_of_names(capsys):
    model = tf.keras.Sequential([layers.Dense(1)])
    model.compile("sgd", "mse", metrics=[metrics.MeanAbsoluteError(name="z")])
    history = model.fit(X, COLUMN, verbose=2, validation_data=(X, COLUMN)).history
    assert list(history) == ["loss", "val_loss", "val_z", "z"]
    line = capsys.readouterr().out
    assert line.index("val_z:") < line.index(" z:")
    model.fit(X, COLUMN, verbose=1, validation_data=(X, COLUMN))
    last = capsys.readouterr().out.strip().split("\n")[-1].split("\r")[-1]
    assert last.rindex(" z:") < last.rindex("val_z:")


@pytest.mark.keras_3
def test_numbers_of_two_metrics_of_one_name():
    """Keras 3 lists by the metrics' own names first, then what has another name."""
    x, y = np.ones((4, 2), "float32"), np.array([[0.0], [1.0], [2.0], [4.0]], "float32")
    model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse", metrics=["mae", "mse"], weighted_metrics=["mae"])
    weights = np.array([1.0, 2.0, 3.0, 4.0], "float32")
    listed = model.evaluate(x, y, sample_weight=weights, verbose=0)
    named = model.evaluate(x, y, sample_weight=weights, verbose=0, return_dict=True)
    keys = ["loss", "mae", "mse", "mae", "weighted_mae"]
    np.testing.assert_allclose(listed, [named[key] for key in keys])
