"""What `implementation` says of `LocallyConnected1D` and `2D`: how the weights are kept.

With TF_USE_LEGACY_KERAS=1 this file passes against TensorFlow too; Keras 3 has no such layers.
"""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
LAYERS = tf.keras.layers
IMAGE, SEQUENCE = np.arange(36.0).reshape(1, 3, 6, 2) / 36, np.arange(12.0).reshape(1, 6, 2) / 12


def made(kind, x, **options):
    """The shape of the kernel and the outputs, with weights 0, 0.1, -0.2, 0, 0.1 ..."""
    layer = kind(2, implementation=options.pop("way"), **options)
    layer.build(x.shape)
    for variable in layer.weights:
        count = int(np.prod(variable.shape))
        variable.assign(np.resize([0.0, 0.1, -0.2], count).reshape(variable.shape))
    with tf.GradientTape() as tape:
        y = layer(tf.constant(x, tf.float32))
        loss = tf.reduce_sum(y * y)
    grads = tape.gradient(loss, layer.trainable_variables)
    return [layer.kernel.shape.as_list(), y, [tf.reduce_sum(grad) for grad in grads]]


@pytest.mark.parametrize("form", ["channels_last", "channels_first"])
@pytest.mark.parametrize("padding", ["valid", "same"])
@pytest.mark.parametrize("way", [2, 3])
def test_weights_of_pairs(way, padding, form, recorded):
    options = {"way": way, "padding": padding, "data_format": form}
    recorded(
        [
            made(LAYERS.LocallyConnected1D, SEQUENCE, kernel_size=2, **options),
            made(LAYERS.LocallyConnected2D, IMAGE, kernel_size=(2, 1), strides=2, **options),
        ]
    )


def test_only_the_first_way_pads_nothing():
    with pytest.raises(ValueError, match="is supported if implementation is 1"):
        LAYERS.LocallyConnected1D(2, 2, padding="same")


def test_a_model_trains_and_comes_back(tmp_path):
    x = np.arange(24.0, dtype="float32").reshape(2, 6, 2) / 24
    for way in (2, 3):
        model = tf.keras.Sequential([LAYERS.LocallyConnected1D(3, 2, implementation=way)])
        model.compile("sgd", "mse")
        model.fit(x, np.ones([2, 5, 3]), verbose=0)
        model.save(tmp_path / "model.keras")
        again = tf.keras.models.load_model(tmp_path / "model.keras")
        np.testing.assert_allclose(again(x), model(x), rtol=1e-6)
