"""As a stand-in for TensorFlow, lines of progress have the bar of Keras 3, in files too."""

import re

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), pytest.mark.keras_3]
X = np.linspace(-1.0, 1.0, 8).reshape(8, 1).astype("float32")
TIME = r"\d+(s|ms|us)/step"
DONE = rf"\x1b\[1m2/2\x1b\[0m \x1b\[32m━{{20}}\x1b\[0m\x1b\[37m\x1b\[0m \x1b\[1m0s\x1b\[0m {TIME}"


@pytest.fixture
def model():
    model = keras.Sequential([keras.Input((1,)), keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse", metrics=["mae"])
    model.predict(X, verbose=0)
    return model


def lines(capsys):
    """The lines that were written over each other, without those that go back."""
    return [line.rstrip() for line in re.split("[\r\n\b]+", capsys.readouterr().out) if line]


def test_training_and_validation(model, capsys):
    model.fit(X, X, batch_size=4, epochs=2, validation_data=(X, X))
    written = lines(capsys)
    assert [line for line in written if line.startswith("Epoch")] == ["Epoch 1/2", "Epoch 2/2"]
    numbers = " - ".join(f"{name}: 0.0000e+00" for name in ["loss", "mae", "val_loss", "val_mae"])
    assert re.fullmatch(f"{DONE} - {re.escape(numbers)}", written[-1])


def test_evaluation_and_prediction(model, capsys):
    model.evaluate(X, X, batch_size=4)
    assert re.fullmatch(rf"{DONE} - loss: 0\.0000e\+00 - mae: 0\.0000e\+00", lines(capsys)[-1])
    model.predict(X, batch_size=4)
    assert re.fullmatch(DONE, lines(capsys)[-1])


def test_each_line_has_the_numbers_in_the_order_of_their_names(capsys):
    model = keras.Sequential([keras.Input((1,)), keras.layers.Dense(1)])
    model.compile("sgd", "mse", metrics=["accuracy"])
    model.fit(X, X, batch_size=4, verbose=1)
    model.evaluate(X, X, batch_size=4)
    shown = [re.findall(r" - (\w+):", line) for line in lines(capsys)]
    assert len(shown) >= 4
    assert all(names == ["accuracy", "loss"] for names in shown)


def test_the_first_line_is_taken_back(model, capsys):
    model.predict(X, batch_size=8)
    first, rest = capsys.readouterr().out.split("step", 1)
    seen = re.sub(r"\x1b\[\d+m", "", first.lstrip("\r")) + "step"
    assert rest.startswith("\b" * len(seen) + "\r\x1b[1m1/1")


@pytest.mark.filterwarnings("ignore")
def test_steps_that_nobody_knows(model, capsys):
    model.fit(((X[:4], X[:4]) for _ in range(2)), verbose=1)
    written = lines(capsys)
    assert re.match(rf"      1/Unknown \x1b\[1m0s\x1b\[0m {TIME} - loss: 0", written[0])
    assert re.match(DONE, written[-1])


def test_a_bar_of_ones_own(capsys):
    bar = keras.utils.Progbar(4, width=8, interval=0)
    bar.update(1, [("loss", 2.0)])
    bar.update(4, [("loss", 1.0)])
    first, last = lines(capsys)
    part = r"\x1b\[1m1/4\x1b\[0m \x1b\[32m━━\x1b\[0m\x1b\[37m━━━━━━\x1b\[0m \x1b\[1m0s\x1b\[0m "
    assert re.fullmatch(rf"{part}{TIME} - loss: 2\.0000", first)
    assert last.endswith(" - loss: 1.0000")
