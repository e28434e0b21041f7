"""Layers with a vocabulary or limits that are put into models before they adapt."""

import numpy as np
import pytest
from library import tf

keras, layers = tf.keras, tf.keras.layers
pytestmark = pytest.mark.keras_3
TEXTS = np.array(["foo bar", "bar baz", "baz bada boom"])


def seen(layer, shape, dtype):
    made = layer(keras.Input(shape, dtype=dtype))
    return (*made.shape, str(made.dtype))


@pytest.mark.parametrize("mode", ["multi_hot", "count", "tf_idf"])
@pytest.mark.parametrize(
    ("kind", "dtype"), [(layers.StringLookup, "string"), (layers.IntegerLookup, "int64")]
)
def test_what_symbols_are_before(kind, dtype, mode):
    assert seen(kind(), (3,), dtype) == (None, 3, "int64")
    assert seen(kind(output_mode=mode), (3,), dtype) == (None, None, "float32")
    padded = kind(output_mode=mode, max_tokens=9, pad_to_max_tokens=True)
    assert seen(padded, (3,), dtype) == (None, 9, "float32")


def test_texts_and_limits_before():
    assert seen(layers.TextVectorization(), (), "string") == (None, None, "int64")
    cut = layers.TextVectorization(output_sequence_length=5)
    assert seen(cut, (), "string") == (None, 5, "int64")
    assert seen(layers.Discretization(num_bins=4), (3,), "float32") == (None, 3, "int32")
    counted = layers.Discretization(num_bins=4, output_mode="count")
    assert seen(counted, (3,), "float32") == (None, 4, "float32")


@pytest.mark.parametrize("mode", ["int", "multi_hot", "count", "tf_idf"])
@pytest.mark.parametrize("ngrams", [None, 2])
def test_chains_that_adapt_are_stored(tmp_path, mode, ngrams):
    layer = layers.TextVectorization(max_tokens=100, output_mode=mode, ngrams=ngrams)
    model = keras.Sequential([layers.Input(dtype="string", shape=()), layer])
    layer.adapt(TEXTS)
    words = tf.constant(TEXTS)
    model.save(tmp_path / "model.keras")
    again = keras.models.load_model(tmp_path / "model.keras")
    np.testing.assert_allclose(again(words), model(words), rtol=1e-6)


def test_what_is_learned_later_counts():
    lookup = layers.StringLookup(output_mode="one_hot")
    inputs = keras.Input((1,), dtype="string")
    outputs = lookup(inputs)
    lookup.adapt(np.array(["a", "b"]))
    assert keras.Model(inputs, outputs)(tf.constant([["a"]])).shape == (1, 3)


def test_texts_one_word_after_the_other():
    layer = layers.TextVectorization(output_mode="one_hot", vocabulary=["foo", "bar"])
    assert layer(["foo bar"]).numpy().tolist() == [[[0, 1, 0], [0, 0, 1]]]


def test_the_unknown_word_may_be_in_a_vocabulary():
    layer = layers.IntegerLookup(vocabulary=[1, 2, 3], oov_token=1, mask_token=0)
    assert layer(np.array([0, 1, 2, 3, 4])).numpy().tolist() == [0, 2, 3, 4, 1]
    again = layers.IntegerLookup.from_config(layer.get_config())
    assert again(np.array([2, 9])).numpy().tolist() == [3, 1]
    with pytest.raises(ValueError, match="vocabulary"):
        layers.StringLookup(vocabulary=["a", ""], mask_token="")


def test_batches_with_something_beside_them():
    x = np.random.RandomState(0).random((24, 3)).astype("float32")
    layer = layers.Normalization()
    layer.adapt([(x[i : i + 8], np.zeros(8)) for i in range(0, 24, 8)])
    np.testing.assert_allclose(np.ravel(layer.mean), x.mean(0), rtol=1e-5)


@pytest.mark.parametrize("mean", [np.arange(5.0), np.arange(5.0)[None]])
def test_means_of_the_last_of_several_axes(mean):
    layer = layers.Normalization(axis=(1, 2), mean=mean, variance=np.ones_like(mean))
    made = np.array(layer(np.ones((2, 7, 5, 3), np.float32)))
    np.testing.assert_allclose(made[1, 3, :, 2], 1.0 - np.arange(5.0))


def test_scales_of_channels_that_come_first():
    keras.backend.set_image_data_format("channels_first")
    try:
        layer = layers.Rescaling(np.array([1.0, 2.0, 3.0]), offset=0.5)
        made = np.array(layer(np.ones((2, 3, 4, 4), np.float32)))
    finally:
        keras.backend.set_image_data_format("channels_last")
    assert made[0, :, 0, 0].tolist() == [1.5, 2.5, 3.5]


def test_single_words_have_a_row_of_their_own():
    layer = layers.TextVectorization(output_mode="one_hot", vocabulary=["foo", "bar"])
    assert layer(["foo"]).numpy().tolist() == [[[0, 1, 0]]]
    assert layer(tf.constant("foo")).numpy().tolist() == [[0, 1, 0]]
    assert len(seen(layer, (), "string")) == 4


def test_functions_of_the_program_get_texts_in_a_chain_of_networks():
    seen_dtypes = set()

    def plain(texts):
        seen_dtypes.add(texts.dtype)
        return tf.strings.lower(texts)

    words = layers.TextVectorization(standardize=plain, output_sequence_length=4)
    words.adapt(["a b c", "a b", "a"])
    head = keras.Sequential([keras.Input((4,), dtype="int64"), layers.Embedding(9, 3)])
    model = keras.Sequential([keras.Input((1,), dtype="string"), words, head])
    assert seen_dtypes == {tf.string}
    assert model(tf.constant([["A c"]])).shape == (1, 4, 3)
