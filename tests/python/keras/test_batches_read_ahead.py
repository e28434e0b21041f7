"""Batches of generators and of data by number are read ahead, while a step runs."""

import time

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

keras = tf.keras
PAUSE = 0.1 if AGAINST_TENSORFLOW else 0.0  # in which TensorFlow's thread reads
ONE = np.ones([2, 1], "float32")


class Told(keras.callbacks.Callback):
    """Notes what happens; what begins or ends gives the readers time."""

    def __init__(self, told):
        super().__init__()
        self.told = told

    def _note(self, word):
        time.sleep(PAUSE)
        self.told.append(word)

    def on_train_batch_begin(self, batch, logs=None):
        self._note(f"({batch}")

    def on_train_batch_end(self, batch, logs=None):
        self._note(f"{batch})")

    def on_test_batch_begin(self, batch, logs=None):
        self._note(f"<{batch}")

    def on_test_batch_end(self, batch, logs=None):
        self._note(f"{batch}>")

    def on_predict_batch_begin(self, batch, logs=None):
        self._note(f"[{batch}")

    def on_predict_batch_end(self, batch, logs=None):
        self._note(f"{batch}]")


def batches(told, name="g", count=100):
    for number in range(count):
        told.append(f"{name}{number}")
        yield ONE, ONE


class ByNumber(keras.utils.Sequence):
    def __init__(self, told):
        super().__init__()
        self.told = told

    def __len__(self):
        return 4

    def __getitem__(self, index):
        self.told.append(f"s{index}")
        return ONE, ONE

    def on_epoch_end(self):
        self.told.append("end")


def trained(data, told, **options):
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(data, verbose=0, shuffle=False, callbacks=[Told(told)], **options)
    time.sleep(PAUSE)
    return " ".join(told)


@pytest.mark.keras_3
def test_a_generator_is_one_batch_ahead():
    told = []
    found = trained(batches(told), told, steps_per_epoch=3, epochs=2)
    assert found == "g0 g1 (0 0) (1 g2 1) (2 g3 2) (0 g4 0) (1 g5 1) (2 g6 2)"


@pytest.mark.keras_2
def test_a_generator_is_two_batches_ahead():
    told = []
    found = trained(batches(told), told, steps_per_epoch=3, epochs=2)
    assert found == "g0 (0 g1 g2 0) (1 g3 1) (2 g4 2) (0 g5 0) (1 g6 1) (2 g7 2)"


@pytest.mark.keras_3
def test_what_validation_has_read_ahead_is_lost():
    told = []
    held = batches(told, "v")
    options = {"validation_data": held, "validation_steps": 3}
    found = trained(batches(told), told, steps_per_epoch=1, epochs=2, **options)
    assert found == ("g0 g1 (0 0) v0 v1 <0 0> <1 v2 1> <2 v3 2> (0 g2 0) <0 0> <1 v4 1> <2 v5 2>")


@pytest.mark.keras_2
def test_validation_goes_on_behind_what_it_has_read_ahead():
    told = []
    held = batches(told, "v")
    options = {"validation_data": held, "validation_steps": 2}
    found = trained(batches(told), told, steps_per_epoch=1, epochs=2, **options)
    assert found == ("g0 (0 g1 g2 0) v0 <0 v1 v2 0> <1 v3 1> (0 g3 0) <0 v4 v5 v6 0> <1 v7 1>")


@pytest.mark.keras_3
def test_data_by_number_are_one_batch_ahead():
    told = []
    found = trained(ByNumber(told), told)
    assert found == "s0 s1 end (0 s0 s1 0) (1 s2 1) (2 s3 2) (3 3) end"


@pytest.mark.keras_2
def test_data_by_number_are_two_batches_ahead():
    told = []
    found = trained(ByNumber(told), told)
    assert found == "s0 (0 s0 s1 s2 0) (1 s3 1) (2 2) (3 3) end"


@pytest.mark.keras_3
def test_prediction_reads_ahead_and_ends_no_epoch_first():
    told = []
    model = keras.Sequential([keras.layers.Dense(1)])
    model.predict(ByNumber(told), verbose=0, callbacks=[Told(told)])
    assert " ".join(told) == "s0 s1 [0 s0 s1 0] [1 s2 1] [2 s3 2] [3 3] end"


def begun(runs_eagerly):
    """What two epochs tell over two batches whose number nobody knows."""
    data = tf.data.Dataset.from_tensor_slices((ONE, ONE)).filter(lambda x, y: True).batch(1)
    told = []
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", run_eagerly=runs_eagerly)
    model.fit(data, verbose=0, shuffle=False, epochs=2, callbacks=[Told(told)])
    return " ".join(told)


@pytest.mark.keras_3
@pytest.mark.filterwarnings("ignore:Your input ran out of data")
@pytest.mark.parametrize("runs_eagerly", [False, True])
def test_a_batch_begins_that_is_not_there(runs_eagerly):
    assert begun(runs_eagerly) == "(0 0) (1 1) (2 (0 0) (1 1) (2"


@pytest.mark.keras_2
@pytest.mark.parametrize("runs_eagerly", [False, True])
def test_a_batch_begins_that_is_not_there_in_the_first_epoch(runs_eagerly):
    assert begun(runs_eagerly) == "(0 0) (1 1) (2 (0 0) (1 1)"


def test_an_error_comes_in_its_place():
    def failing():
        yield ONE, ONE
        yield ONE, ONE
        yield ONE, ONE
        raise KeyError("fourth")

    told = []
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    with pytest.raises(Exception, match="fourth"):
        model.fit(failing(), verbose=0, shuffle=False, steps_per_epoch=4, callbacks=[Told(told)])
    assert " ".join(told) == "(0 0) (1 1) (2 2) (3"
