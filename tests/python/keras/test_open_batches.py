"""Shapes of layers that are built while a model is trained, and lists of numbers as data."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
X, Y = np.ones((40, 3), "float32"), np.ones(40)


def shapes(run, eager=False):
    """The shapes that a summary shows after `run`."""
    model = tf.keras.Sequential([layers.Dense(2), layers.Dense(1)])
    model.compile("sgd", "mse", run_eagerly=eager)
    run(model)
    lines = []
    model.summary(print_fn=lambda text, **_: lines.extend(text.split("\n")))
    return [line.split("│")[2].strip() for line in lines if "dense" in line]


def rows():
    return tf.data.Dataset.from_tensor_slices((X, Y))


def texts():
    """Batches that are made of texts."""

    def numbers(words):
        return tf.cast(tf.strings.length(words)[:, None], tf.float32) * tf.ones([1, 3])

    found = tf.data.Dataset.from_tensor_slices((np.array(["a"] * 40), Y)).batch(16)
    return found.map(lambda words, y: (numbers(words), y))


@pytest.mark.parametrize(
    ("run", "batch"),
    [
        (lambda model: model.fit(X, Y, verbose=0), None),
        (lambda model: model.fit(X, Y, batch_size=20, verbose=0), 20),
        (lambda model: model.fit(X, Y, validation_split=0.5, verbose=0), None),
        (lambda model: model.fit(rows().batch(16), verbose=0), None),
        (lambda model: model.fit(rows().batch(16, drop_remainder=True), verbose=0), 16),
        (lambda model: model.fit(texts().cache().prefetch(1), verbose=0), None),
        (lambda model: model.evaluate(X, Y, verbose=0), None),
        (lambda model: model(X[:5]), 5),
    ],
)
def test_the_batch_is_as_open_as_in_the_data(run, batch):
    assert shapes(run) == [f"({batch}, 2)", f"({batch}, 1)"]


def test_what_runs_eagerly_is_built_for_the_first_batch():
    assert shapes(lambda model: model.fit(X, Y, verbose=0), eager=True)[0] == "(32, 2)"


def test_the_number_of_rows_of_texts_is_open():
    assert texts().element_spec[0].shape.as_list() == [None, 3]
    lengths = texts().map(lambda x, y: tf.shape(x)[0])
    assert lengths.element_spec.shape.as_list() == []


@pytest.mark.keras_2
@pytest.mark.parametrize("kind", [list, tuple])
def test_lists_of_texts_and_numbers_are_arrays(kind):
    words = layers.TextVectorization(output_mode="multi_hot")
    words.adapt(tf.constant(["a b", "b c"]))
    model = tf.keras.Sequential([words, layers.Dense(1, kernel_initializer="ones")])
    assert model.predict(kind(["a b", "c d b"]), verbose=0).tolist() == [[2.0], [3.0]]
    model = tf.keras.Sequential([layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse")
    data = kind([kind([1.0, 2.0]), kind([3.0, 4.0])])
    assert model.predict(data, verbose=0).tolist() == [[3.0], [7.0]]
    model.fit(data, kind([3.0, 7.0]), verbose=0)
    assert model.weights[0].numpy().tolist() == [[1.0], [1.0]]
