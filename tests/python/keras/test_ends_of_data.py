"""What `fit` does where the data end before its epochs do, in Keras 3 and in Keras 2.

The expected numbers were recorded in Keras 3.15, and in Keras 2 with TensorFlow 2.21.
"""

import numpy as np
import pytest
from library import ours, tf

keras = tf.keras
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
X = np.arange(20.0, dtype="float32")[:, None] / 20
KERAS_2 = pytest.param("1", marks=ours("Keras 2 by the environment"))


class Numbers(keras.utils.Sequence):
    def __len__(self):
        return 5

    def __getitem__(self, index):
        part = slice(4 * index, 4 * index + 4)
        return X[part], X[part]


def yielded():
    for first in range(0, 20, 4):
        yield X[first : first + 4], X[first : first + 4]


def data(kind):
    """Five batches, of which some kinds do not tell how many they are."""
    dataset = tf.data.Dataset.from_tensor_slices((X, X)).batch(4)
    kinds = {
        "known": dataset,
        "unknown": dataset.filter(lambda x, y: True),
        "sequence": Numbers(),
        "generator": yielded(),
    }
    return {"x": X, "y": X, "batch_size": 4} if kind == "arrays" else {"x": kinds[kind]}


def counts(kind, steps, epochs=4, dropout=0.0):
    """What the optimizer has counted at the end of each epoch."""
    model = keras.Sequential(
        [keras.Input((1,)), keras.layers.Dropout(dropout), keras.layers.Dense(1)]
    )
    model.compile(keras.optimizers.SGD(0.1), "mse")
    found = []
    count = keras.callbacks.LambdaCallback(
        on_epoch_end=lambda epoch, logs: found.append(int(model.optimizer.iterations))
    )
    given = data(kind)
    model.fit(**given, epochs=epochs, steps_per_epoch=steps, verbose=0, callbacks=[count])
    return found


@pytest.fixture(autouse=True)
def keras_2(request, monkeypatch):
    if "legacy" in request.fixturenames:
        monkeypatch.setenv("TF_USE_LEGACY_KERAS", request.getfixturevalue("legacy"))


@pytest.mark.parametrize("legacy", [KERAS_2])
@pytest.mark.parametrize(
    ("kind", "steps", "expected"),
    [
        ("unknown", None, [6, 11, 16, 21]),  # after the first epoch its length is known
        ("unknown", 5, [5, 6]),
        ("unknown", 3, [3, 6]),
        ("unknown", 7, [6]),
        ("known", None, [5, 10, 15, 20]),
        ("known", 5, [5, 10, 15, 20]),
        ("known", 3, [3, 6]),
        ("known", 7, [6]),
        ("arrays", 3, [3, 6, 9, 12]),
        ("arrays", 7, [7, 14, 21]),
        ("sequence", 5, [5, 10, 15, 20]),
        ("sequence", 3, [3, 6, 9, 12]),
        ("sequence", 7, [6]),
        ("generator", None, [6, 7]),
        ("generator", 5, [5, 6]),
        ("generator", 3, [3, 6]),
    ],
)
def test_data_that_end_are_the_end_of_training_in_keras_2(legacy, kind, steps, expected):
    assert counts(kind, steps) == expected


@pytest.mark.parametrize(
    ("kind", "steps", "expected"),
    [
        ("unknown", None, [6, 12, 18, 24]),
        ("unknown", 5, [5, 6, 11, 12]),
        ("unknown", 3, [3, 6, 9, 12]),
        ("known", 3, [3, 5, 8, 10]),
        ("arrays", 3, [3, 5, 8, 10]),
        ("sequence", 3, [3, 5, 8, 10]),
        ("generator", None, [6, 9, 12, 15]),
        ("generator", 5, [5, 6, 9, 12]),
        ("generator", 3, [3, 6, 9, 12]),
    ],
)
def test_data_that_end_begin_anew_in_keras_3(kind, steps, expected):
    assert counts(kind, steps) == expected


def test_a_step_without_data_draws_for_dropout_even_in_an_epoch_without_any():
    keras.utils.set_random_seed(0)
    layer = keras.layers.Dropout(0.5)
    model = keras.Sequential([keras.Input((1,)), layer, keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(**data("unknown"), steps_per_epoch=5, epochs=2, verbose=0)
    state = layer.seed_generator.state
    assert int(np.asarray(state)[1]) == 6


@pytest.mark.parametrize("legacy", [KERAS_2])
def test_arrays_go_on_where_the_epoch_before_stopped_in_keras_2(legacy):
    class Shown(keras.Model):
        def train_step(self, batch):
            seen.append(int(batch[0][0, 0] * 20))
            return {"loss": 0.0}

        def call(self, x):
            return x

    seen = []
    model = Shown()
    model.compile("sgd", "mse", run_eagerly=True)
    model.fit(X, X, batch_size=4, shuffle=False, steps_per_epoch=3, epochs=3, verbose=0)
    assert seen == [0, 4, 8, 12, 16, 0, 4, 8, 12]
