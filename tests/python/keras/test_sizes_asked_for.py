"""Models that cut rows of open length into pieces, of which only a certain length is so many."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers


class Pieces(keras.Model):
    """Sixteen pieces of four words, whatever length of rows a graph is told."""

    def __init__(self):
        super().__init__()
        self.table = tf.Variable(np.ones((5, 6)), dtype=tf.float32, trainable=False)
        self.recurrent = layers.GRU(3)
        self.dense = layers.Dense(2)

    def call(self, inputs):
        rows = tf.shape(inputs)[0]
        x = tf.nn.embedding_lookup(self.table, tf.cast(inputs, tf.int32))
        x = self.recurrent(tf.reshape(x, (rows * 16, 4, 6)))
        return self.dense(tf.reshape(x, (rows, 48)))


@pytest.mark.keras_2
def test_a_build_for_any_length_makes_the_weights():
    model = Pieces()
    model.build(input_shape=(None, None))
    assert [tuple(w.shape) for w in model.dense.weights] == [(48, 2), (2,)]
    assert model(tf.zeros((3, 64))).shape == (3, 2)


@pytest.mark.parametrize("length", [None, 64])
def test_it_takes_a_symbolic_input(length):
    inputs = keras.Input((length,))
    outputs = Pieces()(inputs)
    assert tuple(outputs.shape) == (None, 2)
    assert keras.Model(inputs, outputs).predict(np.zeros((3, 64)), verbose=0).shape == (3, 2)


class Halves(layers.Layer):
    def __init__(self, length, **kwargs):
        super().__init__(**kwargs)
        self.length = length
        self.dense = layers.Dense(3)

    def call(self, x):
        pieces = tf.reshape(x, (tf.shape(x)[0], -1, self.length))
        return self.dense(pieces)


def test_pieces_of_one_length_may_be_as_many_as_there_are():
    inputs = keras.Input((None, 1))
    outputs = Halves(700)(Halves(400)(inputs))
    assert tuple(outputs.shape) == (None, None, 3)
    model = keras.Model(inputs, outputs)
    assert model.predict(np.zeros((2, 400 * 700, 1)), verbose=0).shape == (2, 3, 3)
    assert [tuple(w.shape) for w in model.weights] == [(400, 3), (3,), (700, 3), (3,)]


class Wrong(keras.Model):
    def call(self, x):
        return tf.reshape(x, (7, 5)) + tf.reshape(x, (3, 4))


@pytest.mark.keras_2
def test_what_fits_no_length_is_refused():
    with pytest.raises(ValueError):
        Wrong().build((None, None))


@pytest.mark.keras_2
@pytest.mark.parametrize("open_first", [True, False])
def test_a_length_that_is_known_beside_one_that_is_open_holds_for_both(open_first):
    known, unknown = layers.Dense(3)(keras.Input((5, 2))), keras.Input((None, 3))
    pair = (unknown, known) if open_first else (known, unknown)
    assert tuple(keras.losses.mean_squared_error(*pair).shape) == (None, 5)
    assert tuple((pair[0] - pair[1]).shape) == (None, 5, 3)


@pytest.mark.keras_2
def test_a_loss_compares_an_input_of_open_length_with_what_has_a_known_one():
    true, first = keras.Input((None, 3)), keras.Input((1, 3))
    decoded = layers.Dense(3, kernel_initializer="ones")(tf.repeat(first, 5, axis=1))
    model = keras.Model([true, first], decoded)
    model.add_loss(tf.reduce_sum(keras.losses.mean_squared_error(true, decoded)) / 5)
    model.compile("sgd", loss=None)
    history = model.fit([np.zeros((2, 5, 3)), np.ones((2, 1, 3))], verbose=0).history
    np.testing.assert_allclose(history["loss"], [18.0])
