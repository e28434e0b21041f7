"""Models whose own `build` leaves weights to the first call, read from `.keras` files."""

import numpy as np
import pytest
from library import ours, tf

layers = tf.keras.layers
pytestmark = [
    pytest.mark.usefixtures("in_tensorflows_place"),
    pytest.mark.keras_3,
    ours("Keras 3 leaves the weights of layers that are not built yet as they are made"),
]


@tf.keras.utils.register_keras_serializable("own builds")
class Tokens(tf.keras.Model):
    def __init__(self, size, **kwargs):
        super().__init__(**kwargs)
        self.size = size
        self.blocks = [tf.keras.Sequential([layers.Dense(size), layers.Dropout(0.1)])]
        self.head = layers.Dense(1)
        self.start = None

    def build(self, input_shape):
        self.start = self.add_weight(shape=(1, self.size), initializer="random_normal")
        super().build(input_shape)

    def call(self, inputs, training=False):
        for block in self.blocks:
            inputs = block(inputs, training=training)
        return self.head(inputs + self.start)

    def get_config(self):
        return {"size": self.size}


@pytest.mark.parametrize("fitted", [True, False])
def test_all_weights_come_back(tmp_path, fitted):
    pytest.importorskip("h5py")
    model, x = Tokens(3), np.random.default_rng(0).random((6, 2)).astype("float32")
    model.compile("adam", "mse")
    if fitted:
        model.fit(x, x[:, :1], batch_size=3, verbose=0)
    expected = model.predict(x, verbose=0)
    model.save(tmp_path / "model.keras")
    again = tf.keras.models.load_model(tmp_path / "model.keras")
    assert len(again.weights) == 5
    np.testing.assert_allclose(again.predict(x, verbose=0), expected, rtol=1e-6)
    again.fit(x, x[:, :1], epochs=1, verbose=0)
