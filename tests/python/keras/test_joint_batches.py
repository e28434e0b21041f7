"""Batch normalization of Keras 2 along several axes and of virtual batches."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2


def _inputs(*shape):
    return np.random.RandomState(0).rand(*shape).astype("float32")


class TestSeveralAxes:
    @pytest.mark.parametrize("axis", [[1, 2], (1, 3), [2, -1], [1, 2, 3]])
    def test_each_place_along_them_has_statistics_of_its_own(self, axis):
        x, layer = _inputs(4, 3, 5, 6), tf.keras.layers.BatchNormalization(axis=axis, momentum=0.0)
        y = layer(x, training=True).numpy()
        own = {one % 4 for one in axis}
        rest = tuple(one for one in range(4) if one not in own)
        mean, variance = x.mean(rest, keepdims=True), x.var(rest, keepdims=True)
        np.testing.assert_allclose(y, (x - mean) / np.sqrt(variance + 1e-3), atol=1e-5)
        np.testing.assert_allclose(layer.moving_mean, mean, rtol=1e-5)
        np.testing.assert_allclose(layer(x), y, atol=1e-5)
        assert layer.gamma.shape == mean.shape

    def test_a_model_learns_through_it(self):
        x = tf.keras.Input([3, 5, 6])
        model = tf.keras.Model(x, tf.keras.layers.BatchNormalization(axis=[1, 3])(x))
        model.compile("sgd", "mse")
        losses = model.fit(_inputs(4, 3, 5, 6), _inputs(4, 3, 5, 6), epochs=2, verbose=0)
        assert losses.history["loss"][1] < losses.history["loss"][0]

    @pytest.mark.parametrize(
        ("axis", "text"), [([1, 1], "Duplicate axis"), (4, "Expected 0 <= axis < inputs.rank")]
    )
    def test_axes_are_there_and_once(self, axis, text):
        with pytest.raises(ValueError, match=text):
            tf.keras.layers.BatchNormalization(axis=axis)(_inputs(4, 3, 5, 6))

    def test_axes_are_integers(self):
        with pytest.raises(TypeError, match="Expected an int or a list/tuple of ints"):
            tf.keras.layers.BatchNormalization(axis=1.5)

    def test_a_layer_tells_them_as_a_list(self):
        layer = tf.keras.layers.BatchNormalization()
        assert layer.axis == -1
        layer.build((None, 3, 4))
        assert list(layer.axis) == [2]
        assert list(layer.get_config()["axis"]) == [2]

    def test_sizes_of_layer_normalization_are_in_their_order(self):
        layer = tf.keras.layers.LayerNormalization(axis=[3, 1])
        layer(_inputs(4, 3, 5, 6))
        assert layer.gamma.shape == (6, 3)
        assert "rms_scaling" not in layer.get_config()


@pytest.mark.parametrize("shape", [(8, 3), (8, 2, 3), (8, 2, 2, 2, 3)])
def test_virtual_batches_take_turns(shape):
    x = _inputs(*shape)
    layer = tf.compat.v1.keras.layers.BatchNormalization(virtual_batch_size=4, momentum=0.0)
    y = layer(x, training=True).numpy()
    for first in range(2):
        part = x[first::2]
        axes = tuple(range(len(shape) - 1))
        mean, variance = part.mean(axes), part.var(axes)
        np.testing.assert_allclose(y[first::2], (part - mean) / np.sqrt(variance + 1e-3), atol=1e-5)
    assert layer.moving_mean.shape == (*[1] * len(shape), 3)
