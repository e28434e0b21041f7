"""What layers take and return at the edge: one thing to join, None for what is left out, words that
nobody knows."""

import numpy as np
import pytest
from library import tf

LAYERS = tf.keras.layers
X = np.sin(np.arange(24) * 0.7).reshape(2, 4, 3).astype("f")


@pytest.mark.parametrize(
    "kind", [LAYERS.Add, LAYERS.Multiply, LAYERS.Average, LAYERS.Maximum, LAYERS.Minimum]
)
def test_one_input_is_joined_to_itself(kind):
    np.testing.assert_array_equal(kind()([X]), X)


@pytest.mark.keras_3
@pytest.mark.parametrize(
    "layer",
    [
        lambda **given: LAYERS.Dense(2, **given),
        lambda **given: LAYERS.EinsumDense("abc,cd->abd", (None, 2), **given),
        lambda **given: LAYERS.Conv1D(2, 2, **given),
    ],
)
def test_what_is_trained_beside_frozen_weights_may_be_none(layer):
    made = layer(lora_rank=None, lora_alpha=None)
    assert made(X).shape[-1] == 2
    with pytest.raises((TypeError, ValueError)):
        layer(no_such_thing=None)


@pytest.mark.keras_3
def test_two_directions_that_are_not_joined_are_a_tuple():
    found = LAYERS.Bidirectional(LAYERS.GRU(2), merge_mode=None)(X)
    assert isinstance(found, tuple)
    assert len(found) == 2


@pytest.mark.keras_2
def test_two_directions_that_are_not_joined_are_a_list():
    found = LAYERS.Bidirectional(LAYERS.GRU(2), merge_mode=None)(X)
    assert isinstance(found, list)
    assert len(found) == 2


def test_a_word_that_nobody_knows_is_an_invalid_argument():
    layer = LAYERS.StringLookup(vocabulary=["a", "b"], num_oov_indices=0)
    with pytest.raises(tf.errors.InvalidArgumentError, match="all inputs should be in vocabulary"):
        layer(tf.constant(["zz"]))


class Own(LAYERS.Layer):
    def call(self, x):
        return x


def test_a_class_that_is_not_known_is_a_type_error(tmp_path):
    path = str(tmp_path / "m.keras")
    tf.keras.Sequential([tf.keras.Input((2,)), Own()]).save(path)
    with pytest.raises(TypeError, match="Own"):
        tf.keras.models.load_model(path)
    loaded = tf.keras.models.load_model(path, custom_objects={"Own": Own})
    np.testing.assert_array_equal(loaded(np.ones((1, 2), "f")), np.ones((1, 2)))
