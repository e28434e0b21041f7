"""Lambda layers: masks, what their functions are told, and their configurations."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers


def masked():
    return layers.Masking()(tf.constant([[[1.0], [0.0]]]))


@pytest.mark.filterwarnings("ignore:Layer 'lambda")  # that its mask ends there
def test_functions_are_told_the_mask_and_whether_they_train():
    cast = layers.Lambda(lambda x, mask=None: tf.cast(mask, "float32"))
    assert cast(masked()).numpy().tolist() == [[1.0, 0.0]]
    double = layers.Lambda(lambda x, training=None: x * 2 if training else x)
    assert double(tf.ones(1), training=True).numpy().tolist() == [2.0]
    assert double(tf.ones(1)).numpy().tolist() == [1.0]
    scaled = layers.Lambda(lambda x, by, training=None: x * by, arguments={"by": 3.0})
    assert scaled(tf.ones(1)).numpy().tolist() == [3.0]


def test_masks_of_outputs():
    told = layers.Lambda(lambda x: x * 1.0, mask=lambda x, mask: ~mask)
    assert told(masked())._keras_mask.numpy().tolist() == [[False, True]]
    fixed = layers.Lambda(lambda x: x * 1.0, mask=tf.constant([[True, False]]))
    assert fixed(tf.ones((1, 2, 3)))._keras_mask.numpy().tolist() == [[True, False]]
    assert fixed.supports_masking


def test_a_mask_that_is_there_is_not_made_again():
    same = layers.Lambda(lambda x: x, mask=lambda x, mask: ~mask)
    assert same(masked())._keras_mask.numpy().tolist() == [[True, False]]


def test_shapes_that_are_given():
    assert tuple(layers.Lambda(lambda x: x, (9,)).compute_output_shape((3, 4))) == (3, 9)
    doubled = layers.Lambda(lambda x: x, lambda shape: (shape[0], 8))
    assert tuple(doubled.compute_output_shape((3, 4))) == (3, 8)


@pytest.mark.keras_3
def test_configurations_have_the_shape_and_the_mask():
    layer = layers.Lambda(lambda x: x, (9,), lambda x, mask: mask)
    config = layer.get_config()
    assert {"function", "output_shape", "mask", "arguments"} <= set(config)
    assert tuple(config["output_shape"]) == (9,)
    assert "output_shape" not in layers.Lambda(lambda x: x).get_config()
    again = layers.Lambda.from_config(
        {k: v for k, v in config.items() if k != "mask"}, safe_mode=False
    )
    assert tuple(again.compute_output_shape((2, 1))) == (2, 9)
    np.testing.assert_array_equal(again(tf.ones(2)), np.ones(2))


@pytest.mark.keras_3
def test_a_mask_that_a_call_takes_off_is_that_of_the_outputs_all_the_same():
    class TakingOff(layers.Layer):
        def __init__(self):
            super().__init__()
            self.supports_masking = True

        def call(self, inputs, mask=None):
            inputs._keras_mask = None
            return inputs

    assert TakingOff()(masked())._keras_mask.numpy().tolist() == [[True, False]]
