"""In TensorFlow's place layers that a first call builds keep what they add to the losses in it."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
layers = tf.keras.layers


class _Added(layers.Layer):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor
        self.dense = layers.Dense(2, kernel_initializer="ones")

    def call(self, inputs):
        outputs = self.dense(inputs)
        self.add_loss(self.factor * tf.reduce_mean(outputs))
        return outputs


class _Two(layers.Layer):
    def __init__(self):
        super().__init__()
        self.first, self.second = _Added(1.0), _Added(2.0)

    def call(self, inputs):
        return self.second(self.first(inputs))


class _Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.two = _Two()

    def call(self, inputs):
        return self.two(inputs)


def _losses(layer):
    return sorted(float(loss) for loss in layer.losses)


def test_layers_in_layers_know_their_losses_from_the_first_call_on():
    net, x = _Net(), np.ones((2, 5), "float32")
    for factor in (1.0, 2.0):
        net(factor * x)
        for layer in (net, net.two):
            assert _losses(layer) == [5.0 * factor, 20.0 * factor]
        assert _losses(net.two.second) == [20.0 * factor]


def test_a_tape_knows_those_of_the_first_call():
    net, x = _Net(), tf.ones((2, 5))
    with tf.GradientTape() as tape:
        net(x)
        loss = tf.add_n(net.two.losses)
    gradients = tape.gradient(loss, net.trainable_variables)
    assert [float(tf.reduce_sum(one)) for one in gradients] == [25.0, 5.0, 20.0, 2.0]


@pytest.mark.keras_3
def test_a_call_of_a_layer_alone_counts_until_the_next_of_the_model():
    net, x = _Net(), np.ones((2, 5), "float32")
    net(x)
    net.two(2.0 * x)
    assert _losses(net.two) == [10.0, 40.0]
    net(x)
    assert _losses(net.two) == _losses(net) == [5.0, 20.0]
