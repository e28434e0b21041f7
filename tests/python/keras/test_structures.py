"""What layers and models take and give: lists of one output, ragged inputs, masks both ways."""

import numpy as np
import pytest
from library import tf

keras = tf.keras


def one_output_in_a_list():
    x = keras.Input((2,))
    return keras.Model(x, [keras.layers.Dense(1, kernel_initializer="ones")(x)])


def test_a_list_of_one_output_is_that_output():
    model = one_output_in_a_list()
    assert model(np.ones((1, 2))).shape == (1, 1)
    assert model.predict(np.ones((3, 2)), verbose=0).tolist() == [[2.0]] * 3
    assert model.output_shape == (None, 1)
    assert isinstance(model.output, list)


def test_a_list_of_one_output_trains():
    model = one_output_in_a_list()
    model.compile("sgd", ["mse"])
    assert model.evaluate(np.ones((2, 2)), np.zeros((2, 1)), verbose=0) == 4.0


def test_a_lookup_of_ragged_words_is_ragged():
    to_ids = keras.layers.StringLookup(vocabulary=list("ab"))
    ids = to_ids(tf.strings.unicode_split(["ab", "z"], "UTF-8"))
    assert ids.to_list() == [[1, 2], [0]]
    to_words = keras.layers.StringLookup(vocabulary=to_ids.get_vocabulary(), invert=True)
    assert to_words(ids).to_list() == [[b"a", b"b"], [b"[UNK]"]]


def test_bidirectional_gives_zeros_where_the_mask_is_false():
    embedding = keras.layers.Embedding(5, 2, mask_zero=True)
    both = keras.layers.Bidirectional(keras.layers.SimpleRNN(3, return_sequences=True))
    out = both(embedding(np.array([[1, 2, 0, 0], [0, 3, 0, 4]])))
    assert (np.abs(out).sum(-1) > 0).tolist() == [[True, True, False, False], [False, True] * 2]


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("wrap", [lambda layer: layer, keras.layers.Bidirectional])
def test_a_mask_goes_on_with_a_sequence_alone(wrap, many):
    x = np.array([[1, 2, 0, 0], [3, 4, 1, 0]])
    recurrent = wrap(keras.layers.LSTM(3, return_sequences=many))
    model = keras.Sequential([keras.layers.Embedding(5, 2, mask_zero=True), recurrent])
    model.add(keras.layers.Dense(1, activation="sigmoid"))
    model.compile("sgd", "binary_crossentropy", metrics=["accuracy"])
    y = np.ones((2, 4, 1) if many else (2, 1))
    loss, accuracy = model.evaluate(x, y, verbose=0)
    assert loss > 0.0
    assert 0.0 <= accuracy <= 1.0


def test_the_states_of_a_masked_sequence_have_no_mask():
    embedded = keras.layers.Embedding(5, 2, mask_zero=True)(np.array([[1, 2, 0]]))
    sequence, h, c = keras.layers.LSTM(3, return_sequences=True, return_state=True)(embedded)
    assert sequence._keras_mask.numpy().tolist() == [[True, True, False]]
    assert not hasattr(h, "_keras_mask")
    assert not hasattr(c, "_keras_mask")
