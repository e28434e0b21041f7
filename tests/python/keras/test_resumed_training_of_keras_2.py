"""Checkpoints of a model and its optimizer, formats by word, and what callbacks are told."""

import numpy as np
import pytest
from library import tf

X = np.linspace(0.0, 1.0, 6, dtype="f").reshape(3, 2)
Y = X[:, :1]


def model():
    layers = [tf.keras.layers.Dense(3), tf.keras.layers.Dense(1)]
    return tf.keras.Sequential([tf.keras.Input((2,)), *layers])


@pytest.mark.keras_2
@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("word", ["tf", "tensorflow", None])
def test_an_optimizer_goes_on_from_a_checkpoint_loaded_before_compile_or_after(
    tmp_path, before, word
):
    first = model()
    first.compile(tf.keras.optimizers.RMSprop(0.01), "mse")
    first.train_on_batch(X, Y)
    path = str(tmp_path / "c")
    first.save_weights(path, save_format=word)
    expected = [first.train_on_batch(X, Y) for _ in range(2)]
    second = model()
    if before:
        second.load_weights(path)
    second.compile(tf.keras.optimizers.RMSprop(0.01), "mse")
    if not before:
        second.load_weights(path)
    assert [second.train_on_batch(X, Y) for _ in range(2)] == pytest.approx(expected, rel=1e-5)
    assert int(second.optimizer.iterations) == 3


@pytest.mark.keras_2
def test_a_word_that_is_no_format_is_refused(tmp_path):
    with pytest.raises(ValueError, match="`save_format`=foo"):
        model().save_weights(str(tmp_path / "c"), save_format="foo")


@pytest.mark.keras_2
def test_a_file_of_weights_says_what_wrote_it(tmp_path):
    h5py = pytest.importorskip("h5py")
    model().save_weights(str(tmp_path / "w.h5"))
    with h5py.File(tmp_path / "w.h5") as file:
        assert file.attrs["backend"] == "tensorflow"
        assert file.attrs["keras_version"].startswith("2.")


def test_callbacks_are_told_of_the_one_pass_of_evaluation():
    told = []

    class Heard(tf.keras.callbacks.Callback):
        def on_test_begin(self, logs=None):
            told.append(self.params["epochs"])
            told.append(self.params["steps"])

        on_predict_begin = on_test_begin

    made = model()
    made.compile("sgd", "mse")
    made.evaluate(X, Y, batch_size=2, verbose=0, callbacks=[Heard()])
    made.predict(X, batch_size=1, verbose=0, callbacks=[Heard()])
    assert told == [1, 2, 1, 3]
