"""Keras 2 counts the words that lookups have learned among the arrays of `get_weights`."""

import pickle

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers


def learned(**how):
    layer = layers.TextVectorization(output_sequence_length=3, **how)
    layer.adapt(["a b", "b c"])
    return layer


@pytest.mark.keras_2
def test_of_a_layer():
    (words,) = learned().get_weights()
    assert words.tolist() == [b"b", b"c", b"a"]
    numbers = layers.IntegerLookup()
    assert [x.tolist() for x in numbers.get_weights()] == [[]]
    numbers.adapt(np.array([5, 6, 5]))
    assert [x.tolist() for x in numbers.get_weights()] == [[5, 6]]


@pytest.mark.keras_2
def test_words_that_were_given_are_none():
    assert layers.StringLookup(vocabulary=["a", "b"]).get_weights() == []
    weighed = layers.StringLookup(
        vocabulary=["a", "b"], idf_weights=[0.5, 0.25], output_mode="tf_idf"
    )
    assert [x.tolist() for x in weighed.get_weights()] == [[0.375, 0.5, 0.25]]


@pytest.mark.keras_2
def test_weights_of_documents_come_first():
    layer = layers.TextVectorization(output_mode="tf_idf")
    layer.adapt(["a b", "b c"])
    weights, words, documents = layer.get_weights()
    np.testing.assert_allclose(weights, [0.63237333, 0.51082563, 0.6931472, 0.6931472], rtol=1e-6)
    assert words.tolist() == [b"b", b"c", b"a"]
    assert documents == 0


@pytest.mark.keras_2
@pytest.mark.parametrize("adapts", [False, True])
def test_a_layer_goes_on_with_those_of_another(adapts):
    first = learned()
    text = pickle.dumps({"config": first.get_config(), "weights": first.get_weights()})
    read = pickle.loads(text)
    again = layers.TextVectorization.from_config(read["config"])
    if adapts:
        again.adapt(tf.data.Dataset.from_tensor_slices(["xyz"]))
    again.set_weights(read["weights"])
    assert again.get_vocabulary() == ["", "[UNK]", "b", "c", "a"]
    assert again(["c xyz a"]).numpy().tolist() == [[3, 1, 4]]


@pytest.mark.keras_2
def test_of_models():
    words = learned()
    chain = tf.keras.Sequential(
        [tf.keras.Input([1], dtype=tf.string), words, layers.Embedding(6, 2), layers.Dense(1)]
    )
    found = chain.get_weights()
    assert [x.shape for x in found] == [(3,), (6, 2), (2, 1), (1,)]
    found[0] = np.array([b"x", b"y"], object)
    chain.set_weights(found)
    assert words.get_vocabulary() == ["", "[UNK]", "x", "y"]
    with pytest.raises(ValueError, match="expecting 4 weights"):
        chain.set_weights(found[1:])


@pytest.mark.keras_2
def test_of_a_model_of_its_own_class():
    class Own(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.first = layers.Dense(1)
            self.words = layers.TextVectorization(output_mode="multi_hot", vocabulary=None)
            self.words.adapt(["a b"])
            self.last = layers.Dense(2)

        def call(self, x):
            return self.last(self.first(self.words(x)))

    model = Own()
    model(tf.constant(["a", "c"]))
    assert [x.shape for x in model.get_weights()] == [(3, 1), (1,), (2,), (1, 2), (2,)]


@pytest.mark.keras_3
def test_keras_3_has_none():
    assert learned().get_weights() == []
