"""Methods of `ModelCheckpoint` that programs override, and what they read of it."""

import numpy as np
import pytest
from library import tf

keras = tf.keras


def trained(callback, epochs=4, initial_epoch=0):
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    x, y = np.ones((4, 2), "float32"), np.ones((4, 1), "float32")
    model.fit(
        x, y, batch_size=2, epochs=epochs, initial_epoch=initial_epoch, verbose=0,
        callbacks=[callback],
    )  # fmt: skip
    return model


def test_paths_and_saving_can_be_overridden(tmp_path):
    asked = []

    class Own(keras.callbacks.ModelCheckpoint):
        def _save_model(self, epoch, batch, logs):
            asked.append((epoch, batch, sorted(logs)))
            super()._save_model(epoch, batch, logs)

        def _get_file_path(self, epoch, batch, logs):
            self.filepath = str(tmp_path / f"own-{epoch}.weights.h5")
            return super()._get_file_path(epoch, batch, logs)

    trained(Own(str(tmp_path / "any.weights.h5"), save_weights_only=True), epochs=2)
    assert asked == [(0, None, ["loss"]), (1, None, ["loss"])]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "own-0.weights.h5",
        "own-1.weights.h5",
    ]


def test_batches_are_asked_about(tmp_path):
    class Own(keras.callbacks.ModelCheckpoint):
        def _should_save_on_batch(self, batch):
            return batch == 1

    path = str(tmp_path / "{epoch}-{batch}.weights.h5")
    trained(Own(path, save_weights_only=True, save_freq=100), epochs=2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1-2.weights.h5", "2-2.weights.h5"]


@pytest.mark.keras_2
def test_epochs_since_the_last_file(tmp_path):
    counts = []

    class Own(keras.callbacks.ModelCheckpoint):
        def on_epoch_end(self, epoch, logs=None):
            super().on_epoch_end(epoch, logs)
            counts.append((epoch, self.epochs_since_last_save))

    path = str(tmp_path / "{epoch}.weights.h5")
    trained(Own(path, save_weights_only=True, period=3), epochs=6, initial_epoch=1)
    assert counts == [(1, 1), (2, 2), (3, 0), (4, 1), (5, 2)]
    assert [one.name for one in tmp_path.iterdir()] == ["4.weights.h5"]


@pytest.mark.keras_2
def test_weights_under_the_name_of_the_file_of_states(tmp_path):
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
    before = model.get_weights()[0]
    path = str(tmp_path / "checkpoint")
    model.save_weights(path)
    model.set_weights([np.zeros_like(weight) for weight in model.get_weights()])
    model.load_weights(path)
    np.testing.assert_array_equal(model.get_weights()[0], before)
    assert tf.train.latest_checkpoint(tmp_path) == path
