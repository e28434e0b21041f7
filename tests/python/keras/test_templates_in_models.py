"""Templates of version 1 in attributes of models, and metrics that take the place of nothing."""

import pytest
from library import tf

tf1 = tf.compat.v1
keras = tf.keras


def times_w(x):
    return x * tf1.get_variable("w", [2]) + tf1.get_variable("b", [2], trainable=False)


class Held(keras.Model):
    def __init__(self):
        super().__init__()
        self.alone = tf1.make_template("alone", times_w)
        self.several = [tf1.make_template("several", times_w) for _ in range(2)]

    def call(self, x):
        for template in (self.alone, *self.several):
            x = template(x)
        return x


@pytest.mark.keras_2
def test_keras_2_lists_their_variables():
    model = Held()
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(tf.ones([1, 2])))
    assert [len(model.weights), len(model.trainable_weights)] == [6, 3]
    assert model.trainable_weights[0] is model.alone.trainable_variables[0]
    assert all(gradient is not None for gradient in tape.gradient(loss, model.trainable_weights))
    assert model.layers == []


@pytest.mark.keras_3
def test_keras_3_does_not():
    model = Held()
    model(tf.ones([1, 2]))
    assert model.weights == []


@pytest.mark.keras_2
def test_a_metric_comes_where_it_was_put_for_nothing():
    model = keras.Sequential()
    model.tracker = None
    model.inner = keras.layers.Dense(2)
    model.inner.build([None, 3])
    model.tracker = keras.metrics.Mean()
    assert [len(weight.shape) for weight in model.weights] == [2, 1, 0, 0]


def test_get_variable_draws_as_the_initializers_of_version_1():
    tf.random.set_seed(3)
    drawn = tf1.get_variable("drawn", [3, 4])
    tf.random.set_seed(3)
    expected = tf1.glorot_uniform_initializer()([3, 4])
    assert tf.reduce_all(drawn == expected)
    assert tf1.get_variable("whole", [2], dtype=tf.int32).numpy().tolist() == [0, 0]
    with tf1.variable_scope("scope", initializer=tf1.ones_initializer()):
        assert tf1.get_variable("one", [2]).numpy().tolist() == [1.0, 1.0]
