"""The order of `model.losses` is that in which Keras walks through the layers."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers


def _penalty(scale):
    return lambda weight: tf.convert_to_tensor(float(scale))


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.pair = [
            layers.Dense(2, kernel_regularizer=_penalty(1)),
            layers.Dense(2, kernel_regularizer=_penalty(2)),
        ]
        self.one = layers.Dense(1, kernel_regularizer=_penalty(3), bias_regularizer=_penalty(4))
        self.chain = tf.keras.Sequential(
            [
                layers.Dense(2, kernel_regularizer=_penalty(5)),
                layers.Dense(1, kernel_regularizer=_penalty(6), activity_regularizer=_penalty(7)),
            ]
        )
        self.last = layers.Dense(1, kernel_regularizer=_penalty(8))

    def call(self, inputs):
        self.add_loss(0.5 * tf.reduce_sum(inputs) / tf.reduce_sum(inputs))
        return self.last(self.chain(self.one(self.pair[1](self.pair[0](inputs)))))


def _losses(model):
    return [float(loss) for loss in model.losses]


@pytest.mark.keras_3
def test_penalties_follow_what_calls_have_added():
    model = Model()
    model(np.ones((1, 2), "float32"))
    assert _losses(model) == [0.5, 7.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0]


@pytest.mark.keras_2
def test_each_layer_has_both_together_in_keras_2():
    model = Model()
    model(np.ones((1, 2), "float32"))
    assert _losses(model) == [0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 6.0, 8.0]


def test_the_order_follows_the_attributes():
    first, second = (layers.Dense(1, kernel_regularizer=_penalty(n)) for n in (1, 2))
    model = tf.keras.Sequential([second, first])
    model(np.ones((1, 1), "float32"))
    assert _losses(model) == [2.0, 1.0]
    model.pop()
    model.add(layers.Dense(1, kernel_regularizer=_penalty(3)))
    model(np.ones((1, 1), "float32"))
    assert _losses(model) == [2.0, 3.0]
