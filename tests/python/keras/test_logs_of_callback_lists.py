"""`CallbackList` in loops of a program: callbacks are told plain numbers, in Keras 3 sorted."""

import numpy as np
import pytest
from library import tf

keras = tf.keras


class Told(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.events = []

    def _note(self, logs):
        self.events.append({name: (type(value), value) for name, value in logs.items()})

    def on_epoch_end(self, epoch, logs=None):
        self._note(logs)

    def on_train_end(self, logs=None):
        self._note(logs)

    def on_predict_batch_end(self, batch, logs=None):
        self.outputs = logs["outputs"]


def run(logs):
    told, model = Told(), keras.Sequential([keras.layers.Dense(1)])
    listed = keras.callbacks.CallbackList([told], add_history=True, model=model, epochs=1, steps=1)
    listed.on_train_begin()
    listed.on_epoch_begin(0)
    listed.on_epoch_end(0, logs)
    listed.on_train_end(logs)
    return told, model.history


@pytest.fixture
def logs():
    return {
        "z": np.float32(1.5),
        "loss": tf.constant(2.0),
        "n": np.int64(4),
        "count": 7,
        "text": "as it is",
        "flag": True,
    }


@pytest.mark.keras_3
def test_they_are_floats_in_the_order_of_their_names(logs):
    told, history = run(logs)
    for event in told.events:
        assert list(event) == sorted(logs)
        assert event.pop("text") == (str, "as it is")
        assert {kind for kind, _ in event.values()} == {float}
    assert history.history["n"] == [4.0]
    assert history.epoch == [0]


@pytest.mark.keras_2
def test_keras_2_leaves_whole_numbers_and_the_order(logs):
    told, history = run(logs)
    kinds = {"z": float, "loss": float, "n": int, "count": int, "text": str, "flag": bool}
    for event in told.events:
        assert list(event) == list(logs)
        assert {name: kind for name, (kind, _) in event.items()} == kinds
    assert history.history["n"] == [4]


def test_the_programs_own_dict_stays(logs):
    kept = dict(logs)
    run(logs)
    assert list(logs) == list(kept)
    assert all(logs[name] is kept[name] for name in kept)


def test_outputs_of_a_batch_are_arrays():
    told = Told()
    model = keras.Sequential([keras.layers.Dense(1)])
    model.predict(np.ones((4, 2), "float32"), verbose=0, callbacks=[told])
    assert type(told.outputs) is np.ndarray
    assert told.outputs.shape == (4, 1)
