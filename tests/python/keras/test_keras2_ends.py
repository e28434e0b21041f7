"""Where epochs with a number of steps begin and training ends under `TF_USE_LEGACY_KERAS=1`.

With that variable set this file passes against TensorFlow too, whose Keras 2 it records.
"""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = [
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.keras_2,
]
X = np.arange(12.0, dtype="float32")[:, None]


class Shown(keras.Model):
    """Notes the first row of each batch; those of validation are 100 and more."""

    def __init__(self):
        super().__init__()
        self.rows = []
        self.compile(run_eagerly=True)

    def train_step(self, data):
        self.rows[-1].append(int(data[0, 0]))
        return {"loss": 0.0}

    def test_step(self, data):
        self.rows[-1].append(int(data[0, 0]))
        return {"loss": 0.0}


class Epochs(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.model.rows.append([])


class Numbered(keras.utils.Sequence):
    def __len__(self):
        return 3

    def __getitem__(self, index):
        return X[4 * index : 4 * index + 4]


def rows(data, steps, **settings):
    model = Shown()
    settings |= {"steps_per_epoch": steps, "shuffle": False, "verbose": 0}
    model.fit(data, epochs=3, callbacks=[Epochs()], **settings)
    return [list(epoch) for epoch in model.rows]


def dataset():
    return tf.data.Dataset.from_tensor_slices(X).batch(4)


def test_arrays_come_once_for_each_epoch():
    assert rows(X, 2, batch_size=4) == [[0, 4], [8, 0], [4, 8]]
    assert rows(X, 4, batch_size=4) == [[0, 4, 8, 0], [4, 8, 0, 4], [8]]
    held = (X + 100.0,)
    found = rows(X, 4, batch_size=4, validation_data=held, validation_steps=2)
    assert found == [[0, 4, 8, 0, 100, 104], [4, 8, 0, 4, 100, 104], [8, 100, 104]]


def test_each_epoch_begins_a_sequence_anew():
    assert rows(Numbered(), 2) == [[0, 4]] * 3
    assert rows(Numbered(), 4) == [[0, 4, 8]]


def test_training_ends_with_a_dataset():
    assert rows(dataset(), 2) == [[0, 4], [8]]
    assert rows(dataset(), 3) == [[0, 4, 8]] * 3
    assert rows(dataset(), 4) == [[0, 4, 8]]
    unknown = dataset().filter(lambda batch: True)
    assert rows(unknown, 3) == [[0, 4, 8], []]
    assert rows(unknown, None) == [[0, 4, 8]] * 3


def test_training_ends_with_a_generator():
    def batches():
        for at in range(5):
            yield X[2 * at : 2 * at + 2]

    assert rows(batches(), 2) == [[0, 2], [4, 6], [8]]
    assert rows(batches(), 3) == [[0, 2, 4], [6, 8]]
    assert rows(batches(), None) == [[0, 2, 4, 6, 8], []]
