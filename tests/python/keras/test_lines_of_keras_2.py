"""The lines that `fit` and `evaluate` of Keras 2 print with `verbose=2`: the times come last."""

import re

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2
X = np.linspace(-1.0, 1.0, 8).reshape(8, 1).astype("float32")
TIME = r"\d+(s|ms|us)"
LINE = rf"2/2 - \d+s - loss: 1\.2500e-05 - mae: 0\.0025 - {TIME}/epoch - {TIME}/step"


def compiled():
    inputs = keras.Input([1])
    model = keras.Model(inputs, keras.layers.Dense(1, kernel_initializer="ones")(inputs))
    model.compile(keras.optimizers.SGD(0.0), "mse", metrics=["mae"])
    return model


def test_times_of_an_epoch_and_of_a_step_stand_behind_the_numbers(capsys):
    targets = X + np.array([0.0, 0.005] * 4)[:, None].astype("float32")
    compiled().fit(X, targets, batch_size=4, epochs=2, verbose=2, shuffle=False)
    lines = capsys.readouterr().out.splitlines()
    assert lines[::2] == ["Epoch 1/2", "Epoch 2/2"]
    assert all(re.fullmatch(LINE, line) for line in lines[1::2])


def test_so_they_do_in_evaluate(capsys):
    targets = X + np.array([0.0, 0.005] * 4)[:, None].astype("float32")
    compiled().evaluate(X, targets, batch_size=4, verbose=2)
    assert re.fullmatch(LINE, capsys.readouterr().out.strip())
