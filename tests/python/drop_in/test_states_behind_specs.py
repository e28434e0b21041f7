"""As a stand-in for TensorFlow, asking for a dataset's `element_spec` draws nothing for it."""

import numpy as np
import pytest
from library import tf

L = tf.keras.layers
pytestmark = [pytest.mark.usefixtures("in_tensorflows_place")]
X = np.random.RandomState(0).randint(0, 256, (8, 6, 6, 3)).astype("float32")


def drawn(asks):
    tf.keras.utils.set_random_seed(21)
    layers = tf.keras.Sequential([L.RandomFlip("horizontal"), L.RandomRotation(0.1)])
    data = tf.data.Dataset.from_tensor_slices(X).batch(4).map(lambda x: layers(x, training=True))
    if asks:
        assert "element_spec" in str(data)
        assert data.element_spec.shape.rank == 4
    return [batch.numpy().tolist() for batch in data]


def test_layers_that_are_told_no_seed():
    assert drawn(asks=True) == drawn(asks=False)


@pytest.mark.keras_2
def test_layers_of_keras_2():
    assert drawn(asks=True) == drawn(asks=False)
