"""A chain of Keras 2 that begins with an embedding has its weights at once: sequences may have any
length."""

import pytest
from library import tf


@pytest.mark.keras_2
def test_weights_are_made_when_the_embedding_is_added():
    model = tf.keras.Sequential([tf.keras.layers.Embedding(10, 8)])
    assert model.built
    assert model.weights[0].shape == (10, 8)
    assert tuple(model.output_shape) == (None, None, 8)


@pytest.mark.keras_3
def test_in_keras_3_they_are_made_when_it_is_called():
    assert not tf.keras.Sequential([tf.keras.layers.Embedding(10, 8)]).built


def test_an_input_before_says_how_long_they_are():
    entry, embedding = tf.keras.Input((5,)), tf.keras.layers.Embedding(10, 8)
    model = tf.keras.Sequential([entry, embedding, tf.keras.layers.Flatten()])
    model.add(tf.keras.layers.Dense(1))
    assert tuple(model.output_shape) == (None, 1)
    assert model.layers[-1].kernel.shape == (40, 1)


@pytest.mark.keras_2
def test_what_it_says_stands_when_the_first_layer_says_something_else():
    model = tf.keras.Sequential(
        [tf.keras.Input((5, 2)), tf.keras.layers.Flatten(input_shape=(7, 2))]
    )
    assert tuple(model.output_shape) == (None, 10)
