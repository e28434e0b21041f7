"""Variables made in the first call of a function: TensorFlow draws them in a trace of its own.

The numbers are TensorFlow 2.21's for `set_seed(3)`.
"""

import numpy as np
from library import tf

DRAWN = [-1.86472, 0.77807, -0.42298, 0.25705]


def numbers(tensors):
    return np.concatenate([np.ravel(one.numpy()) for one in tensors])


def expect(tensors, answer):
    np.testing.assert_allclose(numbers(tensors), answer, atol=1.1e-5)


def test_variables_of_a_function_do_not_use_up_its_numbers():
    class Model(tf.Module):
        def __init__(self):
            super().__init__()
            self.w = None

        @tf.function
        def __call__(self):
            noise = tf.random.normal([1])
            if self.w is None:
                self.w = tf.Variable(lambda: tf.random_normal_initializer()([2]))
                self.v = tf.Variable(lambda: tf.random.normal([1]))
            return noise, tf.random.uniform([1])

    tf.random.set_seed(3)
    model = Model()
    expect([*model(), *model()], DRAWN)
    expect([model.w, model.v], [-0.00118, -0.0354, 0.44994])


def test_weights_of_a_layer_that_a_function_builds():
    class Layer(tf.keras.layers.Layer):
        def build(self, shape):
            start = tf.random_normal_initializer()
            self.w = self.add_weight(name="w", shape=[2], initializer=start)
            self.v = self.add_weight(name="v", shape=[1], initializer=start)

        def call(self, x):
            return x + tf.random.normal([1])

    tf.random.set_seed(3)
    layer = Layer()
    call = tf.function(lambda x: (layer(x), tf.random.uniform([1])))
    expect([*call(tf.zeros([1])), *call(tf.zeros([1]))], DRAWN)
    expect([layer.w, layer.v], [-0.09324, 0.04013, -0.00118])


def test_a_variable_with_a_seed_has_a_stream_of_its_own():
    made = []

    @tf.function
    def draw():
        first = tf.random.normal([1], seed=5)
        if not made:
            made.append(tf.Variable(lambda: tf.random.normal([1], seed=5)))
        return first

    tf.random.set_seed(3)
    first = numbers([draw()])
    expect(made, first)
    assert numbers([draw()]) != first
