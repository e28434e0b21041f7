"""Arguments that Keras's layers got later, which the files that it writes name."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
CELLS = [layers.SimpleRNN, layers.LSTM, layers.GRU]


@pytest.mark.parametrize("kind", CELLS)
def test_outputs_of_masked_steps_may_be_zero(kind):
    x, mask = tf.random.normal([2, 4, 3]), tf.constant([[True, False, True, False]] * 2)
    layer = kind(2, return_sequences=True, zero_output_for_mask=True)
    found = layer(x, mask=mask).numpy()
    assert not found[:, 1].any()
    assert not found[:, 3].any()
    plain = kind(2, return_sequences=True)
    plain.build([None, 4, 3])
    plain.set_weights(layer.get_weights())
    kept = plain(x, mask=mask).numpy()
    np.testing.assert_allclose(kept[:, [0, 2]], found[:, [0, 2]], rtol=1e-6)
    np.testing.assert_allclose(kept[:, 1], kept[:, 0])
    assert layer.get_config()["zero_output_for_mask"] is True
    assert kind.from_config(plain.get_config()).zero_output_for_mask is False


def test_numbers_that_are_not_known_are_dealt_by_remainder_or_by_hash():
    made = [
        layers.IntegerLookup(vocabulary=[1], num_oov_indices=4, oov_method=method)
        for method in ("floormod", "farmhash")
    ]
    found = [np.asarray(layer(np.arange(8))).tolist() for layer in made]
    assert found == [[0, 4, 2, 3, 0, 1, 2, 3], [3, 4, 3, 1, 3, 3, 3, 0]]
    assert made[1].get_config()["oov_method"] == "farmhash"


def test_hashes_of_what_is_not_known_may_have_a_salt():
    words = layers.StringLookup(vocabulary=["a"], num_oov_indices=4, salt=[1, 2])
    assert np.asarray(words(np.array(["q", "r", "s"]))).tolist() == [1, 1, 3]
    options = {"vocabulary": [4, 3], "num_oov_indices": 3, "oov_method": "farmhash"}
    numbers = layers.IntegerLookup(**options, salt=5)
    assert np.asarray(numbers(np.array([4, 9, 10, 11]))).tolist() == [3, 1, 0, 1]


def test_wrong_ways_to_hash():
    with pytest.raises(ValueError, match="Allowed values are"):
        layers.IntegerLookup(vocabulary=[1], oov_method="other")
    with pytest.raises(ValueError, match="`salt` can only be used when `oov_method='farmhash'`"):
        layers.IntegerLookup(vocabulary=[1], salt=3)
    with pytest.raises(ValueError, match="a tuple of 2 integers"):
        layers.StringLookup(vocabulary=["a"], salt=[1, 2, 3])


def test_resized_images_are_padded_with_a_value():
    images = tf.reshape(tf.range(12.0), [1, 2, 6, 1])
    layer = layers.Resizing(4, 4, pad_to_aspect_ratio=True, fill_mode="constant", fill_value=9.0)
    found = np.asarray(layer(images))[0, :, :, 0]
    np.testing.assert_allclose(found[[0, 3]], 9.0)
    assert (found[2] < 12.0).all()
    assert found[1, 0] < found[1, 3] < 9.0
    assert layer.get_config()["fill_value"] == 9.0


def test_an_odd_column_that_is_missing_is_not_padded():
    images = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    padded = layers.Resizing(4, 6, pad_to_aspect_ratio=True)(images)
    np.testing.assert_allclose(padded, layers.Resizing(4, 6)(images))


@pytest.mark.parametrize("kind", [layers.RandomBrightness, layers.RandomContrast])
def test_layers_of_tones_know_where_channels_are(kind):
    layer = kind(0.2, seed=1, data_format="channels_last")
    assert layer.get_config()["data_format"] == "channels_last"
    assert layer(tf.ones([2, 4, 4, 3]), training=True).shape == (2, 4, 4, 3)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("axis", [-1, [1, 2]])
def test_layers_are_scaled_without_their_means(axis):
    x = np.random.RandomState(0).rand(2, 3, 4).astype("float32")
    layer = layers.LayerNormalization(axis=axis, rms_scaling=True, epsilon=1e-6)
    axes = tuple(axis) if isinstance(axis, list) else axis
    expected = x / np.sqrt(x.var(axes, keepdims=True) + 1e-6)
    np.testing.assert_allclose(layer(x), expected, 1e-5)
    assert len(layer.weights) == 1
    assert layers.LayerNormalization.from_config(layer.get_config()).rms_scaling


def test_recurrent_layers_take_what_is_about_cudnn():
    for kind in (layers.LSTM, layers.GRU):
        assert kind(2, use_cudnn=False)(tf.ones([1, 2, 3])).shape == (1, 2)


def test_a_policy_may_be_set_before_a_layer_is_built():
    layer = layers.Dense(2)
    layer.dtype_policy = "mixed_float16"
    assert layer(tf.ones([1, 3])).dtype == "float16"
    assert layer.kernel.dtype == "float32"
    assert (layer.compute_dtype, layer.dtype_policy.name) == ("float16", "mixed_float16")
