"""Models for large batches of a known size: put together without computing such a batch."""

import numpy as np
from library import ours, tf

layers = tf.keras.layers

CHAIN = [
    (lambda: layers.Conv2D(4, 3, padding="same"), (64, 48, 4)),
    (lambda: layers.BatchNormalization(), (64, 48, 4)),
    (lambda: layers.Activation("relu"), (64, 48, 4)),
    (lambda: layers.MaxPooling2D(), (32, 24, 4)),
    (lambda: layers.SeparableConv2D(6, 3), (30, 22, 6)),
    (lambda: layers.Conv2DTranspose(5, 3, strides=2), (61, 45, 5)),
    (lambda: layers.ZeroPadding2D((1, 2)), (63, 49, 5)),
    (lambda: layers.UpSampling2D((1, 2)), (63, 98, 5)),
    (lambda: layers.LayerNormalization(), (63, 98, 5)),
    (lambda: layers.Dropout(0.5), (63, 98, 5)),
    (lambda: layers.Cropping2D(1), (61, 96, 5)),
]


def sizes(tensor):
    return tuple(tensor.shape)


def pictures():
    return tf.keras.Input(shape=(64, 48, 3), batch_size=16)


def test_a_chain_keeps_the_batch():
    x = pictures()
    for make, expected in CHAIN:
        x = make()(x)
        assert sizes(x) == (16, *expected)
    assert sizes(layers.Flatten()(x)) == (16, 61 * 96 * 5)
    assert sizes(layers.GlobalAveragePooling2D()(x)) == (16, 5)
    assert sizes(layers.Dense(2)(x)) == (16, 61, 96, 2)


def test_steps_of_films():
    films = tf.keras.Input(shape=(6, 32, 32, 3), batch_size=8)
    assert sizes(layers.TimeDistributed(layers.Conv2D(2, 3))(films)) == (8, 6, 30, 30, 2)


def test_the_model_computes_with_batches_of_that_size():
    x = pictures()
    pooled = layers.GlobalMaxPooling2D()(layers.Conv2D(2, 3)(x))
    model = tf.keras.Model(x, layers.Dense(1)(pooled))
    assert model(np.ones((16, 64, 48, 3), "float32")).shape == (16, 1)
    assert model.count_params() == 56 + 3


def test_a_function_that_wants_the_whole_batch():
    whole = layers.Lambda(lambda x: tf.reshape(x, [16, -1]), output_shape=(64 * 48 * 3,))
    assert sizes(whole(pictures())) == (16, 64 * 48 * 3)


@ours("TensorFlow computes nothing when a model is put together")
def test_few_examples_are_computed():
    seen = []

    def activation(x):
        seen.append(x.shape[0])
        return x

    layers.Conv2D(2, 3, activation=activation)(pictures())
    assert 0 < max(seen) <= 2
