"""Keras 2: bars are written over in files too: the first step of an epoch is seen, and the last."""

import re

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras = tf.keras
X = np.ones((8, 1), "float32")
TIME = r"\d+(s|ms|us)"
LAST = rf"- \d+s {TIME}/step"


@pytest.fixture
def model():
    entry = keras.Input([1])
    made = keras.Model(entry, keras.layers.Dense(1, kernel_initializer="ones")(entry))
    made.compile(keras.optimizers.SGD(0.0), "mse")
    return made


def written(capsys):
    """What was written, without the characters that take back, line by line."""
    text = capsys.readouterr().out.replace("\b", "")
    return [line.rstrip() for line in re.split("[\r\n]+", text.strip("\r\n"))]


def agree(lines, *patterns):
    return len(lines) == len(patterns) and all(map(re.fullmatch, patterns, lines))


def test_epochs(model, capsys):
    model.fit(X, X - 1, batch_size=4, epochs=2, verbose=1)
    first = r"1/2 \[={14}>\.{15}\] - ETA: 0s - loss: 1\.0000"
    last = rf"2/2 \[={{30}}\] {LAST} - loss: 1\.0000"
    assert agree(written(capsys), "Epoch 1/2", first, last, "Epoch 2/2", first, last)


def test_what_is_taken_back_is_what_was_written(model, capsys):
    model.fit(X, X, batch_size=8, verbose=1)
    text = capsys.readouterr().out
    first, last = re.fullmatch("\r(.*?)\b+\r(.*)\n", text).groups()
    assert text.count("\b") == len(first)
    assert first.startswith("1/1 [==============================] - ETA: 0s")
    assert last.startswith("1/1 [==============================] - 0s")


def test_evaluate_and_predict(model, capsys):
    model.evaluate(X, X - 1, batch_size=8)
    bar = r"1/1 \[={30}\]"
    assert agree(
        written(capsys), rf"{bar} - ETA: 0s - loss: 1\.0000", rf"{bar} {LAST} - loss: 1\.0000"
    )
    model.predict(X, batch_size=8, verbose=1)
    assert agree(written(capsys), rf"{bar} - ETA: 0s", rf"{bar} {LAST}")


def test_a_number_of_steps_that_the_first_epoch_shows(model, capsys):
    def batches():
        for _ in range(3):
            yield X, X

    spec = tf.TensorSpec([None, 1])
    data = tf.data.Dataset.from_generator(batches, output_signature=(spec, spec))
    model.fit(data, epochs=2, verbose=1)
    lines = written(capsys)
    assert re.match(rf"      1/Unknown {LAST} - loss", lines[1])
    second = lines[lines.index("Epoch 2/2") :]
    assert second[1].startswith("1/3 [=========>....................] - ETA: 0s - loss")
    assert all(end.startswith("3/3 [===") for end in (lines[-1], lines[-len(second) - 1]))


def test_steps_that_run_together_count_all(model, capsys):
    model.compile(keras.optimizers.SGD(0.0), "mse", steps_per_execution=2)
    model.fit(X, X, batch_size=2, verbose=1)
    assert written(capsys)[0].startswith("2/4 [==============>...............] - ETA: 0s")


def test_a_bar_of_ones_own(capsys):
    bar = keras.utils.Progbar(10, stateful_metrics=["b"])
    for step in range(10):
        bar.update(step + 1, [("a", step), ("b", step)])
    first, *_, last = written(capsys)
    assert re.fullmatch(r" 1/10 \[==>\.{27}\] - ETA: 0s - a: 0\.0000e\+00 - b: .*", first)
    assert re.fullmatch(rf"10/10 \[={{30}}\] {LAST} - a: 4\.5000 - b: 9\.0000", last)
