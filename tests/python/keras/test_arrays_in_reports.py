"""Steps of a program's own that report arrays: means in lines, values in histories and tables."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
X = np.arange(16.0).reshape(8, 2) / 10
Y = X.sum(1, keepdims=True) * 2


class Told(keras.Model):
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            outputs = self(x)
            loss = tf.reduce_mean((outputs - y) ** 2)
        gradients = tape.gradient(loss, self.trainable_weights)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_weights, strict=True))
        return {"loss": loss, "outputs": outputs, "one": tf.reshape(loss, [1, 1])}

    def test_step(self, data):
        return {"loss": tf.constant(1.0), "outputs": self(data[0])}


def _fit(verbose=0, **options):
    inputs = keras.Input((2,))
    model = Told(inputs, keras.layers.Dense(1, kernel_initializer="ones")(inputs))
    model.compile("sgd")
    options = {"epochs": 2, "batch_size": 4, "shuffle": False} | options
    return model, model.fit(X, Y, verbose=verbose, **options)


@pytest.mark.parametrize("verbose", [1, 2])
def test_lines_show_means(verbose, capsys):
    _fit(verbose)
    lines = capsys.readouterr().out
    assert "loss: 5.3504 - one: 5.3504 - outputs: 2.3299" in lines
    assert "loss: 4.4748 - one: 4.4748 - outputs: 2.5262" in lines


def test_histories_keep_arrays():
    _, history = _fit(validation_data=(X[:4], Y[:4]))
    assert [np.shape(value) for value in history.history["outputs"]] == [(4, 1), (4, 1)]
    np.testing.assert_allclose(history.history["one"][1], [[4.474801]], rtol=1e-5)
    assert np.shape(history.history["val_outputs"][0]) == (4, 1)


def test_evaluation_shows_means_and_returns_arrays(capsys):
    model, _ = _fit()
    loss, outputs = model.evaluate(X, Y, batch_size=4, verbose=2)
    assert f"outputs: {outputs.mean():.4f}" in capsys.readouterr().out
    assert loss == 1.0
    assert outputs.shape == (4, 1)


def test_tables_have_rows_of_arrays(tmp_path):
    _fit(callbacks=[keras.callbacks.CSVLogger(str(tmp_path / "told.csv"))])
    head, first, _ = (tmp_path / "told.csv").read_text().splitlines()
    assert head.startswith("epoch,loss,one,outputs")
    assert '"""[[5.350423]]""","""[[1.7257999], [2.1285598],' in first


def test_an_array_of_one_is_watched():
    stops = keras.callbacks.EarlyStopping("one", mode="max", patience=1)
    _, history = _fit(epochs=5, callbacks=[stops])
    assert len(history.history["loss"]) == 2


def test_longer_ones_are_not():
    with pytest.raises(ValueError):
        _fit(callbacks=[keras.callbacks.EarlyStopping("outputs", mode="min")])
