"""Random numbers that a `build` of a program's own draws are those of eager code, as in Keras 3."""

import pytest
from library import tf

layers = tf.keras.layers


class Noisy(layers.Layer):
    def build(self, shape):
        self.kernel = self.add_weight(shape=(shape[-1], 2), name="kernel")
        self.noise = tf.random.uniform([2])

    def call(self, x):
        return tf.matmul(x, self.kernel)


class Around(layers.Layer):
    def __init__(self):
        super().__init__()
        self.inner = Noisy()

    def build(self, shape):
        self.inner.build(shape)

    def call(self, x):
        return self.inner(x)


def entry():
    return tf.keras.Input((5,))


def in_turn():
    tf.random.set_seed(1)
    return tf.random.uniform([2]).numpy().tolist(), tf.random.uniform([2]).numpy().tolist()


@pytest.mark.parametrize(
    "call",
    [
        lambda noisy: noisy(entry()),
        lambda noisy: noisy.build((None, 5)),
        lambda noisy: noisy(tf.ones([1, 5])),
        lambda noisy: tf.keras.Sequential([entry(), noisy]),
        lambda noisy: tf.keras.Sequential([noisy])(entry()),
    ],
)
def test_they_are_the_next_ones(call):
    first, second = in_turn()
    tf.random.set_seed(1)
    noisy = Noisy()
    call(noisy)
    assert noisy.noise.numpy().tolist() == first
    assert tf.random.uniform([2]).numpy().tolist() == second


def test_a_layer_may_build_another():
    first, second = in_turn()
    tf.random.set_seed(1)
    around = Around()
    around(entry())
    assert around.inner.noise.numpy().tolist() == first
    assert tf.random.uniform([2]).numpy().tolist() == second


def test_what_is_built_while_a_layer_runs_for_its_shapes_takes_none():
    class Model(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.noisy = Noisy()

        def call(self, x):
            return self.noisy(x)

    first, _ = in_turn()
    tf.random.set_seed(1)
    Model()(entry())
    assert tf.random.uniform([2]).numpy().tolist() == first
