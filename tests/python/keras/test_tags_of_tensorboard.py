"""How `TensorBoard` calls what it writes of weights, and whether it writes the rate."""

import numpy as np
import pytest
from library import tf

event_accumulator = pytest.importorskip(
    "tensorboard.backend.event_processing.event_accumulator", reason="tensorboard is not installed"
)


def tags(folder, rate, kind=tf.keras.optimizers.SGD):
    model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1, name="d")])
    model.compile(kind(rate), "mse")
    board = tf.keras.callbacks.TensorBoard(str(folder), histogram_freq=1, write_graph=False)
    model.fit(np.ones((2, 2)), np.ones((2, 1)), verbose=0, callbacks=[board])
    events = event_accumulator.EventAccumulator(str(folder / "train"))
    events.Reload()
    return model, set(events.Tags()["tensors"])


@pytest.mark.keras_3
def test_paths_of_weights(tmp_path):
    model, found = tags(tmp_path, 0.1)
    assert {f"{weight.path}/histogram" for weight in model.weights} <= found
    assert "epoch_learning_rate" in found


@pytest.mark.keras_2
def test_names_of_weights_and_rates_of_schedules(tmp_path):
    _, found = tags(tmp_path / "rate", 0.1)
    assert {"d/kernel_0/histogram", "d/bias_0/histogram"} <= found
    assert "epoch_learning_rate" not in found
    schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 1, 0.5)
    assert "epoch_learning_rate" in tags(tmp_path / "schedule", schedule)[1]


@pytest.mark.keras_2
def test_rates_of_schedules_of_older_optimizers(tmp_path):
    schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 1, 0.5)
    older = tf.keras.optimizers.legacy.SGD
    assert "epoch_learning_rate" in tags(tmp_path / "schedule", schedule, older)[1]
    assert "epoch_learning_rate" not in tags(tmp_path / "rate", 0.1, older)[1]
