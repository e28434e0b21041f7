"""The step that ends an epoch over data of unknown length draws where it needs no data."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
# The losses of TensorFlow 2.21 with each Keras: its means over the epoch so far.
FIRST = [9.280586, 8.327401, 9.785824, 10.659448]
THIRD = {"2": [9.045016, 8.044272], "3": [7.043529, 9.300910]}


class Noisy(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(2, kernel_initializer="ones")

    def call(self, x):
        mean = self.dense(x)
        return mean + tf.random.normal(tf.shape(mean))


class Losses(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.seen = []

    def on_train_batch_end(self, batch, logs):
        self.seen.append(logs["loss"])


def batches():
    for _ in range(2):
        yield np.ones((4, 3), "float32"), np.zeros((4, 2), "float32")


def of_generator():
    signature = (tf.TensorSpec((4, 3)), tf.TensorSpec((4, 2)))
    return tf.data.Dataset.from_generator(batches, output_signature=signature)


def filtered():
    rows = tf.data.Dataset.from_tensor_slices(next(batches())).repeat(2)
    return rows.filter(lambda x, y: tf.reduce_all(x > 0)).batch(4, drop_remainder=True)


def losses(data):
    model, seen = Noisy(), Losses()
    model.compile(keras.optimizers.SGD(0.0), loss="mse")
    model.fit(data, epochs=3, verbose=0, callbacks=[seen])
    return seen.seen


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("data", [of_generator, filtered])
@pytest.mark.parametrize(
    "version",  # behind every epoch in Keras 3, behind the first one in Keras 2
    [pytest.param("3", marks=pytest.mark.keras_3), pytest.param("2", marks=pytest.mark.keras_2)],
)
def test_what_an_epoch_begins_with(version, data):
    tf.random.set_seed(1)
    np.testing.assert_allclose(losses(data()), FIRST + THIRD[version], rtol=1e-5)
