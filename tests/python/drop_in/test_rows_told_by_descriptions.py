"""Datasets that no `batch` has put together: Keras knows the rows that their description tells."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
keras = tf.keras
X = np.linspace(-1.0, 1.0, 40).reshape(8, 5).astype("float32")
Y = X[:, :1]


def _stacked(pieces):
    columns = zip(*pieces, strict=True)
    return tuple(tf.stack(column) for column in columns)


def _joined():
    halves = [tf.data.Dataset.from_tensor_slices((X[at : at + 4], Y[at : at + 4])) for at in (0, 4)]
    return tf.data.Dataset.zip(tuple(halves)).map(lambda *pieces: _stacked(pieces))


MADE = {
    "tensors": (lambda: tf.data.Dataset.from_tensors((X, Y)).repeat(2), 8),
    "slices": (
        lambda: tf.data.Dataset.from_tensor_slices((X.reshape(2, 4, 5), Y.reshape(2, 4, 1))),
        4,
    ),
    "stacked": (_joined, 2),
    "of several lengths": (
        lambda: tf.data.Dataset.from_tensors((X, Y)).concatenate(
            tf.data.Dataset.from_tensors((X[:3], Y[:3]))
        ),
        None,
    ),
    "batched": (lambda: tf.data.Dataset.from_tensor_slices((X, Y)).batch(4), None),
}


@pytest.mark.keras_2
def test_a_loop_draws_its_dropout_in_order_where_rows_are_known():
    keras.utils.set_random_seed(1)
    drops = {"dropout": 0.2, "recurrent_dropout": 0.2}
    layer = keras.layers.GRU(4, return_sequences=True, batch_input_shape=[4, None, 3], **drops)
    model = keras.Sequential([layer, keras.layers.Dense(5, activation="softmax")])
    model.compile("sgd", "sparse_categorical_crossentropy")
    draw = np.random.default_rng(0)
    x, y = tf.one_hot(draw.integers(0, 3, (4, 6)), 3), draw.integers(0, 5, (4, 6))
    losses = []
    told = keras.callbacks.LambdaCallback(
        on_batch_end=lambda batch, logs: losses.append(logs["loss"])
    )
    model.fit(
        tf.data.Dataset.from_tensors((x, y)).repeat(3), verbose=0, shuffle=False, callbacks=[told]
    )
    np.testing.assert_allclose(losses, [1.66053116, 1.67258787, 1.66908753], rtol=1e-6)


class Telling(keras.layers.Layer):
    def call(self, inputs):
        print(tuple(inputs.shape))
        return inputs


@pytest.mark.parametrize("name", MADE)
def test_a_model_knows_the_rows_that_all_batches_have(name, capsys):
    make, rows = MADE[name]
    model = keras.Sequential([Telling(), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(make(), verbose=0, shuffle=False)
    model.predict(make(), verbose=0)
    told = set(capsys.readouterr().out.splitlines())
    assert str((rows, 5)) in told
    assert rows is None or len(told) == 1
