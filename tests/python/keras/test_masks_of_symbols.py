"""`_keras_mask` of symbolic tensors: what the mask will be, as an input of layers."""

import pytest
from library import tf

layers = tf.keras.layers
WORDS = [[1, 2, 0, 0], [3, 0, 0, 0]]


class Count(layers.Layer):
    """How many are true."""

    def call(self, mask):
        return tf.reduce_sum(tf.cast(mask, tf.float32), axis=1)


@pytest.fixture
def sequence():
    """Words without an end, and their embedding, which has a mask."""
    words = tf.keras.Input(shape=(None,), dtype="int32")
    return words, layers.Embedding(5, 3, mask_zero=True)(words)


def test_a_symbolic_tensor_shows_its_mask(sequence):
    words, embedded = sequence
    assert getattr(words, "_keras_mask", None) is None
    assert tuple(embedded._keras_mask.shape) == (None, None)
    assert tf.as_dtype(embedded._keras_mask.dtype) == tf.bool


def test_layers_hand_the_mask_on_and_end_it(sequence):
    _, embedded = sequence
    dropped = layers.Dropout(0.5)(embedded)
    both = layers.Concatenate(axis=1)([embedded, dropped])
    assert tuple(dropped._keras_mask.shape) == tuple(both._keras_mask.shape) == (None, None)
    assert getattr(layers.LSTM(2)(embedded), "_keras_mask", None) is None


def test_the_mask_is_an_input_of_layers(sequence):
    words, embedded = sequence
    model = tf.keras.Model(words, [Count()(embedded._keras_mask), embedded])
    found, values = model(tf.constant(WORDS))
    assert found.numpy().tolist() == [2.0, 1.0]
    assert tuple(values.shape) == (2, 4, 3)


def test_the_mask_passed_on_counts(sequence):
    words, embedded = sequence
    pooled = layers.GlobalAveragePooling1D()(embedded * 1.0, mask=embedded._keras_mask)
    model = tf.keras.Model(words, [pooled, embedded])
    means, values = model(tf.constant(WORDS))
    expected = [tf.reduce_mean(values[0, :2], axis=0), values[1, 0]]
    tf.debugging.assert_near(means, tf.stack(expected))


def test_a_model_with_a_mask_as_input_is_saved(sequence, tmp_path):
    words, embedded = sequence
    pooled = layers.GlobalAveragePooling1D()(embedded, mask=embedded._keras_mask)
    model = tf.keras.Model(words, pooled)
    path = str(tmp_path / "model.keras")
    model.save(path)
    again = tf.keras.models.load_model(path)
    tf.debugging.assert_near(again(tf.constant(WORDS)), model(tf.constant(WORDS)))
