"""Steps of a loop over data are one trace, whatever sizes a batch has that begins an epoch."""

import numpy as np
import pytest
from library import tf

pytestmark = [pytest.mark.keras_2, pytest.mark.usefixtures("in_tensorflows_place")]
keras = tf.keras


class Losses(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.found = []

    def on_train_batch_end(self, batch, logs=None):
        self.found.append(float(logs["loss"]))


def losses(lengths):
    """Those of epochs, the first of which begins with the first of these lengths, over ones."""
    keras.utils.set_random_seed(1)
    begun = []

    def batches():
        begun.append(True)
        for length in np.roll(lengths, len(begun) - 1):
            yield np.ones((4, length, 8), "float32"), np.zeros((4, 8), "float32")

    specs = (tf.TensorSpec((4, None, 8), tf.float32), tf.TensorSpec((4, 8), tf.float32))
    data = tf.data.Dataset.from_generator(batches, output_signature=specs)
    start = keras.Input((None, 8))
    end = keras.layers.Dropout(0.5)(keras.layers.GlobalAveragePooling1D()(start))
    model = keras.Model(start, keras.layers.Dense(8, kernel_initializer="ones")(end))
    model.compile(keras.optimizers.SGD(0.0), "mse")
    seen = Losses()
    model.fit(data, epochs=3, verbose=0, callbacks=[seen])
    return seen.found


def test_draws_go_on():
    expected = losses([3, 3, 3])
    assert len(set(expected)) > 4
    np.testing.assert_allclose(losses([3, 4, 5]), expected, rtol=1e-5)
