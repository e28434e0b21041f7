"""Layers of Keras 2 that are told how many examples a batch has, beside the shape of one."""

import numpy as np
import pytest
from library import tf


@pytest.mark.keras_2
@pytest.mark.parametrize(
    ("layer", "expected"),
    [
        (lambda: tf.keras.layers.Dense(2, input_shape=(3,), batch_size=4), (4, 2)),
        (lambda: tf.keras.layers.Dense(2, input_dim=3, batch_size=4), (4, 2)),
        (lambda: tf.keras.layers.LSTM(2, input_shape=(5, 3), batch_size=4), (4, 2)),
    ],
)
def test_models_have_batches_of_this_size(layer, expected):
    assert tuple(tf.keras.Sequential([layer()]).output_shape) == expected


@pytest.mark.keras_2
def test_a_layer_may_keep_its_states_for_such_batches():
    layer = tf.keras.layers.LSTM(2, input_shape=(5, 3), batch_size=4, stateful=True)
    model = tf.keras.Sequential([layer])
    x = np.ones([4, 5, 3], "float32")
    first, second = (model.predict(x, batch_size=4, verbose=0) for _ in range(2))
    assert not np.allclose(first, second)
    layer.reset_states()
    np.testing.assert_allclose(model.predict(x, batch_size=4, verbose=0), first, rtol=1e-5)
