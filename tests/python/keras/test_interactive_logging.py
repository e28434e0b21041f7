"""A program may turn off what Keras prints."""

import re

import numpy as np
import pytest
from library import tf

keras = tf.keras
X = np.linspace(-1.0, 1.0, 8).reshape(8, 1).astype("float32")


@pytest.fixture(autouse=True)
def quiet():
    keras.utils.disable_interactive_logging()
    yield
    keras.utils.enable_interactive_logging()


@pytest.fixture
def model():
    model = keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse")
    model(X)
    return model


@pytest.mark.parametrize("verbose", [1, 2])
def test_training_is_silent(model, verbose, capsys):
    model.fit(X, X, epochs=2, verbose=verbose, validation_data=(X, X))
    model.evaluate(X, X, verbose=verbose)
    model.predict(X, verbose=verbose)
    assert capsys.readouterr().out == ""


def test_so_are_callbacks(model, tmp_path, capsys):
    callbacks = keras.callbacks
    path = str(tmp_path / "w.weights.h5")
    asked = [
        callbacks.EarlyStopping("loss", patience=1, verbose=1),
        callbacks.ReduceLROnPlateau("loss", patience=1, verbose=1),
        callbacks.LearningRateScheduler(lambda epoch: 0.1, verbose=1),
        callbacks.ModelCheckpoint(path, save_weights_only=True, verbose=1),
    ]
    model.fit(X, X, epochs=3, callbacks=asked)
    assert capsys.readouterr().out == ""


def test_and_summaries_and_bars(model, capsys):
    model.summary()
    bar = keras.utils.Progbar(2, interval=0)
    bar.update(1)
    bar.update(2, [("loss", 1.0)])
    assert capsys.readouterr().out == ""


def test_and_again_they_are_not(model, capsys):
    assert not keras.utils.is_interactive_logging_enabled()
    keras.utils.enable_interactive_logging()
    model.summary()
    assert "Model" in capsys.readouterr().out


def short_line(capsys):
    keras.utils.enable_interactive_logging()
    bar = keras.utils.Progbar(3, verbose=2, unit_name="sample")
    bar.update(1)
    bar.update(3, [("loss", 2.0)])
    return capsys.readouterr().out


@pytest.mark.keras_2
def test_times_come_last_in_short_lines(capsys):
    times = r"\d+(s|ms|us)/epoch - \d+(s|ms|us)/sample"
    assert re.fullmatch(rf"3/3 - 0s - loss: 2\.0000 - {times}\n", short_line(capsys))


@pytest.mark.keras_3
def test_times_come_first_in_short_lines(capsys):
    line = r"3/3 - 0s - \d+(s|ms|us)/sample - loss: 2\.0000\n"
    assert re.fullmatch(line, short_line(capsys))
